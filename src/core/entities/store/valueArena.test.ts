import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { bytesOf, decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { EntityStore } from './entityStore.ts';
import { ArenaBudget, ValueArena } from './valueArena.ts';
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
const operation = fc.tuple(fc.constantFrom('append', 'intern'), text, fc.nat(200));

const textOf = (arena: ValueArena, reference: number): string => {
  const { bytes, from, to } = arena.read(reference);
  return new TextDecoder().decode(bytes.subarray(from, to));
};

describe('ValueArena', () => {
  it('gives back every value byte for byte, whichever way it was added', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const arena = new ValueArena();
        const added = operations.map(([how, value, type], index) => {
          if (index % 8 === 0) arena.reserve(8, 8 * 500);
          const bytes = bytesOf(value);
          // As in a page: bytes come before and after it.
          const source = wordBytes(Uint8Array.from([1, ...bytes, ...bytesOf('","Level":5}')]));
          return arena[how](source, 1, 1 + bytes.length, 1, type);
        });
        const read = added.map((reference) => {
          const { type, form, duplicate } = arena.read(reference);
          return [textOf(arena, reference), type, form, duplicate];
        });
        expect(read).toEqual(operations.map(([, value, type]) => [value, type, 1, false]));
      }),
      { numRuns: 50 },
    );
  });
});

it('gives no reference over 31 bits: with 2 GiB of values it is full', () => {
  const arena = new ValueArena(undefined, 'values that wait');
  // Arrays that report a large length without taking the memory. No byte of them is written.
  vi.stubGlobal(
    'Uint8Array',
    class extends Uint8Array {
      private readonly size: number;
      constructor(size: number) {
        super(0);
        this.size = size;
      }
      override get length(): number {
        return this.size;
      }
    },
  );
  try {
    expect(() => arena.reserve(0, 2 ** 30)).toThrow(
      /^The row store is full: it holds 2048 MiB of values that wait at most\./,
    );
  } finally {
    vi.unstubAllGlobals();
  }
});

it('has room again for values of any length, and takes the same references, once others are freed', () => {
  const arena = new ValueArena(new ArenaBudget(2 ** 23));
  const add = (text: string): number =>
    arena.append(wordBytes(bytesOf(`${text}","Level":5}`)), 0, text.length, 0, 0);
  for (let round = 1; round < 9; round++) {
    const texts = ['y', 'z', 'u'].map((letter) => letter.repeat(300_000 * (1 + (round % 3))));
    const references = texts.map(add);
    expect(references.every((reference) => reference < 2 ** 23)).toBe(true);
    expect(references.map((reference, at) => textOf(arena, reference) === texts[at])).toEqual([
      true,
      true,
      true,
    ]);
    arena.stretch = round;
    add('the next stretch'.repeat(40_000));
    arena.free(round);
  }
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
    // The bytes after each value are the upper bytes of a NaN.
    for (let tail = 1; tail <= 16; tail++) {
      const arena = new ValueArena();
      const text = '12345678'.padEnd(8 + tail, '_');
      const source = wordBytes(
        Uint8Array.from([...bytesOf(text), ...Array.from({ length: 16 }, () => 0xff)]),
      );
      const reference = arena.append(source, 0, text.length, 0, 0);
      expect(textOf(arena, reference)).toBe(text);
    }
  } finally {
    vi.restoreAllMocks();
  }
});

describe('EntityStore.appendBody', () => {
  it('holds the rows of bodies as those of decoded pages', () => {
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
  });
});
