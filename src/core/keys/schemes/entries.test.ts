import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchemeEntry } from '../base/keyScheme.ts';
import { clampTicks, isoToTicks } from '../../time/ticks.ts';
import { newRowTime } from '../base/digits.ts';
import { isInRange } from '../base/keySpan.ts';
import { keyRanges } from '../keyRanges.ts';
import { ALL_ENTRIES, schemeById } from '../schemeRegistry.ts';

const entries = ALL_ENTRIES.flatMap((entry) =>
  entry.example === undefined ? [] : [[entry.id, entry] as const],
);

const timed = entries.filter(
  ([, { example }]) => example?.time !== undefined && (example.partition ?? example.row) !== undefined,
);

function keysOf({ example = {} }: SchemeEntry): readonly ['partition' | 'row' | 'table', string][] {
  const { partition, row, table } = example;
  return [
    ...(partition === undefined ? [] : [['partition', partition] as ['partition', string]]),
    ...(row === undefined ? [] : [['row', row] as ['row', string]]),
    ...(partition === undefined && row === undefined && table !== undefined
      ? [['table', table] as ['table', string]]
      : []),
  ];
}

describe('the example of an entry', () => {
  it.each(entries)('%s is read, as the instant that it states', (id, entry) => {
    const tableName = entry.example?.table;
    const hint = tableName === undefined ? {} : { tableName };
    const readings = keysOf(entry).map(([part, text]) => schemeById(id)?.read(text, part, hint));
    expect(readings.every((reading) => reading !== undefined)).toBe(true);
    const times = readings.flatMap((reading) => reading?.ticks ?? reading?.window?.from ?? []);
    const time = entry.example?.time;
    expect(time === undefined ? [] : times).toEqual(
      expect.arrayContaining(time === undefined ? [] : [isoToTicks(time)]),
    );
  });

  it.each(timed)('%s is selected by a window of its instant', (id, entry) => {
    const { time = '', partition = '', row = '', table } = entry.example ?? {};
    const ticks = isoToTicks(time);
    const options = {
      volume: 100 as const,
      unprefixed: true,
      ...(table !== undefined && { tableName: table }),
    };
    const ranges = keyRanges(id, { from: ticks, to: ticks + 1n }, options);
    expect(ranges.some((range) => isInRange(partition, row, range))).toBe(true);
  });
});

describe('a list of PartitionKeys alone', () => {
  const both = timed.filter(
    ([id, { example }]) => schemeById(id)?.timeSource === 'both' && example?.partition !== undefined,
  );
  it.each(both)('%s: tells their times, though the RowKeys would tell finer ones', (id, { example }) => {
    expect(schemeById(id)?.rowTime(example?.partition ?? '', '', newRowTime())).toBe(true);
  });
});

/** 2011 .. 2044: all writers can write these instants. */
const instants = fc.bigInt({ min: 634_294_368_000_000_000n, max: 645_025_248_000_000_000n });

/** The interval that a written key is read as. One that only begins so ends like the example, and text before it is the example's. */
function windowOf(id: string, part: 'partition' | 'row', text: string | undefined, example = '') {
  if (text === undefined) return undefined;
  const texts = [text, text + example.slice(text.length), example.replace(/\d{10,}/, text)];
  const reading = texts
    .map((each) => schemeById(id)?.read(each, part, {}))
    .find((each) => each !== undefined);
  const { ticks = -1n, window = { from: ticks, to: ticks + 1n } } = reading ?? {};
  // The same in all rows.
  return text === example && window.from === -1n ? undefined : window;
}

describe('what an entry writes', () => {
  const writers = timed.filter(([id]) => schemeById(id)?.encode !== undefined);
  it.each(writers)('%s: is read again as the interval of its instant', (id, { example = {} }) => {
    fc.assert(
      fc.property(instants, (ticks) => {
        const { partitionKey, rowKey } = schemeById(id)?.encode?.(clampTicks(ticks), {}) ?? {};
        const read = [
          windowOf(id, 'partition', partitionKey, example.partition),
          windowOf(id, 'row', rowKey, example.row),
        ];
        const isInside = read.map(
          (window) => window === undefined || (ticks >= window.from && ticks < window.to),
        );
        expect(isInside).toEqual([true, true]);
      }),
      { numRuns: 30 },
    );
  });
});
