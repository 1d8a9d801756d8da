import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { PatternTexts } from '../packed/patternTexts.ts';
import { EntityStore } from '../store/entityStore.ts';
import { packAll } from '../store/storeOf.fixture.ts';
import { RowSearch } from './searchRows.ts';

/** Rows before those of a test: a column whose first 256 values differ is no longer shared, so it is packed as patterns. */
const BEFORE = Array.from({ length: 260 }, (_, row) => entity(row, `"! ${row}"`));

/** A property's value in each of some rows, as JSON; undefined: the row has none. */
type Values = readonly (string | undefined)[];

function entity(row: number, value: string | undefined): string {
  const cell = value === undefined ? '' : `,"V":${value}`;
  return `{"PartitionKey":"p${row % 3}","RowKey":"k~${row}"${cell}}`;
}

function storeWith(values: Values): EntityStore {
  const store = new EntityStore(ticksScheme(), undefined, String, undefined, {
    blockRows: 20,
    shapeRows: 2,
    wordBits: 1,
  });
  store.append(decoded(pageBytes(BEFORE)), 0);
  // These rows are in a block of their own.
  store.append(decoded(pageBytes(values.map((value, row) => entity(1000 + row, value)))), 0);
  packAll(store);
  return store;
}

function found(store: EntityStore, needle: string): number[] {
  const search = new RowSearch(store);
  for (const _ of search.search(needle));
  const rows = Uint32Array.from({ length: store.rowCount - BEFORE.length }, (_, row) => BEFORE.length + row);
  return [...search.positions(rows)];
}

function textOf(value: string | undefined): string {
  if (value === undefined || value === 'null') return '';
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

/** The rows that hold a text, by definition. The needles have no capitals outside ASCII. */
function wanted(values: Values, needle: string): number[] {
  const small = (text: string): string => text.replace(/[A-Z]/g, (one) => one.toLowerCase());
  return values.flatMap((value, row) =>
    [`p${(1000 + row) % 3}`, `k~${1000 + row}`, textOf(value)].some((text) =>
      small(text).includes(small(needle)),
    )
      ? [row]
      : [],
  );
}

const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({
    minLength: length,
    maxLength: length,
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
  });
const NUMBERS = fc.oneof(
  fc.nat(30).map(String),
  fc.nat().map(String),
  fc.nat(99).map((number) => String(number).padStart(4, '0')),
  fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n - 1n }).map(String),
);
const STRINGS: readonly fc.Arbitrary<string>[] = [
  fc.tuple(NUMBERS, NUMBERS).map(([a, b]) => `Fade ${a} of ${b}, FEED`),
  fc.tuple(NUMBERS, NUMBERS).map(([a, b]) => `${a}-${b}`),
  NUMBERS.map((number) => `café\n${number}\\"é`),
  NUMBERS.map((number) => `😀 ${number} bad`),
  fc.tuple(hex(8), hex(12), NUMBERS).map(([a, b, n]) => `${n} id ${a}-beef-4bad-8add-${b}`),
  fc.tuple(hex(8), hex(12)).map(([a, b]) => `${a}-beef-4bad-8add-${b}`.toUpperCase()),
  fc.constantFrom('no number', 'fade 1 of 2, feed', ''),
];
const KINDS = [
  ...STRINGS.map((texts) => texts.map((text) => JSON.stringify(text))),
  NUMBERS.map((number) => number.replace(/^0+(?=.)/, '')),
  fc.constantFrom('null', 'true', '-1.5e-7', undefined),
];
/** A few kinds, each of them often, because a pattern is one that several values of a block share. */
const VALUES = fc
  .shuffledSubarray(KINDS, { minLength: 1, maxLength: 3 })
  .chain((kinds) => fc.array(fc.oneof(...kinds), { minLength: 8, maxLength: 40 }));

describe('the search of packed rows', () => {
  it('finds exactly the rows whose values hold the text, also across the numbers of a pattern', () => {
    fc.assert(
      fc.property(
        VALUES,
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 }), fc.boolean()), {
          minLength: 6,
          maxLength: 6,
        }),
        (values, cuts) => {
          const store = storeWith(values);
          for (const [which, from, length, isOther] of cuts) {
            const text = textOf(values[which % values.length]);
            const cut = text.slice(from % (text.length + 1)).slice(0, length) || 'e';
            // With another digit or letter, the text is hardly ever found.
            const needle = isOther ? cut.replace(/[0-9a-f]/, (one) => (one === '9' ? 'a' : '9')) : cut;
            expect([needle, found(store, needle)]).toEqual([needle, wanted(values, needle)]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  const LINES = 120;
  const lines = (line: (row: number) => string): EntityStore =>
    storeWith(Array.from({ length: LINES }, (_, row) => JSON.stringify(line(row * 37 + 1000))));

  it('looks at no value of a pattern that cannot hold the text', () => {
    const store = lines((number) => `took ${number} ms for /api/v1, attempt ${number % 7}`);
    const reads = vi.spyOn(PatternTexts.prototype, 'read');
    for (const [needle, count] of [
      ['gateway', 0],
      ['ms FOR', LINES],
      ['fork 3', 0],
      ['~x', 0],
    ] as const) {
      reads.mockClear();
      expect([needle, found(store, needle).length]).toEqual([needle, needle === 'ms FOR' ? LINES : 0]);
      expect([needle, reads.mock.calls.length]).toEqual([needle, count]);
    }
    reads.mockRestore();
  });

  it('finds letters of a hexadecimal number beside a decimal one', () => {
    const letters = lines(
      (number) => `${number} x 0000${number.toString(16)}-1111-4111-8111-00000000${number}`,
    );
    const withB = Array.from({ length: LINES }, (_, row) => row).filter((row) =>
      (row * 37 + 1000).toString(16).includes('b'),
    );
    expect(withB.length).toBeGreaterThan(10);
    expect(found(letters, 'b')).toEqual(withB);
  });

  it('reads each value whose pattern may hold the text, once', () => {
    const store = lines((number) => `took ${number} ms`);
    const reads = vi.spyOn(PatternTexts.prototype, 'read');
    expect(found(store, 'k 1037 m')).toEqual([1]);
    // The row keys have a pattern of their own, without a blank.
    expect(reads).toHaveBeenCalledTimes(LINES);
    reads.mockRestore();
  });
});
