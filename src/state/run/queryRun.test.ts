import { describe, expect, it } from 'vitest';
import { BUSY, LATENCY_MS } from '../../tables/run/runRig.fixture.ts';
import type { FakeFault } from '../../tables/connection/tableService.fixture.ts';
import type { CredentialFacts } from '../../tables/sas/credentialFacts.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import { EMPTY_FORM } from './queryForm.ts';
import { resumable, rig, textOf } from './queryRun.fixture.ts';

const NOT_FOUND: FakeFault = { fault: { kind: 'not-found', status: 404, code: 'TableNotFound' } };

/** The queries of a plan, each with the keys of one partition. */
const inOnePartition = ({ queries }: QueryPlan) =>
  queries.map((query) => ({
    ...query,
    range: { partition: { from: `${query.index}_`, to: `${query.index}~` }, exact: true },
  }));

describe('query run', () => {
  it('reads every prefix to its end and says that it is complete', async () => {
    const { plan, run, session, ended, client } = rig({ prefixes: 10, rowsEach: 25 });
    run.start(plan, session, EMPTY_FORM);
    expect(run.get().phase).toBe('running');
    await ended();
    expect(textOf(run)).toBe('Complete: 250 rows from 10 of 10 prefixes');
    expect(run.get()).toMatchObject({ phase: 'ended', rows: 250, retries: 0 });
    // Three pages per prefix, the coverage check, and the last check.
    expect(run.get().requests).toHaveLength(32);
    expect((await client.view({ order: 'time-asc', from: 0, to: 1 })).total).toBe(250);
  });

  it('shows its end at once, however far the next picture is', async () => {
    const { clock, plan, run, session, activity } = rig({ prefixes: 3, rowsEach: 25, frameMs: 60_000 });
    const startMs = clock.nowMs();
    let shown = 0;
    run.subscribe(() => (shown += 1));
    run.start(plan, session, EMPTY_FORM);
    await clock.run(
      new Promise<void>((resolve) => run.subscribe(() => run.get().phase === 'ended' && resolve())),
    );
    expect(clock.nowMs() - startMs).toBeLessThan(60_000);
    expect(run.get()).toMatchObject({ rows: 75 });
    expect(activity.pending()).toBe(0);
    const before = shown;
    await clock.advance(120_000);
    expect(shown, 'the picture that was asked for is in the end').toBe(before);
  });

  it('reads again as often and as late as is set, from the next run on', async () => {
    let retry: object | undefined = { zMs: 1000, zMinMs: 3000, zMaxMs: 3000, retries: 2 };
    const { run, read } = rig({
      prefixes: 3,
      rowsEach: 5,
      script: (filter) => (filter === 'q1' ? BUSY : undefined),
      retry: () => retry,
    });
    const tries = (): readonly number[] =>
      run
        .get()
        .requests.flatMap(({ kind, queryIndex, startedAtMs }) =>
          kind === 'query' && queryIndex === 1 ? [startedAtMs] : [],
        );
    await read();
    const at = tries();
    expect(at).toHaveLength(3);
    expect(at.slice(1).every((ms, index) => ms - (at[index] ?? 0) >= 3000)).toBe(true);
    retry = { retries: 0 };
    await read();
    expect(tries()).toHaveLength(1);
  });

  it('keeps what the others brought when one prefix fails, and reads the rest later', async () => {
    let broken = true;
    const { run, client, read, resume } = rig({
      prefixes: 3,
      rowsEach: 25,
      script: (filter, request) => (broken && filter === 'q1' && request > 0 ? BUSY : undefined),
    });
    await read();
    expect(textOf(run)).toMatch(/^Incomplete: 60 rows from 2 of 3 prefixes/);
    expect(run.get().progress.map((query) => query.state)).toStrictEqual(['done', 'failed', 'done']);
    const { dataVersion } = run.get();
    broken = false;
    await resume();
    expect(textOf(run)).toBe('Complete: 75 rows from 3 of 3 prefixes');
    expect(run.get().dataVersion).toBeGreaterThan(dataVersion);
    expect((await client.view({ order: 'arrival', from: 0, to: 1 })).total).toBe(75);
  });

  it('has a new version of its rows as soon as it begins: what views know of the rows before is not about these', async () => {
    const { plan, run, session, ended, read } = rig({ prefixes: 1, rowsEach: 5 });
    await read();
    const before = run.get().dataVersion;
    run.start(plan, session, EMPTY_FORM);
    expect(run.get().dataVersion).toBeGreaterThan(before);
    await ended();
    const own = run.get().dataVersion;
    // The rows stay when a run is continued.
    run.resume(session);
    expect(run.get().dataVersion).toBe(own);
    await ended();
  });

  it('never calls rows that the SAS does not reach 0 rows', async () => {
    const { plan, run, read, reaching } = rig({ prefixes: 4, rowsEach: 25 });
    await read({ queries: inOnePartition(plan) }, reaching({ fromPartition: '1_', toPartition: '2_5' }));
    expect(textOf(run)).toMatch(
      /^Incomplete: 100 rows from 2 of 4 prefixes\. The SAS reaches only PartitionKey from '1_' up to '2_5': 2 queries outside the SAS range \(prefix 0, prefix 3\), 1 query partly outside it \(prefix 2\)/,
    );
    expect(textOf(run)).toContain('the SAS does not reach all of these keys');
    expect(resumable(run)).toBe(false);
  });

  it('does not offer to continue what the SAS does not reach, whatever became of it', async () => {
    const refused: FakeFault = { fault: { kind: 'bad-request', status: 400, code: 'InvalidInput' } };
    let broken = 'q1';
    const { plan, run, read, reaching } = rig({
      prefixes: 3,
      rowsEach: 25,
      script: (filter) => (filter === broken ? refused : undefined),
    });
    const again = () =>
      read({ queries: inOnePartition(plan) }, reaching({ fromPartition: '0_', toPartition: '0~' }));
    await again();
    expect(textOf(run)).toContain('2 queries outside the SAS range (prefix 1, prefix 2)');
    expect(textOf(run)).not.toContain('failed');
    expect(resumable(run)).toBe(false);
    broken = 'q0';
    await again();
    expect(textOf(run)).toContain('1 query failed (prefix 0)');
    expect(resumable(run)).toBe(true);
  });

  it('takes a table that only the window names, and that does not exist, for one without rows', async () => {
    const { plan, run, read } = rig({
      prefixes: 4,
      rowsEach: 25,
      script: (filter) => (filter === 'q1' || filter === 'q3' ? NOT_FOUND : undefined),
    });
    const named = plan.queries.map((query) => ({
      ...query,
      tableName: `Month${query.index}`,
      ...(query.index > 0 && { mayBeAbsent: true }),
    }));
    await read({ queries: named });
    expect(textOf(run)).toBe(
      'Complete: 50 rows from 4 of 4 prefixes (in 4 tables). Tables Month1, Month3 do not exist: no rows there.',
    );
    const asked = named.map((query) => (query.index === 1 ? { ...query, mayBeAbsent: false } : query));
    await read({ queries: asked });
    expect(textOf(run)).toMatch(/^Incomplete: 50 rows from 3 of 4 prefixes/);
    const tables = { names: ['month0', 'Month2'], complete: true, exposure: 'exposed' as const };
    await read({ queries: named }, { tables });
    // The table after an existing one is read: it may be new.
    expect(run.get().plan?.queries.map(({ tableName }) => tableName)).toStrictEqual([
      'Month0',
      'Month1',
      'Month2',
      'Month3',
    ]);
  });

  it('does not offer to continue a table that does not exist, and does where one of two is there', async () => {
    let absent = (_filter: string): boolean => true;
    const { run, read } = rig({
      prefixes: 7,
      rowsEach: 25,
      script: (filter) => (absent(filter) ? NOT_FOUND : undefined),
    });
    await read();
    expect(textOf(run)).toMatch(/^Incomplete: 0 rows from 0 of 7 prefixes\. 7 queries failed/u);
    expect(textOf(run)).not.toContain('Continue');
    expect(resumable(run)).toBe(false);
    // A table that answered exists, or did.
    absent = (filter) => filter !== 'q2';
    await read();
    expect(textOf(run)).toMatch(/^Incomplete: 25 rows from 1 of 7 prefixes/u);
    expect(resumable(run)).toBe(true);
  });

  it('is never Complete where such a table is deleted while it is read', async () => {
    const { plan, run, read } = rig({
      prefixes: 1,
      rowsEach: 45,
      script: (_filter, request) => (request >= 2 ? NOT_FOUND : undefined),
    });
    const queries = plan.queries.map((query) => ({ ...query, mayBeAbsent: true }));
    await read({ queries });
    expect(textOf(run)).toMatch(/^Incomplete: 20 rows from 0 of 1 prefixes.*was deleted while it was read/u);
    expect(run.get().progress[0]?.isAbsent).toBeUndefined();
  });

  it.each<readonly [string, Partial<Parameters<typeof rig>[0]>, RegExp, rows: number]>([
    [
      'a row that comes twice, which counts once',
      { script: (filter, request) => (filter === 'q1' && request === 2 ? { page: 'overlap' } : undefined) },
      /^Unverifiable: 70 rows from 2 of 2 prefixes\. The service sent 5 rows twice \(counted once\): it may/,
      70,
    ],
    [
      'rows out of order, which stay',
      { script: (filter, request) => (filter === 'q0' && request === 1 ? { page: 'unordered' } : undefined) },
      /^Unverifiable: 70 rows from 2 of 2 prefixes\. The service sent 9 rows out of order/,
      70,
    ],
    [
      'a page that comes once more',
      { script: (filter, request) => (filter === 'q0' && request > 0 ? { page: 'repeat' } : undefined) },
      /^Incomplete: 45 rows from 1 of 2 prefixes\..*read before.*10 rows twice/,
      45,
    ],
    [
      'hidden headers',
      { script: () => ({ page: 'hidden headers' }) },
      /^Unverifiable: 20 rows from 2 of 2 prefixes/,
      20,
    ],
    [
      'hidden continuations',
      { hidesTokens: true },
      /^Unverifiable: 20 rows from 2 of 2 prefixes\. CORS hides the continuation/,
      20,
    ],
    [
      'a row outside the plan',
      { outside: true },
      /^Incomplete: 70 rows from 2 of 2 prefixes\. Rows exist outside the plan/,
      70,
    ],
  ])('is not Complete, and says why: %s', async (_what, options, said, rows) => {
    const { run, client, read } = rig({ prefixes: 2, rowsEach: 35, ...options });
    await read();
    expect(textOf(run)).toMatch(said);
    expect((await client.view({ order: 'arrival', from: 0, to: 1 })).total).toBe(rows);
  });

  it('of a table with one row is Complete if the credential lists another that brings a token, else says what can', async () => {
    const facts = { kind: 'account', canListTables: true } as const;
    for (const [more, names, said] of [
      [facts, ['Orders', 'Other'], /^Complete: 1 row/],
      [facts, ['Orders'], /^Unverifiable: 1 row .* No other table/],
      [{ ...facts, canListTables: false }, undefined, /^Unverifiable: 1 row .* may not list other tables/],
      [
        { kind: 'table', tableName: 'Orders' },
        undefined,
        /^Unverifiable: 1 row .* SAS for the account can check/,
      ],
      [{ kind: 'token', tableName: 'Orders' }, undefined, /^Unverifiable: 1 row .* connected to one table/],
    ] as const) {
      const { run, session, service, read } = rig({ prefixes: 1, rowsEach: 1 });
      const reader: typeof service.reader = {
        ...service.reader,
        readPage: async (query, signal) => {
          const page = await service.reader.readPage(query, signal);
          return query.tableName === 'Other' ? { ...page, continuation: { nextPartitionKey: 'x' } } : page;
        },
      };
      const connection = { ...session.connection, reader, facts: more as unknown as CredentialFacts };
      const tables = names && { tables: { names, complete: true, exposure: 'unknown' as const } };
      await read({}, { connection, ...tables });
      expect(textOf(run)).toMatch(said);
    }
  });

  it('stops at once when cancelled, sends nothing after, and keeps what arrived', async () => {
    const { plan, run, session, ended, clock, service } = rig({ prefixes: 10, rowsEach: 50 });
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS * 3);
    run.cancel();
    const sent = service.seen.length;
    await ended();
    await clock.advance(60_000);
    expect(service.seen).toHaveLength(sent);
    expect(textOf(run)).toMatch(/^Stopped: \d+ rows from \d+ of 10 prefixes\. Cancelled/);
    expect(run.get().rows).toBeGreaterThan(0);
  });

  it('may be continued until it holds three budgets, then asks for a narrower window', async () => {
    const { run, read, resume } = rig({ prefixes: 4, rowsEach: 200, budgetRows: 100 });
    await read();
    const rows = [run.get().rows];
    while (resumable(run)) {
      expect(textOf(run)).toContain('Continue, or narrow the window');
      await resume();
      rows.push(run.get().rows);
    }
    expect(rows).toHaveLength(3);
    expect(rows.at(-1)).toBeGreaterThanOrEqual(300);
    expect(rows.at(-1)).toBeLessThan(360);
    expect(textOf(run)).toMatch(/^Stopped: .*the most that this page holds\. Narrow the window/);
  });

  it('waits for another SAS, keeps nobody waiting meanwhile, and goes on', async () => {
    let refused = false;
    const { plan, run, session, ended, clock, service } = rig({
      prefixes: 4,
      rowsEach: 30,
      script: () => (refused ? { fault: { kind: 'expired', status: 403 } } : undefined),
    });
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS + 5);
    refused = true;
    await ended();
    expect(run.get()).toMatchObject({ phase: 'running', pause: { kind: 'credential' } });
    const sent = service.seen.length;
    refused = false;
    run.unpause();
    await ended();
    expect(textOf(run)).toBe('Complete: 120 rows from 4 of 4 prefixes');
    expect(run.get()).not.toHaveProperty('pause');
    expect(service.seen[sent]?.filter).toBe('');
  });

  it('drops the rows of the run before when a new one starts in the middle of it', async () => {
    const { plan, run, session, clock, client, read } = rig({ prefixes: 4, rowsEach: 30 });
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS * 2);
    await read();
    expect(textOf(run)).toBe('Complete: 120 rows from 4 of 4 prefixes');
    expect(run.get().runId).toBe(2);
    expect((await client.view({ order: 'arrival', from: 0, to: 1 })).total).toBe(120);
  });

  it('never goes on with the rows of another account, table or key range', async () => {
    const { plan, run, session, ended, clock } = rig({ prefixes: 4, rowsEach: 30 });
    run.start(plan, session, EMPTY_FORM);
    await clock.advance(LATENCY_MS * 2);
    run.cancel();
    await ended();
    const before = run.get();
    const { connection } = session;
    const others = [
      { ...connection, endpoint: { ...connection.endpoint, url: 'https://b.example/' } },
      { ...connection, tableName: 'Orders' },
      { ...connection, facts: { ...connection.facts, keyRange: { fromPartition: 'x' } } },
    ];
    for (const other of others) {
      const stranger = { ...session, connection: other };
      expect(run.canResume(stranger)).toBe(false);
      run.resume(stranger);
      await ended();
      expect(run.get()).toBe(before);
    }
    expect(run.canResume(session)).toBe(true);
  });
});
