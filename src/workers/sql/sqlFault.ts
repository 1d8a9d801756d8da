import type { SqlFault } from './sqlProtocol.ts';

const ONLY_RESULTS =
  'SQL here reads the open results only: files, addresses and other databases are out of reach. To save an answer, use Export.';

/** A statement that could change the rows would make the answers of later queries wrong. */
export const READS_ONLY =
  "SQL here only reads, one statement at a time: SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SUMMARIZE, PIVOT or UNPIVOT. DuckDB's extensions, files and settings are out of reach. To save an answer, use Export.";

export const LISTS_LOADED: SqlFault = {
  words:
    'SHOW TABLES would leave out the tables that no query has read yet. The list below has all tables, with their columns.',
  isAboutTables: true,
};

export const CRASHED =
  'This query stopped SQL, most likely because it needs more memory than a browser has. The rows are safe: SQL starts again with the next query.';

/** The parts of a fault as DuckDB writes it with `errors_as_json`, which may be inside another text or another fault. */
function membersOf(message: string): Record<string, unknown> | undefined {
  const at = message.indexOf('{"exception_type"');
  if (at < 0) return undefined;
  try {
    const members = JSON.parse(message.slice(at)) as Record<string, unknown>;
    const inner = members['exception_message'];
    return (typeof inner === 'string' ? membersOf(inner) : undefined) ?? members;
  } catch {
    return undefined;
  }
}

/** The UTF-16 offset that belongs to a byte offset in the UTF-8 text. */
function offsetOf(text: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, byte)).length;
}

/**
 * Says what DuckDB finds wrong with a query, in words for people who cannot load extensions, open files or change settings.
 * @param before The text that was put in front of the query.
 */
export function sqlFault(message: string, text: string, before = ''): SqlFault {
  const members = membersOf(message);
  if (members === undefined) return { words: message };
  const said = String(members['exception_message']);
  const position = members['position'];
  const place =
    typeof position === 'string' ? offsetOf(before + text, Number(position)) - before.length : undefined;
  const line =
    place === undefined || !text.includes('\n') ? '' : `Line ${text.slice(0, place).split('\n').length}: `;
  const faultOf = (words: string): SqlFault => ({
    words: line + words,
    ...(place !== undefined && { at: place }),
  });
  const [, thing, extension] =
    /with name "([^"]+)" is not in the catalog, but it exists in the (\w+) extension/.exec(said) ??
    /install the required ()extension '(\w+)'/.exec(said) ??
    [];
  if (extension !== undefined)
    return faultOf(
      `${thing === '' ? 'This' : thing} belongs to DuckDB's ${extension} extension. DuckDB's extensions are never loaded here: use another function.`,
    );
  const [, table] = /^Table with name ([^]+) does not exist!/.exec(said) ?? [];
  if (table !== undefined) return { ...faultOf(`Table "${table}" does not exist.`), isAboutTables: true };
  // The functions that would match may be a hundred.
  const shortened = said.replace(/\s*Candidate functions:[^]*/, '').replaceAll(/\s+/g, ' ');
  return faultOf(members['exception_type'] === 'Permission' ? ONLY_RESULTS : shortened);
}
