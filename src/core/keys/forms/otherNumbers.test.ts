import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectScheme } from '../detectScheme.ts';
import { keyRanges } from '../keyRanges.ts';
import { findKeysSteps, runSteps } from '../pasted/findKeys.ts';
import { isLikelyInstant } from '../base/schemeSpec.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';

const UNIX = 621355968000000000n;
const INT64 = 2n ** 63n - 1n;
const MS = 10_000n;
const SECOND = 10_000_000n;
const YEAR_2100 = 662380416000000000n;
/** 2008 .. 2034 */
const INSTANTS = fc.bigInt({ min: 633_400_000_000_000_000n, max: 641_700_000_000_000_000n });

describe('time subtracted from the largest Int64', () => {
  const FORMS = [
    { id: 'inverted-int64-ms', grain: MS, write: (ticks: bigint) => INT64 - (ticks - UNIX) / MS },
    { id: 'inverted-int64-ticks', grain: 1n, write: (ticks: bigint) => INT64 - ticks },
  ];

  it.each(FORMS)(
    '$id is read, alone and beside other parts, as Java and .NET write it',
    ({ id, grain, write }) => {
      const sides = fc.constantFrom(['', ''], ['dev7_', ''], ['', '_3f9c'], ['', '-17']);
      fc.assert(
        fc.property(INSTANTS, sides, (ticks, [before = '', after = '']) => {
          const text = `${before}${write(ticks)}${after}`;
          const [best] = readKey(text);
          const scheme = before === '' ? id : `text-${id}`;
          expect([text, best?.ticks, best?.schemeId]).toEqual([text, ticks - (ticks % grain), scheme]);
        }),
      );
    },
  );

  it.each(FORMS)('$id is read in bulk, and is in the range of its window alone', ({ id, grain, write }) => {
    const time = { seconds: 0, fraction: 0 };
    fc.assert(
      fc.property(INSTANTS, fc.bigInt({ min: 1n, max: 10n ** 12n }), (ticks, later) => {
        const key = String(write(ticks));
        expect(schemeById(id)?.rowTime(key, '', time)).toBe(true);
        const floor = ticks - (ticks % grain);
        expect([key, BigInt(time.seconds) * SECOND + BigInt(time.fraction)]).toEqual([key, floor]);
        const isHeld = (from: bigint, to: bigint) =>
          keyRanges(id, { from, to }).some(
            ({ partition: { from: low = '', to: high } }) => key >= low && (high === undefined || key < high),
          );
        expect([key, isHeld(floor, floor + grain)]).toEqual([key, true]);
        expect([key, isHeld(floor + grain, floor + grain + later)]).toEqual([key, false]);
        expect([key, isHeld(floor - later, floor)]).toEqual([key, false]);
      }),
    );
  });

  it.each(FORMS)('$id is found in a sample of rows', ({ id, write }) => {
    const sample = Array.from({ length: 40 }, (_, row) => ({
      partitionKey: String(write(638_452_306_621_234_567n - BigInt(row) * 91_234_567n)),
      rowKey: `r${row}`,
    }));
    expect(detectScheme('Events', sample)[0]?.schemeId).toBe(id);
  });
});

describe('a number beside other parts', () => {
  it('whose time is after 2100 is no time', () => {
    const numbers = fc.oneof(
      // Binary dates, ids of Instagram, and any other number of 19 digits.
      INSTANTS.map((ticks) => ticks + 2n ** 62n),
      fc.bigInt({ min: 4_500_000_000_000_000_000n, max: 8_300_000_000_000_000_000n }),
    );
    const sides = fc.constantFrom(['dev7_', ''], ['', '_3f9c'], ['a|', '|b']);
    fc.assert(
      fc.property(numbers, sides, (number, [before = '', after = '']) => {
        const text = `${before}${number}${after}`;
        const late = readKey(text).filter(
          ({ ticks = 0n, confidence }) => ticks > YEAR_2100 && confidence >= 0.25,
        );
        expect([text, late]).toEqual([text, []]);
        expect([text, runSteps(findKeysSteps(`log ${text} x`)).keys]).toEqual([text, []]);
      }),
    );
  });
});

describe('ids of Twitter', () => {
  const idOf = (unixMs: number, low: number): string =>
    String(((BigInt(unixMs) - 1_288_834_974_657n) << 22n) + BigInt(low));
  const times = fc.integer({ min: 1_766_000_000_000, max: 1_880_000_000_000 });

  it('from the end of 2025 on are not nanoseconds of 2033, nor ids of 2030', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 4_194_303 }), (unixMs, low) => {
        const id = idOf(unixMs, low);
        fc.pre(!id.endsWith('00'));
        expect([id, readKey(id)[0]?.ticks]).toEqual([id, UNIX + BigInt(unixMs) * MS]);
        const beside = readKey(`dev7_${id}`).filter(
          ({ ticks, confidence }) => ticks !== undefined && confidence >= 0.25,
        );
        expect([id, beside]).toEqual([id, []]);
      }),
    );
  });

  it('are told by their neighbours', () => {
    const ids = Array.from({ length: 30 }, (_, at) =>
      idOf(1_790_000_000_000 + at * 977_531, ((at % 3) << 12) + (at % 5)),
    );
    for (const id of ids)
      expect([id, readKey(id, { sample: ids })[0]?.schemeId]).toEqual([id, 'snowflake-twitter']);
    const rows = ids.map((partitionKey) => ({ partitionKey, rowKey: '' }));
    expect(detectScheme('Posts', rows)[0]?.schemeId).toMatch(/^snowflake-twitter/);
  });
});

describe('an id whose epoch cannot be told', () => {
  const SPECS = [
    { id: 'snowflake-discord', epoch: 1_420_070_400_000n, other: 'Twitter snowflake' },
    { id: 'snowflake-twitter', epoch: 1_288_834_974_657n, other: 'Discord snowflake' },
  ];
  const dateOf = (unixMs: bigint): string => new Date(Number(unixMs)).toISOString().slice(0, 10);

  it.each(SPECS)(
    'is read with both, is not sure, and each reading names the other ($id)',
    ({ id, epoch, other }) => {
      const [away = 0n] = SPECS.filter((spec) => spec.id !== id).map((spec) => spec.epoch);
      fc.assert(
        fc.property(
          fc.bigInt({ min: 1_430_000_000_000n, max: 1_740_000_000_000n }),
          fc.nat(4_194_303),
          (unixMs, low) => {
            const number = String(((unixMs - epoch) << 22n) + BigInt(low));
            fc.pre(number.length >= 17);
            const readings = readKey(number);
            const reading = readings.find(({ schemeId }) => schemeId === id);
            expect([number, reading?.ticks]).toEqual([number, UNIX + unixMs * MS]);
            expect(reading?.reason).toContain('the epoch cannot be told from the id');
            expect(reading?.reason).toContain(`as a ${other} it is of ${dateOf(unixMs - epoch + away)}`);
            const both = readings.filter(({ schemeId }) => SPECS.some((spec) => spec.id === schemeId));
            expect([number, both.every(({ confidence }) => confidence < 0.55)]).toEqual([number, true]);
          },
        ),
      );
    },
  );

  it('is read before nanoseconds if it looks like the first of its millisecond, and after them otherwise', () => {
    const id = (low: bigint): string => String(((1_709_632_830_123n - 1_288_834_974_657n) << 22n) + low);
    expect(readKey(id(37n << 12n))[0]?.schemeId).toMatch(/^snowflake/);
    expect(readKey(id((37n << 12n) + 99n))[0]?.schemeId).toBe('unix-ns');
  });

  it('is recognised by Timestamps of its rows', () => {
    const rows = Array.from({ length: 40 }, (_, at) => 1_709_632_830_123 + at * 977_531).map(
      (unixMs, at) => ({
        partitionKey: String(
          ((BigInt(unixMs) - 1_288_834_974_657n) << 22n) + BigInt(((at % 3) << 12) + (at % 5)),
        ),
        rowKey: '',
        timestamp: new Date(unixMs + 1500).toISOString(),
      }),
    );
    expect(detectScheme('Posts', rows).slice(0, 1)).toMatchObject([
      { schemeId: 'snowflake-twitter-partition' },
    ]);
  });
});

describe('a short number', () => {
  it('is no time of 1912 or 2150 because it begins as ticks do', () => {
    for (const text of ['06032031', '05112024', '06032031173641', '0699', '0511'])
      expect([
        text,
        runSteps(findKeysSteps(text))
          .keys.flatMap(({ readings }) => readings[0]?.window ?? [])
          .filter(({ from }) => !isLikelyInstant(from)),
      ]).toEqual([text, []]);
    // Of 2024, and of the months around 1990.
    for (const text of ['063845', '0627', '0638452306']) expect(readKey(text)[0]?.window).toBeDefined();
  });
});
