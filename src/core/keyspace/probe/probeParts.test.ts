import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { gapsOf } from './gaps.ts';
import { KnownRows } from './knownRows.ts';
import { KEYS_PER_ANSWER, KeySample } from './keySample.ts';
import { cellAt } from '../map/cellGrid.ts';
import { Probe } from './probe.ts';
import { probeGrid } from './probeGrid.ts';
import { drive, sortedTable } from './sortedTable.fixture.ts';

it('spans known in pieces, in any order and over one another, count as if all were read at once', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }));
  const rows = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(rows, fc.array(span, { maxLength: 12 }), span, (found, spans, [askedAt, length]) => {
      const positions = found.toSorted((a, b) => a - b).map(BigInt);
      const within = (from: bigint, to: bigint) => positions.filter((each) => each >= from && each < to);
      const known = new KnownRows();
      const isKnown = new Set<number>();
      for (const [from, width] of spans) {
        known.add(
          { from: BigInt(from), to: BigInt(from + width) },
          within(BigInt(from), BigInt(from + width)),
        );
        for (let at = from; at < from + width; at++) isKnown.add(at);
      }
      const asked = Array.from({ length: length + 1 }, (_, at) => askedAt + at);
      const [from, to] = [BigInt(askedAt), BigInt(askedAt + length + 1)];
      const inKnown = within(from, to).filter((at) => isKnown.has(Number(at)));
      expect(known.rowsIn({ from, to })).toBe(inKnown.length);
      expect(known.holds({ from, to })).toBe(asked.every((at) => isKnown.has(at)));
      const unknown = known
        .unknown({ from, to })
        .flatMap((part) => asked.filter((at) => at >= part.from && at < part.to));
      expect(unknown).toEqual(asked.filter((at) => !isKnown.has(at)));
    }),
  );
});

function rows(partition: string, count: number, from = 0) {
  return Array.from({ length: count }, (_, at) => ({ partitionKey: partition, rowKey: String(from + at) }));
}

describe('the keys of a probe', () => {
  it('are neighbours, as many from each place, each once', () => {
    const sample = new KeySample();
    sample.add(rows('a', 1000), 1000);
    sample.add(rows('b', 30), 50);
    sample.add(rows('b', 40), 50);
    const { keys, answers } = sample.sampled();
    const count = (partition: string): number => keys.filter((key) => key.partitionKey === partition).length;
    expect([count('a'), count('b'), answers]).toEqual([KEYS_PER_ANSWER, 40, 3]);
    expect(keys.slice(0, 3)).toEqual(rows('a', 3));
  });

  it('leave out answers that end within a partition, and empty ones', () => {
    const sample = new KeySample();
    for (const partition of ['a', 'b', 'c']) sample.add(rows(partition, 1), 1);
    sample.add([], 1000);
    expect(sample.sampled()).toEqual({ keys: [], answers: 0 });
  });
});

const COLUMNS = 30;
const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const pad = (value: bigint | number): string => String(value).padStart(19, '0');

it('shows what was counted, estimated, is read, failed, and what nobody looked at', () => {
  const rows = Array.from({ length: 6000 }, (_, minute) => ({
    partitionKey: `${pad(0)}___${pad(NEW_YEAR + BigInt(minute) * MINUTE)}`,
    rowKey: 'r',
  }));
  const table = sortedTable(rows);
  const window = { from: NEW_YEAR, to: NEW_YEAR + 6000n * MINUTE };
  const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR + 7000n * MINUTE });
  drive(probe, table);
  const cells = () => {
    const grid = probeGrid(probe.picture(), window, COLUMNS);
    return Array.from({ length: grid.columnCount }, (_, column) => cellAt(grid, 0, column));
  };
  const states = () => cells().map(({ state }) => state);
  // The first thousand rows were read, and some before the last one.
  expect(states()[0]).toBe('counted');
  expect(new Set(states())).toEqual(new Set(['counted', 'estimated', 'waiting']));
  expect(cells().every(({ state, standardError }) => standardError > 0 === (state === 'estimated'))).toBe(
    true,
  );
  const open = states().indexOf('waiting');
  probe.look({ ...window, columns: COLUMNS });
  expect(states()[open]).toBe('reading');
  for (let request = probe.next(); request !== undefined; request = probe.next())
    probe.fail(request.id, 'no');
  expect(states()[open]).toBe('failed');
  probe.allow(200);
  probe.look({ ...window, columns: COLUMNS });
  drive(probe, table);
  expect(new Set(states())).toEqual(new Set(['counted']));
  const grid = probeGrid(probe.picture(), window, COLUMNS);
  expect(grid.counts.reduce((sum, count) => sum + count, 0)).toBe(6000);
});

it('gaps are those that random times hardly leave', () => {
  const long = 1_000_000;
  const gapsIn = (seed: number, isEmpty: (at: number) => boolean) => {
    const random = seededRandom(seed);
    const all = Array.from({ length: 400 }, () => Math.floor(random() * long)).filter((at) => !isEmpty(at));
    const positions = [0, long, ...all].toSorted((a, b) => a - b).map(BigInt);
    const span = { from: 0n, to: BigInt(long) };
    const known = new KnownRows();
    known.add({ from: 0n, to: span.to + 1n }, positions);
    return gapsOf(known, span, positions.length, 1n).length;
  };
  const seeds = Array.from({ length: 200 }, (_, seed) => (seed + 1) * 7919);
  const [none, planted] = [() => false, (at: number) => at > 500_000 && at < 535_000];
  // One in e^5, or 148, leaves one by chance.
  expect(seeds.filter((seed) => gapsIn(seed, none) > 0).length).toBeLessThanOrEqual(4);
  expect(seeds.filter((seed) => gapsIn(seed, planted) > 0).length).toBeGreaterThan(190);
});
