import { CsvColumns } from './csvColumns.ts';
import { type FilePiece, lineFault, MOST_ENTITY_CHARS, type PieceReader } from './filePiece.ts';
import { RestText } from './restText.ts';

/** A record with quotes, as far as the text goes. */
interface QuotedRecord {
  readonly cells: readonly string[];
  readonly next: number;
  /** `open`: the text ends inside of it. `broken`: text follows a closing quote. */
  readonly state: 'whole' | 'open' | 'broken';
}

/** End of a cell in quotes that begins at `from`; undefined where the text ends inside of it. */
function closingQuote(text: string, from: number): number | undefined {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close < 0 ? undefined : close;
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
      const close = closingQuote(text, at);
      if (close === undefined) return { cells, next: text.length, state: 'open' };
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      // The line break may be cut in two by the parts that a file comes in.
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

/** The last cell of a line that ends with CR LF. */
function withoutReturn(text: string, isInside: boolean): string {
  return !isInside && text.endsWith('\r') ? text.slice(0, -1) : text;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * Records of a CSV (RFC 4180: quotes, doubled quotes and line breaks inside; LF or CRLF) as JSON entities. A record that does
 * not fit its header is a fault of its first line, and the next line begins a new one: a stray quote swallows no rows.
 */
export class CsvPieces implements PieceReader {
  private readonly delimiter: string;
  private columns: CsvColumns | undefined;
  private readonly rest = new RestText(MOST_ENTITY_CHARS);
  /** Inside of a line that is too long for any record. */
  private isSkipping = false;
  private line = 1;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  *push(text: string): Generator<FilePiece> {
    const whole = this.rest.add(text);
    if (whole !== undefined) yield* this.read(whole, false);
  }

  *end(): Generator<FilePiece> {
    const rest = this.rest.take();
    if (rest !== '') yield* this.read(rest, true);
  }

  notes(): readonly string[] {
    return this.columns?.notes() ?? [];
  }

  private *read(text: string, isEnd: boolean): Generator<FilePiece> {
    let at = this.isSkipping ? this.skipLine(text) : 0;
    let quote = text.indexOf('"', at);
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) break;
      const lineEnd = newline < 0 ? text.length : newline;
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      if (quote < 0 || quote > lineEnd) {
        yield* this.plainLine(withoutReturn(text.slice(at, lineEnd), false));
        at = lineEnd + 1;
        this.line++;
        continue;
      }
      const next = yield* this.quoted(text, at, lineEnd, isEnd);
      if (next === undefined) break;
      at = next;
    }
    if (text.length - at > MOST_ENTITY_CHARS && text.indexOf('\n', at) < 0) {
      yield lineFault(this.line, 'longer than any entity can be', text.slice(at, at + MOST_ENTITY_CHARS));
      this.isSkipping = true;
    }
    this.rest.keep(this.isSkipping ? '' : text.slice(at));
  }

  // Where the line after one that is too long begins.
  private skipLine(text: string): number {
    const newline = text.indexOf('\n');
    if (newline < 0) return text.length;
    this.isSkipping = false;
    this.line++;
    return newline + 1;
  }

  // A record with a quote in its first line; where the next begins, or undefined where the rest has to come first.
  private *quoted(
    text: string,
    at: number,
    lineEnd: number,
    isEnd: boolean,
  ): Generator<FilePiece, number | undefined> {
    const record = quotedRecord(text, at, this.delimiter);
    const isOpen = record.state === 'open' && !(isEnd && record.next > text.length);
    if (isOpen && !isEnd && text.length - at <= MOST_ENTITY_CHARS) return undefined;
    const reason = isOpen ? 'a quote that opens here is never closed' : this.misfit(record);
    if (reason === undefined) {
      yield* this.record(record.cells);
      this.line += lineBreaks(text, at, record.next);
      return record.next;
    }
    yield lineFault(this.line, reason, text.slice(at, lineEnd));
    this.line++;
    return lineEnd + 1;
  }

  private *plainLine(raw: string): Generator<FilePiece> {
    if (raw.trim() === '') return;
    const cells = raw.split(this.delimiter);
    const reason = this.misfit({ cells, state: 'whole' });
    if (reason === undefined) yield* this.record(cells);
    else yield lineFault(this.line, reason, raw);
  }

  private misfit({ cells, state }: Pick<QuotedRecord, 'cells' | 'state'>): string | undefined {
    if (state === 'broken') return 'text follows a closing quote';
    const { columns } = this;
    if (columns === undefined || cells.length === columns.count) return undefined;
    return `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} where the header names ${columns.count}`;
  }

  private *record(cells: readonly string[]): Generator<FilePiece> {
    if (this.columns === undefined) this.columns = new CsvColumns(cells);
    else yield { line: this.line, json: this.columns.json(cells) };
  }
}
