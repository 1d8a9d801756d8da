import { describe, expect, it } from 'vitest';
import type { PageReader } from '../wire/pageReader.ts';
import { rangeInTime } from './keyTable.fixture.ts';
import { createRunRig, guardsOf, truth } from './runRig.fixture.ts';
import type { FakeFault } from '../connection/tableService.fixture.ts';

describe('a service that gives continuations and no rows', () => {
  const EMPTY: FakeFault = { page: 'empty' };

  it('stops the run after 500 empty pages in a row of one query, and Continue goes on', async () => {
    let isEndless = true;
    const rig = createRunRig({
      queries: 3,
      rowsEach: 25,
      script: (filter, request) => (filter === 'q1' && request > 0 && isEndless ? EMPTY : undefined),
    });
    const first = await rig.run();
    expect(first.stoppedBy).toBe('empty pages');
    expect(first.queries[1]).toMatchObject({ state: 'stopped', rows: 10, emptyPages: 500 });
    const second = await rig.run({ resume: first.queries });
    expect(second.queries[1]).toMatchObject({ state: 'stopped', rows: 10, emptyPages: 1000 });
    isEndless = false;
    const last = await rig.run({ resume: second.queries });
    expect([last.stoppedBy, last.rows, last.queries[1]?.state]).toEqual([undefined, 75, 'done']);
    expect(rig.kept).toEqual(truth(rig, 25));
  });

  it('stops the run after as many if it also times out now and then, so that the query is cut', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 25,
      script: (filter, request) => {
        if (filter === '') return undefined;
        if (request % 200 > 197)
          return { fault: { kind: 'service', status: 500, code: 'OperationTimedOut' } };
        return EMPTY;
      },
    });
    const range = rangeInTime('', 100);
    const outcome = await rig.run({ queries: rig.queries.map((query) => ({ ...query, range })) });
    expect(outcome.stoppedBy).toBe('empty pages');
    expect(outcome.queries[0]?.parts.length).toBeGreaterThan(1);
    expect(rig.service.seen.length).toBeLessThan(600);
  });

  it('that goes back ends the query, and the message names the page and what is wrong with it', async () => {
    for (const [page, request] of [
      ['repeat', 1],
      ['overlap', 2],
    ] as const) {
      const rig = createRunRig({
        queries: 1,
        rowsEach: 45,
        script: (_filter, asked) => (asked === request ? { page } : undefined),
      });
      const [query] = (await rig.run()).queries;
      expect(query).toMatchObject({ state: 'failed', pages: request + 1, fault: { kind: 'loop' } });
      expect(query?.fault?.message).toBe(
        `page ${request + 1} of table Orders begins before the end of the page before it: rows may repeat.`,
      );
    }
  });

  it('goes on where a row comes in between', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 25,
      script: (_filter, request) => (request % 400 === 1 || request > 800 ? undefined : EMPTY),
    });
    const outcome = await rig.run();
    expect([outcome.stoppedBy, outcome.rows]).toEqual([undefined, 25]);
    expect(outcome.queries[0]?.emptyPages).toBeGreaterThan(500);
  });

  it('gives a coverage check up after as many', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 5,
      script: (filter) => (filter === 'g' ? EMPTY : undefined),
    });
    const outcome = await rig.run({ guards: guardsOf('g') });
    expect(outcome.guards[0]).toMatchObject({ state: 'failed', fault: { kind: 'loop' } });
    expect(rig.service.seen.filter(({ filter }) => filter === 'g')).toHaveLength(500);
  });

  /** Makes every token 120,000 characters long. */
  function withLongTokens(inner: PageReader, onPage: () => void): PageReader {
    return {
      ...inner,
      readPage: async (query, signal) => {
        const own = query.continuation?.nextPartitionKey?.trimStart();
        const page = await inner.readPage(
          own === undefined ? query : { ...query, continuation: { nextPartitionKey: own } },
          signal,
        );
        onPage();
        const text = page.continuation?.nextPartitionKey;
        return text === undefined
          ? page
          : { ...page, continuation: { nextPartitionKey: text.padStart(120_000) } };
      },
    };
  }

  it('stops the run at 64 MiB of tokens', async () => {
    const rig = createRunRig({ queries: 2, rowsEach: 10_000, pageRows: 10 });
    let pages = 0;
    const outcome = await rig.run({ reader: withLongTokens(rig.service.reader, () => (pages += 1)) });
    expect(outcome.stoppedBy).toBe('tokens');
    expect(pages).toBeGreaterThanOrEqual(560);
    expect(pages).toBeLessThan(564);
  });

  it('counts the tokens of coverage checks too', async () => {
    const rig = createRunRig({
      queries: 1,
      rowsEach: 5,
      script: (filter) => (filter.startsWith('g') ? EMPTY : undefined),
    });
    const guards = guardsOf('g0', 'g1', 'g2');
    let pages = 0;
    const reader = withLongTokens(rig.service.reader, () => (pages += 1));
    const outcome = await rig.run({ guards, reader });
    expect(outcome.stoppedBy).toBe('tokens');
    expect(outcome.guards.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(pages).toBeGreaterThanOrEqual(560);
    expect(pages).toBeLessThan(566);
  });
});
