import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timesSelected, windows } from '../keyRanges.fixture.ts';
import { detectScheme } from '../detectScheme.ts';
import { keyRanges } from '../keyRanges.ts';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { readBest, readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import { BASE36, CROCKFORD, digitsIn, PUSH } from './digitTexts.fixture.ts';
import { runSteps } from '../../steps.ts';
import { MS, SECOND, UNIX } from '../../time/units.fixture.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

/* Numbers in other bases, padded numbers and ids of libraries. The keys are written by this test, with arithmetic of its own. */

const INT64 = 2n ** 63n - 1n;

/** A text that depends on `seed` only and contains a letter and a digit. */
function tail(alphabet: string, seed: number, width: number): string {
  return digitsIn(alphabet, (BigInt(seed) + 7n) * 0x9e37_79b9_7f4a_7c15_f39c_c060n, width);
}

const secondsOf = (ticks: bigint): bigint => (ticks - UNIX) / SECOND;
const msOf = (ticks: bigint): bigint => (ticks - UNIX) / MS;

interface Form {
  readonly id: string;
  readonly grain: bigint;
  readonly write: (ticks: bigint, seed: number) => string;
  readonly isExact: boolean;
  /** What a text must contain to be read by this form: with digits only, or without any, it could be anything. */
  readonly needs?: RegExp | undefined;
}

const hexOf = (ticks: bigint, width = 0): string => ticks.toString(16).padStart(width, '0');

/** Forms whose ranges are exact. */
const EXACT: readonly (readonly [id: string, grain: bigint, write: Form['write'], needs?: RegExp])[] = [
  ['unix-s-padded', SECOND, (t, seed) => String(secondsOf(t)).padStart(12 + (seed % 9), '0')],
  ['unix-ms-padded', MS, (t, seed) => String(msOf(t)).padStart(14 + (seed % 7), '0')],
  ['unix-us-padded', 10n, (t, seed) => String((t - UNIX) / 10n).padStart(17 + (seed % 4), '0')],
  ['base36-unix-ms', MS, (t) => digitsIn(BASE36, msOf(t), 8), /^(?![a-z]+\d*$)/],
  ['cuid', MS, (t, seed) => `c${digitsIn(BASE36, msOf(t), 8)}${tail(BASE36, seed, 16)}`],
  [
    'xid',
    SECOND,
    // An xid has 96 bits, followed by four zero bits.
    (t, seed) =>
      digitsIn(BASE36.slice(0, 32), ((secondsOf(t) << 64n) + BigInt(seed) * 2n ** 54n + 1n) << 4n, 20),
  ],
  [
    'tsid',
    MS,
    (t, seed) => digitsIn(CROCKFORD, ((msOf(t) - 1_577_836_800_000n) << 22n) + BigInt(seed) * 8191n, 13),
    /[A-Z].*[A-Z]/,
  ],
  ['firebase-push-id', MS, (t, seed) => digitsIn(PUSH, msOf(t), 8) + tail(PUSH, seed, 12)],
  ['inverted-int64-ms', MS, (t) => String(INT64 - msOf(t))],
  ['inverted-int64-ticks', 1n, (t) => String(INT64 - t)],
  ['snowflake-unix', MS, (t, seed) => String((msOf(t) << 22n) + BigInt(seed) * 8191n)],
];

/** Hexadecimal numbers, whose ranges hold both cases. */
const HEX: typeof EXACT = [
  ['hex-ticks', 1n, (t) => hexOf(t, 16).toUpperCase()],
  ['hex-ticks', 1n, (t) => hexOf(t)],
  ['hex-filetime', 1n, (t) => hexOf(t - 504_911_232_000_000_000n, 16)],
  ['hex-unix-ms', MS, (t) => hexOf(msOf(t)), /[a-f]/],
  ['hex-unix-ms', MS, (t) => `0${hexOf(msOf(t)).toUpperCase()}`, /[A-F]/],
  ['hex-unix-s', SECOND, (t) => hexOf(secondsOf(t)), /[a-f]/],
];

const FORMS = [EXACT, HEX].flatMap((forms) =>
  forms.map(([id, grain, write, needs]): Form => ({ id, grain, write, isExact: forms === EXACT, needs })),
);

/** The years 2021 to mid 2028, in which every form has its usual width. */
const STEADY = fc.bigInt({ min: 637_450_560_000_000_000n, max: 639_789_408_000_000_000n });

function suits({ needs }: Form, key: string): boolean {
  return needs?.test(key) !== false;
}

describe.each(FORMS)('$id', (form) => {
  const { id, grain, write, isExact } = form;
  const scheme = schemeById(id);
  const isRow = scheme?.timeSource === 'row';

  it('is read first, as the time that was written', () => {
    fc.assert(
      fc.property(STEADY, fc.nat(500), (ticks, seed) => {
        const key = write(ticks, seed);
        fc.pre(suits(form, key));
        const [first] = readKey(key);
        expect([key, first?.schemeId, first?.ticks]).toEqual([key, id, ticks - (ticks % grain)]);
        expect([key, readBest(key)?.ticks]).toEqual([key, first?.ticks]);
        const inBulk = isRow ? bulkTicks(scheme, '', key) : bulkTicks(scheme, key);
        expect([key, inBulk]).toEqual([key, ticks - (ticks % grain)]);
      }),
    );
  });

  it('has ranges that hold the rows of a window, each once', () => {
    fc.assert(
      fc.property(windows(STEADY), fc.nat(500), (window, seed) => {
        const ranges = keyRanges(id, window, isRow ? { partitionKey: 'p' } : {});
        expect(ranges.every(({ exact }) => exact === isExact)).toBe(true);
        for (const ticks of window.instants) {
          const key = write(ticks, seed);
          if (!suits(form, key)) continue;
          const first = ticks - (ticks % grain);
          const isAsked = first + grain > window.from && first < window.to;
          const count = timesSelected({ partitionKey: isRow ? 'p' : key, rowKey: isRow ? key : '' }, ranges);
          const most = isAsked || !isExact ? 1 : 0;
          expect([key, count >= (isAsked ? 1 : 0) && count <= most]).toEqual([key, true]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is proposed for a table that is filled as time goes on', () => {
    const from = 638_452_306_621_234_567n;
    const rows = Array.from({ length: 60 }, (_, at) => ({ ticks: from + BigInt(at) * 91_234_567n, at }))
      .map(({ ticks, at }) => ({ ticks, key: write(ticks, at) }))
      .filter(({ key }) => suits(form, key))
      .map(({ ticks, key }) => ({
        partitionKey: isRow ? 'p' : key,
        rowKey: isRow ? key : 'r',
        timestamp: new Date(Number(msOf(ticks)) + 2000).toISOString(),
      }));
    expect(detectScheme('Events', rows)[0]?.schemeId).toBe(id);
  });
});

describe('ids that are alike, but hold no time', () => {
  it.each([
    ['a name with a number', 'printer1'],
    ['a word', 'keyboard'],
    ['eight decimal digits', '65920080'],
    ['mixed case', '65e6F0fE'],
    ['mixed case of ticks', '08dC3CF5A5B5A000'],
    ['the number of an event', '0000000000000A1F'],
    ['an id of another year', '08A00000000000FF00AA'],
    ['a cuid of 1990', `c${digitsIn(BASE36, 631_152_000_000n, 8)}${tail(BASE36, 1, 16)}`],
    ['a xid with bits behind its end', 'cnl1f8s6n88s73b9k7q1'],
    ['twenty hexadecimal digits', 'cafe0123456789abcde0'],
    ['a zero and a time after 2100', '0432983283000'],
  ])('%s: %s', (_name, key) => {
    const timed = readKey(key).filter(({ ticks, confidence }) => ticks !== undefined && confidence >= 0.25);
    expect([key, timed]).toEqual([key, []]);
  });

  it('random ids of eight hexadecimal digits are no times in a list, close ones are', () => {
    const random = '1f3ac09d 8be204c1 65e6f0fe c0ffee12 3d5a7b9e 93ab1c7f e01d4b6a 27c9f8d3'.split(' ');
    const close = Array.from({ length: 8 }, (_, at) => (0x65e6_f0fe + at * 86_399).toString(16));
    expect(readKey('65e6f0fe', { sample: random })[0]?.confidence).toBeLessThan(0.3);
    for (const key of close) {
      const [first] = readKey(key, { sample: close });
      expect([key, first?.schemeId, (first?.confidence ?? 0) > 0.8]).toEqual([key, 'hex-unix-s', true]);
    }
    // Four neighbours are too few to prove anything.
    expect(readKey('65e6f0fe', { sample: close.slice(0, 4) })[0]?.confidence).toBeLessThan(0.3);
  });
});

it('times in base 36 that look like names are read among times, and names are not', () => {
  const times = ['lte9j5bo', 'lte9j6c1', 'lte9k0zz', 'ltf00a4p', 'ltfabcde', 'ltfab123'];
  const first = (key: string, sample: readonly string[]) => readKey(key, { sample })[0];
  for (const key of times)
    expect(first(key, times)).toMatchObject({ schemeId: 'base36-unix-ms', confidence: 0.84 });
  const names = Array.from({ length: 8 }, (_, at) => `printer${at}`);
  for (const sample of [names, [...names, 'gateway-1', 'lte9j5bo']])
    expect(first('printer1', sample)?.ticks).toBeUndefined();
  const rows = times.map((rowKey) => ({ partitionKey: 'p', rowKey }));
  expect(detectScheme('Events', rows)[0]?.reason).toMatch(/^6 of 6 /);
});

describe('a number behind 0x', () => {
  it('is read without it, and says that ranges select such keys only', () => {
    const [key] = runSteps(findKeysSteps('0x8DC3CF5A5B5A000')).keys;
    expect(key?.text).toBe('0x8DC3CF5A5B5A000');
    expect(key?.readings[0]?.ticks).toBe(0x8dc3cf5a5b5a000n);
    expect(key?.note).toContain('without 0x only');
  });
});

describe('a date in another layout', () => {
  it('can be a month with a mark of its own, in seven characters', () => {
    for (const text of ['2024.03', '2024_03']) {
      const [reading] = readKey(text, { part: 'partition' }).filter(
        ({ schemeId }) => schemeId === 'date-other',
      );
      // 2024-03-01T00:00:00Z, and a month of 31 days.
      expect(reading?.window).toEqual({
        from: 638_448_480_000_000_000n,
        to: 638_448_480_000_000_000n + 31n * 86_400n * SECOND,
      });
    }
  });
});
