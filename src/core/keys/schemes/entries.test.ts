import { describe, expect, it } from 'vitest';
import type { SchemeEntry } from '../base/keyScheme.ts';
import { type KeyScheme, formList } from '../base/keyScheme.ts';
import type { KeyPart, TimeSource } from '../base/scheme.ts';
import { clampTicks, isoToTicks, ticksToIso } from '../../time/ticks.ts';
import { newRowTime } from '../base/digits.ts';
import { isInRange } from '../base/keySpan.ts';
import { keyRanges } from '../keyRanges.ts';
import { ALL_ENTRIES, schemeById } from '../schemeRegistry.ts';

const PARTS = ['partition', 'row', 'table'] as const;

/** Which names of an entity the forms of an entry read. */
function partsOf(entry: SchemeEntry): readonly KeyPart[] {
  return PARTS.filter((part) => formList(entry[part]).some(({ confidence }) => confidence !== 0));
}

const entries = ALL_ENTRIES.filter((entry) => partsOf(entry).length > 0).map(
  (entry) => [entry.id, entry] as const,
);

const timed = entries.filter(
  ([, { example }]) => example?.time !== undefined && (example.partition ?? example.row) !== undefined,
);

/** Which kinds of key hold the time. */
const HELD: Readonly<Record<TimeSource, readonly KeyPart[]>> = {
  partition: ['partition'],
  row: ['row'],
  both: ['partition', 'row'],
  table: ['table'],
  none: [],
};

describe('the example of an entry', () => {
  it.each(entries)(
    '%s has every key that the entry describes, and the time is in those that hold it',
    (id, entry) => {
      const { example = {} } = entry;
      const { read, timeSource } = schemeById(id) as KeyScheme;
      const { table: tableName, time } = example;
      const readings = partsOf(entry).map((part) => {
        const text = example[part];
        return { part, text, ...(text === undefined ? {} : read(text, part, { tableName })) };
      });
      expect(
        readings.filter(({ schemeId }) => schemeId !== id).map(({ part, text }) => [part, text]),
      ).toEqual([]);
      const times = readings.flatMap(({ part, ticks = -1n, window = { from: ticks, to: ticks + 1n } }) =>
        window.from < 0n ? [] : [{ part, ticks, ...window }],
      );
      const at = time === undefined ? undefined : isoToTicks(time);
      const others = times.filter(({ from, to }) => at === undefined || at < from || at >= to);
      expect(others.map(({ part, from }) => `${part}: ${ticksToIso(clampTicks(from))}`)).toEqual([]);
      expect(times.some(({ ticks }) => ticks === at)).toBe(at !== undefined);
      const parts = times.map(({ part }) => part);
      expect(parts).toEqual(expect.arrayContaining([...HELD[timeSource]]));
    },
  );

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
