import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectScheme } from '../detectScheme.ts';
import { findKeysSteps } from '../pasted/findKeys.ts';
import { isLikelyInstant } from '../base/schemeSpec.ts';
import { readKey } from '../readKey.ts';
import { runSteps } from '../../steps.ts';
import { MS, UNIX } from '../../time/units.fixture.ts';

const YEAR_2100 = 662380416000000000n;
/** 2008 .. 2034 */
const INSTANTS = fc.bigInt({ min: 633_400_000_000_000_000n, max: 641_700_000_000_000_000n });

describe('a number beside other parts', () => {
  it('whose time is after 2100 is no time', () => {
    const numbers = fc.oneof(
      // Numbers of .NET's ToBinary, ids of Instagram, and any other numbers of 19 digits.
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
    // These digits cover times in 2024 and in the months around 1990.
    for (const text of ['063845', '0627', '0638452306']) expect(readKey(text)[0]?.window).toBeDefined();
  });
});
