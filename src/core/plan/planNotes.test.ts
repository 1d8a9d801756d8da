import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EncodedKeys } from '../keys/base/scheme.ts';
import { roundsItself } from '../keys/base/rounding.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { isoToTicks, toTicks } from '../time/ticks.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import type { PlanRequest, QueryPlan } from './queryPlan.ts';

const NOON = 638452296000000000n;

/** Instants at whole seconds, minutes and hours from NOON, and some just beside them. */
const instant = fc
  .tuple(
    fc.integer({ min: -90, max: 90 }),
    fc.constantFrom(10_000_000n, 600_000_000n, 36_000_000_000n),
    fc.constantFrom(0n, 1n, -1n, 5_000_000n),
  )
  .map(([count, unit, beside]) => NOON + BigInt(count) * unit + beside);
const window = fc
  .tuple(instant, instant)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { from: toTicks(a), to: toTicks(b) } : { from: toTicks(b), to: toTicks(a) }));

/** The instant from which (or before which) rows are read, as the notes say; undefined if they do not say it. */
function claim(plan: QueryPlan, end: 'from' | 'to'): bigint | undefined {
  const said = /(?:Reads|this reads) (\S+Z) (?:<= time <|to) (\S+Z)\.$/;
  const [, from, to] = plan.notes.map((note) => said.exec(note)).find((found) => found !== null) ?? [];
  const iso = end === 'from' ? from : to;
  const claimed = iso === undefined ? undefined : isoToTicks(iso);
  // The plan's own figures must agree with its notes.
  expect(claimed).toBe(plan.reads?.[end]);
  return claimed;
}

function isRead(plan: QueryPlan, keys: EncodedKeys): boolean {
  const partitionKey = plan.queries[0]?.range.partition.from ?? 'p';
  const row = new Map([
    ['PartitionKey', keys.partitionKey ?? partitionKey],
    ['RowKey', keys.rowKey ?? ''],
  ]);
  return plan.queries.some(({ filter }) => filter === undefined || rowMeets(filter, row));
}

/** Schemes that use a single table, can write a key for any instant, and hold the time in only one key. */
const writers = KEY_SCHEMES.filter(
  (scheme) =>
    scheme.encode !== undefined && (scheme.timeSource === 'partition' || scheme.timeSource === 'row'),
);

describe('the notes of a plan', () => {
  it.each(writers.map((scheme) => [scheme.id, scheme] as const))(
    'claim no bound that is not sent, rounded or not: %s',
    (schemeId, scheme) => {
      const step = fc.constantFrom(
        undefined,
        1n,
        10_000_000n,
        600_000_000n,
        3_000_000_000n,
        36_000_000_000n,
        7_000_000n,
      );
      fc.assert(
        fc.property(window, step, (span, roundingTicks) => {
          const plan = planOf({ schemeId, window: span, volume: 10, unprefixed: true, roundingTicks });
          const since = claim(plan, 'from');
          const before = claim(plan, 'to');
          const written = (ticks: bigint, step = 1n) =>
            scheme.encode?.(toTicks(ticks), roundsItself(scheme) ? { roundingTicks: step } : {}) ?? {};
          const edges =
            since === undefined || before === undefined ? [] : [since, before - 1n, since - 1n, before];
          const read = edges.map((ticks) => isRead(plan, written(ticks)));
          expect(read).toEqual([true, true, false, false].slice(0, edges.length));
          expect((since ?? span.from) <= span.from && (before ?? span.to) >= span.to).toBe(true);
          // The writer rounds down, so rows of every instant in the window must be read.
          const first = span.from - (roundsItself(scheme) ? 0n : span.from % (roundingTicks ?? 1n));
          expect(isRead(plan, written(first, roundingTicks))).toBe(true);
        }),
        { numRuns: 8 },
      );
    },
  );

  it('say which keys of a window may be missed, or what extra is read to miss none', () => {
    const span = windowOf('2024-03-05T10:00:00Z', '2024-03-05T10:07:00Z');
    const [missed, widened] = [/\+02:00.* may miss some/u, /14 h before and after the window are read/u];
    const says = (part: Partial<PlanRequest>) => {
      const { notes, reads } = planOf(part);
      return [missed, widened]
        .map((words) => notes.some((note) => words.test(note)))
        .concat(reads !== undefined);
    };
    expect(says({ schemeId: 'iso-o', window: span })).toEqual([true, false, true]);
    expect(says({ schemeId: 'iso-offset', window: span })).toEqual([false, true, false]);
    expect(says({ schemeId: 'iso-o' })).toEqual([false, false, false]);
    expect(says({ window: span })).toEqual([false, false, true]);
  });

  it('state the chosen rounding and its effect', () => {
    const span = windowOf('2024-03-05T10:00:30Z', '2024-03-05T10:07:00Z');
    const fiveMinutes = { window: span, roundingTicks: 3_000_000_000n };
    const bounds = [
      'Keys hold intervals of 5 min, so this reads 2024-03-05T10:00:00Z to 2024-03-05T10:10:00Z.',
    ];
    expect(planOf(fiveMinutes).notes).toEqual(['Keys are rounded to 5 min.', ...bounds]);
    for (const schemeId of [
      'ticks19',
      'inverted-ticks19-partition',
      'unix-s',
      'inverted-unix-s-9999999999',
    ]) {
      const { notes } = planOf({ ...fiveMinutes, schemeId });
      expect([schemeId, ...notes]).toEqual([schemeId, 'Keys are rounded to 5 min.', ...bounds]);
    }
    const serilog = planOf({ ...fiveMinutes, schemeId: 'serilog-v8' }).notes;
    expect(serilog[0]).toBe('Keys are rounded to 5 min.');
    expect(serilog[1]).toMatch(/A rounded key is read if its interval overlaps the window/);
    const partitionKey = { kind: 'is', text: 'p' } as const;
    expect(planOf({ ...fiveMinutes, schemeId: 'nlog', partitionKey }).notes).toEqual([
      ...bounds,
      'The writer of this scheme does not round to 5 min, so whole intervals of that length are read, which may be more than the window.',
    ]);
    expect(planOf({ ...fiveMinutes, schemeId: 'appservice' }).notes[0]).toBe(
      'The rounding of 5 min is finer than the keys of this scheme (floor to 1 h): it changes nothing.',
    );
    const isFiner = (schemeId: string) =>
      planOf({ schemeId, window: span, roundingTicks: 10n }).notes.some((note) => note.includes('is finer'));
    for (const schemeId of ['unix-s', 'unix-s-row', 'date-yyyyMMdd', 'date-yyyyMMdd-row'])
      expect([schemeId, isFiner(schemeId)]).toEqual([schemeId, true]);
    for (const schemeId of ['ticks19', 'ticks19-row']) expect(isFiner(schemeId)).toBe(false);
    const minute = planOf({ window: span, roundingTicks: 600_000_000n }).notes;
    expect(minute).toEqual(planOf({ window: span }).notes);
    const week = planOf({ window: span, schemeId: 'unix-s', roundingTicks: 6_048_000_000_000n }).notes;
    expect(week).toEqual([
      'Keys are rounded to 7 d.',
      'Intervals of 7 d begin where the writer counts from, so one more interval is read before the window.',
    ]);
  });

  it('state the rounding even if the bounds cannot be read back', () => {
    const span = windowOf('2024-03-05T10:00:30Z', '2024-03-05T10:02:00.500Z');
    expect(planOf({ schemeId: 'serilog-v9', window: span }).notes[0]).toBe(
      'Reads From <= time < To. A rounded key is read if its interval overlaps the window (rounding: PartitionKey: nearest 5 min; RowKey: the event).',
    );
    expect(planOf({ schemeId: 'wad', window: span }).notes).toEqual([
      'Keys hold whole minutes, so this reads 2024-03-05T10:00:00Z to 2024-03-05T10:03:00Z.',
    ]);
    const inverted = planOf({ schemeId: 'inverted-unix-s-9999999999', window: span }).notes;
    expect(inverted).toEqual([
      'Keys hold whole seconds, so this reads 2024-03-05T10:00:30Z to 2024-03-05T10:02:01Z.',
    ]);
  });

  it('say that rows without a time are not looked for if the RowKey is queried across partitions', () => {
    const span = windowOf('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z');
    const inScan = 'Rows whose RowKey holds no such time are not looked for in a scan.';
    const inRange = 'Rows whose RowKey holds no such time are not looked for in a range of partitions.';
    for (const schemeId of ['inverted-ticks19', 'ticks19-row', 'nlog', 'wadmetrics', 'fabric-dca']) {
      const scan = planOf({ schemeId, window: span });
      expect([schemeId, scan.queryClass, scan.notes.includes(inScan)]).toEqual([
        schemeId,
        'table scan',
        true,
      ]);
      expect(scan.guards.filter(({ filter }) => filter.includes('RowKey'))).toEqual([]);
      const begins = planOf({ schemeId, window: span, partitionKey: { kind: 'begins', text: 'a' } });
      expect([schemeId, begins.notes.includes(inRange)]).toEqual([schemeId, true]);
      const one = planOf({ schemeId, window: span, partitionKey: { kind: 'is', text: 'a' } });
      expect(one.notes.join()).not.toMatch(/not looked for/);
    }
    // Without a window, every row is read anyway.
    expect(planOf({ schemeId: 'inverted-ticks19' }).notes).not.toContain(inScan);
    expect(planOf({ schemeId: 'akka-tag', window: span }).notes).toContain(inRange);
    for (const schemeId of ['none', 'ticks19', 'uuidv1']) {
      expect(planOf({ schemeId, window: span }).notes.join()).not.toMatch(/not looked for/);
    }
  });

  it('omit the window if none of it is sent', () => {
    const span = windowOf('2024-03-05T10:00:30Z', '2024-03-05T10:02:00Z');
    const { notes } = planOf({ schemeId: 'uuidv1', window: span });
    expect(notes[0]).toBe('UUID version 1 does not order by time.');
    expect(notes.join()).not.toMatch(/inclusive/);
    expect(planOf({ schemeId: 'ticks19' }).notes).toEqual(['No window, so rows of all times are read.']);
  });
});
