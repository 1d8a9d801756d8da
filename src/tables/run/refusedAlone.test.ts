import { describe, expect, it } from 'vitest';
import { tableError, type TableFault } from '../base/tableError.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';
import { createLanes } from '../pacing/lanes.ts';
import { createRunControl } from '../pacing/pause.ts';
import type { RunOptions } from '../progress/runTypes.ts';
import { createRunRig, guardsOf, truth } from './runRig.fixture.ts';
import { whyHeld } from './access.ts';

/*
 * If one query is refused (403) while others are answered with the same credential, only that query is at fault: nobody is asked for
 * another credential, and the others are read. In these tests, a request without a filter is a check.
 */

const REFUSED: FakeFault = { fault: { kind: 'auth', status: 403, code: 'AuthorizationFailure' } };
const ROWS = 25;
const GUARDS = guardsOf('g');

/**
 * Runs queries of which some are refused.
 * @param refuses Whether the nth request of a query is refused; the query is -1 for a check.
 */
async function run(
  queries: number,
  refuses: (query: number, nth: number) => boolean,
  more: Partial<RunOptions> = {},
) {
  const rig = createRunRig({
    queries,
    rowsEach: ROWS,
    guardRows: new Map([['g', []]]),
    script: (filter, nth) => {
      const query = filter.startsWith('q') ? Number(filter.slice(1)) : -1;
      return filter !== 'g' && refuses(query, nth) ? REFUSED : undefined;
    },
  });
  const outcome = await rig.run({ control: createRunControl(), guards: GUARDS, ...more });
  const failed = outcome.queries.filter(({ state }) => state === 'failed').map(({ index }) => index);
  const pauses = rig.events.filter(({ kind }) => kind === 'pause').length;
  return { rig, outcome, failed, pauses, sent: rig.service.seen.length };
}

describe('a refusal of some queries, while others are answered', () => {
  const SOME = [[0], [3], [0, 1], [1, 2, 3], [0, 1, 2, 3]];

  for (const lanes of [1, 6]) {
    for (const from of [0, 1]) {
      it(`is theirs alone, whichever they are: ${lanes} lanes, from page ${from + 1} on`, async () => {
        for (const some of SOME) {
          const { rig, outcome, failed, pauses } = await run(
            5,
            (query, nth) => some.includes(query) && nth >= from,
            { lanes: createLanes(lanes) },
          );
          expect({ some, failed, pauses }).toEqual({ some, failed: some, pauses: 0 });
          for (const [index, keys] of truth(rig, ROWS))
            expect(rig.kept.get(index)).toEqual(some.includes(index) ? keys.slice(0, from * 10) : keys);
          expect([outcome.guards[0]?.state, outcome.continuation]).toEqual(['clear', 'readable']);
        }
      });
    }
  }

  it('costs no row if it does not come again', async () => {
    const { rig, failed, pauses } = await run(9, (query, nth) => query === 3 && nth === 1);
    expect([failed, pauses]).toEqual([[], 0]);
    expect(rig.kept).toEqual(truth(rig, ROWS));
  });

  it('is that of a coverage check, too', async () => {
    const rig = createRunRig({
      queries: 4,
      rowsEach: ROWS,
      guardRows: new Map([['g', []]]),
      script: (filter) => (filter === 'g' ? REFUSED : undefined),
    });
    const { queries, guards } = await rig.run({ control: createRunControl(), guards: GUARDS });
    expect([queries.every(({ state }) => state === 'done'), guards[0]?.state]).toEqual([true, 'failed']);
    expect(guards[0]?.fault?.message).toMatch(/^Refused, while other requests are answered: /u);
    expect(rig.events.filter(({ kind }) => kind === 'pause')).toEqual([]);
  });

  it('is said so, with what to do; the request is sent once more and no other', async () => {
    const { outcome, sent } = await run(5, (query) => query === 0);
    const { fault } = outcome.queries[0] ?? {};
    expect(fault?.message).toMatch(/^Refused, while other requests are answered: /u);
    expect(fault?.nextStep).toMatch(/key range/u);
    // Three pages of each other query, one coverage check, two requests that are refused, and two checks.
    expect(sent).toBe(4 * 3 + 1 + 2 + 2);
  });

  it('decides nothing for the rest, even if the first six are refused, or half of forty', async () => {
    const first = await run(10, (query) => query >= 0 && query < 6);
    expect([first.failed, first.pauses]).toEqual([[0, 1, 2, 3, 4, 5], 0]);
    const half = await run(40, (query) => query % 2 === 0);
    expect([half.failed.length, half.outcome.rows, half.pauses]).toEqual([20, 20 * ROWS, 0]);
    expect(half.sent).toBeLessThan(20 * 3 + 20 * 3 + 10);
  });

  it('of another table is that of all its queries: two requests tell', async () => {
    const rig = createRunRig({ queries: 40, rowsEach: 5, script: () => undefined });
    const queries = rig.queries.map((query) => ({
      ...query,
      tableName: query.index < 20 ? 'Other' : 'Orders',
    }));
    const { readPage } = rig.service.reader;
    const reader: typeof rig.service.reader = {
      ...rig.service.reader,
      readPage: async (query, signal) => {
        if (query.tableName === 'Other') other += 1;
        const page = await readPage(query, signal);
        if (query.tableName === 'Other')
          throw tableError({ kind: 'auth', status: 403, message: 'refused', nextStep: 'none' });
        return page;
      },
    };
    let other = 0;
    const outcome = await rig.run({ control: createRunControl(), queries, reader });
    expect(outcome.queries.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 20 }, () => 'failed'),
      ...Array.from({ length: 20 }, () => 'done'),
    ]);
    expect(other).toBeLessThanOrEqual(6 + 1);
    expect(rig.events.filter(({ kind }) => kind === 'pause')).toEqual([]);
  });
});

describe('a refusal of all', () => {
  it('from the first request on fails them all, after one check', async () => {
    const { failed, pauses, sent } = await run(40, () => true, { guards: [] });
    expect([failed.length, pauses, sent]).toEqual([40, 0, 6 + 1]);
  });

  it('of all queries, while checks are answered, is that of each', async () => {
    const { outcome, failed, pauses } = await run(10, (query) => query >= 0);
    expect([failed.length, pauses, outcome.guards[0]?.state]).toEqual([10, 0, 'clear']);
  });
});

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => ({
  kind,
  message: `${kind}.`,
  nextStep: '',
  ...more,
});
const RESET = fault('network');
const NO_ENTRY = fault('auth');

it('a page is held by what no retry mends', () => {
  const usual = { isSilent: false, isOnline: true, canPause: true, letInAtMs: 500, resumedAtMs: 0 };
  const why = (found: TableFault, more: Partial<typeof usual> = {}, page: { refusedAtMs?: number } = {}) =>
    whyHeld(page, found, { ...usual, ...more });
  const asleep = fault('timeout', { afterSleep: true });
  expect([why(asleep), why(asleep, { isSilent: true })]).toEqual([
    undefined,
    'the page was asleep: checking whether the service answers',
  ]);
  expect([why(RESET), why(RESET, { isOnline: false })]).toEqual([undefined, 'waiting for the network']);
  const again = { refusedAtMs: 600 };
  const other = 'waiting for another SAS or token';
  expect(why(NO_ENTRY)).toBe('refused: checking whether all requests are');
  expect(why(NO_ENTRY, {}, again)).toBe(other);
  expect(why(NO_ENTRY, { letInAtMs: 700 }, again)).toBeUndefined();
  expect(why(NO_ENTRY, { resumedAtMs: 650 }, again)).toBe('refused: checking whether all requests are');
  expect(whyHeld({}, fault('expired'), { ...usual, letInAtMs: undefined })).toBe(other);
  expect(whyHeld(again, NO_ENTRY, { ...usual, letInAtMs: undefined })).toBeUndefined();
  expect(why(NO_ENTRY, { canPause: false })).toBeUndefined();
});
