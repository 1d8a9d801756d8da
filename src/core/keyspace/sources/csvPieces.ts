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
  readonly open?: OpenQuote;
}

/** A cell whose closing quote has not arrived yet. Offsets count from the start of its record. */
interface OpenQuote {
  readonly quote: number;
  /** There is no closing quote before this offset. */
  readonly searched: number;
}

type Paused<T> = Generator<undefined, T, undefined>;

// Finds the closing quote from `from` on; undefined if the text ends first.
function* closingQuote(text: string, from: number, pace: Pace): Paused<number | undefined> {
  let close = text.indexOf('"', from);
  let seen = from;
  while (close >= 0 && text.charAt(close + 1) === '"') {
    if (pace.isDue(close + 2 - seen)) yield undefined;
    seen = close + 2;
    close = text.indexOf('"', seen);
  }
  return close < 0 ? undefined : close;
}

// Finds the end of a cell without quotes.
function* plainEnd(text: string, from: number, delimiter: string, pace: Pace): Paused<number> {
  let end = from;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === delimiter || char === '\n') break;
    if (pace.isDue(1)) yield undefined;
  }
  return end;
}

// Reads a record with quotes. `open` says where to continue a search that began in a shorter text.
function* quotedRecord(
  text: string,
  from: number,
  { delimiter, pace, open }: { delimiter: string; pace: Pace; open: OpenQuote | undefined },
): Paused<QuotedRecord> {
  const cells: string[] = [];
  for (let at = from; ; at++) {
    if (text.charAt(at) === '"') {
      const quote = at - from;
      const searchFrom = open?.quote === quote ? from + open.searched : at + 1;
      const close = yield* closingQuote(text, searchFrom, pace);
      if (close === undefined)
        return { cells, next: text.length, state: 'open', open: { quote, searched: text.length - from } };
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
      // The next part of the file may begin with the LF of this CR LF.
      if (text.charAt(at) === '\r' && at + 1 === text.length) return { cells, next: at + 2, state: 'open' };
      if (text.startsWith('\r\n', at)) at++;
      if (!['', delimiter, '\n'].includes(text.charAt(at))) return { cells, next: at, state: 'broken' };
    } else {
      const end = yield* plainEnd(text, at, delimiter, pace);
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

// Counts a character in [from, to).
function* countOf(char: string, text: string, from: number, to: number, pace: Pace): Paused<number> {
  let count = 0;
  let seen = from;
  for (let at = text.indexOf(char, from); at >= 0 && at < to; at = text.indexOf(char, seen)) {
    count++;
    if (pace.isDue(at + 1 - seen)) yield undefined;
    seen = at + 1;
  }
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
  private open: OpenQuote | undefined;
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
    let quote = text.indexOf('"', at);
    while (at < text.length) {
      const newline = text.indexOf('\n', at);
      if (newline < 0 && !isEnd) break;
      const lineEnd = newline < 0 ? text.length : newline;
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
      if (quote < 0 || quote > lineEnd) {
        yield* this.plainLine(withoutReturn(text.slice(at, lineEnd), false));
        if (this.pace.isDue(lineEnd + 1 - at)) yield undefined;
        at = lineEnd + 1;
        this.line++;
        continue;
      }
      const next = yield* this.quoted(text, at, lineEnd, isEnd);
      if (next === undefined) break;
      at = next;
    }
    if (text.length - at > this.limits.entity && text.indexOf('\n', at) < 0) {
      yield lineFault(this.line, 'longer than any entity can be', text.slice(at, at + this.limits.entity));
      this.isSkipping = true;
    }
    this.rest.keep(this.isSkipping ? '' : text.slice(at));
  }

  // Skips a line that is too long, and returns where the next one begins.
  private skipLine(text: string): number {
    const newline = text.indexOf('\n');
    if (newline < 0) return text.length;
    this.isSkipping = false;
    this.line++;
    return newline + 1;
  }

  // Reads a record with a quote in its first line. Returns where the next one begins; undefined if more text is needed.
  private *quoted(
    text: string,
    at: number,
    lineEnd: number,
    isEnd: boolean,
  ): Generator<FilePiece | undefined, number | undefined, undefined> {
    const { delimiter, pace, open } = this;
    this.open = undefined;
    const record = yield* quotedRecord(text, at, { delimiter, pace, open });
    const isOpen = record.state === 'open' && !(isEnd && record.next > text.length);
    if (isOpen && !isEnd && text.length - at <= this.limits.entity) {
      this.open = record.open;
      return undefined;
    }
    const reason = isOpen ? 'a quote that opens here is never closed' : this.misfit(record);
    if (reason === undefined) {
      yield* this.record(record.cells);
      this.line += yield* countOf('\n', text, at, record.next, pace);
      return record.next;
    }
    yield lineFault(this.line, reason, text.slice(at, lineEnd));
    this.line++;
    return lineEnd + 1;
  }

  private *plainLine(raw: string): PieceSteps {
    if (raw.trim() === '') return;
    if (raw.length > this.limits.step) {
      // Counts delimiters first, because a record may be megabytes of them.
      const count = (yield* countOf(this.delimiter, raw, 0, raw.length, this.pace)) + 1;
      const reason = this.miscount(count);
      if (reason !== undefined) {
        yield lineFault(this.line, reason, raw);
        return;
      }
    }
    const cells = raw.split(this.delimiter);
    const reason = this.misfit({ cells, state: 'whole' });
    if (reason === undefined) yield* this.record(cells);
    else yield lineFault(this.line, reason, raw);
  }

  private misfit({ cells, state }: Pick<QuotedRecord, 'cells' | 'state'>): string | undefined {
    if (state === 'broken') return 'text follows a closing quote';
    return this.miscount(cells.length);
  }

  private miscount(cells: number): string | undefined {
    const { columns } = this;
    if (columns === undefined || cells === columns.count) return undefined;
    return `${cells} ${cells === 1 ? 'cell' : 'cells'} where the header names ${columns.count}`;
  }

  private *record(cells: readonly string[]): Generator<FilePiece> {
    if (this.columns === undefined) this.columns = new CsvColumns(cells);
    else yield { line: this.line, json: this.columns.json(cells) };
  }
}
