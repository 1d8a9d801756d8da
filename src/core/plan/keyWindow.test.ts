import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyRanges } from '../keys/keyRanges.ts';
import { coveringWriters, exactWriters } from '../keys/schemes/writers.fixture.ts';
import { missesWindow } from './keyWindow.ts';
import { DAY, MINUTE, SECOND } from '../time/units.fixture.ts';
import { bulkTicks, knownScheme } from '../keys/knownScheme.fixture.ts';
import { d19 } from '../keys/keyRanges.fixture.ts';

const NOON = 638452296000000000n;

const around = fc.bigInt({ min: NOON - 3n * DAY, max: NOON + 3n * DAY });

describe('a row whose key has a time outside the window', () => {
  it('is reported, whatever its prefix; one whose minute overlaps the window is not', () => {
    const minute = fc.bigInt({ min: -40n, max: 40n });
    fc.assert(
      fc.property(minute, fc.nat(120), minute, fc.nat(3), (start, length, at, prefix) => {
        const window = {
          from: NOON + start * MINUTE + 7n,
          to: NOON + start * MINUTE + 8n + BigInt(length) * SECOND,
        };
        const bucket = NOON + at * MINUTE;
        const partitionKey = `${d19(prefix)}___${d19(bucket)}`;
        const isTimely = bucket < window.to && bucket + MINUTE > window.from;
        const scheme = knownScheme('wad');
        const ticks = bulkTicks(scheme, partitionKey, 'r') ?? 0n;
        expect(missesWindow(scheme, { partitionKey, rowKey: 'r' }, ticks, window)).toBe(!isTimely);
      }),
      { numRuns: 150 },
    );
  });

  it('may be of the last tick of 9999, after which there is no instant', () => {
    const last = 3155378975999999999n;
    for (const [id, partitionKey, rowKey] of [
      ['appservice', '9999123123', 'r'],
      ['date-yyyy-MM', '9999-12', 'r'],
      ['storage-analytics', '99991231T2300', 'r'],
    ] as const) {
      const scheme = knownScheme(id);
      const ticks = bulkTicks(scheme, partitionKey, rowKey) ?? 0n;
      const ofHours = '$MetricsHourPrimaryTransactionsBlob';
      const row = { partitionKey, rowKey, ...(id === 'storage-analytics' && { tableName: ofHours }) };
      expect(missesWindow(scheme, row, ticks, { from: last, to: last + 1n })).toBe(false);
      expect(missesWindow(scheme, row, ticks, { from: 0n, to: ticks })).toBe(true);
    }
  });

  it.each([...exactWriters, ...coveringWriters])(
    'never comes from an exact range: %s %s',
    (id, _, writer) => {
      const scheme = knownScheme(id);
      const { roundingTicks } = writer.options ?? {};
      fc.assert(
        fc.property(
          around,
          fc.bigInt({ min: 1n, max: 2n * DAY }),
          fc.array(around, { minLength: 10, maxLength: 10 }),
          (from, length, instants) => {
            // The form has no option for the writer's clock, so keys in local time are judged by the time in them.
            const window = { from, to: from + length };
            const ranges = keyRanges(id, window, { ...writer.options, clockOffsetTicks: 0n });
            for (const [seed, at] of [from, from + length - 1n, ...instants].entries()) {
              const row = writer.write(at, seed);
              const isRead = ranges.some(
                ({ exact, partition, row: rows, tableName }) =>
                  exact &&
                  (tableName === undefined || row.tableName === undefined || tableName === row.tableName) &&
                  row.partitionKey >= (partition.from ?? '') &&
                  (partition.to === undefined || row.partitionKey < partition.to) &&
                  row.rowKey >= (rows?.from ?? '') &&
                  (rows?.to === undefined || row.rowKey < rows.to),
              );
              const ticks = bulkTicks(scheme, row.partitionKey, row.rowKey);
              const isJudged = isRead && ticks !== undefined;
              const keyed = { ...row, tableName: row.tableName ?? writer.options?.tableName };
              expect([
                keyed,
                isJudged && missesWindow(scheme, keyed, ticks, { ...window, roundingTicks }),
              ]).toEqual([keyed, false]);
            }
          },
        ),
        { numRuns: 30 },
      );
    },
  );
});
