// A result is followed while its table is written, with late rows, rows out of order, and rows that are written again.
import { setMaxListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createRandom } from '../../scripts/demo/random.mjs';
import { compareRows, type DemoRow } from '../../scripts/demo/rows.mjs';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { planQueries } from '../../src/core/plan/planQueries.ts';
import type { EventVolume } from '../../src/core/keys/base/scheme.ts';
import { clampTicks, ticksFromUnixMs } from '../../src/core/time/ticks.ts';
import { createActivity } from '../../src/state/base/activity.ts';
import type { Session } from '../../src/state/connection/session.ts';
import { EMPTY_FORM } from '../../src/state/run/queryForm.ts';
import { createLateEngine, createQueryRun } from '../../src/state/run/queryRun.ts';
import type { RunState } from '../../src/state/run/runState.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { recommendedRule } from '../rig/corsRules.ts';
import { createFaultLayer } from '../rig/faultLayer.ts';
import { liveRows } from '../rig/rowSource.ts';
import { createTableService } from '../rig/tableService.ts';
import { createMemoryFetch, PAGE_ORIGIN } from './memoryFetch.ts';
import { createMemoryRows } from './memoryRows.ts';
import { createVirtualTime, RUN_EPOCH_MS, virtualEnv } from './virtualTime.ts';

// Many listeners wait on one signal, which Node would report as a leak.
setMaxListeners(0);

const ENGINE = createLateEngine();
await ENGINE.load();

const ENDPOINT = 'http://127.0.0.1:10002/scripted';
const TABLE = 'Events';
const WRITE_EVERY_MS = 1500;
const MINUTE_MS = 60_000;

type Key = Pick<DemoRow, 'partitionKey' | 'rowKey'>;

interface World {
  readonly schemeId: string;
  readonly volume: EventVolume;
  readonly seed: number;
  readonly budgetRows?: number;
  /** How far the time range reaches into the future. */
  readonly aheadMs?: number;
}

/** A page that follows a table, and a writer of the table. Rows are up to 9 minutes late, and one in five is written again. */
function follow({ schemeId, volume, seed, budgetRows = 1e6, aheadMs = 0 }: World) {
  const time = createVirtualTime();
  const random = createRandom(seed, 'follow');
  const table: DemoRow[] = [];
  const times = new Map<Key, number>();
  const keyOf = (atMs: number, id: number): Key => {
    const isPrefixed = schemeId === 'mds-prefixed';
    const ticks = ticksFromUnixMs(atMs);
    const minute = String(ticks - (ticks % 600_000_000n)).padStart(19, '0');
    const key = {
      partitionKey: isPrefixed ? `${String(random.below(volume)).padStart(19, '0')}___${minute}` : 'log',
      rowKey: isPrefixed
        ? `row${String(id).padStart(6, '0')}`
        : String(3_155_378_975_999_999_999n - ticks - BigInt(id)),
    };
    times.set(key, atMs);
    return key;
  };
  let written = 0;
  let isOn = true;
  const put = (key: Key): void => {
    const timestamp = new Date(time.serviceNowMs()).toISOString().replace('Z', '0000Z');
    written += 1;
    const row = { ...key, timestamp, properties: [['Count', 'Int32', String(written)] as const] };
    const at = table.findIndex((other) => compareRows(other, row) >= 0);
    const same = at >= 0 && compareRows(table[at] as DemoRow, row) === 0;
    table.splice(at < 0 ? table.length : at, same ? 1 : 0, row);
  };
  const write = (): void => {
    if (!isOn) return;
    const now = time.serviceNowMs();
    // A row may be written again within minutes, like that of a counter.
    const recent = [...times].filter(([, atMs]) => now - atMs < 9 * MINUTE_MS);
    if (recent.length > 0 && random.next() < 0.2) put(random.pick(recent)[0]);
    else put(keyOf(now - (random.next() < 0.3 ? random.below(9 * MINUTE_MS) : random.below(300)), written));
    time.arrive(write, WRITE_EVERY_MS);
  };
  for (let at = 0; at < 200; at += 1) put(keyOf(time.serviceNowMs() - random.below(15 * MINUTE_MS), at));
  time.arrive(write, WRITE_EVERY_MS);

  const core = createTableService({
    tables: new Map([[TABLE, liveRows(table)]]),
    cors: [recommendedRule(PAGE_ORIGIN)],
    paging: { rowsPerPage: 20 },
    nowMs: time.serviceNowMs,
  });
  const layer = createFaultLayer({ seed, clockMs: time.monotonicMs, nowMs: time.serviceNowMs });
  const seen = { isVisible: true };
  const returns = new Set<() => void>();
  const env = {
    ...virtualEnv(time, createMemoryFetch({ service: core, layer, time, wireMs: 20 }), 'page', seed),
    isVisible: () => seen.isVisible,
    onReturn: (listener: () => void) => {
      returns.add(listener);
      return () => void returns.delete(listener);
    },
  };
  const text = readConnectionText(`${ENDPOINT}?${core.accountSas()}`);
  if (!text.ok) throw new Error(text.error.message);
  const connection = openConnection(text.value, env, { loadSdk: () => Promise.reject(new Error('none')) });
  const session: Session = { connection, warnings: [], transport: 'automatic' };
  const rows = createMemoryRows();
  const nextFrame = (draw: () => void): void => void time.arrive(draw, 16);
  const run = createQueryRun({
    engine: ENGINE,
    env,
    rows: rows.client,
    activity: createActivity(nextFrame),
    nextFrame,
    budget: { rows: budgetRows, bytes: 1e12 },
  });
  const until = async (isSo: (state: RunState) => boolean): Promise<RunState> =>
    time.run(
      new Promise((resolve) => {
        const look = (): void => {
          const state = run.get();
          if (state.phase === 'idle' || !isSo(state)) return;
          letGo();
          resolve(state);
        };
        const letGo = run.subscribe(look);
        look();
      }),
    );
  const plan = planQueries({
    tableName: TABLE,
    schemeId,
    volume,
    unprefixed: false,
    ...(schemeId !== 'mds-prefixed' && { partitionKey: { kind: 'is' as const, text: 'log' } }),
    window: {
      from: clampTicks(ticksFromUnixMs(RUN_EPOCH_MS - 15 * MINUTE_MS)),
      to: ticksFromUnixMs(RUN_EPOCH_MS + aheadMs),
    },
  });
  if (!plan.ok) throw new Error(plan.error.message);
  const passed = (ms: number): Promise<void> =>
    time.run(new Promise((resolve) => void time.arrive(resolve, ms)));
  /** Waits for `count` whole rounds. With 0, waits for the end of the current one. */
  const roundsMore = (count: number): Promise<RunState> => {
    const state = run.get();
    const done = state.phase === 'idle' ? 0 : (state.follow?.rounds ?? 0);
    return until(({ follow: now }) => (now?.rounds ?? 0) > done + count && now?.phase === 'waiting');
  };
  return {
    run,
    session,
    time,
    layer,
    until,
    rounds: (count: number) =>
      until(({ follow: state }) => (state?.rounds ?? 0) >= count && state?.phase === 'waiting'),
    roundsMore,
    /** Reads the longest stretch again, in few rounds. */
    allAgain: async () => {
      run.follow(session, 60);
      await passed(10 * MINUTE_MS);
      return roundsMore(1);
    },
    passed,
    begin: async () => {
      run.start(plan.value, session, EMPTY_FORM);
      await until(({ phase }) => phase === 'ended');
      run.follow(session, 15);
    },
    /** Writes a row that is `lateMs` late. */
    put: (lateMs: number): Key => {
      const key = keyOf(time.serviceNowMs() - lateMs, 0);
      put(key);
      return key;
    },
    /** Number of rows in all answers. */
    rowsSent: () => {
      const state = run.get();
      return state.phase === 'idle' ? 0 : state.requests.reduce((sum, { rows: sent = 0 }) => sum + sent, 0);
    },
    stopWriting: () => {
      isOn = false;
    },
    hide: (isHidden: boolean) => {
      seen.isVisible = !isHidden;
      for (const listener of returns) listener();
    },
    /** The rows that the page has, and the rows of the table in the same time. */
    compared: async () => {
      const scheme = schemeById(schemeId);
      const state = run.get();
      if (state.phase === 'idle') throw new Error('Nothing was run.');
      const line = (key: Key, count = ''): string => `${key.partitionKey} ${key.rowKey} ${count}`;
      const { rows: held } = await rows.client.view({ order: 'key', from: 0, to: 1e6, columns: ['Count'] });
      const into = { seconds: 0, fraction: 0 };
      const from = Number(state.plan.reads?.from ?? 0n) / 1e7;
      const inTime = table.filter(
        (row) =>
          scheme?.rowTime(row.partitionKey, row.rowKey, into) === true && into.seconds >= Math.floor(from),
      );
      return {
        held: held.map((row) => line(row, row.cells[0]?.text)),
        table: inTime.map((row) => line(row, row.properties[0]?.[2])),
        counted: state.rows,
      };
    },
  };
}

it.each([
  { schemeId: 'mds-prefixed', volume: 10 as const, seed: 2, rounds: 5 },
  { schemeId: 'inverted-ticks19', volume: 1 as const, seed: 4, rounds: 12 },
])('each row once, as it was written last: $schemeId, $volume prefixes', async ({ rounds, ...world }) => {
  const page = follow(world);
  await page.begin();
  await page.rounds(rounds);
  page.stopWriting();
  const state = await page.allAgain();
  const { held, table, counted } = await page.compared();
  expect(held).toEqual(table);
  expect(counted).toBe(table.length);
  expect(state.completeness.state).toBe('complete');
  expect(state.follow?.total.added).toBeGreaterThan(5 * rounds);
  expect(state.follow?.total.changed).toBeGreaterThan(rounds / 2);
  expect(state.follow?.lateRows.size).toBe(state.follow?.total.late);
  expect(state.follow?.total.late).toBeGreaterThan(rounds / 2);
});

it.each([
  { ahead: 0, volume: 10 as const, failing: '003___' },
  { ahead: 60, volume: 1 as const, failing: '000___' },
])(
  'a round that fails keeps what was claimed, says so, and the next one reads it again: range to $ahead min ahead',
  async ({ ahead, volume, failing }) => {
    const page = follow({ schemeId: 'mds-prefixed', volume, seed: 5, aheadMs: ahead * MINUTE_MS });
    await page.begin();
    const before = await page.rounds(2);
    page.layer.setRules([
      { action: { kind: 'status', status: 400, code: 'InvalidInput' }, filterHas: failing },
    ]);
    const failed = await page.until(({ follow: state }) => state?.fault !== undefined);
    expect(failed.completeness.state).toBe('complete');
    expect(failed.plan.request.window).toEqual(before.plan.request.window);
    // The wait is longer than rows can be late.
    page.run.follow(page.session, 60);
    await page.passed(12 * MINUTE_MS);
    page.run.follow(page.session, 15);
    page.layer.setRules([]);
    page.stopWriting();
    const mended = await page.roundsMore(1);
    expect(mended.follow?.fault).toBeUndefined();
    expect(mended.completeness.state).toBe('complete');
    const { held, table } = await page.compared();
    expect(held).toEqual(table);
  },
);

it('a hidden tab waits, and reads as soon as it is seen', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 6 });
  await page.begin();
  await page.rounds(1);
  page.hide(true);
  await page.until(({ follow: state }) => state?.phase === 'away');
  const requests = page.layer.log.all().length;
  await page.passed(5 * MINUTE_MS + 1000);
  expect(page.layer.log.all()).toHaveLength(requests);
  const atMs = page.time.monotonicMs();
  page.hide(false);
  await page.rounds(2);
  expect(page.time.monotonicMs() - atMs).toBeLessThan(10_000);
});

it('a round that takes longer than the time between two is the only one', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 11 });
  await page.begin();
  await page.rounds(1);
  page.layer.setRules([{ action: { kind: 'delay', delayMs: 25_000 } }]);
  page.run.follow(page.session, 5);
  await page.until(({ follow: state }) => state?.phase === 'reading');
  await page.passed(1000);
  const requests = page.layer.log.all().length;
  await page.passed(20_000);
  expect(page.layer.log.all()).toHaveLength(requests);
});

it('reads as often as was chosen last, from the round before', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 10 });
  await page.begin();
  await page.rounds(1);
  page.run.follow(page.session, 60);
  await page.passed(20_000);
  expect((await page.rounds(1)).follow?.rounds).toBe(1);
  page.run.follow(page.session, 5);
  const atMs = page.time.monotonicMs();
  await page.rounds(2);
  expect(page.time.monotonicMs() - atMs).toBeLessThan(5000);
});

it('late rows are found within a minute or minutes, as late as they are, and the last minutes are seldom read again', async () => {
  const page = follow({ schemeId: 'inverted-ticks19', volume: 1, seed: 12 });
  await page.begin();
  await page.rounds(1);
  const fromMs = page.time.monotonicMs();
  const sentBefore = page.rowsSent();
  const heldBefore = (await page.compared()).counted;
  const late = [
    { seconds: 10, within: 15 },
    { seconds: 50, within: 60 },
    { seconds: 150, within: 180 },
    { seconds: 500, within: 600 },
  ].map(({ seconds, within }) => ({ within, key: page.put(seconds * 1000) }));
  for (const { within, key } of late) {
    await page.passed((within + 20) * 1000 - (page.time.monotonicMs() - fromMs));
    const { held } = await page.compared();
    expect(held.some((row) => row.includes(key.rowKey))).toBe(true);
  }
  await page.passed(11 * MINUTE_MS - (page.time.monotonicMs() - fromMs));
  const added = (await page.compared()).counted - heldBefore;
  // If every round read the last 10 min completely, there would be 40 times as many.
  expect((page.rowsSent() - sentBefore) / added).toBeLessThan(10);
});

it('a SAS that expires is asked for, and nothing is lost', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 10, seed: 13 });
  await page.begin();
  const before = await page.rounds(2);
  page.layer.setRules([{ action: { kind: 'expired' } }]);
  const asks = await page.until(({ pause }) => pause !== undefined);
  expect(asks.pause?.kind).toBe('credential');
  expect(asks.follow).toMatchObject({ phase: 'reading', fault: undefined });
  expect(asks.completeness.state).toBe('complete');
  const requests = page.layer.log.all().length;
  await page.passed(20 * MINUTE_MS);
  expect(page.layer.log.all()).toHaveLength(requests);
  page.layer.setRules([]);
  page.run.unpause();
  page.stopWriting();
  await page.rounds((before.follow?.rounds ?? 0) + 1);
  const after = await page.allAgain();
  expect(after).toMatchObject({ pause: undefined, completeness: { state: 'complete' } });
  const { held, table } = await page.compared();
  expect(held).toEqual(table);
});

it('says that the connection was closed, and follows on with the next one', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 14 });
  await page.begin();
  await page.rounds(1);
  page.session.connection.close();
  const ended = await page.until(({ follow: state }) => typeof state?.phase === 'object');
  expect(ended.follow).toMatchObject({
    phase: { ended: expect.stringContaining('Connect again') as string },
    fault: undefined,
  });
});

it('rows of a long round are shown as they arrive, without a claim', async () => {
  const page = follow({ schemeId: 'mds-prefixed', volume: 10, seed: 15 });
  await page.begin();
  const before = await page.rounds(1);
  page.run.cancel();
  await page.passed(10 * MINUTE_MS);
  page.run.follow(page.session, 15);
  const during = await page.until(
    ({ follow: state }) => (state?.reading?.queriesRead ?? 0) >= 3 && (state?.reading?.added ?? 0) > 0,
  );
  expect(during.rows).toBe(before.rows + (during.follow?.reading?.added ?? 0));
  expect(during.dataVersion).toBeGreaterThan(before.dataVersion);
  expect(during.plan.request.window).toEqual(before.plan.request.window);
  const after = await page.roundsMore(0);
  expect(after.rows).toBeGreaterThan(during.rows);
  expect(after.follow).toMatchObject({ reading: undefined, phase: 'waiting' });
});

it('ends at the limit of a result, and when it is cancelled', async () => {
  const full = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 7, budgetRows: 260 });
  await full.begin();
  const ended = await full.until(({ follow: state }) => typeof state?.phase === 'object');
  // A stop because of a limit must not be reported as a fault.
  expect(ended.follow).toMatchObject({
    phase: { ended: expect.stringMatching(/^\d+ rows are here.* Press Follow to read on/u) as string },
    fault: undefined,
  });
  const page = follow({ schemeId: 'mds-prefixed', volume: 1, seed: 8 });
  await page.begin();
  await page.rounds(1);
  // The round that is interrupted must not count as failed.
  await page.until(({ follow: state }) => state?.phase === 'reading');
  page.run.cancel();
  await page.passed(1000);
  const requests = page.layer.log.all().length;
  await page.passed(MINUTE_MS);
  expect(page.layer.log.all()).toHaveLength(requests);
  expect((await page.until(() => true)).follow).toMatchObject({
    phase: { ended: 'Stopped.' },
    fault: undefined,
  });
});
