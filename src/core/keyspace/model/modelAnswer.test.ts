import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceText } from '../diagnosis/phrase.ts';
import { checkedAdvice, lossFindings, mainLimit, modelAnswer, outcomeText } from './modelAnswer.ts';
import type { ModelInput, ModelResult, ModelScheme } from './modelTypes.ts';
import { DEFAULT_SERVERS } from './servers.ts';
import { simulate } from './simulate.fixture.ts';

const SECOND = 10_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
/** Servers that refuse nothing. */
const ENDLESS = { ...DEFAULT_SERVERS, targetPerSecond: 1e9 };

function model(change: Partial<ModelInput>, servers = ENDLESS): ModelResult {
  const input: ModelInput = {
    scheme: 'ticks',
    prefixes: 10,
    writers: 40,
    eventsPerSecond: 100,
    shape: { kind: 'steady' },
    fromTicks: NEW_YEAR,
    durationSeconds: 100,
    roundingTicks: 60n * SECOND,
    entityBytes: 500,
    partitionTargetPerSecond: 2000,
    retries: 3,
    seed: 5,
    ...change,
  };
  return simulate(input, servers);
}

const textOf = (result: ModelResult): string => {
  const [loss] = lossFindings(result);
  return `${loss?.title}: ${sentenceText(loss?.sentence ?? [])} ${loss?.advice}`;
};

describe('writes of a model', () => {
  it('are told by the limit that refused the most, whichever it is; only the account makes more prefixes vain', () => {
    const result = model({ durationSeconds: 2 });
    const hot = {
      id: 'hot-prefix',
      title: '',
      sentence: [],
      confidence: 1,
      severity: 'fault',
      cells: [],
    } as const;
    for (const limit of ['account', 'partition', 'server', 'offline'] as const) {
      const refusedBy = { account: 1, partition: 1, server: 1, offline: 1, [limit]: 7 };
      const loss = { ...result, refusals: 10, refusedBy };
      expect(mainLimit(loss)).toBe(limit);
      const [checked] = checkedAdvice([{ ...hot, advice: 'Spread.' }], loss);
      expect(checked?.advice).toMatch(
        limit === 'account' ? /^Use several storage accounts/ : /^Put a prefix before the ticks/,
      );
    }
    expect(mainLimit({ ...result, refusals: 0 })).toBeUndefined();
  });

  it('offered = stored + lost + waiting', () => {
    const designs = fc.record({
      scheme: fc.constantFrom<ModelScheme>(
        'ticks',
        'inverted ticks',
        'prefixed ticks',
        'partition per writer',
        'hash',
        'guid',
      ),
      eventsPerSecond: fc.constantFrom(0, 90, 1900, 2600, 9000, 31_000),
      retries: fc.constantFrom(0, 1, 3, 8),
      entityBytes: fc.constantFrom(300, 1500, 4096),
      durationSeconds: fc.constantFrom(2, 37, 240),
      roundingTicks: fc.constantFrom(1n, SECOND, 60n * SECOND),
    });
    fc.assert(
      fc.property(designs, fc.constantFrom(ENDLESS, DEFAULT_SERVERS), (design, servers) => {
        const result = model(design, servers);
        expect(result.steps.length).toBeGreaterThan(0);
        const { offered, stored, refused, givenUp, waiting } = result;
        expect([stored + givenUp + waiting, givenUp + waiting]).toEqual([offered, refused]);
        expect(Math.min(stored, givenUp, waiting)).toBeGreaterThanOrEqual(0);
        expect(result.grid.counts.reduce((sum, count) => sum + count, 0)).toBe(stored);
        const { partition, offline, server, account } = result.refusedBy;
        // The refusals by limit add up to all refusals, apart from rounding.
        expect(Math.abs(partition + offline + server + account - result.refusals)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });

  it('above the account target: what is over it is lost, it is named, and prefixes are no advice', () => {
    const result = model({ scheme: 'guid', eventsPerSecond: 30_000, retries: 0 });
    expect(Math.abs(result.givenUp - 10_000 * 100)).toBeLessThan(4 * Math.sqrt(3_000_000));
    expect(mainLimit(result)).toBe('account');
    const text = textOf(result);
    expect(text).toMatch(
      /^Lost writes: Throttled from the start: [\d,]+ of [\d,]+ writes \(33 %\) were lost/,
    );
    expect(text).toContain('account target of 20,000 entities/s');
    expect(text).toContain('more prefixes or partitions change nothing');
  });

  it('above the target of a partition: prefixes where they spread, and not where each holds one writer', () => {
    const front = model({ eventsPerSecond: 3000, retries: 0 });
    expect(Math.abs(front.givenUp - 1000 * 100)).toBeLessThan(4 * Math.sqrt(300_000));
    expect(textOf(front)).toContain('target of one partition, 2,000 entities/s');
    expect(textOf(front)).toContain('Put a prefix before the ticks');
    const shared = model({ scheme: 'prefixed ticks', prefixes: 2, eventsPerSecond: 9000, retries: 0 });
    expect(textOf(shared)).toContain('Use more prefixes.');
    const alone = model({
      scheme: 'prefixed ticks',
      prefixes: 100,
      writers: 2,
      eventsPerSecond: 9000,
      retries: 0,
    });
    expect(textOf(alone)).toContain('more prefixes change nothing');
    const both = model({ eventsPerSecond: 30_000, retries: 0 });
    expect(textOf(both)).toContain('account target is the next limit');
  });

  it('one that waits is not lost, and one that is late is neither', () => {
    const short = model({ eventsPerSecond: 3000, durationSeconds: 2, retries: 3 });
    expect([short.givenUp, short.waiting > 0]).toEqual([0, true]);
    expect(outcomeText(short)).toMatch(
      /^Throttled from the start: no write was lost; .*[\d,]+ still wait for a retry/,
    );
    const burst = model({
      eventsPerSecond: 900,
      shape: { kind: 'burst', factor: 4, atSeconds: 30, lengthSeconds: 2 },
    });
    expect([burst.givenUp, burst.waiting]).toEqual([0, 0]);
    expect(outcomeText(burst)).toMatch(/^Throttled after 30 s: no write was lost; [\d,]+ were stored late/);
    expect(lossFindings(burst).map(({ severity }) => severity)).toEqual(['note']);
    expect(lossFindings(model({}))).toEqual([]);
    expect(outcomeText(model({}))).toMatch(/^All [\d,]+ writes are stored, none refused\.$/);
  });

  it('says of one write what it says of many', () => {
    const many = model({ eventsPerSecond: 3000, durationSeconds: 2, retries: 3 });
    const text = (count: number): string =>
      outcomeText({ ...many, givenUp: count, recovered: count, waiting: count });
    expect(text(1)).toMatch(
      / 1 of [\d,]+ writes \(.+\) was lost after 3 retries; 1 was stored late, by a retry; 1 still waits for a retry/,
    );
    expect(text(2)).toMatch(
      / 2 of [\d,]+ writes \(.+\) were lost after 3 retries; 2 were stored late, by a retry; 2 still wait for a retry/,
    );
  });

  it('a loss is among the findings of a design, first', () => {
    const { findings } = modelAnswer(model({ scheme: 'guid', eventsPerSecond: 30_000 }));
    expect(findings[0]?.id).toBe('throttled');
    const hot = modelAnswer(model({ scheme: 'hash', eventsPerSecond: 45_000, prefixes: 10 }));
    const spread = hot.findings.filter(({ id }) => id === 'hot-partition');
    expect(spread.map(({ advice }) => advice).filter((advice) => /Use more/.test(advice))).toEqual(
      mainLimit(hot.result) === 'account' ? [] : spread.map(({ advice }) => advice),
    );
  });

  it('the load of a partition is told with retries and without', () => {
    const { steps } = model({ eventsPerSecond: 3000, durationSeconds: 120 });
    const fresh = Math.max(...steps.map(({ hottestFreshPerSecond }) => hottestFreshPerSecond));
    const all = Math.max(...steps.map(({ hottestPartitionPerSecond }) => hottestPartitionPerSecond));
    // A step of one second holds 3,000 new writes on average; five standard deviations are allowed.
    expect(Math.abs(fresh - 3000)).toBeLessThan(5 * Math.sqrt(3000));
    expect(all).toBeGreaterThan(fresh * 1.3);
  });

  it('a partition that shows more than its target says why', () => {
    const notes = model({ eventsPerSecond: 3000, durationSeconds: 600 }).notes.join(' ');
    expect(notes).toMatch(/The map shows up to 2,\d{3} writes\/s of a partition that takes 2,000\/s/);
    expect(model({ eventsPerSecond: 1500, durationSeconds: 600 }).notes.join(' ')).not.toContain(
      'The map shows',
    );
  });
});
