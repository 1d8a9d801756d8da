import { CsvColumns } from './csvColumns.ts';
import { type FilePiece, lineFault, READER_LIMITS } from './filePiece.ts';
import { LinePieces, type Read } from './linePieces.ts';

/** A record with quotes, as far as the text goes. `next`: the position after it. */
interface QuotedRecord {
  readonly cells: readonly string[];
  readonly next: number;
  /** `open`: the text ends inside the record. `broken`: text follows a closing quote. */
  readonly state: 'whole' | 'open' | 'broken';
}

/** The position of the quote that closes a cell; -1 if the text ends first. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

function plainEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text.charAt(end) !== delimiter && text.charAt(end) !== '\n') end++;
  return end;
}

function quotedRecord(text: string, from: number, delimiter: string): QuotedRecord {
  const cells: string[] = [];
  for (let at = from; ; at++) {
    if (text.charAt(at) === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return { cells, next: text.length, state: 'open' };
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      // The next part of the file may begin with the LF of this CR LF.
      if (text.charAt(at) === '\r' && at + 1 === text.length) return { cells, next: at + 2, state: 'open' };
      if (text.startsWith('\r\n', at)) at++;
      if (!['', delimiter, '\n'].includes(text.charAt(at))) return { cells, next: at, state: 'broken' };
    } else {
      const end = plainEnd(text, at, delimiter);
      cells.push(withoutReturn(text.slice(at, end), text.charAt(end) === delimiter));
      at = end;
    }
    if (text.charAt(at) !== delimiter)
      return { cells, next: at + 1, state: at < text.length ? 'whole' : 'open' };
  }
}

/** Removes the CR from the last cell of a line that ends with CR LF. */
function withoutReturn(text: string, isInside: boolean): string {
  return !isInside && text.endsWith('\r') ? text.slice(0, -1) : text;
}

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
  private readonly delimiter: string;
  private columns: CsvColumns | undefined;

  constructor(delimiter: string, limits = READER_LIMITS) {
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
    const { cells, next, state } = quotedRecord(text, at, this.delimiter);
    const isOpen = state === 'open' && !(isEnd && next > text.length);
    if (isOpen && !isEnd && text.length - at <= this.limits.entity) return undefined;
    const reason = isOpen
      ? 'a quote that opens here is never closed'
      : state === 'broken'
        ? 'text follows a closing quote'
        : this.miscount(cells.length);
    if (reason !== undefined) return this.fault(reason, text.slice(at, lineEnd), lineEnd + 1);
    const piece = this.record(cells);
    this.line += countOf('\n', text.slice(at, next));
    return { piece, next };
  }

  private plain(text: string, at: number, lineEnd: number): Read {
    const raw = withoutReturn(text.slice(at, lineEnd), false);
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
