import { describe, expect, it } from 'vitest';
import { waitingQuery } from '../progress/queryState.ts';
import { createKeyTable, keysIn, rangeInTime, rowsInTime } from './keyTable.fixture.ts';
import { isOpenEnded, piecesOf, REST } from './parts.ts';

type Fault = Parameters<typeof createKeyTable>[0]['fault'];

/** A table with a row in each of so many seconds, and one query for all. */
const inTime = (rows: number, fault: Fault) =>
  createKeyTable({ rows: rowsInTime('', rows), ranges: [rangeInTime('', rows)], fault });

const TIMED_OUT = { kind: 'service', status: 500, code: 'OperationTimedOut' } as const;

describe('a range that takes too long', () => {
  it('is cut in time until its pieces go through; together they are the range', async () => {
    const table = inTime(100, ({ matches, filter }) => {
      if (filter === '' || matches <= 30) return undefined;
      return matches < 100 ? TIMED_OUT : 'hang';
    });
    const outcome = await table.run();
    expect(outcome.queries[0]).toMatchObject({ state: 'done', rows: 100 });
    expect(table.kept(0)).toEqual(rowsInTime('', 100));
    const parts = outcome.queries[0]?.parts ?? [];
    expect(parts.map(({ state, rows }) => [state, rows])).toEqual([
      ['done', 25],
      ['done', 25],
      ['done', 25],
      ['done', 25],
    ]);
    // Every part reads its own keys and no others.
    const read = parts.flatMap(({ filter = '' }) => keysIn(rowsInTime('', 100), filter));
    expect(read).toEqual(rowsInTime('', 100));
  });

  it('is cut as often if each try takes 35 s, which is longer than a run waits for a silent service', async () => {
    const table = inTime(100, ({ matches, filter }) => (filter !== '' && matches > 30 ? 'hang' : undefined));
    const outcome = await table.run();
    expect(outcome.queries[0]).toMatchObject({ state: 'done', rows: 100 });
    expect(outcome.elapsedMs).toBeGreaterThan(150_000);
    expect(table.seen.length).toBeLessThan(40);
    // If no piece is answered, the query is given up at some point.
    const never = inTime(100, ({ filter }) => (filter !== '' ? 'hang' : undefined));
    const given = await never.run();
    expect(given.queries[0]?.state).toBe('failed');
    expect(given.elapsedMs).toBeLessThan(900_000);
    expect(never.seen.length).toBeLessThan(60);
  });

  it('goes on behind what was read already', async () => {
    const table = inTime(100, ({ matches, isFirstPage }) =>
      matches === 100 && !isFirstPage ? TIMED_OUT : undefined,
    );
    const outcome = await table.run({ share: false });
    expect(outcome.queries[0]).toMatchObject({ state: 'done', rows: 100 });
    expect(table.kept(0)).toEqual(rowsInTime('', 100));
    // What was read before the cut, the rest of the last partition, and the two halves of what follows.
    expect(outcome.queries[0]?.parts.map(({ rows }) => rows)).toEqual([10, 0, 45, 45]);
  });

  it('has no part that is called done while a page of it is still to come', async () => {
    const table = inTime(100, ({ matches, filter }) =>
      filter !== '' && matches > 60 ? TIMED_OUT : undefined,
    );
    const done = new Map<number, number>();
    const grown: string[] = [];
    await table.run({
      share: false,
      onEvent: (event) => {
        for (const { order, state, pages } of event.kind === 'query' ? event.query.parts : []) {
          const before = done.get(order);
          if (before !== undefined && pages > before)
            grown.push(`part ${order}: ${before} to ${pages} pages`);
          if (state === 'done') done.set(order, pages);
        }
      },
    });
    expect(grown).toEqual([]);
    expect(Math.max(...done.values())).toBeGreaterThan(1);
  });

  it('is read to its end after any number of stops, wherever they come', async () => {
    for (const budgetRows of [5, 15, 30, 55]) {
      const table = inTime(100, ({ matches, filter }) =>
        filter !== '' && matches > 60 ? TIMED_OUT : undefined,
      );
      const budget = (rows: number) => ({ rows: rows + budgetRows, bytes: 1e12 });
      let outcome = await table.run({ share: false, budget: budget(0) });
      expect(outcome.stoppedBy).toBe('rows');
      for (let run = 0; outcome.stoppedBy !== undefined && run < 40; run += 1)
        outcome = await table.run({ share: false, budget: budget(outcome.rows), resume: outcome.queries });
      expect([budgetRows, outcome.queries[0]?.state, outcome.rows]).toEqual([budgetRows, 'done', 100]);
      expect(table.kept(0)).toEqual(rowsInTime('', 100));
    }
  });

  it('in one partition is cut by row key', async () => {
    const rows = rowsInTime('', 100).map(({ partitionKey }) => ({ partitionKey: 'p', rowKey: partitionKey }));
    const { partition: row } = rangeInTime('', 100);
    const table = createKeyTable({
      rows,
      ranges: [{ partition: { from: 'p', to: 'p\u0000' }, row, exact: true }],
      fault: ({ matches }) => (matches > 60 ? TIMED_OUT : undefined),
    });
    const outcome = await table.run();
    expect(outcome.queries[0]).toMatchObject({ state: 'done', rows: 100 });
    expect(table.kept(0)).toEqual(rows);
  });

  it('asks for half as many rows a page, too: a range full of rows goes through in the end', async () => {
    const table = inTime(100, ({ filter, top = 1000 }) =>
      filter !== '' && top > 250 ? TIMED_OUT : undefined,
    );
    const outcome = await table.run({ share: false });
    expect(outcome.queries[0]).toMatchObject({ state: 'done', rows: 100 });
    expect(table.kept(0)).toEqual(rowsInTime('', 100));
    expect([...new Set(table.seen.map(({ top }) => top))]).toEqual([undefined, 500, 250, 1]);
    // Each part keeps its own page size, also when Continue requests the rest.
    expect(outcome.queries[0]?.parts.map(({ top }) => top)).toEqual([250, 250, 250, 250]);
  });

  it('no two pages of a query have one number, whichever part they are of', async () => {
    const table = inTime(400, ({ matches, isFirstPage }) =>
      matches > 350 && !isFirstPage ? TIMED_OUT : undefined,
    );
    const { requests, queries } = await table.run();
    expect(queries[0]).toMatchObject({ state: 'done', rows: 400 });
    const first = requests.filter(({ kind, attempt }) => kind === 'query' && attempt === 0);
    expect(first.map(({ page }) => page)).toEqual(first.map((_, at) => at));
  });

  it('that cannot be cut fails, and a piece that fails leaves the others', async () => {
    const point = { partition: { from: 'p', to: 'p\u0000' }, row: { from: 'r', to: 'r\u0000' }, exact: true };
    const one = createKeyTable({
      rows: [{ partitionKey: 'p', rowKey: 'r' }],
      ranges: [point],
      fault: ({ filter }) => (filter === '' ? undefined : TIMED_OUT),
    });
    expect((await one.run()).queries[0]).toMatchObject({ state: 'failed', rows: 0 });

    const [poison] = rowsInTime('', 80).slice(70);
    const holdsPoison = (filter: string): boolean =>
      keysIn(poison === undefined ? [] : [poison], filter).length > 0;
    const table = inTime(80, ({ filter }) => (filter !== '' && holdsPoison(filter) ? TIMED_OUT : undefined));
    const outcome = await table.run();
    expect(outcome.queries[0]).toMatchObject({ state: 'failed', fault: { code: 'OperationTimedOut' } });
    const parts = outcome.queries[0]?.parts ?? [];
    const failed = parts.filter(({ state }) => state === 'failed');
    expect(failed).toHaveLength(1);
    // What was read and what is unread are together what was asked for.
    const unread = keysIn(rowsInTime('', 80), failed[0]?.filter ?? '');
    expect(unread.length).toBeLessThanOrEqual(10);
    expect([...table.kept(0), ...unread].map(({ partitionKey }) => partitionKey).toSorted()).toEqual(
      rowsInTime('', 80).map(({ partitionKey }) => partitionKey),
    );
  });

  it('one part of which failed and another was cancelled has failed, and the run was stopped', async () => {
    const stop = new AbortController();
    const table = inTime(80, ({ matches, filter }) => {
      if (filter === '') return undefined;
      if (matches === 80) return TIMED_OUT;
      return filter.includes("lt '0639308160800000000'") ? { kind: 'bad-request' } : 'hang';
    });
    const outcome = await table.run({
      signal: stop.signal,
      onEvent: (event) => {
        if (event.kind === 'query' && event.query.parts.some(({ state }) => state === 'failed')) stop.abort();
      },
    });
    const parts = outcome.queries[0]?.parts ?? [];
    expect(new Set(parts.map(({ state }) => state))).toEqual(new Set(['failed', 'stopped']));
    expect(outcome).toMatchObject({ stoppedBy: 'cancel', queries: [{ state: 'failed' }] });
  });

  it('is read on, part by part, when the run is continued', async () => {
    let broken = true;
    const table = inTime(120, ({ matches, filter }) =>
      (matches > 60 && filter !== '') || (broken && filter.includes("'0639308160600000000'"))
        ? TIMED_OUT
        : undefined,
    );
    const first = await table.run();
    expect(first.queries[0]?.state).toBe('failed');
    broken = false;
    const sent = table.seen.length;
    const again = await table.run({ resume: first.queries });
    expect(again.queries[0]).toMatchObject({ state: 'done', rows: 120 });
    expect(again.queries[0]?.fault).toBeUndefined();
    // No page has the number of one that the first run asked for.
    const [before, after] = [first, again].map(({ requests }) =>
      requests.flatMap(({ kind, attempt, page }) => (kind === 'query' && attempt === 0 ? [page] : [])),
    );
    expect(after?.filter((page) => before?.includes(page))).toEqual([]);
    expect(table.kept(0)).toEqual(rowsInTime('', 120));
    const reads = table.seen.slice(sent).filter(({ filter }) => filter !== '');
    expect([reads.length > 0, reads.every(({ matches }) => matches < 120)]).toEqual([true, true]);
  });

  it('a line that is dead altogether is not cut to pieces', async () => {
    const table = inTime(50, () => 'hang');
    const outcome = await table.run();
    expect(outcome.queries[0]).toMatchObject({ state: 'failed', rows: 0, fault: { kind: 'timeout' } });
    expect(outcome.queries[0]?.parts).toHaveLength(1);
    expect(table.seen.length).toBeLessThan(20);
  });
});

describe('what is left of a part', () => {
  const left = (lastRow: string | undefined): readonly boolean[] => {
    const range = {
      partition: { from: 'p', to: 'p\u0000' },
      row: { from: '', to: 'r5\u0000' },
      exact: true,
    } as const;
    const query = { index: 0, label: 'p', tableName: 'Orders', filter: 'f', range } as const;
    const lastKey = lastRow === undefined ? undefined : { partitionKey: 'p', rowKey: lastRow };
    const part = { order: 0, state: 'reading', pages: 1, rows: lastKey ? 3 : 0, lastKey, range } as const;
    return [
      isOpenEnded(part),
      piecesOf({ ...waitingQuery(query), parts: [part] }, query, 0, REST) !== undefined,
    ];
  };

  it('can be asked for by its keys, unless its last key is the last of its range', () => {
    expect(left('r1')).toEqual([true, true]);
    expect(left('r5')).toEqual([false, false]);
    expect(left(undefined)).toEqual([true, true]);
  });
});
