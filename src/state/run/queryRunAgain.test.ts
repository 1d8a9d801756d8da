import { describe, expect, it } from 'vitest';
import { LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { rig, textOf } from './queryRun.fixture.ts';

describe('a second run in the middle of the first', () => {
  it('ends the first: from then on no request is for it', async () => {
    const { clock, plan, service, run, session, ended } = rig({ prefixes: 2, rowsEach: 95 });
    const sentFor = (filter: string): number => service.seen.filter((seen) => seen.filter === filter).length;
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS * 3);
    expect(run.get().phase).toBe('running');
    const own = plan.queries.filter(({ index }) => index === 1);
    run.start({ ...plan, queries: own.map((query) => ({ ...query, index: 0 })) }, session, EMPTY_FORM);
    const before = sentFor('q0');
    await ended();
    expect(textOf(run)).toBe('Complete: 95 rows from 1 of 1 prefixes');
    expect(sentFor('q0')).toBe(before);
  });
});
