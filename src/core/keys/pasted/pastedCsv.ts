import type { KeyPart } from '../base/scheme.ts';
import type { Candidate } from './pastedText.ts';

/** Separators of cells in exports and grids. */
const DELIMITERS = [',', '\t', ';', '|'] as const;

interface Cell {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** True for the last cell of a record. */
  readonly isLast: boolean;
  /** The offset at which the next cell begins. */
  readonly next: number;
}

/**
 * The cell that begins at `from`, as RFC 4180 has it: a quoted cell doubles the quotes in it. `"RowKey":"a"` is JSON and no quoted cell.
 */
function cellAt(text: string, from: number, delimiter: string): Cell {
  let end = from;
  let value: string | undefined;
  if (text.charAt(from) === '"') {
    let close = text.indexOf('"', from + 1);
    while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
    const inside = close < 0 ? text.length : close;
    value = text.slice(from + 1, inside).replaceAll('""', '"');
    end = close < 0 ? text.length : close + 1;
  }
  const quoted = end;
  while (end < text.length && text.charAt(end) !== delimiter && text.charAt(end) !== '\n') end++;
  if (/^\s*:/.test(text.slice(quoted, end))) value = undefined;
  const isLast = text.charAt(end) !== delimiter;
  const to = text.charAt(end - 1) === '\r' && end > from ? end - 1 : end;
  return { text: value ?? text.slice(from, to).trim(), from, to, isLast, next: end + 1 };
}

function partOfColumn(title: string): KeyPart | 'tableName' | undefined {
  switch (title.toLowerCase().replaceAll(/[\s_]/g, '')) {
    case 'partitionkey':
      return 'partition';
    case 'rowkey':
      return 'row';
    case 'tablename':
      return 'tableName';
    default:
      return undefined;
  }
}

/** The record that begins at `from`, and the offset of the next one. */
function recordAt(text: string, from: number, delimiter: string) {
  const cells: Cell[] = [];
  for (let at = from; ; ) {
    const cell = cellAt(text, at, delimiter);
    cells.push(cell);
    at = cell.next;
    if (cell.isLast) return { cells, next: at };
  }
}

/**
 * The keys of a table with a header that names PartitionKey or RowKey, as in CSV or in cells copied from a grid. Undefined if the first
 * line is not such a header. A long text is only read as far as candidates are needed.
 */
export function csvCandidates(text: string): Iterable<Candidate> | undefined {
  const start = text.length - text.trimStart().length;
  const lineEnd = text.indexOf('\n', start);
  const first = text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  if (lineEnd < 0 || !/partition\s?key|row\s?key/i.test(first)) return undefined;
  for (const delimiter of DELIMITERS) {
    const { cells, next } = recordAt(text, start, delimiter);
    const columns = cells.map((cell) => partOfColumn(cell.text));
    const isTable = columns.some((column) => column === 'partition' || column === 'row');
    if (isTable) return recordCandidates(text, next, delimiter, columns);
  }
  return undefined;
}

function* recordCandidates(
  text: string,
  start: number,
  delimiter: string,
  columns: readonly (KeyPart | 'tableName' | undefined)[],
): Generator<Candidate> {
  for (let at = start; at < text.length; ) {
    const { cells, next } = recordAt(text, at, delimiter);
    at = next;
    const tableName = cells[columns.indexOf('tableName')]?.text;
    for (const [column, cell] of cells.entries()) {
      const part = columns[column];
      if (part === undefined || part === 'tableName' || cell.text === '') continue;
      yield { text: cell.text, from: cell.from, to: cell.to, part, tableName };
    }
  }
}
