import { expect, it } from 'vitest';
import { EMPTY_FORM } from './queryForm.ts';
import { rig, textOf } from './queryRun.fixture.ts';

it.each([
  { headersExposed: false, first: 'check' },
  { headersExposed: true, first: 'query' },
  { headersExposed: undefined, first: 'query' },
])(
  'a run asks first whether tokens are still hidden if they were at connect ($headersExposed): $first',
  async ({ headersExposed, first }) => {
    const { plan, run, session, ended } = rig({ prefixes: 5, rowsEach: 25 });
    run.start(plan, { ...session, ...(headersExposed !== undefined && { headersExposed }) }, EMPTY_FORM);
    await ended();
    expect(run.get().requests[0]?.kind).toBe(first);
    // Meanwhile, somebody has fixed the CORS rule.
    expect(textOf(run)).toBe('Complete: 125 rows from 5 of 5 prefixes');
  },
);

it('and once more at its end if they are: Unverifiable, however many rows arrived', async () => {
  const { plan, run, session, ended } = rig({ prefixes: 1, rowsEach: 35, hidesTokens: true });
  run.start(plan, { ...session, headersExposed: false }, EMPTY_FORM);
  await ended();
  expect(run.get().requests.filter(({ kind }) => kind === 'check')).toHaveLength(2);
  expect(textOf(run)).toMatch(
    /^Unverifiable: 10 rows from 1 of 1 prefixes\. CORS hides the continuation headers/,
  );
});
