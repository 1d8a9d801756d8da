import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as shapes from './keyShape.ts';
import { roundedWindow, roundsDown, widestBucket, windowOfKeys } from './rounding.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

/** The bit of each kind of character, and the characters of that kind. */
const KINDS: readonly (readonly [bit: number, characters: RegExp])[] = [
  [1, /[0-9]/],
  [2, /[a-f]/],
  [4, /[g-z]/],
  [8, /[A-F]/],
  [16, /[G-Z]/],
  [32, /_/],
  [64, /-/],
  [128, /:/],
  [256, /\./],
  [512, /\|/],
  [1024, /;/],
  [2048, /@/],
  [4096, /\^/],
  [8192, /%/],
  [16_384, /[+/=]/],
  [32_768, /[^0-9A-Za-z_\-:.|;@^%+/=]/],
];

function shapeOf(text: string): shapes.KeyShape {
  return {
    length: text.length,
    kinds: KINDS.reduce((all, [bit, characters]) => all + (characters.test(text) ? bit : 0), 0),
    lead: Math.min(31, /^[0-9]*/.exec(text)?.[0].length ?? 0),
    first: /^[\0-~]/.exec(text)?.[0] ?? '',
  };
}

describe('the shape of a key', () => {
  it('has one bit for each kind of character that occurs in it', () => {
    const ofText = shapes.byShape((shape) => shape);
    const single = Array.from({ length: 300 }, (_, code) => String.fromCharCode(code));
    for (const text of ['', ...single, ...single.map((one) => `7${one}`), '1'.repeat(31), '1'.repeat(33)])
      expect([text, ofText(text)]).toEqual([text, shapeOf(text)]);
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'09afgzAFGZ_-:.|;@^%+~é'.split('')), maxLength: 9 })),
        (texts) => {
          expect(texts.map(ofText)).toEqual(texts.map(shapeOf));
        },
      ),
    );
  });
});

describe('what rounding does to a window', () => {
  const roundedBy = (rounding: string, rounds?: 'own' | 'clock') => ({
    entry: { id: 'x', title: 'x', family: 'ticks', source: 'x', either: 'parts', rounding } as const,
    time: { ...codecOf('{Ticks}'), ...(rounds !== undefined && { rounds }) },
  });
  const FLOORED = roundedBy('floor to 1 min');
  const EXACT = roundedBy('exact');
  const OWN = roundedBy('PartitionKey: nearest 5 min', 'own');
  const LOCAL = roundedBy('floor to 1 h', 'clock');
  const END = 3_155_378_976_000_000_000n;
  const DAY = 864_000_000_000n;

  it('keys hold the start of an interval', () => {
    expect([FLOORED, EXACT, OWN, LOCAL].map((fields) => roundsDown(fields, undefined))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([FLOORED, EXACT, OWN, LOCAL].map((fields) => roundsDown(fields, 60n))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    // Weeks begin on different days, so it is not known where an interval of seven days begins.
    expect([DAY, 7n * DAY].map((step) => roundsDown(EXACT, step))).toEqual([true, false]);
  });

  it('a key may mean instants on both sides of its own', () => {
    expect([FLOORED, EXACT, OWN, LOCAL].map((fields) => widestBucket(fields, 100n, 7n))).toEqual([
      { from: 100n, to: 107n },
      { from: 100n, to: 107n },
      { from: 93n, to: 107n },
      { from: 93n, to: 107n },
    ]);
  });

  it('the clock of the writer moves it, within the calendar', () => {
    const moved = (fields: typeof EXACT, from: bigint, to: bigint, clockOffsetTicks?: bigint) =>
      windowOfKeys(fields, { from, to }, clockOffsetTicks === undefined ? {} : { clockOffsetTicks });
    expect(moved(EXACT, 10n, 20n)).toEqual({ from: 10n, to: 20n });
    expect(moved(EXACT, 10n, 20n, 5n)).toEqual({ from: 15n, to: 25n });
    expect(moved(EXACT, 10n, 20n, -15n)).toEqual({ from: 0n, to: 5n });
    expect(moved(EXACT, END - 1n, END, 5n)).toEqual({ from: END, to: END });
    expect(moved(LOCAL, 10n, 20n, 5n)).toEqual({ from: 10n, to: 20n });
    expect(moved(EXACT, -3n, END + 3n)).toEqual({ from: 0n, to: END });
  });

  it.each([
    [EXACT, 601n, 1199n, 600n, 600n, 1200n],
    [EXACT, 600n, 1200n, 600n, 600n, 1200n],
    [EXACT, 600n, 1201n, 600n, 600n, 1800n],
    [EXACT, 599n, 601n, 600n, 0n, 1200n],
    // A week can begin on any day, and a day of local time at any hour.
    [EXACT, 10n * DAY, 11n * DAY, 7n * DAY, 3n * DAY + 1n, 11n * DAY],
    [LOCAL, 10n * DAY, 11n * DAY, DAY, 9n * DAY + 1n, 11n * DAY],
    [EXACT, 5n, 11n, 7n * DAY, 0n, 11n],
    [EXACT, END - 1n, END, DAY, END - DAY, END],
  ] as const)('case %#', (fields, from, to, step, low, high) => {
    expect(roundedWindow(fields, { from, to }, step)).toEqual({ from: low, to: high });
  });
});
