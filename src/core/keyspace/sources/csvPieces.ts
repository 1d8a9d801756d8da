import { type Delimiter, recordAt } from '../../csv.ts';
import { CsvColumns } from './csvColumns.ts';
import { type FilePiece, lineFault, READER_LIMITS } from './filePiece.ts';
import { LinePieces, type Read } from './linePieces.ts';

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
    const reason = isOpen
      ? 'a quote that opens here is never closed'
      : state !== 'broken'
        ? this.miscount(cells.length)
        : cells.length === most
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
