import { type Ticks, ticksFromParts } from '../../time/ticks.ts';
import { NO_PREFIX, type NumberColumns } from '../grammar/fixedBytes.ts';

/** What is stored about one key besides its index. */
export interface KeyEntry {
  /** Offset of the key, as written, in the list's bytes. */
  readonly start: number;
  /** Length in bytes. */
  readonly length: number;
  /** The line number, counted from 1. */
  readonly line: number;
  /** NaN if the key states no instant. */
  readonly seconds: number;
  readonly fraction: number;
  /** NO_PREFIX if there is none. */
  readonly prefix: number;
  readonly scheme: number;
  /** 1 if the key can be read from its bytes and these numbers alone; 0 if its line must be read again. */
  readonly form: number;
}

/** The keys of a list in typed columns, 31 bytes for each key. The columns double when they are full. */
export class KeyColumns implements NumberColumns {
  count = 0;
  seconds = new Float64Array(0);
  fraction = new Uint32Array(0);
  prefix = new Uint16Array(0);
  start = new Uint32Array(0);
  length = new Uint32Array(0);
  line = new Uint32Array(0);
  scheme = new Uint16Array(0);
  form = new Uint8Array(0);

  reserve(more: number): void {
    const size = this.count + more;
    if (this.seconds.length >= size) return;
    const room = Math.max(size, this.seconds.length * 2, 1024);
    this.seconds = grown(new Float64Array(room), this.seconds);
    this.fraction = grown(new Uint32Array(room), this.fraction);
    this.prefix = grown(new Uint16Array(room), this.prefix);
    this.start = grown(new Uint32Array(room), this.start);
    this.length = grown(new Uint32Array(room), this.length);
    this.line = grown(new Uint32Array(room), this.line);
    this.scheme = grown(new Uint16Array(room), this.scheme);
    this.form = grown(new Uint8Array(room), this.form);
  }

  add(entry: KeyEntry): void {
    this.reserve(1);
    const at = this.count++;
    this.seconds[at] = entry.seconds;
    this.fraction[at] = entry.fraction;
    this.prefix[at] = entry.prefix;
    this.start[at] = entry.start;
    this.length[at] = entry.length;
    this.line[at] = entry.line;
    this.scheme[at] = entry.scheme;
    this.form[at] = entry.form;
  }

  /** Adds one key per line, `stride` bytes apart. Their times and prefixes have already been written after the last entry. */
  addLines(
    count: number,
    first: Pick<KeyEntry, 'start' | 'length' | 'line' | 'scheme' | 'form'>,
    stride: number,
  ): void {
    const from = this.count;
    const to = from + count;
    for (let index = 0; index < count; index++) {
      this.start[from + index] = first.start + index * stride;
      this.line[from + index] = first.line + index;
    }
    this.length.fill(first.length, from, to);
    this.scheme.fill(first.scheme, from, to);
    this.form.fill(first.form, from, to);
    this.count = to;
  }

  hasTime(index: number): boolean {
    return (this.seconds[index] as number) >= 0;
  }

  ticks(index: number): Ticks | undefined {
    if (!this.hasTime(index)) return undefined;
    return ticksFromParts(this.seconds[index] as number, this.fraction[index] as number);
  }

  prefixAt(index: number): number | undefined {
    const prefix = this.prefix[index];
    return prefix === NO_PREFIX ? undefined : prefix;
  }
}

function grown<A extends { set: (from: A) => void }>(room: A, old: A): A {
  room.set(old);
  return room;
}
