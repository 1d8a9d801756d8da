import { describe, expect, it } from 'vitest';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { valueOf } from '../../core/valueOf.fixture.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { page, rowStore } from '../../workers/rowStorePair.fixture.ts';
import type { EndedRun, QueryRunStore } from '../run/runState.ts';
import { readAsPoints } from './pointsResult.ts';

const T0 = 1_709_560_800;
const NAMING = { kind: 'offset', prefix: 'S', stepTicks: 10_000_000n } as const;
const ROW_TICKS = 600_000_000n;

/** A result with the given rows and completeness. */
async function source(rows: readonly object[], state: 'complete' | 'derived' | 'incomplete' = 'complete') {
  const client = rowStore();
  const queries = [{ index: 0, label: 'all rows', tableName: 'Sensors' }];
  await client.begin({ runId: 1, schemeId: 'unix-s-row', queries });
  await client.append(1, 0, page(...rows));
  const run = {
    phase: 'ended',
    plan: { request: { tableName: 'Sensors' }, queries },
    completeness: {
      state,
      rows: rows.length,
      ...(state === 'incomplete' && { reasons: [], unread: [{}], resumable: true }),
    },
  } as unknown as EndedRun;
  return { rows: client, run: { get: () => run } as unknown as QueryRunStore };
}

const minute = (at: number, points: object) => ({
  PartitionKey: 'hour',
  RowKey: String(T0 + at * 60),
  ...points,
});
const ROWS = [
  minute(0, { S00: 1.5, S59: 2.5, Unit: 'bar' }),
  minute(1, { S07: 3.5 }),
  minute(2, { S00: 4.5 }),
];

/** A row whose key has no time. */
const SUMMARY = { PartitionKey: 'hour', RowKey: 'summary', S00: 9 };

const ROOM = { rows: 1e6, bytes: 1e9 };

/** What becomes of reading a result as points, and the row store that holds them. */
async function points(
  from: Awaited<ReturnType<typeof source>>,
  { room = ROOM, rows = rowStore(), name = 'Sensors' } = {},
) {
  return { opened: await readAsPoints(from, name, NAMING, ROW_TICKS)({ rows, runId: 2, room }), rows };
}

const made = async (...given: Parameters<typeof points>) => valueOf((await points(...given)).opened);

/** The window of the points of rows of a window, both in seconds from the first row. */
async function windowOf(from: number, to: number, rowTicks: bigint | undefined) {
  const at = (second: number) => 621_355_968_000_000_000n + BigInt(T0 + second) * 10_000_000n;
  const rows = await source(ROWS);
  const run = rows.run.get() as unknown as { plan: { request: { window?: object } } };
  run.plan.request.window = { from: at(from), to: at(to) };
  const intake = { rows: rowStore(), runId: 2, room: ROOM };
  const read = await readAsPoints(rows, 'Sensors', NAMING, rowTicks)(intake);
  const found = valueOf(read).run.plan.request.window;
  return found && [found.from, found.to].map((ticks) => Number((ticks - at(0)) / 10_000_000n));
}

describe('rows read as points', () => {
  it('are a separate store, with each point at its own time, as complete as the rows', async () => {
    const { opened, rows } = await points(await source(ROWS));
    const { run, points: read } = valueOf(opened);
    expect(run).toMatchObject({
      rows: 4,
      completeness: { state: 'derived', rows: 4, derived: { kind: 'points', of: 'Sensors' } },
    });
    const view = await rows.view({ order: 'time-asc', from: 0, to: 10, columns: ['Value'] });
    const ticks = (second: number) => String(621_355_968_000_000_000n + BigInt(T0 + second) * 10_000_000n);
    expect(view.rows.map(({ rowKey, cells }) => [rowKey, cells[0]?.text])).toStrictEqual([
      [`0${ticks(0)}_S00`, '1.5'],
      [`0${ticks(59)}_S59`, '2.5'],
      [`0${ticks(67)}_S07`, '3.5'],
      [`0${ticks(120)}_S00`, '4.5'],
    ]);
    expect([...read.receipt.counts.otherProperties]).toStrictEqual([['Unit', 1]]);
  });

  it('are a full result: one finished query of the table, without the requests for its rows', async () => {
    const { plan, progress, requests } = (await made(await source(ROWS))).run;
    const { schemeId, ...request } = plan.request;
    expect(request).toStrictEqual({ tableName: 'Sensors', volume: 1, unprefixed: false });
    expect(plan.queries).toStrictEqual([{ index: 0, label: 'points', tableName: 'Sensors' }]);
    expect([plan.guards, requests]).toStrictEqual([[], []]);
    expect(progress).toMatchObject([{ state: 'done', rows: 4, requests: 0, parts: [] }]);
    // Its keys are ticks, which the scheme must read.
    const scheme = schemeById(schemeId);
    expect([scheme?.timeSource, scheme?.read('0638451595251234567', 'row', {})?.ticks]).toStrictEqual([
      'row',
      638_451_595_251_234_567n,
    ]);
  });

  it('say why they are incomplete', async () => {
    expect((await made(await source([...ROWS, SUMMARY]))).run.completeness).toMatchObject({
      state: 'incomplete',
      rows: 4,
      reasons: [{ kind: 'unread', text: 'Not every row could be read as points.', queries: [] }],
      resumable: false,
    });
  });

  it.each([
    // Rows are read completely, so the last one may yield more than there is room for.
    { room: { rows: 100, bytes: 600 }, kept: 2, left: 2 },
    { room: { rows: 100, bytes: 899 }, kept: 2, left: 2 },
    { room: { rows: 100, bytes: 900 }, kept: 3, left: 1 },
    { room: { rows: 3, bytes: 1e9 }, kept: 3, left: 1 },
    { room: { rows: 4, bytes: 1e9 }, kept: 4, left: 0 },
  ])('are limited by the available room, at 300 bytes each: $room', async ({ room, kept, left }) => {
    expect(await made(await source(ROWS), { room })).toMatchObject({
      points: { receipt: { points: kept, rowsLeft: left } },
      run: { completeness: { state: left === 0 ? 'derived' : 'incomplete' } },
    });
  });

  it('require an ended run with a query', async () => {
    const from = await source(ROWS);
    const run = from.run.get();
    if (run.phase !== 'ended') throw new Error('The run has not ended.');
    const of = async (state: unknown) => {
      const { opened } = await points({ ...from, run: { get: () => state } as unknown as QueryRunStore });
      return opened.ok ? undefined : opened.error;
    };
    expect(await of({ ...run, phase: 'running' })).toBe('Wait until the query has ended.');
    expect(await of({ ...run, plan: { ...run.plan, queries: [] } })).toBe('The result has no rows.');
  });

  it('report why the row store refused a page, and drop a name that may be a secret', async () => {
    const from = await source(ROWS);
    const into = (more: Partial<RowStoreClient>) => points(from, { rows: { ...rowStore(), ...more } });
    const error = { kind: 'stale-run', message: 'The page is too large.', nextStep: '' } as const;
    const refused = await into({ append: () => Promise.resolve({ ok: false, error }) });
    expect(refused.opened).toStrictEqual({ ok: false, error: 'The page is too large.' });
    const lost = into({ begin: () => Promise.reject(new Error('The worker stopped.')) });
    await expect(lost).rejects.toThrow('The worker stopped.');
    const name = `sig=${'a'.repeat(43)}%3D`;
    expect((await made(from, { name })).run.completeness).toMatchObject({
      derived: { of: 'a result whose name looks like a secret' },
    });
  });

  it.each([
    ['complete', { state: 'derived', derived: { kind: 'points', sources: ['complete'] } }],
    // A difference is a part of a table.
    ['derived', { state: 'derived', derived: { kind: 'points', sources: ['derived'] } }],
    ['incomplete', { state: 'incomplete', resumable: false, derived: { kind: 'points' } }],
  ] as const)('never claim more than their rows, and say what those are: %s', async (state, claimed) => {
    expect((await made(await source(ROWS, state))).run.completeness).toMatchObject(claimed);
  });

  it('keep the points of each source apart, and say which were not kept', async () => {
    const of = (source: string, at: number, points: object) => ({
      ...minute(at, points),
      PartitionKey: source,
    });
    const two = [of('boiler-1', 0, { S00: 1, S01: 2 }), of('boiler-2', 0, { S00: 3, S01: 4 })];
    const { opened, rows } = await points(await source(two));
    expect(valueOf(opened).run).toMatchObject({ rows: 4, completeness: { state: 'derived' } });
    const view = await rows.view({ order: 'arrival', from: 0, to: 9 });
    expect(view.rows.map(({ partitionKey }) => partitionKey).toSorted()).toStrictEqual([
      'boiler-1',
      'boiler-1',
      'boiler-2',
      'boiler-2',
    ]);
    // Two rows that differ only in a part of the key that points do not keep.
    const twice = [of('boiler_1709560800', 0, { S00: 1 }), of('boiler_1709564400', 0, { S00: 2 })];
    expect(await made(await source(twice))).toMatchObject({
      points: { kept: 1, receipt: { points: 2 } },
      run: { rows: 1, completeness: { state: 'incomplete' } },
    });
  });

  it('are counted over all pages, and a lost one on any page is noticed', async () => {
    const seconds = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`S${String(at).padStart(2, '0')}`, at + 0.5]),
    );
    // 40 rows of 60 points are pages of 1,000, 1,000 and 400.
    const rows = Array.from({ length: 40 }, (_, at) => minute(at, seconds));
    expect(await made(await source(rows))).toMatchObject({
      points: { kept: 2400, receipt: { rows: 40, points: 2400, rowsLeft: 0 } },
      run: { rows: 2400, progress: [{ rows: 2400 }], completeness: { state: 'derived', rows: 2400 } },
    });
    // A second row for the first minute of the same source: its point is on the last page, and has the same keys as one on the first.
    const again = { ...minute(0, { S00: 9 }), PartitionKey: 'hour_1709560800' };
    expect(await made(await source([...rows, again]))).toMatchObject({
      points: { kept: 2400, receipt: { rows: 41, points: 2401, rowsLeft: 0 } },
      run: { rows: 2400, progress: [{ rows: 2400 }], completeness: { state: 'incomplete', rows: 2400 } },
    });
  });

  // From and to are seconds from the first row. A row covers a minute, so a whole minute without a row has no points.
  it.each([
    [-30, 600, 0],
    [-59, 600, 0],
    [-60, 600, -60],
    [-90, 600, -90],
    [0, 600, 0],
    [10, 600, 10],
    [-30, 0, -30],
    [-30, 1, 0],
  ])(
    'start with the first row that was read, if the window starts within the row before it: %i s to %i s',
    async (from, to, begin) => {
      expect(await windowOf(from, to, ROW_TICKS)).toStrictEqual([begin, to]);
    },
  );

  it('start with the first row where nothing tells how long a row is', async () => {
    expect(await windowOf(-900, 600, undefined)).toStrictEqual([0, 600]);
  });

  it('are refused with a message if no property is a point', async () => {
    const { opened } = await points(await source([minute(0, { Unit: 'bar' })]));
    expect(opened).toStrictEqual({
      ok: false,
      error: 'No property is named like that, so there are no points.',
    });
  });
});
