import { describe, expect, it } from 'vitest';
import {
  createKeyTable,
  createPrefixTable,
  evenly,
  prefixText,
  rangeInTime,
  rowsInTime,
} from './keyTable.fixture.ts';
import { guardsOf } from './runRig.fixture.ts';
import type { LaneQuery, QueryProgress, RunOutcome } from '../progress/runTypes.ts';

type Fault = NonNullable<Parameters<typeof createKeyTable>[0]['fault']>;

const NO_TABLE = { kind: 'not-found', status: 404, code: 'TableNotFound' } as const;
const DELETED = /the table was deleted while it was read/u;

const GUARDS = guardsOf("PartitionKey ge '9'");

/** Queries of 40 rows, four pages each, of one table that the plan allows to be missing. */
function tableOf(queries: number, fault: Fault, pageRows = 10) {
  const { table } = createPrefixTable(evenly(queries, 40), { pageRows, fault });
  const named = table.queries.map((query): LaneQuery => ({ ...query, mayBeAbsent: true }));
  return { table, named };
}

const statesOf = (outcome: RunOutcome) =>
  outcome.queries.map(({ state, isAbsent }) => (isAbsent === true ? 'absent' : state));

/** The queries that brought rows, and those that report that the table was replaced during the run. */
const markedOf = ({ queries }: RunOutcome) => ({
  withRows: queries.filter(({ rows }) => rows > 0).map(({ index }) => index),
  marked: queries.filter(({ isReplaced }) => isReplaced === true).map(({ index }) => index),
});

describe('a table that is deleted and created anew while it is read', () => {
  it('has its coverage check asked once more, and then no more, if rows of it were read', async () => {
    const { table, named } = tableOf(2, ({ request }) =>
      request >= 4 && request < 9 ? NO_TABLE : undefined,
    );
    let last = await table.run({ queries: named, guards: GUARDS });
    expect(markedOf(last).marked.length).toBeGreaterThan(0);
    const states: (string | undefined)[] = [];
    const asked: number[] = [];
    for (let press = 0; press < 3; press += 1) {
      last = await table.run({
        queries: named,
        guards: GUARDS,
        resume: last.queries,
        resumeGuards: last.guards,
      });
      states.push(last.guards[0]?.state);
      asked.push(last.requests.filter(({ kind }) => kind === 'guard').length);
    }
    // The table is missing, then it is back, then nothing is left to ask.
    expect(states).toEqual(['failed', 'clear', 'clear']);
    expect(asked).toEqual([1, 1, 0]);
  });

  it('is still known to have been there after a Continue that was cancelled before it asked', async () => {
    let phase: 'rows fail' | 'no table' = 'rows fail';
    const { table, named } = tableOf(1, ({ top }) => {
      if (phase === 'no table') return NO_TABLE;
      return top === 1 ? undefined : { kind: 'bad-request', status: 400 };
    });
    const goOn = ({ queries, guards }: RunOutcome, signal = new AbortController().signal) =>
      table.run({ queries: named, guards: GUARDS, resume: queries, resumeGuards: guards, signal });
    const first = await table.run({ queries: named, guards: GUARDS });
    phase = 'no table';
    const gone = await goOn(first);
    expect([gone.queries[0]?.fault?.wasThere, gone.guards[0]?.fault?.wasThere]).toEqual([true, true]);
    const cancelled = await goOn(gone, AbortSignal.abort());
    expect([cancelled.requests.length, cancelled.stoppedBy, statesOf(cancelled)]).toEqual([
      0,
      'cancel',
      ['stopped'],
    ]);
    for (const known of [cancelled, { ...cancelled, guards: [] }, { ...cancelled, queries: [] }]) {
      const last = await goOn(known);
      expect([statesOf(last), last.queries[0]?.fault?.wasThere]).toEqual([['failed'], true]);
    }
  });

  it('is not Complete by a coverage check of the table that was there before, in whichever run it vanished', async () => {
    let phase: 'rows fail' | 'no table' | 'all well' = 'rows fail';
    const { table } = tableOf(1, ({ top }) => {
      if (phase === 'no table') return NO_TABLE;
      return phase === 'rows fail' && top !== 1 ? { kind: 'bad-request', status: 400 } : undefined;
    });
    const first = await table.run({ guards: GUARDS });
    expect([statesOf(first), first.guards[0]?.state]).toEqual([['failed'], 'clear']);
    const goOn = ({ queries, guards }: RunOutcome) =>
      table.run({ guards: GUARDS, resume: queries, resumeGuards: guards });
    phase = 'no table';
    const second = await goOn(first);
    expect(second.queries[0]?.fault?.message).toMatch(DELETED);
    expect([second.guards[0]?.state, second.guards[0]?.fault?.wasThere]).toEqual(['failed', true]);
    phase = 'all well';
    const last = await goOn(second);
    expect([statesOf(last), last.guards[0]?.state]).toEqual([['done'], 'clear']);
    expect(last.requests.filter(({ kind }) => kind === 'guard')).toHaveLength(1);
  });

  it('marks all that was read of it, before and after, also in the run that goes on', async () => {
    for (const [from, to] of [
      [7, 9],
      [30, 31],
      [55, 80],
    ] as const) {
      const { table, named } = tableOf(20, ({ request }) =>
        request >= from && request < to ? NO_TABLE : undefined,
      );
      const first = await table.run({ queries: named });
      expect(statesOf(first)).toContain('failed');
      const before = markedOf(first);
      expect([before.withRows.length > 0, before.marked]).toEqual([true, before.withRows]);
      let last = first;
      for (let press = 0; press < 20; press += 1)
        last = await table.run({ queries: named, resume: last.queries });
      expect(statesOf(last)).toEqual(named.map(() => 'done'));
      expect(markedOf(last).marked).toEqual(named.map(({ index }) => index));
    }
  });

  it('marks it also where the run then ends by an error of its own', async () => {
    const { table, named } = tableOf(6, ({ request }) => (request >= 12 ? NO_TABLE : undefined));
    const last = new Map<number, QueryProgress>();
    await expect(
      table.run({
        queries: named,
        guards: GUARDS,
        onEvent: (event) => {
          if (event.kind === 'query') last.set(event.query.index, event.query);
          if (event.kind === 'guard') throw new RangeError('an error of its own');
        },
      }),
    ).rejects.toThrow(RangeError);
    const withRows = [...last.values()].filter(({ rows }) => rows > 0);
    expect(withRows.length).toBeGreaterThan(0);
    expect(withRows.every(({ isReplaced }) => isReplaced === true)).toBe(true);
  });

  it('marks nothing of one that was there all the time', async () => {
    const { table, named } = tableOf(8, ({ request }) =>
      request === 9 ? { kind: 'bad-request', status: 400 } : undefined,
    );
    const outcome = await table.run({ queries: named });
    expect([statesOf(outcome).includes('failed'), markedOf(outcome).marked]).toEqual([true, []]);
  });
});

describe('a table that need not exist', () => {
  it('has no rows where it never answered, in none of its queries; nor has a guard of it', async () => {
    const { table, named } = tableOf(3, () => NO_TABLE);
    const outcome = await table.run({ queries: named, guards: GUARDS });
    expect(statesOf(outcome)).toEqual(['absent', 'absent', 'absent']);
    expect(outcome.guards[0]?.state).toBe('clear');
    // This code says nothing about the table.
    const other = tableOf(1, () => ({ ...NO_TABLE, code: 'ResourceNotFound' }));
    expect(statesOf(await other.table.run({ queries: other.named }))).toEqual(['failed']);
  });

  it('has no rows outside the plan either, if only a check reads it; a table that was named fails the check', async () => {
    const { table, named } = tableOf(2, ({ top }) => (top === 1 ? NO_TABLE : undefined));
    const later = GUARDS.map((guard) => ({ ...guard, tableName: 'Later' }));
    const guards = later.map((guard) => ({ ...guard, mayBeAbsent: true }));
    const outcome = await table.run({ queries: named, guards });
    expect([statesOf(outcome), outcome.guards[0]?.state]).toEqual([['done', 'done'], 'clear']);
    const needed = await table.run({ queries: named, guards: later });
    expect(needed.guards[0]?.state).toBe('failed');
  });

  it('is deleted, and not absent, where only an outage check found it', async () => {
    const { table, named } = tableOf(3, ({ request, top }) => {
      if (top === 1) return undefined;
      return request < 8 ? { kind: 'network' } : NO_TABLE;
    });
    const outcome = await table.run({ queries: named, guards: GUARDS });
    expect(table.seen.some(({ top }) => top === 1)).toBe(true);
    expect(statesOf(outcome)).toEqual(['failed', 'failed', 'failed']);
    for (const { fault } of outcome.queries) expect(fault?.message).toMatch(DELETED);
  });

  it('is not absent any more where the last check of the run that goes on found it', async () => {
    const [one, other] = [prefixText(0), prefixText(1)];
    const table = createKeyTable({
      rows: [...rowsInTime(one, 1), ...rowsInTime(other, 5)],
      ranges: [rangeInTime(one, 40), rangeInTime(other, 40)],
      fault: ({ filter }) => (filter.includes(other) ? NO_TABLE : undefined),
      // One row proves nothing, so the last check asks the other table too.
      hidesToken: () => true,
    });
    const named = table.queries.map(
      (query): LaneQuery => ({ ...query, tableName: `Table${query.index}`, mayBeAbsent: true }),
    );
    const first = await table.run({ queries: named });
    expect(statesOf(first)).toEqual(['done', 'absent']);
    const outcome = await table.run({ queries: named, resume: first.queries });
    expect(statesOf(outcome)).toEqual(['done', 'failed']);
    expect(outcome.queries[1]?.fault?.message).toContain('deleted, or created, while it was read');
  });

  it('is not read to its end where it is deleted midway, nor is it in the run that goes on', async () => {
    // The first four requests are three pages, which are answered, and the coverage check beside the second page. That check is refused,
    // and so are all later requests.
    const { table, named } = tableOf(1, ({ request, filter }) =>
      filter === GUARDS[0]?.filter || request >= 4 ? NO_TABLE : undefined,
    );
    const first = await table.run({ queries: named, share: false, guards: GUARDS });
    const lastKey = first.queries[0]?.parts[0]?.lastKey;
    expect(lastKey).toBeDefined();
    for (const outcome of [
      first,
      await table.run({ queries: named, resume: first.queries, resumeGuards: first.guards, guards: GUARDS }),
    ]) {
      expect(statesOf(outcome)).toEqual(['failed']);
      expect(outcome.queries[0]).toMatchObject({ rows: 30, parts: [{ lastKey }] });
      expect(outcome.queries[0]?.fault?.message).toMatch(DELETED);
      expect(outcome.guards[0]).toMatchObject({ state: 'failed' });
      expect(outcome.guards[0]?.fault?.message).toMatch(DELETED);
    }
  });

  it('is not absent for queries that were not asked before it was deleted', async () => {
    const { table, named } = tableOf(20, ({ request }) => (request >= 30 ? NO_TABLE : undefined));
    const outcome = await table.run({ queries: named });
    expect(new Set(statesOf(outcome))).toEqual(new Set(['done', 'failed']));
    const unread = outcome.queries.filter(({ state }) => state === 'failed');
    expect(unread.some(({ pages }) => pages === 0)).toBe(true);
    for (const { fault } of unread) expect(fault?.message).toMatch(DELETED);
    const again = await table.run({ queries: named, resume: outcome.queries });
    expect(statesOf(again)).toEqual(statesOf(outcome));
    expect(markedOf(again)).toEqual(markedOf(outcome));
  });

  it('is not absent where another query is answered after one was not', async () => {
    const { table, named } = tableOf(3, ({ request }) => (request === 0 ? NO_TABLE : undefined));
    const outcome = await table.run({ queries: named, guards: GUARDS });
    expect([statesOf(outcome)[0], outcome.rows]).toEqual(['failed', 80]);
    expect(markedOf(outcome).marked).toEqual(markedOf(outcome).withRows);
    expect(outcome.queries[0]?.fault?.message).toMatch(/deleted, or created, while it was read/u);
    const resumed = { resume: outcome.queries, resumeGuards: outcome.guards };
    const again = await table.run({ queries: named, guards: GUARDS, ...resumed });
    expect([statesOf(again), again.rows]).toEqual([['done', 'done', 'done'], 120]);
  });

  it('and its rows are of two tables then, though nobody else was told', async () => {
    // Each query has one page, so all other queries were answered and notice nothing.
    const { table, named } = tableOf(3, ({ request }) => (request === 0 ? NO_TABLE : undefined), 40);
    const outcome = await table.run({ queries: named });
    expect([statesOf(outcome), outcome.rows]).toEqual([['failed', 'done', 'done'], 80]);
    expect(outcome.queries[0]?.fault).toMatchObject(NO_TABLE);
    expect(markedOf(outcome)).toEqual({ withRows: [1, 2], marked: [1, 2] });
  });

  it('is not absent in the part of a query that is asked again, where it is there by then', async () => {
    const cut: Fault = ({ filter, isFirstPage, matches }) => {
      if (isFirstPage && matches === 40) return { kind: 'service', status: 500, code: 'OperationTimedOut' };
      return filter.includes('x') ? undefined : NO_TABLE;
    };
    let isThere = false;
    const { table, named } = tableOf(1, (request) => (isThere ? undefined : cut(request)));
    const first = await table.run({ queries: named });
    expect(first.queries[0]?.parts.map(({ state, pages }) => [state, pages])).toEqual([
      ['done', 0],
      ['done', 0],
    ]);
    expect(statesOf(first)).toEqual(['absent']);
    isThere = true;
    const stopped = first.queries.map((query) => ({ ...query, state: 'stopped' as const }));
    const again = await table.run({ queries: named, resume: stopped });
    expect([statesOf(again), again.rows]).toEqual([['done'], 40]);
  });
});
