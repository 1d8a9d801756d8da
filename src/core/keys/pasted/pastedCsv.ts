import { type CsvCell, type Delimiter, DELIMITERS, recordAt } from '../../csv.ts';
import type { KeyPart } from '../base/scheme.ts';
import type { Candidate } from './pastedText.ts';

/** A column name for comparison: "Partition Key", "partition_key" and "PartitionKey" are equal. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_]/g, '');
}

const PARTS: ReadonlyMap<string, KeyPart> = new Map([
  ['partitionkey', 'partition'],
  ['rowkey', 'row'],
]);

/** Which key a column or property holds, by its name. */
export function partOfName(name: string): KeyPart | undefined {
  return PARTS.get(plainName(name));
}

export interface TableHeader {
  readonly delimiter: Delimiter;
  readonly names: readonly string[];
  /** Where the first record begins. */
  readonly next: number;
}

/** Matches the line of dashes below the header of a table in Markdown or of a terminal. */
const RULE = /(?=[ \t|:+]*-)[ \t|:+-]+(?:\r?\n|$)/y;

/**
 * The header of a table: the first line that is not blank, if it names PartitionKey or RowKey, as in CSV and in cells copied from a grid.
 */
export function tableHeader(text: string): TableHeader | undefined {
  const start = /^\uFEFF?(?:\s*\n)?/.exec(text)?.[0].length ?? 0;
  const lineEnd = text.indexOf('\n', start);
  if (!/partition[\s_]?key|row[\s_]?key/i.test(text.slice(start, lineEnd < 0 ? text.length : lineEnd)))
    return undefined;
  for (const delimiter of DELIMITERS) {
    // `"RowKey":"a"` is JSON, which is a broken record.
    const { cells, next, state } = recordAt(text, start, delimiter);
    const names = cells.map((cell) => cell.text);
    if (state === 'open' || state === 'broken' || !names.some(partOfName)) continue;
    RULE.lastIndex = next;
    const isRuled = delimiter === '|' && RULE.test(text);
    return { delimiter, names, next: isRuled ? RULE.lastIndex : next };
  }
  return undefined;
}

/** Matches a cell in quotes that ends on its line. */
const QUOTED = /"((?:[^"\n]|"")*)"/y;

/**
 * The cells of a record, and where the next one begins. If its quotes or the number of its cells are wrong, what was read before the fault
 * stays, and the rest is the rest of that line: a stray quote swallows no rows.
 */
function cellsAt(text: string, from: number, { delimiter, names }: TableHeader) {
  const record = recordAt(text, from, delimiter, names.length);
  if (record.state === 'whole' || record.state === 'last') return record;
  const cells: CsvCell[] = [...record.cells];
  let at = (cells.at(-1)?.to ?? from - 1) + 1;
  const newline = text.indexOf('\n', at);
  const end = newline < 0 ? text.length : newline;
  while (at <= end) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(text);
    let to = at + (quoted?.[0].length ?? 0);
    while (to < end && text.charAt(to) !== delimiter) to++;
    const written = text.slice(at, to).replace(/\r$/, '');
    const value = quoted?.[1]?.replaceAll('""', '"') ?? written.replace(/^"/, '');
    cells.push({ text: value, from: at, to: at + written.length });
    at = to + 1;
  }
  return { cells, next: end + 1 };
}

/**
 * The keys of a table's records from `start` on. A long text is only read as far as candidates are needed.
 * @yields in the order of the text
 */
export function* csvCandidates(text: string, header: TableHeader, start: number): Generator<Candidate> {
  const parts = header.names.map(partOfName);
  const tableColumn = header.names.findIndex((name) => plainName(name) === 'tablename');
  for (let at = start; at < text.length; ) {
    const { cells, next } = cellsAt(text, at, header);
    at = next;
    // Blanks are part of a key only within quotes. In Markdown, backticks mark a key.
    const keys = cells.map((cell) =>
      text.charAt(cell.from) === '"' ? cell.text : cell.text.trim().replace(/^`(.+)`$/, '$1'),
    );
    const tableName = keys[tableColumn];
    for (const [column, { from, to }] of cells.entries()) {
      const [part, key = ''] = [parts[column], keys[column]];
      if (part !== undefined && key !== '') yield { text: key, from, to, part, tableName };
    }
  }
}
