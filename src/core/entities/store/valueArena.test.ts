import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { bytesOf, decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { EntityStore } from './entityStore.ts';
import { SpareBytes } from '../bytes/spareBytes.ts';
import { ValueArena } from './valueArena.ts';
import { wordBytes } from '../bytes/wordBytes.ts';

/** Texts with a common beginning, of all lengths at which the code behaves differently. */
const text = fc
  .tuple(
    fc.constantFrom(
      '',
      'dep',
      'deployment___Front___',
      '0638448480000000000',
      'x'.repeat(118),
      'é'.repeat(60),
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  .map(([begin, end]) => begin + end);
const operation = fc.tuple(
  fc.constantFrom('append', 'intern', 'like', 'like', 'like'),
  text,
  fc.nat(200),
  fc.nat(1),
);

describe('ValueArena', () => {
  it('gives back every value byte for byte, whichever way it was added and wherever it went', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), fc.nat(3), (operations, gifts) => {
        const spare = new SpareBytes();
        const arena = new ValueArena(undefined, spare);
        const bases = new Uint32Array(2);
        const added = operations.map(([how, value, type, base], index) => {
          if (index % 16 === gifts) spare.give(new Uint8Array(1 << 16).fill(0xa5));
          if (index % 8 === 0) arena.reserve(8, 8 * 500);
          const bytes = bytesOf(value);
          // As in a page: bytes come before and after it.
          const source = wordBytes(Uint8Array.from([1, ...bytes, ...bytesOf('","Level":5}')]));
          const [from, to, mark] = [1, 1 + bytes.length, 1];
          if (how === 'like') return arena.appendLike(source, from, to, mark, type, bases, base);
          return arena[how === 'intern' ? 'intern' : 'append'](source, from, to, mark, type);
        });
        const read = added.map((reference) => {
          const { bytes, from, to, type, form, duplicate } = arena.read(reference);
          return [new TextDecoder().decode(bytes.subarray(from, to)), type, form, duplicate];
        });
        expect(read).toEqual(operations.map(([, value, type]) => [value, type, 1, false]));
      }),
      { numRuns: 50 },
    );
  });

  it('values that begin alike take less room, and are those of their own chunk only', () => {
    const arena = new ValueArena();
    const bases = new Uint32Array(1);
    const keys = Array.from({ length: 4000 }, (_, index) => `deployment___Front___Front_IN_0___${index}`);
    const before = arena.bytesHeld;
    const references = keys.map((key) => {
      const source = wordBytes(bytesOf(`${key}","Level":5}`));
      return arena.appendLike(source, 0, key.length, 0, 0, bases, 0);
    });
    expect(arena.bytesHeld - before).toBeLessThan(4000 * 20);
    const texts = references.map((reference) => {
      const { bytes, from, to } = arena.read(reference);
      return new TextDecoder().decode(bytes.subarray(from, to));
    });
    expect(texts).toEqual(keys);
  });
});

it('goes from given memory back to its own, and begins no value as one of the other does', () => {
  const gifts = new SpareBytes();
  const arena = new ValueArena(undefined, gifts);
  arena.reserve(4000, 4000 * 60);
  const bases = new Uint32Array(1);
  const add = (text: string): number =>
    arena.appendLike(wordBytes(bytesOf(`${text}","Level":5}`)), 0, text.length, 0, 0, bases, 0);
  const before = add('deployment___Front___');
  gifts.give(new Uint8Array(1 << 16));
  arena.reserve(4000, 4000 * 60);
  const texts = Array.from({ length: 4000 }, (_, index) => `deployment___${index}${'z'.repeat(40)}`);
  const references = texts.map(add);
  // The reused memory is filled first, then the rest of the old chunk.
  expect(references[0]).toBeGreaterThan(before);
  expect(references.some((reference, index) => reference < (references[index - 1] ?? 0))).toBe(true);
  const read = references.map((reference) => {
    const { bytes, from, to } = arena.read(reference);
    return new TextDecoder().decode(bytes.subarray(from, to));
  });
  expect(read).toEqual(texts);
});

/** Memory in small pieces, each of which takes a whole block of references. */
class SmallGifts extends SpareBytes {
  private readonly size: number;

  constructor(size = 32) {
    super();
    this.size = size;
  }
  override get bytesHeld(): number {
    return this.size;
  }
  override take(least: number): Uint8Array | undefined {
    return least > this.size ? undefined : new Uint8Array(this.size);
  }
}

it('gives no reference over 31 bits: at the last block it is full, and every value is still its own', () => {
  const arena = new ValueArena(undefined, new SmallGifts(), 'values that wait');
  arena.reserve(0, 0);
  const BLOCKS = 2 ** 15;
  const references = new Uint32Array(BLOCKS * 2);
  const odd: number[] = [];
  let count = 0;
  const add = (): void => {
    const text = String(count).padStart(8, '0');
    const source = wordBytes(bytesOf(`${text}","Level":5}`));
    const reference = arena.intern(source, 0, text.length, 0, 0);
    references[count++] = reference;
    // The same recent value gets the same reference.
    if (reference >= 2 ** 31 || arena.intern(source, 0, text.length, 0, 0) !== reference) odd.push(reference);
  };
  expect(() => {
    while (count < references.length) add();
  }).toThrow(/^The row store is full: it holds 2048 MiB of values that wait at most\./);
  expect(count).toBeGreaterThanOrEqual(BLOCKS - 1);
  const wrong = Array.from({ length: count }, (_, index) => index).filter((index) => {
    const { bytes, from, to } = arena.read(references[index] as number);
    return Number(new TextDecoder().decode(bytes.subarray(from, to))) !== index;
  });
  expect([wrong, odd]).toEqual([[], []]);
});

it('has room again for values of any length once others are freed, wherever these were', () => {
  const arena = new ValueArena(undefined, new SmallGifts(128));
  arena.reserve(0, 0);
  const add = (text: string): number =>
    arena.append(wordBytes(bytesOf(`${text}","Level":5}`)), 0, text.length, 0, 0);
  const small = 'x'.repeat(100);
  expect(() => {
    for (;;) add(small);
  }).toThrow(/^The row store is full/);
  arena.stretch = 1;
  arena.free(1);
  const long = ['y', 'z', 'u'].map((letter) => letter.repeat(300_000));
  const references = long.map(add);
  expect(references.every((reference) => reference < 2 ** 31)).toBe(true);
  const read = references.map((reference) => {
    const { bytes, from, to } = arena.read(reference);
    return new TextDecoder().decode(bytes.subarray(from, to));
  });
  expect(read.map((text, at) => text === long[at])).toEqual([true, true, true]);
});

/** Reads and writes doubles of a view as some engines do: a NaN becomes another NaN. */
function changeNaNs(): void {
  const double = new Float64Array(1);
  const bits = new BigUint64Array(double.buffer);
  vi.spyOn(DataView.prototype, 'getFloat64').mockImplementation(function read(this: DataView, at, little) {
    bits[0] = this.getBigUint64(at, little);
    return double[0] ?? 0;
  });
  vi.spyOn(DataView.prototype, 'setFloat64').mockImplementation(function write(
    this: DataView,
    at,
    value,
    little,
  ) {
    double[0] = value;
    this.setBigUint64(at, Number.isNaN(value) ? 0x7ff8_0000_0000_0000n : (bits[0] ?? 0n), little);
  });
}

it('gives back every value in an engine that changes the bits of a NaN, too', () => {
  changeNaNs();
  try {
    // The distance to the other value follows each value: here it forms the upper bytes of a NaN.
    for (const distance of [0x7ff0, 0x7ff4, 0x7fff]) {
      for (let tail = 1; tail <= 16; tail++) {
        const arena = new ValueArena();
        const bases = new Uint32Array(1);
        const texts = ['base', 'near', 'far'].map(
          (text) => `12345678${text.padEnd(tail, '_').slice(0, tail)}`,
        );
        const gap = distance - (3 + 8 + tail) - (6 + tail);
        const references = texts.map((text, index) => {
          if (index === 1) arena.append(wordBytes(new Uint8Array(gap)), 0, gap - 5, 0, 0);
          return arena.appendLike(wordBytes(bytesOf(`${text}","Level":5}`)), 0, text.length, 0, 0, bases, 0);
        });
        const read = references.map((reference) => {
          const { bytes, from, to } = arena.read(reference);
          return new TextDecoder().decode(bytes.subarray(from, to));
        });
        expect(read).toEqual(texts);
      }
    }
  } finally {
    vi.restoreAllMocks();
  }
});

describe('EntityStore.appendBody', () => {
  it('writes later pages over the bodies of earlier ones, and holds all rows as a store that does not', () => {
    const scheme = schemeById('wad-prefixed');
    if (scheme === undefined) throw new Error('There is no scheme wad-prefixed.');
    const row = (index: number): string =>
      JSON.stringify({
        PartitionKey: `${String(index >> 9).padStart(19, '0')}___0638448480000000000`,
        RowKey: String(index).padStart(19, '0'),
        Message: `Operation ${index} of ${index % 7} é ${'text '.repeat(index % 40)}`,
        Level: index % 5,
        Id: `${(index * 7919) % 9973}-${index}`,
      });
    const [own, other] = [new EntityStore(scheme), new EntityStore(scheme)];
    for (let page = 0; page < 8; page++) {
      const body = pageBytes(Array.from({ length: 300 }, (_, index) => row(page * 300 + index)));
      other.append(decoded(body.slice()), 0);
      expect(own.appendBody(body, 0).ok).toBe(true);
    }
    const rows = (store: EntityStore): string =>
      JSON.stringify(Array.from({ length: store.rowCount }, (_, index) => store.entity(index)));
    expect(own.rowCount).toBe(2400);
    expect(rows(own)).toBe(rows(other));
    expect(own.bytesHeld).toBeLessThan(other.bytesHeld * 1.5);
  });
});
