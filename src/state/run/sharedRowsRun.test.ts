import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from './queryForm.ts';
import { rig, textOf } from './queryRun.fixture.ts';

describe('a run whose queries share keys', () => {
  it('counts a row returned by several queries once, and stays complete except for rows that change meanwhile', async () => {
    const { plan, run, session, ended, client } = rig({ prefixes: 3, rowsEach: 25 });
    const range = plan.queries[1]?.range ?? { partition: {}, exact: true };
    const queries = plan.queries.map((query) => ({ ...query, range, filter: 'q1' }));
    run.start(
      { ...plan, queries: queries.map((query) => ({ ...query, sharesRows: true })) },
      session,
      EMPTY_FORM,
    );
    await ended();
    expect(textOf(run)).toMatch(/^Complete: 25 rows/);
    // A row that changes from matching an unread query to matching one already read is in no answer.
    expect(textOf(run)).toContain(
      'A row that changes while it is read may be missed: the filter is read in 3 queries over the same keys.',
    );
    expect((await client.view({ order: 'key', from: 0, to: 99 })).rows).toHaveLength(25);
    run.start({ ...plan, queries }, session, EMPTY_FORM);
    await ended();
    expect(textOf(run)).toMatch(/^Incomplete: 25 rows.*only rows that were read before/);
    expect(textOf(run)).not.toContain('may be missed');
    // The row does not match the filter part of its own query, but that of another.
    const all = "RowKey ge ''";
    const parts = queries.map((query, at) => ({
      ...query,
      sharesRows: true,
      condition: at === 0 ? all : "RowKey eq 'nobody'",
    }));
    run.start({ ...plan, request: { ...plan.request, filter: all }, queries: parts }, session, EMPTY_FORM);
    await ended();
    expect(textOf(run)).not.toMatch(/^Complete/);
    expect(run.get().anomalies.repeated).toBeGreaterThan(0);
  });
});
