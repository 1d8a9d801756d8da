import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRowTime, rowTimeTicks } from '../../keys/base/digits.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import { sentenceText } from '../diagnosis/phrase.ts';
import { HISTORICAL_PARTITION_TARGET_PER_SECOND } from '../target.ts';
import { modelClock } from './modelClock.ts';
import type { ModelInput, ModelResult, ModelScheme } from './modelTypes.ts';
import { modelReads, shapeFactor } from './simulate.ts';
import { RetryQueue } from './retryQueue.ts';
import { DEFAULT_SERVERS } from './servers.ts';
import { simulate } from './simulate.fixture.ts';

const SECOND = 10_000_000n;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;

const BASE: ModelInput = {
  scheme: 'prefixed ticks',
  prefixes: 10,
  writers: 200,
  eventsPerSecond: 100,
  shape: { kind: 'steady' },
  fromTicks: NEW_YEAR,
  durationSeconds: 1200,
  roundingTicks: MINUTE,
  entityBytes: 800,
  partitionTargetPerSecond: 2000,
  retries: 3,
  seed: 3,
};
/** Servers that refuse nothing. */
const ENDLESS = { ...DEFAULT_SERVERS, targetPerSecond: 1e9 };
const model = (change: Partial<ModelInput>, servers = DEFAULT_SERVERS): ModelResult =>
  simulate({ ...BASE, ...change }, servers);

function findingsOf({ grid, labels, diagnosis }: ModelResult): readonly string[] {
  return [...new Set(diagnose({ grid, labels, ...diagnosis }).map(({ id }) => id))].toSorted();
}

function mean(result: ModelResult, from: number, key: 'storedPerSecond' | 'refusedPerSecond'): number {
  const steps = result.steps.filter(({ atSeconds }) => atSeconds >= from);
  return steps.reduce((sum, step) => sum + step[key], 0) / steps.length;
}

describe('simulate', () => {
  it('gives the same for the same seed, and Poisson counts about the mean', () => {
    const [first, again, other] = [3, 3, 4].map((seed) => model({ seed }));
    expect(first?.grid.counts).toEqual(again?.grid.counts);
    expect(first?.grid.counts).not.toEqual(other?.grid.counts);
    expect(Math.abs((first?.offered ?? 0) - 120_000)).toBeLessThan(4 * Math.sqrt(120_000));
  });

  it('ticks: one moving partition is refused above 2,000/s, 500/s in its time, and splits do not help', () => {
    const now = model({ scheme: 'ticks', eventsPerSecond: 3000, retries: 0 });
    expect(now.firstRefusalSeconds).toBe(0);
    expect(mean(now, 0, 'storedPerSecond')).toBeCloseTo(2000, -1);
    const past = model({
      scheme: 'ticks',
      eventsPerSecond: 3000,
      retries: 0,
      partitionTargetPerSecond: HISTORICAL_PARTITION_TARGET_PER_SECOND,
    });
    expect(mean(past, 0, 'storedPerSecond')).toBeCloseTo(500, -1);
    const exact = model({ scheme: 'ticks', eventsPerSecond: 6000, roundingTicks: 1n });
    expect(exact.events.length).toBeGreaterThan(0);
    expect(mean(exact, 900, 'refusedPerSecond')).toBeGreaterThan(1900);
    expect(Math.max(...exact.steps.map(({ busyServers }) => busyServers))).toBe(1);
    expect(exact.notes.join(' ')).toContain('append-only tail');
  });

  it('ticks move up through the key space, inverted ones down', () => {
    const rows = (scheme: ModelScheme) => {
      const { grid } = model({ scheme, roundingTicks: 1n });
      return Array.from({ length: grid.columnCount }, (_, column) =>
        Array.from(
          { length: grid.rowCount },
          (_, row) => grid.counts[row * grid.columnCount + column] ?? 0,
        ).findIndex((count) => count > 0),
      ).filter((row) => row >= 0);
    };
    const [up, down] = [rows('ticks'), rows('inverted ticks')];
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect([up[0], down[0]]).toEqual([0, 39]);
  });

  it('prefixes, hashes and GUIDs spread after a while: refused at first by one server, then no more', () => {
    for (const scheme of ['prefixed ticks', 'hash', 'guid'] as const) {
      const result = model({ scheme, prefixes: 100, eventsPerSecond: 9000, durationSeconds: 2400 });
      expect(result.firstRefusalSeconds).toBe(0);
      expect(mean(result, 1500, 'refusedPerSecond')).toBeLessThan(90);
      expect(result.steps.at(-1)?.busyServers).toBeGreaterThan(2);
      expect(result.offlineSeconds).toBeGreaterThan(0);
    }
  });

  it('the account target bounds everything, and large entities count more than once', () => {
    const account = model({ scheme: 'guid', eventsPerSecond: 30_000 }, ENDLESS);
    expect(mean(account, 0, 'storedPerSecond')).toBeCloseTo(20_000, -2);
    const change = { scheme: 'ticks', eventsPerSecond: 3000, entityBytes: 4096, retries: 0 } as const;
    const large = model(change, ENDLESS);
    expect(mean(large, 0, 'storedPerSecond')).toBeCloseTo(500, -1);
  });

  it('says what reads cost', () => {
    const cost = (change: Partial<ModelInput>) => {
      const input = { ...BASE, durationSeconds: 36_000, ...change };
      const { requestsPerTimeQuery, queryClass, rowsReadPerRowWanted } = modelReads(input);
      return [requestsPerTimeQuery, queryClass, Math.round(rowsReadPerRowWanted * 100) / 100];
    };
    expect(cost({ scheme: 'ticks' })).toEqual([1, 'partition range', 1.02]);
    expect(cost({ prefixes: 100 })).toEqual([100, 'partition range', 1.02]);
    expect(cost({ scheme: 'partition per writer' })).toEqual([200, 'row range', 1.02]);
    expect(cost({ scheme: 'hash', roundingTicks: 1n })).toEqual([10, 'row range', 1]);
    expect(cost({ scheme: 'guid' })).toEqual([1, 'table scan', 10]);
    const words = (change: Partial<ModelInput>) => modelReads({ ...BASE, ...change }).sentence;
    expect(words({ scheme: 'ticks' })).toMatch(/^A window of time takes 1 query \(partition range\): /);
    expect(words({ prefixes: 100 })).toMatch(/^A window of time takes 100 queries \(partition range\): /);
  });

  it('makes keys that read back as their times, rounded, in key order', () => {
    for (const [scheme, id] of [
      ['ticks', 'ticks19'],
      ['inverted ticks', 'inverted-ticks19-partition'],
      ['prefixed ticks', 'mds-prefixed'],
      ['partition per writer', 'ticks19-row'],
      ['guid', 'inverted-ticks19'],
    ] as const) {
      const { sampleKeys } = model({ scheme, durationSeconds: 300 });
      const texts = sampleKeys.map(({ partitionKey, rowKey }) => `${partitionKey}\u0000${rowKey}`);
      expect(texts).toEqual(texts.toSorted());
      for (const { partitionKey, rowKey } of sampleKeys) {
        const time = newRowTime();
        expect(schemeById(id)?.rowTime(partitionKey, rowKey, time)).toBe(true);
        const ticks = rowTimeTicks(time);
        expect(ticks >= NEW_YEAR && ticks < NEW_YEAR + HOUR && ticks % MINUTE === 0n).toBe(true);
      }
    }
  });

  it('limits each partition, also where several share a row of the map', () => {
    const spread = { scheme: 'partition per writer', eventsPerSecond: 20_000, durationSeconds: 60 } as const;
    const own = model({ ...spread, writers: 1001, partitionTargetPerSecond: 5 }, ENDLESS);
    expect(mean(own, 30, 'storedPerSecond')).toBeCloseTo(1001 * 5, -3);
  });

  it('few writers leave prefixes unused, and that is no fault', () => {
    const result = model({ prefixes: 100, writers: 8, durationSeconds: 2400 });
    expect(result.notes.join(' ')).toContain('8 writers use');
    expect(findingsOf(result)).toEqual([]);
  });

  it('a design is diagnosed as a table of it would be', () => {
    const ids = (change: Partial<ModelInput>) => findingsOf(model({ durationSeconds: 1800, ...change }));
    expect(ids({})).toEqual([]);
    expect(ids({ scheme: 'partition per writer', writers: 30 })).toEqual([]);
    expect(ids({ scheme: 'ticks' })).toEqual(['sequential-append']);
    expect(ids({ scheme: 'inverted ticks', roundingTicks: 1n })).toEqual([
      'row-per-partition',
      'sequential-append',
    ]);
    expect(ids({ scheme: 'guid' })).toEqual(['row-per-partition']);
    expect(ids({ scheme: 'hash', prefixes: 1 })).toEqual(['single-partition']);
    expect(ids({ scheme: 'hash', eventsPerSecond: 19_500 })).toEqual(['hot-partition']);
    const shape = { kind: 'burst', factor: 8, atSeconds: 900, lengthSeconds: 180 } as const;
    expect(ids({ shape })).toEqual(['burst']);
  });
});

describe('a simulation draws no pattern of its own', () => {
  const idsOf = (change: Partial<ModelInput>) =>
    findingsOf(model({ prefixes: 2, writers: 20, eventsPerSecond: 300, ...change }));

  it('no period in a steady design, whatever its length, start and rounding', () => {
    for (const [hours, rounding, offset] of [
      [1, MINUTE, 0n],
      [5, 7n * SECOND, 123n * MINUTE + 3n],
      [36, 13n * SECOND, 0n],
      [168, 1n, 0n],
    ] as const) {
      const timing = { durationSeconds: hours * 3600, roundingTicks: rounding, fromTicks: NEW_YEAR + offset };
      const found = idsOf(timing).filter((id) => id !== 'row-per-partition');
      expect(found, `${hours} h, ${rounding}, ${offset}`).toEqual([]);
    }
  });

  it('each whole column holds as many steps, and as many times of keys, as the next', () => {
    const timings = fc.record({
      durationSeconds: fc.oneof(fc.integer({ min: 360, max: 604_800 }), fc.constantFrom(3600, 86_400)),
      fromTicks: fc.bigInt({ min: NEW_YEAR, max: NEW_YEAR + 100n * HOUR }),
      roundingTicks: fc.oneof(
        fc.constant(1n),
        fc.integer({ min: 1, max: 3600 }).map((s) => BigInt(s) * SECOND),
      ),
    });
    fc.assert(
      fc.property(timings, (timing) => {
        const clock = modelClock(timing);
        const { bucketCount, bucketTicks, from } = clock.buckets;
        expect(bucketTicks % timing.roundingTicks).toBe(0n);
        expect(bucketCount).toBeLessThanOrEqual(601);
        const steps = Array.from({ length: bucketCount }, () => 0);
        let at = 0;
        let wrong = 0;
        for (const { fromSeconds, toSeconds } of clock.steps()) {
          if (Math.abs(fromSeconds - at) > 1e-5) wrong += 1;
          at = toSeconds;
          const column = clock.columnAt(fromSeconds);
          steps[column] = (steps[column] ?? 0) + 1;
          const middle = timing.fromTicks + BigInt(Math.round(((fromSeconds + toSeconds) / 2) * 1e7));
          const key = (middle / timing.roundingTicks) * timing.roundingTicks;
          if ((key - from) / bucketTicks !== BigInt(column)) wrong += 1;
        }
        expect(wrong).toBe(0);
        expect(at).toBeCloseTo(timing.durationSeconds, 5);
        expect(new Set(steps.slice(1, -1)).size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  it('rows of a front are as long as each other', () => {
    const { labels, grid } = model({ scheme: 'ticks', durationSeconds: 3600 });
    const totals = labels.map((_, row) =>
      grid.counts.subarray(row * grid.columnCount, (row + 1) * grid.columnCount).reduce((a, b) => a + b, 0),
    );
    expect(Math.max(...totals) / Math.min(...totals)).toBeLessThan(1.1);
  });

  it('no refusal comes of rounding: a server takes all that it can, however many rows share it', () => {
    for (const prefixes of [10, 100, 1000]) {
      const one = { ...DEFAULT_SERVERS, count: 1 };
      const change = { scheme: 'hash', prefixes, durationSeconds: 60, retries: 0 } as const;
      const over = model({ ...change, eventsPerSecond: 5000 }, one);
      expect(Math.abs(over.stored - 4000 * 60)).toBeLessThanOrEqual(1);
      const under = model({ ...change, eventsPerSecond: 3000, entityBytes: 1200 }, one);
      expect(under.refusals).toBe(0);
    }
  });
});

describe('hot ranges', () => {
  const findings = (change: Partial<ModelInput>) => {
    const { grid, labels, diagnosis } = model({ durationSeconds: 3600, retries: 0, ...change });
    return diagnose({ grid, labels, ...diagnosis }).filter(({ id }) => id === 'hot-partition');
  };

  it('are no hot partitions where each key is its own partition', () => {
    expect(findings({ scheme: 'ticks', eventsPerSecond: 1700, roundingTicks: 1n })).toEqual([]);
    expect(findings({ scheme: 'guid', eventsPerSecond: 19_000, prefixes: 1 })).toEqual([]);
  });

  it('of one front are one finding, by the target of the design', () => {
    for (const scheme of ['ticks', 'inverted ticks'] as const) {
      const [front, ...more] = findings({ scheme, eventsPerSecond: 1700 });
      expect(more).toEqual([]);
      expect(front?.title).toBe('Hot partition of the moment');
      expect(sentenceText(front?.sentence ?? [])).toContain('one after another, reached up to 8');
    }
    expect(findings({ scheme: 'ticks', eventsPerSecond: 450 })).toEqual([]);
    const [past] = findings({ scheme: 'ticks', eventsPerSecond: 450, partitionTargetPerSecond: 500 });
    expect(sentenceText(past?.sentence ?? [])).toContain('target of 500 entities/s');
  });
});

describe('shapeFactor', () => {
  it('keeps the mean over a day, and bursts only in its span', () => {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      shapeFactor({ kind: 'diurnal', depth: 0.8 }, hour * 3600, NEW_YEAR),
    );
    expect(hours.reduce((sum, factor) => sum + factor, 0) / 24).toBeCloseTo(1);
    expect(hours.indexOf(Math.min(...hours))).toBe(3);
    const burst = { kind: 'burst', factor: 5, atSeconds: 100, lengthSeconds: 10 } as const;
    expect([99, 100, 109, 110].map((seconds) => shapeFactor(burst, seconds, NEW_YEAR))).toEqual([1, 5, 5, 1]);
  });
});

describe('retries', () => {
  const burst = { kind: 'burst', factor: 4, atSeconds: 300, lengthSeconds: 4 } as const;
  const steady = { scheme: 'ticks' } as const;

  it('store a short burst late, with the keys of their own time', () => {
    const change = { ...steady, shape: burst, eventsPerSecond: 900, durationSeconds: 600 };
    const [with3, without] = [model(change, ENDLESS), model({ ...change, retries: 0 }, ENDLESS)];
    expect(without.recovered).toBe(0);
    expect(without.refused).toBe(without.givenUp);
    expect(without.refusals).toBe(without.givenUp);
    expect(with3.recovered).toBeGreaterThan(without.givenUp * 0.5);
    expect(with3.stored).toBeGreaterThan(without.stored);
    const inBurst = (result: ModelResult) => {
      const column = Number((NEW_YEAR + 300n * SECOND - result.grid.from) / result.grid.bucketTicks);
      return result.grid.counts.reduce(
        (sum, count, at) => sum + (at % result.grid.columnCount === column ? count : 0),
        0,
      );
    };
    expect(inBurst(with3)).toBeGreaterThan(inBurst(without));
  });

  it('only add load where the target is below the mean', () => {
    const result = model({ ...steady, eventsPerSecond: 3000, durationSeconds: 300 }, ENDLESS);
    // Each minute's partition has its own target, so for some seconds retries to the previous one may be stored in addition to 2,000/s.
    expect(mean(result, 60, 'storedPerSecond')).toBeLessThan(2300);
    // 1,000 of 3,000 writes are refused at first. With three retries, each of them is offered up to four times.
    expect(mean(result, 60, 'refusedPerSecond')).toBeGreaterThan(2500);
    expect(result.notes.join(' ')).toContain('each retry adds to it');
  });

  it('store no more of a long simulation than of a short one: its steps are longer than the waits', () => {
    const share = (hours: number, roundingTicks: bigint) => {
      const durationSeconds = hours * 3600;
      const change = { ...steady, prefixes: 1, eventsPerSecond: 5000, roundingTicks, durationSeconds };
      const result = model(change, { ...DEFAULT_SERVERS, targetPerSecond: 3000 });
      return result.stored / result.offered;
    };
    expect(Math.abs(share(24, MINUTE) - share(0.5, MINUTE))).toBeLessThan(0.05);
    expect(Math.abs(share(24, SECOND) - share(0.5, SECOND))).toBeLessThan(0.05);
  });

  it('come after 1, 2, 4, ... s, at most 64 s', () => {
    const delays = Array.from({ length: 9 }, (_, refusals) => {
      const queue = new RetryQueue(10);
      queue.settle({ atSeconds: 0, refusals, counts: Float64Array.of(1) }, Float64Array.of(0), 0);
      return Array.from({ length: 600 }, (_each, second) => second).find(
        (second) => queue.due(second + 1).length > 0,
      );
    });
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
  });
});
