import { BACKSLASH, FORM_PLAIN } from '../bytes/jsonBytes.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { orderByWords } from './radixOrder.ts';
import type { Steps } from '../../steps.ts';

/** Gives the texts of numbered values. */
export interface TextSource {
  readonly textAt: (id: number) => string;
  /** The value as it is stored; undefined: only its text is known. The next call may reuse the object. */
  readonly storedAt: (id: number) => ArenaValue | undefined;
}

/** Memory for the first bytes of all texts that are sorted together. */
const WINDOW_BYTES = 1 << 26;
const LEAST_WINDOW = 16;
const FIRST_WINDOW = 4096;
/** Bytes compared at once. */
const CHUNK = 8;
/** Texts between two yields; a long one counts as several. */
const STEP = 8192;
/** Bytes of a text that take about as long as a short text. */
const BYTES_OF_TEXT = 128;
/** So few texts are sorted by insertion. */
const FEW = 64;
/** The first byte of a character that UTF-16 writes as two units. */
const FIRST_OF_FOUR = 0xf0;

/**
 * The bytes of each text, changed so that they sort as UTF-16 units do: UTF-8 in which each half of a surrogate pair is written by itself,
 * with 1 added to each byte. No text contains a 0, so a 0 marks the end of a text.
 */
class Window {
  bytes = new Uint8Array(1 << 12);
  view = new DataView(this.bytes.buffer);
  /** By text: where its bytes begin. Each text takes whole chunks. */
  readonly starts: Uint32Array;
  private readonly source: TextSource;
  private readonly skip: number;
  private readonly most: number;
  private end = 0;

  /** `skip`: bytes of each text that are left out; `most`: bytes of each text that are held. */
  constructor(source: TextSource, texts: number, skip: number, most: number) {
    this.source = source;
    this.starts = new Uint32Array(texts);
    this.skip = skip;
    this.most = most;
  }

  /** Adds a text, and returns how many bytes it takes. */
  add(at: number, id: number): number {
    this.room(this.most + CHUNK);
    this.starts[at] = this.end;
    const stored = this.source.storedAt(id);
    const length = stored === undefined ? -1 : this.copy(stored);
    const held = length < 0 ? this.write(this.source.textAt(id)) : length;
    // A text that ends in the window is followed by a 0.
    const end = this.end + Math.min(this.most, (Math.floor(held / CHUNK) + 1) * CHUNK);
    this.bytes.fill(0, this.end + held, end);
    const added = end - this.end;
    this.end = end;
    return added;
  }

  /** Copies the bytes of a stored text, and returns how many. Negative if they cannot be used as they are: escapes, surrogate pairs. */
  private copy({ bytes, form, from, to }: ArenaValue): number {
    const begin = from + this.skip;
    const count = Math.max(0, Math.min(to - begin, this.most));
    if (form !== FORM_PLAIN)
      for (let at = from; at < to; at++)
        if ((bytes[at] as number) >= FIRST_OF_FOUR || bytes[at] === BACKSLASH) return -1;
    const { bytes: target, end } = this;
    for (let at = 0; at < count; at++) target[end + at] = (bytes[begin + at] as number) + 1;
    return count;
  }

  private write(text: string): number {
    const { bytes, end, skip, most } = this;
    let place = -skip;
    const put = (byte: number): void => {
      if (place >= 0 && place < most) bytes[end + place] = byte + 1;
      place += 1;
    };
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) put(unit);
      else {
        if (unit < 0x800) put(0xc0 | (unit >> 6));
        else {
          put(0xe0 | (unit >> 12));
          put(0x80 | ((unit >> 6) & 0x3f));
        }
        put(0x80 | (unit & 0x3f));
      }
    }
    return Math.max(0, Math.min(place, most));
  }

  private room(size: number): void {
    if (this.end + size <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.end + size));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}

/** The texts [from, to), which are equal up to the byte `at`. */
type Stretch = readonly [from: number, to: number, at: number];

/** Sorts the texts of one window. */
class WindowSort {
  /** Stretches whose texts are equal in all of the window and continue after it. */
  readonly open: Stretch[] = [];
  /** By position: the number of a text in the window. */
  readonly order: Uint32Array<ArrayBuffer>;
  private readonly window: Window;
  private readonly most: number;
  /** By position: 1 if the text differs from the one before. */
  private readonly begins: Uint8Array;
  private readonly stack: Stretch[] = [];
  /** The next chunk of each text, by its number: the last four bytes and the first four. */
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;

  constructor(window: Window, most: number, begins: Uint8Array) {
    const count = begins.length;
    this.window = window;
    this.most = most;
    this.begins = begins;
    this.order = Uint32Array.from({ length: count }, (_, at) => at);
    this.low = new Uint32Array(count);
    this.high = new Uint32Array(count);
    this.stack.push([0, count, 0]);
  }

  /** @yields after a few thousand texts */
  *run(): Steps<void> {
    let done = 0;
    for (let stretch = this.stack.pop(); stretch !== undefined; stretch = this.stack.pop()) {
      const [from, to, at] = stretch;
      const isSorted = this.read(from, to, at);
      if (!isSorted) {
        if (to - from <= FEW) this.insert(from, to);
        else {
          const items = this.order.slice(from, to);
          this.order.set(yield* orderByWords(items, [this.low, this.high]), from);
        }
      }
      this.split(from, to, at);
      done += to - from;
      if (done < STEP) continue;
      done = 0;
      yield undefined;
    }
  }

  /** Reads the next chunk of each text in a stretch; true if they are in order. */
  private read(from: number, to: number, at: number): boolean {
    const { order, low, high, window } = this;
    const { view, starts } = window;
    let isSorted = true;
    let lastHigh = 0;
    let lastLow = 0;
    for (let place = from; place < to; place++) {
      const text = order[place] as number;
      const begin = (starts[text] as number) + at;
      const nextHigh = view.getUint32(begin);
      const nextLow = view.getUint32(begin + 4);
      high[text] = nextHigh;
      low[text] = nextLow;
      if (nextHigh < lastHigh || (nextHigh === lastHigh && nextLow < lastLow)) isSorted = false;
      lastHigh = nextHigh;
      lastLow = nextLow;
    }
    return isSorted;
  }

  private insert(from: number, to: number): void {
    const { order, low, high } = this;
    for (let place = from + 1; place < to; place++) {
      const text = order[place] as number;
      const itsHigh = high[text] as number;
      const itsLow = low[text] as number;
      let at = place;
      for (; at > from; at--) {
        const before = order[at - 1] as number;
        const other = high[before] as number;
        if (other < itsHigh || (other === itsHigh && (low[before] as number) <= itsLow)) break;
        order[at] = before;
      }
      order[at] = text;
    }
  }

  /** Cuts a sorted stretch wherever the chunks differ. */
  private split(from: number, to: number, at: number): void {
    const { order, low, high, begins, most } = this;
    let start = from;
    for (let place = from + 1; place <= to; place++) {
      const first = order[start] as number;
      const text = order[place] as number;
      if (place < to && high[text] === high[first] && low[text] === low[first]) continue;
      begins[start] = 1;
      // A chunk that ends with 0 is the last one of its text.
      if (place - start > 1 && ((low[first] as number) & 0xff) !== 0) {
        if (at + CHUNK < most) this.stack.push([start, place, at + CHUNK]);
        else this.open.push([start, place, 0]);
      }
      start = place;
    }
  }
}

/**
 * How many bytes of each text the next window holds. It grows with the depth: a window reads its texts from the beginning, so with windows
 * of one size, long texts that begin alike would take quadratic time.
 */
function windowOf(texts: number, skip: number): number {
  const each = Math.floor(WINDOW_BYTES / Math.max(1, texts));
  return Math.max(LEAST_WINDOW, Math.min(Math.max(FIRST_WINDOW, skip), each - (each % CHUNK)));
}

/**
 * Sorts texts stably by UTF-16 units, eight bytes at a time, without a string for each: a million strings would take hundreds of MB. Long
 * texts are read again only if they begin alike.
 * @param ids overwritten
 * @param most for tests: bytes of a text that are looked at together, in whole chunks
 * @returns by position: 1 if the text differs from the one before
 * @yields after a few thousand texts, or a megabyte of long ones
 */
export function* orderTexts(
  ids: Uint32Array<ArrayBuffer>,
  source: TextSource,
  most?: number,
): Steps<Uint8Array> {
  const begins = new Uint8Array(ids.length);
  const stack: Stretch[] = ids.length === 0 ? [] : [[0, ids.length, 0]];
  let done = 0;
  for (let stretch = stack.pop(); stretch !== undefined; stretch = stack.pop()) {
    const [from, to, skip] = stretch;
    const size = most ?? windowOf(to - from, skip);
    const window = new Window(source, to - from, skip, size);
    for (let at = from; at < to; at++) {
      done += 1 + Math.floor(window.add(at - from, ids[at] as number) / BYTES_OF_TEXT);
      if (done < STEP) continue;
      done = 0;
      yield undefined;
    }
    const sort = new WindowSort(window, size, begins.subarray(from, to));
    yield* sort.run();
    const unsorted = ids.slice(from, to);
    for (let at = from; at < to; at++) ids[at] = unsorted[sort.order[at - from] as number] as number;
    for (const [start, end] of sort.open) stack.push([from + start, from + end, skip + size]);
  }
  return begins;
}
