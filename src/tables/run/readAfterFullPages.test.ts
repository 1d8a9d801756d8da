import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunOptions, RunOutcome } from '../progress/runTypes.ts';
import {
  createKeyTable,
  createPrefixTable,
  type KeyTable,
  rangeInTime,
  rowsInTime,
} from './keyTable.fixture.ts';
import { guardsOf } from './runRig.fixture.ts';

interface Scene {
  /** Number of rows of each prefix. */
  readonly rows: readonly number[];
  readonly pageRows: number;
  /** Whether the token of the answer to this request is hidden, although x-ms-request-id is readable. */
  readonly hides: (request: number) => boolean;
}

/** Every page is as full as the service makes any, except the last one of a query. */
function sceneOf({ rows, pageRows, hides }: Scene) {
  let isMended = false;
  const { table, truth } = createPrefixTable(rows, {
    seconds: 90,
    pageRows,
    hidesToken: ({ request }) => !isMended && hides(request),
  });
  const kept = (of: KeyTable) => truth.map((_, index) => of.kept(index));
  return {
    table,
    run: (more: Partial<RunOptions> = {}) => table.run({ top: pageRows, ...more }),
    mend: () => {
      isMended = true;
    },
    isWhole: () => JSON.stringify(kept(table)) === JSON.stringify(truth),
  };
}

/** Whether the result would be Complete as far as its queries go. */
function claimsAll({ queries, continuation, stoppedBy }: RunOutcome): boolean {
  return (
    stoppedBy === undefined && continuation === 'readable' && queries.every((query) => query.state === 'done')
  );
}

describe('tokens that are hidden at first, although the request id is readable', () => {
  it.each([
    { rows: [79], pageRows: 10, until: 1 },
    { rows: [40, 40, 40], pageRows: 20, until: 3 },
    { rows: [27, 10, 9, 8, 27, 0], pageRows: 9, until: 6 },
    { rows: [5, 30], pageRows: 6, until: 2 },
  ])('and readable at the last check: $rows rows, $pageRows per page', async ({ until, ...scene }) => {
    const { table, run, isWhole } = sceneOf({ ...scene, hides: (request) => request < until });
    const outcome = await run();
    expect([outcome.continuation, isWhole(), claimsAll(outcome)]).toEqual(['readable', true, true]);
    // After reading on, the last check was made again.
    const last = outcome.requests.at(-1);
    expect([last?.kind, table.seen.length]).toEqual(['check', outcome.requests.length]);
  });
});

describe('tokens that were hidden when the account was connected, and are mended during the run', () => {
  /** Pages are smaller than requested, as with large rows, so the number of rows on a page says nothing. */
  it.each([
    { rows: [79], pageRows: 10, until: 2 },
    { rows: [14, 0, 33, 7, 7, 1, 21], pageRows: 7, until: 8 },
    { rows: [30, 30, 30, 30, 30, 30, 30, 30], pageRows: 4, until: 7 },
  ])('leave no row unread: $rows rows, $pageRows per page', async ({ until, ...scene }) => {
    for (const useSecondary of [false, true]) {
      const { table, run, isWhole } = sceneOf({ ...scene, hides: (request) => request < until });
      const more = useSecondary ? { secondary: table.secondary } : {};
      const outcome = await run({ top: 1000, tokensWereHidden: true, ...more });
      expect([isWhole(), claimsAll(outcome)]).toEqual([true, true]);
    }
  });

  it.each([
    { tokensWereHidden: false, more: 0 },
    { tokensWereHidden: true, more: 1 },
  ])(
    'cost at most one request if they are readable by the start: $more',
    async ({ tokensWereHidden, more }) => {
      const seen: number[] = [];
      for (const options of [{}, { tokensWereHidden }]) {
        const scene = sceneOf({ rows: [5, 8, 3, 9, 2], pageRows: 10, hides: () => false });
        const outcome = await scene.run({ top: 1000, ...options });
        expect([scene.isWhole(), claimsAll(outcome)]).toEqual([true, true]);
        seen.push(scene.table.seen.length);
      }
      expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBe(more);
    },
  );

  it('end where they stay hidden at one of two hosts, which is said', async () => {
    const { table } = createPrefixTable([45, 45, 45, 45, 0], {
      hidesToken: ({ replica }) => replica === 'primary',
    });
    const outcome = await table.run({ secondary: table.secondary, tokensWereHidden: true });
    expect(outcome.continuation).toBe('hidden');
    expect(table.seen.length).toBeLessThan(60);
  });

  it('leave a coverage check open that was answered by an empty page', async () => {
    const { run } = sceneOf({ rows: [30, 2], pageRows: 5, hides: (request) => request < 4 });
    const guards = guardsOf("PartitionKey ge '9'");
    const first = await run({ top: 5, guards, tokensWereHidden: true });
    expect([first.guards[0]?.unproven?.why, first.continuation]).toEqual(['hidden', 'hidden']);
    const again = await run({
      top: 5,
      guards,
      tokensWereHidden: true,
      resume: first.queries,
      resumeGuards: first.guards,
    });
    expect([again.guards[0]?.unproven, again.continuation]).toEqual([undefined, 'readable']);
  });
});

describe('a full last page that was not read on from', () => {
  it('is left open by a cancelled run, and read on from by the next', async () => {
    for (const cancelMs of [50, 90, 130]) {
      const scene = sceneOf({
        rows: [60, 20, 12, 43, 20, 20, 33],
        pageRows: 10,
        hides: (request) => request < 3,
      });
      const stop = new AbortController();
      const work = scene.table.start({ top: 10, share: false, signal: stop.signal });
      await scene.table.clock.advance(cancelMs);
      stop.abort();
      const first = await scene.table.clock.run(work);
      // Their own tokens were hidden and later ones were not. Before the first later token, the answers cannot show that.
      const why = cancelMs < 80 ? 'unanswered' : 'not-read-on';
      for (const { state, parts } of first.queries.slice(0, 3))
        expect([cancelMs, state, parts[0]?.unproven?.why]).toEqual([cancelMs, 'done', why]);
      scene.mend();
      const again = await scene.run({ resume: first.queries });
      expect([cancelMs, scene.isWhole(), claimsAll(again)]).toEqual([cancelMs, true, true]);
    }
  });

  it.each([
    // The rest is a single page, which is read to its end.
    { rows: [20, 10], stoppedBy: undefined },
    { rows: [10, 10], stoppedBy: undefined },
    { rows: [10, 0, 10, 30, 10], stoppedBy: 'rows' },
  ])('is read on from if the rows are exactly as many as the budget: $rows', async ({ rows, stoppedBy }) => {
    const hides = (request: number): boolean => request < rows.length;
    const { run, isWhole } = sceneOf({ rows, pageRows: 10, hides });
    // Exactly the rows of the first pages.
    const budget = { rows: rows.reduce((sum, count) => sum + Math.min(count, 10), 0), bytes: 1e12 };
    const first = await run({ budget });
    const isDone = stoppedBy === undefined;
    expect([first.stoppedBy, claimsAll(first), isWhole()]).toEqual([stoppedBy, isDone, isDone]);
    const again = await run({ resume: first.queries });
    expect([isWhole(), claimsAll(again)]).toEqual([true, true]);
  });

  /** The last check asks for one row without a filter. */
  const isCheck = ({ top }: { readonly top: number | undefined }): boolean => top === 1;

  it.each([
    { tokens: 'stay hidden', rows: 400, says: 'hidden', hidesCheck: true, failsCheck: false },
    { tokens: 'stay hidden', rows: 170, says: 'hidden', hidesCheck: true, failsCheck: false },
    { tokens: 'are readable later', rows: 400, says: 'not-read-on', hidesCheck: false, failsCheck: false },
    { tokens: 'are not known of', rows: 290, says: 'unanswered', hidesCheck: false, failsCheck: true },
  ])('of a failed query is said to be $says if tokens $tokens ($rows rows)', async (scene) => {
    const table: KeyTable = createKeyTable({
      rows: rowsInTime('', scene.rows),
      ranges: [rangeInTime('', scene.rows)],
      fault: (request) => {
        if (isCheck(request)) return scene.failsCheck ? { kind: 'bad-request', status: 400 } : undefined;
        return request.request > 1 && request.request % 2 === 0
          ? { kind: 'bad-request', status: 400 }
          : undefined;
      },
      hidesToken: (request) => (isCheck(request) ? scene.hidesCheck : request.request > 0),
    });
    const outcome = await table.run({ top: 10 });
    expect(outcome.queries[0]?.state).toBe('failed');
    const whys = (outcome.queries[0]?.parts ?? []).flatMap(({ unproven }) => unproven?.why ?? []);
    expect([...new Set(whys)]).toEqual([scene.says]);
    expect([outcome.continuation, table.seen.filter(isCheck).length]).toEqual([scene.says, 1]);
  });

  it('never makes a result Complete that is not, whichever tokens are hidden and whenever a run is cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(1, 7, 8, 9, 16, 24)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom(4, 8, 11),
        fc.uniqueArray(fc.nat(30), { maxLength: 20 }),
        fc.option(fc.integer({ min: 40, max: 400 }), { nil: undefined }),
        fc.boolean(),
        async (rows, pageRows, hidden, cancelMs, useSecondary) => {
          const scene = sceneOf({ rows, pageRows, hides: (request) => hidden.includes(request) });
          const { table } = scene;
          const more = { top: pageRows, ...(useSecondary ? { secondary: table.secondary } : {}) };
          const stop = new AbortController();
          const work = table.start({ ...more, signal: stop.signal });
          if (cancelMs !== undefined) {
            await table.clock.advance(cancelMs);
            stop.abort();
          }
          let outcome = await table.clock.run(work);
          expect(claimsAll(outcome) && !scene.isWhole()).toBe(false);
          scene.mend();
          for (let turn = 0; turn < 2 && !claimsAll(outcome); turn += 1)
            outcome = await table.run({ ...more, resume: outcome.queries });
          // A table of one row never brings a token.
          const isTooSmall = rows.reduce((sum, count) => sum + count, 0) < 2;
          expect([claimsAll(outcome) || isTooSmall, scene.isWhole()]).toEqual([true, true]);
        },
      ),
      { numRuns: 20 },
    );
  });
});
