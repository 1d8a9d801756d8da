import { describe, expect, it } from 'vitest';
import type { PointsReceipt } from '../../workers/rowPoints.ts';
import type { EndedRun } from '../run/runState.ts';
import { readAsPoints } from './pointsResult.ts';

const NAMING = { kind: 'offset', prefix: 'S', stepTicks: 1n } as const;
const QUERY = { index: 4, label: 'prefix 4', tableName: 'Old', queryClass: 'table scan' };
const RUN = {
  phase: 'ended',
  runId: 1,
  plan: {
    request: { tableName: 'Sensors', window: { from: 100n, to: 200n } },
    queries: [QUERY],
    guards: ['g'],
  },
  guards: ['g'],
  requests: ['r'],
  rows: 7,
  completeness: { state: 'complete', rows: 7, queriesDone: 3, queriesAsked: 3, readAtMs: 5 },
} as unknown as EndedRun;

interface Given {
  readonly receipt?: Partial<PointsReceipt>;
  readonly counts?: Partial<PointsReceipt['counts']>;
  readonly run?: Partial<EndedRun>;
  readonly rowTicks?: bigint;
  readonly room?: { readonly rows: number; readonly bytes: number };
  /** Rows that the store keeps of each of two pages, or why it refuses one. */
  readonly kept?: readonly (number | string)[];
}

async function read({
  receipt,
  counts,
  run,
  rowTicks,
  room = { rows: 50, bytes: 1e6 },
  kept = [30, 10],
}: Given) {
  const asked: unknown[] = [];
  const stored = [...kept];
  const source = {
    run: { get: () => ({ ...RUN, ...run }) },
    rows: {
      points: async (request: unknown, onPage: (page: Uint8Array) => Promise<void>) => {
        asked.push(['points', request]);
        for (const at of kept.keys()) await onPage(Uint8Array.of(at));
        const none = { rowsWithoutTime: 0, beyondTime: 0 };
        return { rows: 7, points: 40, rowsLeft: 0, counts: { ...none, ...counts }, ...receipt };
      },
    },
  };
  const rows = {
    begin: (spec: { readonly schemeId: string }) => {
      asked.push(['begin', { ...spec, schemeId: spec.schemeId === '' ? '' : 'ticks' }]);
      return Promise.resolve();
    },
    append: (...page: unknown[]) => {
      asked.push(['append', ...page]);
      const rowsOfPage = stored.shift() ?? 0;
      return Promise.resolve(
        typeof rowsOfPage === 'string'
          ? { ok: false, error: { message: rowsOfPage } }
          : { ok: true, value: { rows: rowsOfPage } },
      );
    },
  };
  const opened = await readAsPoints(
    source as never,
    'Tanks',
    NAMING,
    rowTicks,
  )({ rows, runId: 9, room } as never);
  return { opened, asked };
}

async function runOf(given: Given): Promise<EndedRun> {
  const { opened } = await read(given);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.run;
}

describe('rows that are read as points', () => {
  it('are stored as one query of their own, as far as there is room', async () => {
    const { asked, opened } = await read({ rowTicks: 60n });
    const query = { index: 0, label: 'points', tableName: 'Sensors' };
    expect(asked).toStrictEqual([
      ['begin', { runId: 9, schemeId: 'ticks', queries: [query] }],
      ['points', { naming: NAMING, rowTicks: 60n, unnamed: 'Sensors', mostPoints: 50 }],
      ['append', 9, 0, Uint8Array.of(0)],
      ['append', 9, 0, Uint8Array.of(1)],
    ]);
    if (!opened.ok) throw new Error(opened.error);
    const { run, points } = opened.value;
    expect([
      points.of,
      points.kept,
      run.rows,
      run.runId,
      run.guards,
      run.requests,
      run.dataVersion,
    ]).toStrictEqual(['Tanks', 40, 40, 9, [], [], 1]);
    expect([run.plan.queries, run.plan.guards]).toStrictEqual([[{ ...QUERY, ...query }], []]);
    expect(run.progress).toMatchObject([{ ...query, state: 'done', rows: 40 }]);
    expect(run.plan.request).toMatchObject({ tableName: 'Sensors', volume: 1, unprefixed: false });
    // 300 bytes for each.
    const few = await read({ room: { rows: 50, bytes: 12_299 } });
    expect(few.asked[1]).toStrictEqual(['points', { naming: NAMING, unnamed: 'Sensors', mostPoints: 40 }]);
  });

  it('are Derived only if every row gave its points and all of them are kept', async () => {
    const stateOf = async (given: Given) => (await runOf(given)).completeness;
    expect(await stateOf({})).toStrictEqual({
      ...RUN.completeness,
      state: 'derived',
      rows: 40,
      queriesDone: 1,
      queriesAsked: 1,
      derived: { kind: 'points', of: 'Tanks', sources: ['complete'] },
    });
    const losses: readonly Given[] = [
      { receipt: { rowsLeft: 1 } },
      { counts: { rowsWithoutTime: 1 } },
      { counts: { beyondTime: 1 } },
      { kept: [30, 9] },
      // Two losses are no gain.
      { receipt: { rowsLeft: 1 }, counts: { rowsWithoutTime: 1 } },
      { counts: { rowsWithoutTime: 1, beyondTime: 1 } },
      { receipt: { rowsLeft: 1 }, counts: { beyondTime: 1 } },
      { receipt: { rowsLeft: 1 }, kept: [30, 9] },
      { counts: { beyondTime: 1 }, kept: [30, 9] },
      { counts: { rowsWithoutTime: 1 }, kept: [30, 9] },
    ];
    for (const loss of losses)
      expect([loss, await stateOf(loss)]).toMatchObject([
        loss,
        {
          state: 'incomplete',
          reasons: [{ kind: 'unread', text: 'Not every row could be read as points.', queries: [] }],
          unread: [],
          resumable: false,
          derived: { kind: 'points', of: 'Tanks' },
        },
      ]);
    // What was less than whole stays less, and nothing of it can be continued.
    const reasons = [{ kind: 'failed', text: 'One failed.', queries: [] }];
    const completeness = { ...RUN.completeness, state: 'stopped', reasons, unread: [], resumable: true };
    expect(await stateOf({ run: { completeness } as unknown as Partial<EndedRun> })).toMatchObject({
      state: 'stopped',
      reasons,
      resumable: false,
      rows: 40,
    });
  });

  it('have a window from the first row on if it is inside the first that could be cut', async () => {
    const windowOf = async (firstTicks: bigint | undefined, rowTicks?: bigint) => {
      const receipt = firstTicks === undefined ? {} : { firstTicks };
      const { plan } = await runOf({ receipt, ...(rowTicks !== undefined && { rowTicks }) });
      return plan.request.window?.from;
    };
    const found = [];
    for (const first of [undefined, 99n, 100n, 101n, 199n, 200n]) found.push(await windowOf(first));
    expect(found).toStrictEqual([100n, 100n, 100n, 101n, 199n, 100n]);
    const inRows = [];
    for (const first of [100n, 101n, 149n, 150n]) inRows.push(await windowOf(first, 50n));
    expect(inRows).toStrictEqual([100n, 101n, 149n, 100n]);
    const { request } = (
      await runOf({
        run: { plan: { ...RUN.plan, request: { ...RUN.plan.request, window: undefined } } as never },
      })
    ).plan;
    expect('window' in request).toBe(false);
  });

  it('are not opened without rows, without points, before the end, or if a page is refused', async () => {
    const wordsOf = async (given: Given) => {
      const { opened } = await read(given);
      return opened.ok ? 'opened' : opened.error;
    };
    expect(await wordsOf({ run: { phase: 'running' } as never })).toBe('Wait until the query has ended.');
    expect(await wordsOf({ run: { plan: { ...RUN.plan, queries: [] } } })).toBe('The result has no rows.');
    expect(await wordsOf({ receipt: { points: 0 }, kept: [] })).toBe(
      'No property is named like that, so there are no points.',
    );
    expect(await wordsOf({ kept: [5, 'It is full.', 'Later.'] })).toBe('It is full.');
  });
});
