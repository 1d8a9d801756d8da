import type { KeyScheme } from '../base/keyScheme.ts';
import type { TickSpan } from '../base/scheme.ts';
import type { BulkKey, UnreadableLine } from './bulkTypes.ts';
import { recordAt } from '../../csv.ts';
import { KeyColumns } from './keyColumns.ts';
import type { LineKey, LineReader } from './lineReader.ts';
import { runSteps } from '../../steps.ts';

/** Converts UTF-8 to text and back, which core cannot do itself. Invalid bytes become U+FFFD. */
export interface TextCoder {
  readonly decode: (bytes: Uint8Array) => string;
  readonly encode: (text: string) => Uint8Array;
}

export interface ListScheme {
  readonly schemeId: string;
  readonly title: string;
  readonly firstLine: number;
  keys: number;
  /** Set once the whole list is read; see SchemeCount. */
  roundingTicks?: bigint;
}

const LINE_FEED = 10;
const QUOTE = 34;
/** Longer lines are not searched: no list of keys has them, and a line is decoded as a whole, so they would make a step too long. */
export const LONGEST_LINE_BYTES = 1 << 20;
/** How much text is searched for the end of a record with line breaks at first. */
const FIRST_RECORD_BYTES = 1 << 12;

/** The keys of a list: their bytes, one entry of numbers for each key, and the reader that can read them again. */
export class BulkList {
  readonly bytes: Uint8Array;
  readonly reader: LineReader;
  readonly coder: TextCoder;
  readonly columns = new KeyColumns();
  readonly schemes: ListScheme[] = [];
  readonly unreadable: UnreadableLine[] = [];
  unreadableTotal = 0;
  lines = 0;
  blankLines = 0;
  /** Where the record of a key begins, for keys behind line breaks of their record. */
  readonly recordStarts = new Map<number, number>();
  private readonly schemeIndexes = new Map<string, number>();

  constructor(bytes: Uint8Array, reader: LineReader, coder: TextCoder) {
    this.bytes = bytes;
    this.reader = reader;
    this.coder = coder;
  }

  /** Counts keys of a scheme, and returns the scheme's index. */
  count(scheme: Pick<KeyScheme, 'id' | 'title'>, keys: number, line: number): number {
    let index = this.schemeIndexes.get(scheme.id);
    if (index === undefined) {
      index = this.schemes.length;
      this.schemes.push({ schemeId: scheme.id, title: scheme.title, firstLine: line, keys: 0 });
      this.schemeIndexes.set(scheme.id, index);
    }
    (this.schemes[index] as ListScheme).keys += keys;
    return index;
  }

  text(from: number, to: number): string {
    return this.coder.decode(this.bytes.subarray(from, to));
  }

  /** Where the line at `from` ends. Below a header it is a record, which may have line breaks within quotes. */
  lineEnd(from: number): number {
    const { bytes, coder } = this;
    const { header } = this.reader;
    const newline = bytes.indexOf(LINE_FEED, from);
    const end = newline < 0 ? bytes.length : newline;
    if (header === undefined || bytes.subarray(from, end).indexOf(QUOTE) < 0) return end;
    let to = end + 1;
    for (let room = FIRST_RECORD_BYTES; to - from <= LONGEST_LINE_BYTES; room *= 16) {
      const text = this.text(from, to);
      const { state, next } = recordAt(text, 0, header.delimiter, header.names.length);
      if (state === 'whole') return from + coder.encode(text.slice(0, next - 1)).length;
      if (state === 'broken' || to > bytes.length) return state === 'last' ? bytes.length : end;
      to = Math.max(end + 1, from + room);
    }
    return end;
  }

  /** A key with its readings; undefined beyond the list's end. */
  key(index: number): BulkKey | undefined {
    const { columns } = this;
    const scheme = this.schemeAt(index);
    if (scheme === undefined) return undefined;
    const ticks = columns.ticks(index);
    const prefix = columns.prefixAt(index);
    const again = columns.form[index] === 0 ? this.readAgain(index) : undefined;
    const isFormed = again === undefined || again.form !== undefined;
    const window = again?.reading?.window ?? (isFormed ? this.formWindow(index) : undefined);
    return {
      index,
      line: columns.line[index] as number,
      text: again?.text ?? this.written(index),
      schemeId: scheme.schemeId,
      title: scheme.title,
      ticks,
      window,
      prefix,
    };
  }

  /** The scheme of a key; undefined if the index is outside the list. */
  schemeAt(index: number): ListScheme | undefined {
    const { columns } = this;
    return index >= 0 && index < columns.count ? this.schemes[columns.scheme[index] as number] : undefined;
  }

  written(index: number): string {
    const start = this.columns.start[index] as number;
    return this.text(start, start + (this.columns.length[index] as number));
  }

  /** Reads a key again from its line, for keys whose stored numbers do not say everything. */
  private readAgain(index: number): LineKey | undefined {
    const { columns, bytes } = this;
    const start = columns.start[index] as number;
    const from =
      this.recordStarts.get(index) ?? (start === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, start - 1) + 1);
    let ordinal = 0;
    while (ordinal < index && columns.line[index - ordinal - 1] === columns.line[index]) ordinal++;
    return runSteps(this.reader.read(this.text(from, this.lineEnd(from))))[ordinal];
  }

  /** The interval that a rounded key stands for, if the key was read from its bytes. */
  formWindow(index: number): TickSpan | undefined {
    const rounding = this.schemeAt(index)?.roundingTicks;
    const from = rounding === undefined ? undefined : this.columns.ticks(index);
    return from === undefined || rounding === undefined ? undefined : { from, to: from + rounding };
  }
}
