import { describe, expect, it } from 'vitest';
import { createKeyTable, createPrefixTable, evenly, rangeInTime, rowsInTime } from './keyTable.fixture.ts';
import { createFakeService } from '../connection/tableService.fixture.ts';
import { createRunControl } from '../pacing/pause.ts';
import type { RunOptions } from '../progress/runTypes.ts';
import type { PageReader } from '../wire/pageReader.ts';
import { createLanes, type Lane, type Lanes } from '../pacing/lanes.ts';
import { createRunRig, guardsOf, onlyFor } from './runRig.fixture.ts';

describe('an end without a continuation', () => {
  const checks = (outcome: { readonly requests: readonly { readonly kind: string }[] }): number =>
    outcome.requests.filter(({ kind }) => kind === 'check').length;
  const proven = (outcome: Awaited<ReturnType<ReturnType<typeof createRunRig>['run']>>): boolean =>
    outcome.queries.every(({ headersExposed }) => headersExposed) &&
    outcome.guards.every(({ headersExposed }) => headersExposed);
  const guards = guardsOf('g');

  it('is proven by one row that is asked for when all else has ended, in every run anew', async () => {
    for (const rowsEach of [0, 1, 9, 25]) {
      const rig = createRunRig({ queries: 3, rowsEach, guardRows: new Map([['other', many(2)]]) });
      for (const _run of ['first', 'second']) {
        const outcome = await rig.run({ guards });
        expect([outcome.continuation, checks(outcome), proven(outcome)]).toEqual(['readable', 1, true]);
        expect(outcome.requests.at(-1)?.kind).toBe('check');
      }
    }
  });

  it('costs nothing where a continuation came after every last page, or nothing has ended', async () => {
    const late = createRunRig({
      queries: 2,
      rowsEach: 25,
      // One query ends with its first page. The other continues, and is refused at its third page.
      script: (filter, request) => {
        if (filter === 'q0') return { page: 'short' };
        return request > 1 ? { fault: { kind: 'bad-request' } } : undefined;
      },
    });
    const dead = createRunRig({
      queries: 2,
      rowsEach: 5,
      script: () => ({ fault: { kind: 'bad-request' } }),
    });
    for (const [rig, states] of [
      [late, ['done', 'failed']],
      [dead, ['failed', 'failed']],
    ] as const) {
      const outcome = await rig.run();
      expect(outcome.queries.map(({ state }) => state)).toEqual(states);
      expect([checks(outcome), outcome.continuation, proven(outcome)]).toEqual([0, 'readable', true]);
    }
  });

  it('is not believed where CORS exposes x-ms-request-id and hides the continuation', async () => {
    for (const rowsEach of [1, 9, 10, 11, 50]) {
      const rig = createRunRig({ queries: 3, rowsEach, hidesTokens: true });
      const outcome = await rig.run({ guards });
      expect(outcome.queries.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
      expect([outcome.continuation, checks(outcome)]).toEqual(['hidden', 1]);
      expect([...outcome.queries, ...outcome.guards].some(({ headersExposed }) => headersExposed)).toBe(
        false,
      );
    }
  });

  it('names the hidden headers, and asks nothing more, where no page shows any', async () => {
    const rig = createRunRig({ queries: 2, rowsEach: 5, script: () => ({ page: 'hidden headers' }) });
    const outcome = await rig.run();
    expect([outcome.continuation, checks(outcome)]).toEqual(['hidden', 0]);
  });

  it.each([true, false])(
    'stays open, and says that nothing can read on from it, where rows were mixed up; tokens hidden: %s',
    async (hidesTokens) => {
      const rig = createRunRig({ queries: 2, rowsEach: 9, hidesTokens: true });
      const first = await rig.run();
      expect(first.queries.map(({ parts }) => parts[0]?.unproven?.why)).toEqual(['hidden', 'hidden']);
      const mixed = first.queries.map((query) => ({
        ...query,
        anomalies: { outOfOrder: 1, repeated: 0, outside: 0, offFilter: 0 },
      }));
      const later = createRunRig({ queries: 2, rowsEach: 9, hidesTokens });
      const again = await later.run({ resume: mixed });
      expect(again.queries.map(({ parts }) => parts[0]?.unproven?.why)).toEqual([
        'cannot-read-on',
        'cannot-read-on',
      ]);
      expect([again.continuation, again.requests.length]).toEqual(['cannot-read-on', 0]);
    },
  );

  it('is not believed of empty pages, nor in a table that is too small to show it', async () => {
    for (const [queries, rowsEach] of [
      [3, 0],
      [1, 1],
    ] as const) {
      for (const hidesTokens of [true, false]) {
        const rig = createRunRig({ queries, rowsEach, hidesTokens });
        const outcome = await rig.run();
        expect([outcome.continuation, checks(outcome), proven(outcome)]).toEqual(['unknown', 1, false]);
      }
    }
    const large = createRunRig({
      queries: 1,
      rowsEach: 0,
      hidesTokens: true,
      guardRows: new Map([['x', many(9)]]),
    });
    expect((await large.run()).continuation).toBe('unknown');
  });

  it('sends nothing after a cancel, and claims nothing when the check itself fails', async () => {
    const rig = createRunRig({ queries: 1, rowsEach: 5, hidesTokens: true });
    const controller = new AbortController();
    const work = rig.start({
      signal: controller.signal,
      onEvent: (event) => {
        if (event.kind === 'query' && event.query.state === 'done') controller.abort();
      },
    });
    const outcome = await rig.clock.run(work);
    expect([checks(outcome), outcome.continuation, proven(outcome)]).toEqual([0, 'unanswered', false]);
    const failing = createRunRig({
      queries: 1,
      rowsEach: 5,
      script: onlyFor('', [{ fault: { kind: 'auth' } }]),
    });
    const failed = await failing.run();
    expect([checks(failed), failed.continuation, proven(failed)]).toEqual([1, 'unanswered', false]);
  });
});

function many(count: number): { PartitionKey: string; RowKey: string }[] {
  return Array.from({ length: count }, (_, row) => ({ PartitionKey: 'other', RowKey: String(row) }));
}

/** Short queries of one page each, none of which shows whether tokens are readable. */
const shortQueries = (queries: number, fault: Parameters<typeof createKeyTable>[0]['fault']) =>
  createPrefixTable(evenly(queries, 5), { fault }).table;

/** Lanes that throw if somebody asks for one again and again. */
function countedLanes(given: (lane: Lane) => Lane = (lane) => lane): Lanes {
  const lanes = createLanes(6, 2);
  let asked = 0;
  return {
    ...lanes,
    acquire: async (priority, signal, where) => {
      asked += 1;
      if (asked > 5000) throw new Error('asks for a lane again and again');
      return given(await lanes.acquire(priority, signal, where));
    },
  };
}

describe('whether continuations of the secondary can be read', () => {
  it('is left open, and ends, where it is given up while the check waits for a lane', async () => {
    let asked = 0;
    const table = shortQueries(60, ({ replica }) => {
      asked += replica === 'secondary' ? 1 : 0;
      return replica === 'secondary' && asked > 12 ? { kind: 'auth', status: 403 } : undefined;
    });
    const outcome = await table.run({ secondary: table.secondary, lanes: countedLanes() });
    expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
    expect([outcome.rows, outcome.secondaryFault?.kind]).toEqual([300, 'auth']);
    expect(outcome.continuation).toBe('unanswered');
  });

  it('is not asked at the primary, whose row says nothing of the other, where the table is not there', async () => {
    const table = shortQueries(40, ({ replica, top }) =>
      replica === 'secondary' && top === 1
        ? { kind: 'not-found', status: 404, code: 'TableNotFound' }
        : undefined,
    );
    const outcome = await table.run({ secondary: table.secondary });
    expect(outcome.queries.every(({ state }) => state === 'done')).toBe(true);
    expect(outcome.queries.some(({ readsSecondary }) => readsSecondary === true)).toBe(true);
    expect(outcome.continuation).toBe('unanswered');
    expect(outcome.secondaryFault).toBeUndefined();
    // Only the secondary lacks the table, so nothing was deleted.
    expect(outcome.queries.some(({ isReplaced }) => isReplaced === true)).toBe(false);
    const checks = table.seen.filter(({ top }) => top === 1).map(({ replica }) => replica);
    expect(checks.filter((replica) => replica === 'primary')).toHaveLength(1);
    expect(checks.length).toBeGreaterThan(1);
  });
});

it('is left open where the table is not there any more, even if it was known to hold one row only', async () => {
  const table = createKeyTable({
    rows: rowsInTime('p', 1),
    ranges: [rangeInTime('p', 1)],
    fault: ({ top }) => (top === 1 ? { kind: 'not-found', status: 404, code: 'TableNotFound' } : undefined),
  });
  const outcome = await table.run();
  expect([outcome.rows, outcome.queries[0]?.state]).toEqual([1, 'done']);
  expect(table.seen.filter(({ top }) => top === 1)).toHaveLength(1);
  expect(outcome.continuation).toBe('unanswered');
});

it('is not asked for again before the time that the service said', async () => {
  const table = shortQueries(12, ({ top }) =>
    top === 1 ? { kind: 'throttled', status: 503, retryAfterMs: 1e9 } : undefined,
  );
  const outcome = await table.run({ secondary: table.secondary });
  expect([outcome.rows, outcome.continuation]).toEqual([60, 'unanswered']);
  const checks = table.seen.filter(({ top }) => top === 1).map(({ replica }) => replica);
  expect(checks.sort()).toEqual(['primary', 'secondary']);
});

describe('tables of a run that are too small to show a token', () => {
  /** Runs over the first of these tables. The account has all of them, given by name with their rows. */
  async function run(
    account: Readonly<Record<string, number>>,
    more: Partial<RunOptions> & {
      readonly hides?: boolean;
      readonly refuses?: string;
      readonly breaks?: string;
    } = {},
  ) {
    const { hides = false, refuses, breaks, ...options } = more;
    const [own = ''] = Object.keys(account);
    const rig = createRunRig({ queries: 1, rowsEach: 0 });
    const asked: string[] = [];
    const reader: PageReader = {
      ...rig.service.reader,
      readPage: (query, signal) => {
        const { tableName, top = 1000 } = query;
        asked.push(tableName);
        const count = account[tableName];
        const service = createFakeService({
          env: rig.clock.env,
          rows: new Map([[query.filter ?? '', many(count ?? 0)]]),
          pageRows: top,
          latencyMs: 1,
          hidesTokens: hides,
          script: () =>
            tableName === refuses
              ? { fault: { kind: 'auth', status: 403 } }
              : tableName === breaks
                ? { fault: { kind: 'service', status: 500 } }
                : count === undefined
                  ? { fault: { kind: 'not-found', status: 404, code: 'TableNotFound' } }
                  : undefined,
        });
        return service.reader.readPage(query, signal);
      },
    };
    const queries = rig.queries.map((query) => ({ ...query, tableName: own }));
    const outcome = await rig.run({ queries, reader, control: createRunControl(), ...options });
    return { outcome, asked };
  }

  it.each([0, 1])('are read to their end if another table brings one: %s rows', async (rows) => {
    const { outcome, asked } = await run({ Small: rows, Large: 9 }, { otherTables: ['Large', 'Small'] });
    expect([outcome.continuation, outcome.queries[0]?.headersExposed]).toEqual(['readable', true]);
    // The page of the query, then one row of its own table and one of another table. The log names the table of each.
    expect(asked).toEqual(['Small', 'Small', 'Large']);
    expect(outcome.requests.map(({ kind, tableName }) => [kind, tableName])).toEqual([
      ['query', undefined],
      ['check', undefined],
      ['check', 'Large'],
    ]);
  });

  it('are not asked about where they have two rows, and nobody else is', async () => {
    const { outcome, asked } = await run({ Own: 2, Large: 9 }, { otherTables: ['Large', 'Own'] });
    expect([outcome.continuation, asked]).toEqual(['readable', ['Own', 'Own']]);
  });

  it('try the next table if one is small, gone or refused, but not all of an account', async () => {
    const others = ['Tiny', 'Gone', 'Closed', 'Large'];
    const account = { Small: 1, Tiny: 1, Closed: 9, Large: 9 };
    const found = await run(account, { otherTables: others, refuses: 'Closed' });
    expect([found.outcome.continuation, found.asked.at(-1)]).toEqual(['readable', 'Large']);
    const tiny = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`T${at}`, 1]));
    const none = await run(tiny, { otherTables: Object.keys(tiny) });
    expect([none.outcome.continuation, none.asked.length]).toEqual(['unknown', 2 + 5]);
  });

  it('are asked about again by Continue if another table did not answer', async () => {
    const account = { Small: 1, Large: 9 };
    const broken = await run(account, { otherTables: ['Large'], breaks: 'Large' });
    expect(broken.outcome.continuation).toBe('unanswered');
    const refused = await run(account, { otherTables: ['Large'], refuses: 'Large' });
    expect(refused.outcome.continuation).toBe('unknown');
  });

  it('stay open without another table, and if CORS hides every token', async () => {
    expect((await run({ Small: 1, Large: 9 })).outcome.continuation).toBe('unknown');
    for (const tokensWereHidden of [false, true]) {
      const { outcome } = await run(
        { Small: 1, Large: 9 },
        { otherTables: ['Large'], hides: true, tokensWereHidden },
      );
      expect(outcome.continuation).toBe(tokensWereHidden ? 'hidden' : 'unknown');
    }
  });
});
