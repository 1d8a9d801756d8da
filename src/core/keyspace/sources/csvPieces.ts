import { CsvColumns } from './csvColumns.ts';
import { type FilePiece, lineFault, type PieceReader, type PieceSteps } from './filePiece.ts';
import { Pace, READER_LIMITS, type ReaderLimits } from './pace.ts';
import { RestText } from './restText.ts';

/** A record with quotes, as far as it is in the text. */
interface QuotedRecord {
  readonly cells: readonly string[];
  readonly next: number;
  /** `open`: the text ends inside the record. `broken`: text follows a closing quote. */
  readonly state: 'whole' | 'open' | 'broken';
}

/** What was read of a line or record, and where the next one begins. */
interface Read {
  readonly piece: FilePiece | undefined;
  readonly next: number;
}

/** Where the quote is that closes a cell; -1: the text ends first. */
function closingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** Where a cell without quotes ends. */
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
export class CsvPieces implements PieceReader {
  private readonly delimiter: string;
  private columns: CsvColumns | undefined;
  private readonly limits: ReaderLimits;
  private readonly pace: Pace;
  private readonly rest: RestText;
  /** True inside a line that is too long for any record. */
  private isSkipping = false;
  private line = 1;

  constructor(delimiter: string, limits = READER_LIMITS) {
    this.delimiter = delimiter;
    this.limits = limits;
    this.pace = new Pace(limits.step);
    this.rest = new RestText(limits.entity);
  }

  *push(text: string): PieceSteps {
    const whole = this.rest.add(text);
    if (whole !== undefined) yield* this.read(whole, false);
  }

  *end(): PieceSteps {
    const rest = this.rest.take();
    if (rest !== '') yield* this.read(rest, true);
  }

  notes(): readonly string[] {
    return this.columns?.notes() ?? [];
  }

  header(): readonly string[] {
    return this.columns?.properties ?? [];
  }

  private *read(text: string, isEnd: boolean): PieceSteps {
    let at = this.isSkipping ? this.skipLine(text) : 0;
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) break;
      const lineEnd = newline < 0 ? text.length : newline;
      const isQuoted = text.slice(at, lineEnd).includes('"');
      const read = isQuoted ? this.quoted(text, at, lineEnd, isEnd) : this.plain(text, at, lineEnd);
      if (read === undefined) break;
      if (read.piece !== undefined) yield read.piece;
      if (this.pace.isDue(read.next - at)) yield undefined;
      at = read.next;
    }
    if (text.length - at > this.limits.entity && text.indexOf('\n', at) < 0) {
      yield lineFault(this.line, 'longer than any entity can be', text.slice(at, at + this.limits.entity));
      this.isSkipping = true;
    }
    this.rest.keep(this.isSkipping ? '' : text.slice(at));
  }

  /** Skips a line that is too long, and returns where the next one begins. */
  private skipLine(text: string): number {
    const newline = text.indexOf('\n');
    if (newline < 0) return text.length;
    this.isSkipping = false;
    this.line++;
    return newline + 1;
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
    // Counted first, because a record may be megabytes of delimiters.
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
    return undefined;
  }
}
