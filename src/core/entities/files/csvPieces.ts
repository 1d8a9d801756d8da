import { type Delimiter, recordAt, unguardedFormula } from '../../csv.ts';
import { SYSTEM } from '../views/filePiece.ts';
import { plainName } from '../../keys/pasted/pastedCsv.ts';
import { type FilePiece, lineFault, LinePieces, type Read, READER_LIMITS } from './linePieces.ts';

function countOf(char: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}

/**
 * Reads the records of a CSV as JSON entities (RFC 4180: quotes, doubled quotes and line breaks inside; LF or CRLF). If a record
 * does not fit the header, its first line is a fault, and the next line begins a new record. So a stray quote swallows no rows.
 */
export class CsvPieces extends LinePieces {
  private readonly delimiter: Delimiter;
  private columns: CsvColumns | undefined;

  constructor(delimiter: Delimiter, limits = READER_LIMITS) {
    super(limits);
    this.delimiter = delimiter;
  }

  notes(): readonly string[] {
    return this.columns?.notes() ?? [];
  }

  header(): readonly string[] {
    return this.columns?.properties ?? [];
  }

  protected readAt(text: string, at: number, lineEnd: number, isEnd: boolean): Read | undefined {
    const isQuoted = text.slice(at, lineEnd).includes('"');
    return isQuoted ? this.quoted(text, at, lineEnd, isEnd) : this.plain(text, at, lineEnd);
  }

  /** Reads a record with a quote in its first line; undefined: more text is needed. */
  private quoted(text: string, at: number, lineEnd: number, isEnd: boolean): Read | undefined {
    const most = this.columns?.count;
    const { cells, next, state } = recordAt(text, at, this.delimiter, most);
    const isOpen = state === 'open' || (state === 'last' && !isEnd);
    if (isOpen && !isEnd && text.length - at <= this.limits.entity) return undefined;
    let reason = this.miscount(cells.length);
    if (isOpen) reason = 'a quote that opens here is never closed';
    else if (state === 'broken')
      reason =
        cells.length === most
          ? `more cells than the ${most} that the header names`
          : 'text follows a closing quote';
    if (reason !== undefined) return this.fault(reason, text.slice(at, lineEnd), lineEnd + 1);
    const piece = this.record(cells.map((cell) => cell.text));
    this.line += countOf('\n', text.slice(at, next));
    return { piece, next };
  }

  private plain(text: string, at: number, lineEnd: number): Read {
    const raw = text.slice(at, text.charAt(lineEnd - 1) === '\r' ? lineEnd - 1 : lineEnd);
    // The cells are counted before the line is split, because a record may consist of megabytes of delimiters.
    const reason = raw.trim() === '' ? undefined : this.miscount(countOf(this.delimiter, raw) + 1);
    if (reason !== undefined) return this.fault(reason, raw, lineEnd + 1);
    const piece = raw.trim() === '' ? undefined : this.record(raw.split(this.delimiter));
    this.line++;
    return { piece, next: lineEnd + 1 };
  }

  private fault(reason: string, text: string, next: number): Read {
    return { piece: lineFault(this.line++, reason, text), next };
  }

  private miscount(cells: number): string | undefined {
    const { columns } = this;
    if (columns === undefined || cells === columns.count) return undefined;
    return `${cells} ${cells === 1 ? 'cell' : 'cells'} where the header names ${columns.count}`;
  }

  private record(cells: readonly string[]): FilePiece | undefined {
    if (this.columns !== undefined) return { line: this.line, json: this.columns.json(cells) };
    this.columns = new CsvColumns(cells);
    // Otherwise such a file would be a header without rows.
    return cells.some((cell) => cell.includes('\r'))
      ? lineFault(
          this.line,
          'lines end with CR alone; save the file with LF or CR LF',
          cells.join(this.delimiter),
        )
      : undefined;
  }
}

/** A column named like another column plus this ending holds the types of its values. */
const TYPE_TAIL = '@type';
/** The type that a CSV file of this page gives for a property that is null. */
const NULL_TYPE = 'Null';
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?Z$/;

/** Which column was chosen for a key. */
export interface NameChoice {
  /** The name of the column in the file; undefined if no column fits. */
  readonly name: string | undefined;
  /** Other columns that could be meant. */
  readonly others: readonly string[];
}

/** Chooses the column with the exact name, otherwise the first that differs only in case, spaces or underscores. */
export function chooseName(names: readonly string[], wanted: string): NameChoice {
  const plain = plainName(wanted);
  const like = names.filter((name) => plainName(name) === plain);
  const name = like.find((one) => one.trim() === wanted) ?? like[0];
  return { name, others: like.filter((one) => one !== name) };
}

/** Says in words which of several columns was read. */
export function choiceNote(wanted: string, { name, others }: NameChoice): string | undefined {
  return name === undefined || others.length === 0
    ? undefined
    : `${[name, ...others].join(' and ')} could each be the ${wanted}: ${name} was read.`;
}

interface Column {
  /** `"Level":` */
  readonly member: string;
  /** `"Level@odata.type":"` */
  readonly annotation: string;
  readonly at: number;
  /** Index of the column that holds its types. */
  readonly typeAt: number | undefined;
}

/** Turns the records of a CSV into entities, by its header. */
export class CsvColumns {
  readonly count: number;
  /** Names of the properties: the columns except keys, Timestamp and types. */
  readonly properties: readonly string[];
  private readonly header: readonly string[];
  private readonly columns: readonly Column[];
  private readonly system: readonly { readonly name: string; readonly at: number }[];
  private unguarded = 0;

  constructor(header: readonly string[]) {
    const names = header.map((name) => {
      const plain = name.replace(/^\uFEFF/, '').trim();
      return unguardedFormula(plain) ?? plain;
    });
    this.header = names;
    this.count = names.length;
    this.system = SYSTEM.flatMap((name) => {
      const chosen = chooseName(names, name).name;
      return chosen === undefined ? [] : [{ name, at: names.indexOf(chosen) }];
    });
    const taken = new Set(this.system.map(({ at }) => at));
    const known = new Map(names.map((name, at) => [name, at]));
    const properties = new Set<string>();
    this.columns = names.flatMap((name, at) => {
      const isType = name.endsWith(TYPE_TAIL) && known.has(name.slice(0, -TYPE_TAIL.length));
      if (taken.has(at) || isType || name === '') return [];
      properties.add(name);
      return {
        member: `${JSON.stringify(name)}:`,
        annotation: `${JSON.stringify(`${name}@odata.type`)}:"`,
        at,
        typeAt: known.get(name + TYPE_TAIL),
      };
    });
    this.properties = [...properties];
  }

  notes(): readonly string[] {
    const choices = SYSTEM.flatMap((name) => choiceNote(name, chooseName(this.header, name)) ?? []);
    return this.unguarded === 0
      ? choices
      : [...choices, `${this.unguarded} cells were read without the apostrophe that guards formulas.`];
  }

  /** A record as JSON; it must have as many cells as the header. An empty cell is no value, unless its type is given. */
  json(cells: readonly string[]): string {
    const members = this.system.flatMap(({ name, at }) => {
      const text = this.unguard(cells[at] ?? '');
      // An empty key is valid, an empty Timestamp is not.
      return name === 'Timestamp' && text === '' ? [] : `"${name}":${JSON.stringify(text)}`;
    });
    for (const { member, annotation, at, typeAt } of this.columns) {
      const text = cells[at] ?? '';
      const type = typeAt === undefined ? '' : (cells[typeAt] ?? '').trim();
      if (text === '' && type === '') continue;
      if (type === NULL_TYPE) {
        members.push(`${member}null`);
        continue;
      }
      const edm = /^(Edm\.)?([A-Z]\w+)$/.exec(type)?.[2] ?? (ISO_INSTANT.test(text) ? 'DateTime' : undefined);
      if (edm !== undefined) members.push(`${annotation}Edm.${edm}"`);
      const isString = edm === undefined || edm === 'String';
      members.push(member + JSON.stringify(isString ? this.unguard(text) : text));
    }
    return `{${members.join(',')}}`;
  }

  private unguard(text: string): string {
    const plain = unguardedFormula(text);
    if (plain === undefined) return text;
    this.unguarded++;
    return plain;
  }
}
