import { describe, expect, it } from 'vitest';
import type { Answer } from '../wire/answer.ts';
import { createKeyTable, type KeyTable, rangeInTime, rowsInTime } from './keyTable.fixture.ts';
import { cancelledError } from '../base/tableError.ts';
import type { ReadStats } from '../progress/runTypes.ts';

type Fault = NonNullable<Parameters<typeof createKeyTable>[0]['fault']>;

/** Queries of 40 rows, four pages each. */
function tableOf(queries: number, fault: Fault = () => undefined): KeyTable {
  const prefixes = Array.from({ length: queries }, (_, prefix) => `${String(prefix).padStart(19, '0')}___`);
  return createKeyTable({
    rows: prefixes.flatMap((prefix) => rowsInTime(prefix, 40)),
    ranges: prefixes.map((prefix) => rangeInTime(prefix, 40)),
    fault,
  });
}

const LAST_SYNC_MS = Date.UTC(2026, 10, 20, 23, 58, 3);
const XML = `<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>${new Date(LAST_SYNC_MS).toUTCString()}</LastSyncTime></GeoReplication></StorageServiceStats>`;

/** Statistics that take `durationMs` to arrive; without it, they never arrive. */
function statsIn({ env }: KeyTable['clock'], durationMs?: number): ReadStats {
  return (signal) => {
    const startedAtMs = env.monotonicMs();
    return new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancelledError()));
      if (durationMs === undefined) return;
      env.setTimer(() => {
        const [body, endedAtMs] = [new TextEncoder().encode(XML), env.monotonicMs()];
        const times = { startedAtMs, headersAtMs: endedAtMs, endedAtMs };
        resolve({ status: 200, headers: new Headers(), body, ...times });
      }, durationMs);
    });
  };
}

/** The longest time without a request to the primary, in milliseconds. */
function longestSilence({ seen }: KeyTable): number {
  const times = seen.filter(({ replica }) => replica === 'primary').map(({ atMs }) => atMs);
  return Math.max(...times.map((atMs, index) => atMs - (times[index - 1] ?? 0)));
}

describe('the wait for the Last Sync Time', () => {
  it('takes no lane: a 503 slows the primary as it does without a secondary', async () => {
    const one503: Fault = ({ request }) =>
      request === 0 ? { kind: 'throttled', status: 503, code: 'ServerBusy' } : undefined;
    const alone = tableOf(40, one503);
    await alone.run();
    const table = tableOf(40, one503);
    const outcome = await table.run({
      secondary: table.secondary,
      readStats: statsIn(table.clock, 5000),
    });
    expect(outcome.rows).toBe(1600);
    expect(longestSilence(table)).toBe(longestSilence(alone));
  });

  it('ends with the queries, where nobody needs it any more', async () => {
    const guard = { index: 0, position: 'above', tableName: 'Orders', label: 'above' } as const;
    const guards = [{ ...guard, filter: "PartitionKey ge '9'" }];
    const table = tableOf(3);
    const outcome = await table.run({
      secondary: table.secondary,
      guards,
      readStats: statsIn(table.clock),
    });
    expect([outcome.rows, outcome.guards[0]?.state]).toEqual([120, 'clear']);
    expect(outcome.elapsedMs).toBeLessThan(1000);
    expect(table.seen.every(({ replica }) => replica === 'primary')).toBe(true);
  });

  it('is kept by queries that go on at the secondary, and by nobody else; then both hosts are busy', async () => {
    const table = tableOf(30);
    const cancel = new AbortController();
    const options = { secondary: table.secondary, share: false };
    const started = table.start({ ...options, signal: cancel.signal });
    await table.clock.advance(90);
    cancel.abort();
    const first = await table.clock.run(started);
    expect(first.queries.some(({ parts }) => parts[0]?.replica === 'secondary')).toBe(true);
    const [startedAtMs, seen] = [table.clock.nowMs(), table.seen.length];
    const readStats = statsIn(table.clock, 200);
    const outcome = await table.run({ ...options, resume: first.queries, readStats });
    expect(outcome.rows).toBe(1200);
    const again = table.seen.slice(seen);
    const begins = (['primary', 'secondary'] as const).map(
      (host) => (again.find(({ replica }) => replica === host)?.atMs ?? 0) - startedAtMs,
    );
    expect(begins).toEqual([0, 200]);
    const atOnce = again.filter(({ atMs }) => atMs === startedAtMs + 200);
    expect(atOnce.filter(({ replica }) => replica === 'secondary')).toHaveLength(6);
    // For pages of the previous run, the time is unknown.
    const before = first.queries.filter(({ readsSecondary }) => readsSecondary === true);
    expect(before.map(({ index }) => outcome.queries[index]?.secondarySyncMs)).toEqual(before.map(() => 0));
  });
});
