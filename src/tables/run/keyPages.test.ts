import { describe, expect, it } from 'vitest';
import { createKeyPages, type KeyPages, MOST_EMPTY_PAGES } from './keyPages.ts';
import { createLanes } from '../pacing/lanes.ts';
import type { PageReader } from '../wire/pageReader.ts';
import { BUSY, LATENCY_MS } from './runRig.fixture.ts';
import { faultOf } from '../base/tableError.ts';
import { createFakeService, type FakeFault, type FakeService } from '../connection/tableService.fixture.ts';
import { createVirtualClock, type VirtualClock } from '../base/virtualClock.fixture.ts';

const QUESTIONS = 200;

interface Rig {
  readonly clock: VirtualClock;
  readonly service: FakeService;
  readonly pages: KeyPages;
  readonly stop: () => void;
}

function createRig(
  script: (filter: string, request: number, nowMs: number) => FakeFault | undefined,
  wrap: (reader: PageReader) => PageReader = (reader) => reader,
): Rig {
  const clock = createVirtualClock();
  const service = createFakeService({
    env: clock.env,
    rows: new Map(
      Array.from({ length: QUESTIONS }, (_, at) => [`q${at}`, [{ PartitionKey: `p${at}`, RowKey: 'r' }]]),
    ),
    pageRows: 1000,
    latencyMs: LATENCY_MS,
    script: (filter, request) => script(filter, request, clock.nowMs()),
  });
  const stopping = new AbortController();
  const pages = createKeyPages({
    tableName: 'Orders',
    reader: wrap(service.reader),
    lanes: createLanes(),
    env: clock.env,
    signal: stopping.signal,
  });
  return { clock, service, pages, stop: () => stopping.abort() };
}

/** Asks all questions, six at a time as a probe does. Returns the keys that each found, or the message of its fault. */
async function askAll({ pages }: Rig): Promise<readonly string[]> {
  const found: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < QUESTIONS; at = next++) {
      try {
        const { rows } = await pages.ask({ id: at, top: 10, filter: `q${at}` });
        found[at] = rows.map(({ partitionKey }) => partitionKey).join();
      } catch (caught) {
        found[at] = faultOf(caught)?.message ?? String(caught);
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  pages.end();
  return found;
}

const ALL = Array.from({ length: QUESTIONS }, (_, at) => `p${at}`);

describe('questions in a storm', () => {
  it.each([0, 500])(
    'of 503 for 60 s, from %i ms on, cost less than a fifth more requests',
    async (fromMs) => {
      const toMs = fromMs + 60_000;
      const rig = createRig((_filter, _request, nowMs) =>
        nowMs >= fromMs && nowMs < toMs ? BUSY : undefined,
      );
      expect(await rig.clock.run(askAll(rig))).toEqual(ALL);
      expect(rig.service.seen.length / QUESTIONS).toBeLessThanOrEqual(1.2);
      expect(rig.service.mostInFlight()).toBeLessThanOrEqual(6);
      const first = rig.service.seen.find(({ atMs }) => atMs >= toMs);
      expect(first?.atMs).toBeLessThanOrEqual(toMs + 5000);
    },
  );

  it('wait as long as Retry-After says', async () => {
    const busy: FakeFault = { fault: { kind: 'throttled', status: 503, retryAfterMs: 30_000 } };
    const rig = createRig((_filter, _request, nowMs) => (nowMs >= 200 && nowMs < 1000 ? busy : undefined));
    expect(await rig.clock.run(askAll(rig))).toEqual(ALL);
    const meant = rig.service.seen.filter(({ atMs }) => atMs >= 200 && atMs < 30_000);
    expect(meant.length).toBeLessThanOrEqual(12);
    expect(rig.service.seen.find(({ atMs }) => atMs > 1000)?.atMs).toBeGreaterThanOrEqual(30_200);
  });

  it('that are stopped send nothing after', async () => {
    const rig = createRig((_filter, _request, nowMs) => (nowMs >= 200 ? BUSY : undefined));
    const work = askAll(rig);
    await rig.clock.advance(20_000);
    const sent = rig.service.seen.length;
    rig.stop();
    await rig.clock.run(work);
    await rig.clock.advance(1e6);
    expect(rig.service.seen).toHaveLength(sent);
    expect(rig.clock.timers()).toBe(0);
  });
});

describe('pages without rows', () => {
  const isBroken = (filter: string): boolean => Number(filter.slice(1)) % 40 === 7;

  it('with the same token again are left, in words, after two; the others go on', async () => {
    const rig = createRig(
      (filter) => (isBroken(filter) ? { page: 'empty' } : undefined),
      (reader) => ({
        ...reader,
        readPage: async (query, signal) => {
          const page = await reader.readPage(query, signal);
          return isBroken(query.filter ?? '')
            ? { ...page, continuation: { nextPartitionKey: 'same' } }
            : page;
        },
      }),
    );
    const found = await rig.clock.run(askAll(rig));
    expect(found.filter((text, at) => !isBroken(`q${at}`) && text !== `p${at}`)).toEqual([]);
    expect(found[7]).toMatch(/a continuation for the second time/);
    expect(rig.service.seen.length).toBe(QUESTIONS + 5);
  });

  it('with ever new tokens end after a hundred; the others go on', async () => {
    const rig = createRig((filter) => (isBroken(filter) ? { page: 'empty' } : undefined));
    const found = await rig.clock.run(askAll(rig));
    expect(found.filter((text, at) => !isBroken(`q${at}`) && text !== `p${at}`)).toEqual([]);
    expect(found[7]).toMatch(/too many answers in a row had no rows/);
    expect(rig.service.seen.length).toBe(QUESTIONS + 5 * (MOST_EMPTY_PAGES - 1));
  });
});

describe('pages one after another', () => {
  const ROWS = Array.from({ length: 25 }, (_, at) => ({ PartitionKey: `p${at + 10}`, RowKey: 'r' }));
  /** Answers by position, with a token whenever more rows follow. With `hidden`, no token is readable. */
  const pagesOf = (rows: number, hidden: boolean) => {
    const tops: (number | undefined)[] = [];
    const clock = createVirtualClock();
    const service = createFakeService({
      env: clock.env,
      rows: new Map([['q', ROWS.slice(0, rows)]]),
      pageRows: 1000,
      latencyMs: LATENCY_MS,
      script: () => undefined,
    });
    const reader: PageReader = {
      ...service.reader,
      readPage: async (query, signal) => {
        tops.push(query.top);
        const page = await service.reader.readPage(query, signal);
        const { continuation, ...bare } = page;
        return hidden || continuation === undefined ? bare : page;
      },
    };
    const pages = createKeyPages({
      tableName: 'Orders',
      reader,
      lanes: createLanes(),
      env: clock.env,
      signal: new AbortController().signal,
    });
    const ask = (top: number, most?: number) =>
      clock.run(pages.ask({ id: 1, top, filter: 'q', ...(most === undefined ? {} : { pages: most }) }));
    return { ask, tops };
  };

  it('a page of one row first, then whole ones while they go on', async () => {
    const { ask, tops } = pagesOf(25, false);
    const { rows, hasMore, requests } = await ask(10, 2);
    expect([rows.length, hasMore, requests, tops]).toEqual([21, true, 3, [1, 10, 10]]);
    expect(rows.map(({ partitionKey }) => partitionKey)).toEqual(
      ROWS.slice(0, 21).map(({ PartitionKey }) => PartitionKey),
    );
    const short = await pagesOf(7, false).ask(10, 2);
    expect([short.rows.length, short.hasMore, short.requests]).toEqual([7, false, 2]);
  });

  it('without a token a full page is no end, and a shorter one is', async () => {
    for (const [rows, top, most, hasMore] of [
      [25, 10, undefined, true],
      [10, 10, undefined, true],
      [9, 10, undefined, false],
      [25, 10, 2, true],
      [1, 10, 2, true],
    ] as const) {
      const answer = await pagesOf(rows, true).ask(top, most);
      expect([rows, most, answer.hasMore]).toEqual([rows, most, hasMore]);
    }
  });
});
