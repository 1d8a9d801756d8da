import { BulkList, LONGEST_LINE_BYTES, type TextCoder } from './bulkList.ts';
import { type BulkHint, type BulkProgress, MOST_UNREADABLE } from './bulkTypes.ts';
import { NO_PREFIX } from '../grammar/fixedBytes.ts';
import {
  LIKELY_FROM_SECONDS,
  LIKELY_TO_SECONDS,
  type LineKey,
  LineReader,
  LONGEST_FORM,
} from './lineReader.ts';
import { newRowTime, setTicks } from '../base/digits.ts';

/** How many lines of one form are read in a step. */
const RUN_LINES = 1 << 16;
/** How many other lines are read between two progress reports. */
const REPORT_LINES = 128;
/** How many words of one line are read between two progress reports. */
const REPORT_WORDS = 64;
/** How many lines from all over the list vote on schemes. */
const SAMPLE_LINES = 512;
/** How much of a line is sampled. A longer line does not hold a single key, so its beginning is enough. */
const SAMPLE_BYTES = 512;
/** The longest header, in bytes. */
const MOST_HEADER_BYTES = 1 << 16;
/** How many characters of an unreadable line are shown. */
const SHOWN_CHARS = 160;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** U+FEFF in UTF-8. Windows editors put it at the beginning of a file. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/** Samples lines evenly from the list, for the reader to learn from. */
function sampleLines(bytes: Uint8Array, coder: TextCoder): readonly string[] {
  const lines: string[] = [];
  const step = Math.max(1, Math.floor(bytes.length / SAMPLE_LINES));
  let from = 0;
  for (let at = 0; at < bytes.length; at = Math.max(at + step, from)) {
    // Looks for the next line break first, so that every sample is a whole line; only the first line begins without one.
    const before = at === 0 ? -1 : bytes.indexOf(LINE_FEED, at - 1);
    if (at > 0 && before < 0) break;
    from = before + 1;
    const end = bytes.indexOf(LINE_FEED, from);
    const to = Math.min(end < 0 ? bytes.length : end, from + SAMPLE_BYTES);
    lines.push(coder.decode(bytes.subarray(from, to)));
    from = to + 1;
  }
  return lines;
}

const TIME = newRowTime();

class ListReading {
  private readonly list: BulkList;
  private at: number;

  constructor(list: BulkList) {
    this.list = list;
    const { bytes } = list;
    this.at = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  }

  /** Tells the reader the header of CSV or of a copied grid, if the list begins with one. */
  readHeader(): void {
    const { list, at } = this;
    const text = list.text(at, at + MOST_HEADER_BYTES);
    list.reader.takeHeader(text);
    const header = text.slice(0, list.reader.header?.next ?? 0);
    this.at += list.coder.encode(header).length;
    list.lines = header.split('\n').length - 1;
  }

  progress(): BulkProgress {
    const { list } = this;
    return {
      bytesRead: Math.min(this.at, list.bytes.length),
      bytesTotal: list.bytes.length,
      lines: list.lines,
      keys: list.columns.count,
    };
  }

  /**
   * Reads to the end.
   * @yields the progress after a run of lines of one form, after some other lines, or after some words of a long line
   */
  *steps(): Generator<BulkProgress, void, undefined> {
    const { bytes } = this.list;
    let lines = 0;
    while (this.at < bytes.length) {
      if (this.readRun() > 0) yield this.progress();
      else {
        yield* this.readLine();
        lines += 1;
        if (lines % REPORT_LINES === 0) yield this.progress();
      }
    }
  }

  /** Reads the next lines of one form on the bulk path. Returns how many; 0 if the next line is not of such a form. */
  private readRun(): number {
    const { list, at } = this;
    const { bytes, columns } = list;
    const end = bytes.subarray(at, at + LONGEST_FORM).indexOf(LINE_FEED);
    if (end < 0) return 0;
    const isCrLf = end > 0 && bytes[at + end - 1] === CARRIAGE_RETURN;
    const length = isCrLf ? end - 1 : end;
    const found = list.reader.formOf(list.text(at, at + length));
    if (found === undefined) return 0;
    const lines = isCrLf ? found.form.crLf : found.form.lf;
    const wanted = Math.min(RUN_LINES, Math.floor((bytes.length - at) / lines.length));
    columns.reserve(wanted);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const read = lines.read(view, at, wanted, columns, columns.count);
    const count = this.likely(read);
    if (count === 0) return 0;
    const index = list.count(found.scheme, count, list.lines + 1);
    const first = { start: at, length, line: list.lines + 1, scheme: index, form: 1 };
    columns.addLines(count, first, lines.length);
    list.lines += count;
    this.at += count * lines.length;
    return count;
  }

  /** How many of the numbers just written are certainly ticks. Those after them may be of another form. */
  private likely(count: number): number {
    const { seconds, count: from } = this.list.columns;
    for (let index = 0; index < count; index++) {
      const value = seconds[from + index] as number;
      if (value < LIKELY_FROM_SECONDS || value >= LIKELY_TO_SECONDS) return index;
    }
    return count;
  }

  private *readLine(): Generator<BulkProgress, void, undefined> {
    const { list, at } = this;
    const end = list.lineEnd(at);
    if (end - at > LONGEST_LINE_BYTES) {
      this.at = end + 1;
      list.lines++;
      this.unreadable(`Longer than 1 MiB, so not searched: ${list.text(at, at + SAMPLE_BYTES)}`);
      return;
    }
    const text = list.text(at, end);
    this.at = end + 1;
    list.lines++;
    if (text.trim() === '') {
      list.blankLines++;
      return;
    }
    const steps = list.reader.read(text);
    let step = steps.next();
    for (let words = 1; step.done !== true; words++) {
      if (words % REPORT_WORDS === 0) yield this.progress();
      step = steps.next();
    }
    for (const key of step.value) this.addKey(key, text, at, end);
    if (step.value.length === 0) this.unreadable(text.trim());
    if (list.reader.header !== undefined) list.lines += text.split('\n').length - 1;
  }

  private unreadable(text: string): void {
    const { list } = this;
    list.unreadableTotal++;
    if (list.unreadable.length < MOST_UNREADABLE)
      list.unreadable.push({ line: list.lines, text: text.slice(0, SHOWN_CHARS) });
  }

  private addKey(key: LineKey, line: string, at: number, end: number): void {
    const { list } = this;
    if (line.slice(0, key.from).includes('\n')) list.recordStarts.set(list.columns.count, at);
    const bytesTo = (offset: number): number =>
      line.length === end - at ? offset : list.coder.encode(line.slice(0, offset)).length;
    const start = Math.min(end, at + bytesTo(key.from));
    const to = Math.min(end, at + bytesTo(key.to));
    if (key.ticks !== undefined) setTicks(key.ticks, TIME);
    // A key can only be read from its bytes alone if it is written exactly in its form.
    const isForm = key.form !== undefined && key.text === line.slice(key.from, key.to);
    list.columns.add({
      seconds: key.ticks === undefined ? Number.NaN : TIME.seconds,
      fraction: key.ticks === undefined ? 0 : TIME.fraction,
      start,
      length: to - start,
      line: list.lines,
      prefix: key.prefix ?? NO_PREFIX,
      scheme: list.count(key.scheme, 1, list.lines),
      form: isForm ? 1 : 0,
    });
  }
}

/**
 * Reads a list of keys in UTF-8, with one or more per line. A sample of lines decides which schemes are used; lines that do not fit are
 * read like pasted text. Linear in the bytes.
 * @yields the progress, at least every few milliseconds
 */
export function* readBulk(
  bytes: Uint8Array,
  hint: BulkHint,
  coder: TextCoder,
): Generator<BulkProgress, BulkList, undefined> {
  const reader = new LineReader(hint);
  reader.learn(sampleLines(bytes, coder));
  const list = new BulkList(bytes, reader, coder);
  const reading = new ListReading(list);
  reading.readHeader();
  yield reading.progress();
  yield* reading.steps();
  yield reading.progress();
  return list;
}
