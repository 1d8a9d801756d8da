import { decodeUtf8, encodeUtf8 } from '../../entities/bytes/utf8.ts';
import { fail, ok, type Result } from '../../result.ts';
import { countText } from '../../words.ts';
import { BLOCK_ROWS, ByteSum, CAPTURE_VERSION } from './captureFormat.ts';

/** What comes next in a capture. `wait`: the next part has not arrived completely. */
export type CaptureStep =
  | { readonly kind: 'wait' }
  /** The first two lines were read. `summary` is JSON of any shape: nothing in it has been checked. */
  | { readonly kind: 'summary'; readonly rows: number; readonly summary: unknown }
  | {
      readonly kind: 'block';
      readonly query: number;
      readonly rows: number;
      /** The lines in the form of a page of the table service. Whether they are entities is not checked here. */
      readonly body: Uint8Array<ArrayBuffer>;
      /** Which lines of the file these are, for messages. */
      readonly lines: string;
    }
  | { readonly kind: 'end'; readonly rows: number };

/** The most bytes in the first line, and in a line that begins a block or ends the file. */
const SHORT_LINE = 256;
/** The most bytes in the summary or in one block: far more than is ever written, yet little enough to hold in memory. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ROWS = 100_000_000;

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const PAGE_HEAD = encodeUtf8('{"value":[');
const PAGE_TAIL = encodeUtf8(']}');

type Place = 'head' | 'summary' | 'between' | 'block' | 'after';

/** Thrown inside this file; callers get its message. */
class Refusal extends Error {}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** A member of a parsed JSON value; undefined if there is none. */
function member(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/**
 * Reads a capture from bytes that arrive in pieces. It trusts nothing: a part that does not belong in a capture is refused with its line
 * number, and the whole file is refused unless its counts and its checksum are right.
 */
export class CaptureReader {
  private bytes = new Uint8Array(0);
  private from = 0;
  private to = 0;
  /** Where the search for line breaks continues. `breaks` counts those between `from` and here. */
  private seen = 0;
  private breaks = 0;
  private isOver = false;
  private place: Place = 'head';
  /** Number of the line in which `from` is, counted from 1. */
  private line = 1;
  private readonly sum = new ByteSum();
  private expected = { rows: 0, blocks: 0 };
  private found = { rows: 0, blocks: 0 };
  private block = { query: 0, rows: 0 };
  private refused: string | undefined;

  push(piece: Uint8Array): void {
    const held = this.to - this.from;
    if (this.to + piece.length > this.bytes.length) {
      const size = held + piece.length;
      const next = size <= this.bytes.length / 2 ? this.bytes : new Uint8Array(size * 2);
      next.set(this.bytes.subarray(this.from, this.to));
      this.bytes = next;
      this.seen -= this.from;
      this.from = 0;
      this.to = held;
    }
    this.bytes.set(piece, this.to);
    this.to += piece.length;
  }

  /** Call when no more bytes follow. */
  end(): void {
    this.isOver = true;
  }

  /** The next part, or why the file is refused; after a refusal, always the same refusal. */
  next(): Result<CaptureStep, string> {
    if (this.refused !== undefined) return fail(this.refused);
    try {
      return ok(this.step());
    } catch (caught) {
      if (!(caught instanceof Refusal)) throw caught;
      this.refused = caught.message;
      return fail(this.refused);
    }
  }

  private step(): CaptureStep {
    if (this.place === 'head') {
      const head = this.shortLine(
        () => 'This is not a Keyscope capture: its first line is not that of a capture.',
      );
      if (head === undefined) return { kind: 'wait' };
      this.readHead(head.value);
      this.advance(head.end);
      this.place = 'summary';
    }
    if (this.place === 'summary') return this.readSummary();
    if (this.place === 'between') {
      const read = this.shortLine(() => this.says('is neither the start of a block nor the end of the file'));
      if (read === undefined) return { kind: 'wait' };
      const block = member(read.value, 'block');
      if (block === undefined) return this.readEnd(member(read.value, 'end'), read.end);
      this.readBlockHead(block);
      this.advance(read.end);
      this.place = 'block';
    }
    return this.place === 'block' ? this.readBlock() : this.after();
  }

  private readHead(head: unknown): void {
    const version = member(head, 'version');
    if (member(head, 'keyscope') !== 'capture' || !isCount(version, Number.MAX_SAFE_INTEGER) || version === 0)
      throw new Refusal('This is not a Keyscope capture: its first line is not that of a capture.');
    if (version > CAPTURE_VERSION)
      throw new Refusal(
        `A newer Keyscope wrote this capture (version ${version}; this one reads up to ${CAPTURE_VERSION}). Reload the page to get the newest.`,
      );
    const [rows, blocks] = [member(head, 'rows'), member(head, 'blocks')];
    if (!isCount(rows, MOST_ROWS) || !isCount(blocks, rows))
      throw new Refusal(this.says('counts rows and blocks wrongly'));
    this.expected = { rows, blocks };
  }

  private readSummary(): CaptureStep {
    const end = this.lines(1);
    if (end === undefined) return this.wait(MOST_BYTES, 'is too long for a summary');
    const summary = this.json(end, () => this.says('is not JSON'));
    this.advance(end);
    this.place = 'between';
    return { kind: 'summary', rows: this.expected.rows, summary };
  }

  private readBlockHead(block: unknown): void {
    const [query, rows] = [member(block, 'query'), member(block, 'rows')];
    const left = this.expected.rows - this.found.rows;
    if (!isCount(query, MOST_ROWS) || !isCount(rows, BLOCK_ROWS) || rows === 0)
      throw new Refusal(this.says('is not the start of a block'));
    if (rows > left || this.found.blocks >= this.expected.blocks)
      throw new Refusal(
        this.says(`begins more rows than the ${countText(this.expected.rows)} that the file says it has`),
      );
    this.block = { query, rows };
  }

  private readBlock(): CaptureStep {
    const { query, rows } = this.block;
    const end = this.lines(rows);
    if (end === undefined) return this.wait(MOST_BYTES, 'begins a block that is too long');
    const body = new Uint8Array(PAGE_HEAD.length + (end - this.from) - 1 + PAGE_TAIL.length);
    body.set(PAGE_HEAD);
    const inside = body.subarray(PAGE_HEAD.length, body.length - PAGE_TAIL.length);
    inside.set(this.bytes.subarray(this.from, end - 1));
    // JSON escapes the line breaks inside its strings, so each one found here separates two entities.
    for (let at = inside.indexOf(NEWLINE); at >= 0; at = inside.indexOf(NEWLINE, at + 1)) inside[at] = COMMA;
    body.set(PAGE_TAIL, body.length - PAGE_TAIL.length);
    const lines = rows === 1 ? `Line ${this.line}` : `Lines ${this.line} to ${this.line + rows - 1}`;
    this.advance(end, rows);
    this.found = { rows: this.found.rows + rows, blocks: this.found.blocks + 1 };
    this.place = 'between';
    return { kind: 'block', query, rows, body, lines };
  }

  private readEnd(end: unknown, at: number): CaptureStep {
    const { rows, blocks } = this.found;
    if (end === undefined)
      throw new Refusal(this.says('is neither the start of a block nor the end of the file'));
    if (member(end, 'rows') !== rows || rows !== this.expected.rows || blocks !== this.expected.blocks)
      throw new Refusal(
        this.says(
          `ends the file after ${countText(rows)} rows, but it says that it has ${countText(this.expected.rows)}`,
        ),
      );
    if (member(end, 'sum') !== this.sum.text)
      throw new Refusal(
        this.says('holds another sum than the bytes before it: the file was changed or damaged'),
      );
    this.advance(at);
    this.place = 'after';
    return this.after();
  }

  private after(): CaptureStep {
    if (this.to > this.from) throw new Refusal(this.says('is after the end of the capture'));
    return this.isOver ? { kind: 'end', rows: this.found.rows } : { kind: 'wait' };
  }

  /** A short line and where it ends; undefined if its end has not arrived. */
  private shortLine(words: () => string): { readonly value: unknown; readonly end: number } | undefined {
    const end = this.lines(1);
    const length = (end ?? this.to) - this.from;
    const isNoHead = end === undefined && this.isOver && this.place === 'head';
    if (length > SHORT_LINE || isNoHead) throw new Refusal(words());
    if (end === undefined) {
      this.wait(SHORT_LINE, '');
      return undefined;
    }
    return { value: this.json(end, words), end };
  }

  private json(end: number, words: () => string): unknown {
    try {
      return JSON.parse(decodeUtf8(this.bytes.subarray(this.from, end)));
    } catch {
      throw new Refusal(words());
    }
  }

  /** Where that many lines end; undefined if their end has not arrived. */
  private lines(count: number): number | undefined {
    while (this.breaks < count) {
      const at = this.bytes.subarray(0, this.to).indexOf(NEWLINE, this.seen);
      if (at < 0) {
        this.seen = this.to;
        return undefined;
      }
      this.breaks += 1;
      this.seen = at + 1;
    }
    return this.seen;
  }

  private wait(most: number, words: string): CaptureStep {
    if (this.isOver)
      throw new Refusal(`The file is cut off in line ${this.line + this.breaks}: its end is missing.`);
    if (this.to - this.from > most) throw new Refusal(this.says(words));
    return { kind: 'wait' };
  }

  private advance(end: number, lines = 1): void {
    this.sum.add(this.bytes, this.from, end);
    this.from = end;
    this.breaks = 0;
    this.line += lines;
  }

  private says(words: string): string {
    return `Line ${this.line} ${words}.`;
  }
}
