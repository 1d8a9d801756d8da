import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../time/ticks.ts';
import { completenessState, type GuardRunFacts, type QueryRunFacts, type RunFacts } from './completeness.ts';
import { completenessText } from './completenessText.ts';
import { continuationText } from './unreadRanges.ts';
import { isProven } from './derived.ts';

const READ_AT_MS = Date.UTC(2026, 10, 20, 21, 0, 0);
const MINUTE_MS = 60_000;

function facts(part: Partial<RunFacts>): RunFacts {
  return {
    phase: 'ended',
    rows: 7,
    queries: [query('a')],
    guards: [],
    unread: [],
    headersExposed: true,
    readAtMs: READ_AT_MS,
    ...part,
  };
}

const query = (label: string, more: Partial<QueryRunFacts> = {}): QueryRunFacts => {
  return { label, state: 'done', ...more };
};
const guard = (label: string, more: Partial<GuardRunFacts> = {}): GuardRunFacts => {
  return { label, state: 'waiting', ...more };
};

const FIVE = ['a', 'b', 'c', 'd', 'e'];
const SIX = [...FIVE, 'f'];
const HIDDEN =
  'CORS hides the continuation headers, so more pages may exist. Expose x-ms-* in the CORS rule of the account, then continue.';

describe('the reasons of a result', () => {
  it.each<readonly [string, Partial<RunFacts>, said: string, text: string]>([
    [
      'failed queries, with the first failure',
      {
        queries: [
          query('a'),
          query('b', { state: 'failed', failure: 'HTTP 500.' }),
          query('c', { state: 'failed', failure: 'Other.' }),
        ],
      },
      'incomplete: failed (b, c)',
      '2 queries failed (b, c): HTTP 500.',
    ],
    [
      'a failed query that says nothing',
      { queries: [query('a', { state: 'failed' })] },
      'incomplete: failed (a)',
      '1 query failed (a): no answer. Run again.',
    ],
    [
      'five labels at most',
      { queries: FIVE.map((label) => query(label, { state: 'failed', failure: 'No.' })) },
      'incomplete: failed (a, b, c, d, e)',
      '5 queries failed (a, b, c, d, e): No.',
    ],
    [
      'six labels',
      { queries: SIX.map((label) => query(label, { state: 'failed', failure: 'No.' })) },
      'incomplete: failed (a, b, c, d, e, f)',
      '6 queries failed (a, b, c, d, e and 1 more): No.',
    ],
    [
      'left queries',
      { queries: [query('a'), query('b', { state: 'stopped' }), query('c', { state: 'waiting' })] },
      'incomplete: unread (b, c)',
      '2 queries not read to the end (b, c). Run again to read them.',
    ],
    [
      'a spent budget',
      { queries: [query('a', { state: 'stopped' })], stop: { kind: 'budget' } },
      'stopped: budget (a)',
      'The budget for rows or bytes is used up. 1 query not read to the end (a).',
    ],
    [
      'rows outside the plan',
      {
        guards: [
          guard('x', { state: 'hit' }),
          guard('y', { state: 'clear' }),
          guard('z', { state: 'hit', foundKey: 'k' }),
        ],
      },
      'incomplete: outside-plan (x, z)',
      'Rows exist outside the plan (x, z). Choose a larger event volume, or another key scheme.',
    ],
    [
      'a SAS that does not reach a query',
      { queries: [query('a'), query('b', { state: 'outside' })], sasKeys: "PartitionKey from 'a'" },
      'incomplete: outside-sas (b)',
      "The SAS reaches only PartitionKey from 'a': 1 query outside the SAS range (b). Connect with a SAS for these keys to read their rows.",
    ],
    [
      'a SAS that reaches a part of a query',
      { queries: [query('a', { isCutBySas: true }), query('b')] },
      'incomplete: outside-sas (a)',
      'The SAS reaches only some keys: 1 query partly outside it (a). Connect with a SAS for these keys to read their rows.',
    ],
    [
      'both',
      { queries: [query('a', { isCutBySas: true }), query('b', { state: 'outside' })] },
      'incomplete: outside-sas (b, a)',
      'The SAS reaches only some keys: 1 query outside the SAS range (b), 1 query partly outside it (a). Connect with a SAS for these keys to read their rows.',
    ],
    [
      'hidden headers, with the queries that they leave open',
      {
        queries: [query('a'), query('b', { isUnproven: true })],
        guards: [guard('above b', { state: 'clear', isUnproven: true })],
        headersExposed: false,
        // All of b is already listed as unread, for another reason.
        unread: [{ query: 'b', tableName: 'T', partition: {}, why: 'lagging', resumable: true }],
      },
      'unverifiable: headers-hidden (b, above b)',
      HIDDEN,
    ],
    [
      'odd rows, with their queries',
      {
        queries: [query('a'), query('b', { isOdd: true })],
        anomalies: { outOfOrder: 0, repeated: 2, outside: 0 },
      },
      'unverifiable: anomalies (b)',
      'The service sent 2 rows twice (counted once): it may have left out others. Run again. If it happens again, something between the page and the service changes its answers.',
    ],
    [
      'tables that were replaced, each named once',
      {
        queries: [
          query('a', { replacedTable: 'T' }),
          query('b'),
          query('c', { replacedTable: 'U' }),
          query('d', { replacedTable: 'T' }),
        ],
      },
      'unverifiable: anomalies (a, c, d)',
      'Tables T, U were deleted or created while being read: rows from before and after are mixed. Run again to read what is there now.',
    ],
    [
      'coverage checks that were not sent',
      { guards: [guard('x'), guard('y', { state: 'clear' })] },
      'unverifiable: unread (x)',
      'Could not check for rows outside the plan (x). Continue checks again.',
    ],
    [
      'coverage checks that failed',
      {
        guards: [guard('x', { isOutOfReach: true }), guard('y', { state: 'failed', failure: 'HTTP 500.' })],
      },
      'unverifiable: failed (x, y)',
      'Could not check for rows outside the plan (x, y): HTTP 500. Continue checks again.',
    ],
    [
      'coverage checks that the SAS does not reach, and never will',
      { guards: [guard('x', { isOutOfReach: true, failure: 'out of reach.' })] },
      'unverifiable: failed (x)',
      'Could not check for rows outside the plan (x): out of reach.',
    ],
    [
      'a secondary without a last sync',
      { queries: [query('a', { readsSecondary: true }), query('b')] },
      'unverifiable: secondary-lag (a)',
      '1 query was read from the secondary endpoint, and when it was last in sync is not known: rows may be missing. Connect without it and run again, or with a SAS whose resource types (srt) hold service: that one can read the last sync.',
    ],
    [
      'a secondary behind the end of a query, which may be open',
      {
        queries: [query('a', { readsSecondary: true, secondarySyncMs: READ_AT_MS - 5 * MINUTE_MS })],
      },
      'unverifiable: secondary-lag (a)',
      '1 query was read from the secondary endpoint, which holds what was written until 2026-11-20T20:55:00Z, and the query has no end in time: newer rows may be missing. Connect without it and run again, or choose a window that ends before.',
    ],
  ])('%s', (_name, part, said, text) => {
    const { state, ...more } = completenessState(facts(part));
    const [reason, ...others] = 'reasons' in more ? more.reasons : [];
    expect(others).toEqual([]);
    expect([`${state}: ${reason?.kind} (${reason?.queries.join(', ')})`, reason?.text]).toEqual([said, text]);
  });

  it('are all listed: a stop first, then what is missing, then what is in doubt', () => {
    const part: Partial<RunFacts> = {
      queries: [
        query('a', { state: 'failed', failure: 'No.' }),
        query('b', { state: 'outside' }),
        query('c', { state: 'stopped' }),
      ],
      guards: [guard('x', { state: 'hit' }), guard('y')],
      headersExposed: false,
    };
    const kinds = (more: Partial<RunFacts>): readonly string[] => {
      const said = completenessState(facts({ ...part, ...more }));
      return 'reasons' in said ? said.reasons.map((reason) => reason.kind) : [];
    };
    expect(kinds({})).toEqual([
      'failed',
      'outside-sas',
      'outside-plan',
      'unread',
      'headers-hidden',
      'unread',
    ]);
    expect(kinds({ stop: { kind: 'cancelled' } })).toEqual([
      'cancelled',
      'failed',
      'outside-sas',
      'outside-plan',
      'headers-hidden',
      'unread',
    ]);
  });
});

describe('the notes next to the counts', () => {
  it('are absent if there is nothing to say', () => {
    expect(completenessState(facts({}))).toEqual({
      state: 'complete',
      rows: 7,
      queriesDone: 1,
      queriesAsked: 1,
      readAtMs: READ_AT_MS,
    });
    expect(completenessState(facts({ phase: 'running', firstReadAtMs: 5 }))).toEqual({
      state: 'running',
      rows: 7,
      queriesDone: 1,
      queriesAsked: 1,
      firstReadAtMs: 5,
      readAtMs: READ_AT_MS,
    });
  });

  it('name each missing table once', () => {
    const said = (...names: readonly string[]) =>
      completenessState(facts({ queries: names.map((name, at) => query(`${at}`, { absentTable: name })) }))
        .absentNote;
    expect(said('T')).toBe('Table T does not exist: no rows there.');
    expect(said('T', 'U', 'T')).toBe('Tables T, U do not exist: no rows there.');
  });

  it('count prefixes per table, even if two tables share a label', () => {
    const queries = [
      query('a', { tableName: 'T' }),
      query('a', { tableName: 'U', state: 'failed' }),
      query('b', {}),
    ];
    expect(completenessState(facts({ queries }))).toMatchObject({
      queriesAsked: 3,
      queriesDone: 2,
      tables: 3,
    });
  });

  it('mention rows that could not be checked, and a secondary that was dropped', () => {
    const said = completenessState(facts({ rowsBesideWindow: 1, secondaryFailure: 'HTTP 403.' }));
    expect(said).toMatchObject({
      filterNote:
        '1 row of these has a time outside the window: a query by these keys cannot leave them out.',
      secondaryNote: 'The secondary endpoint was given up, and the primary was read instead: HTTP 403.',
    });
  });

  it('give the last sync of a copy, whether or not a reason already does', () => {
    const late = { readsSecondary: true, secondarySyncMs: READ_AT_MS - 20 * MINUTE_MS };
    const at = (beforeMs: number, more: Partial<RunFacts> = {}) =>
      completenessState(
        facts({ queries: [query('a', late)], windowTo: ticksFromUnixMs(READ_AT_MS - beforeMs), ...more }),
      );
    const asOf = '1 query was read from the secondary endpoint as of its last sync, 2026-11-20T20:40:00Z.';
    expect(at(40 * MINUTE_MS)).toMatchObject({ state: 'complete', secondaryNote: asOf });
    expect(at(40 * MINUTE_MS).arrivalNote).toBeUndefined();
    expect(at(25 * MINUTE_MS).arrivalNote).toMatch(/^Late rows possible until 2026-11-20T20:45:00Z: /);
    expect(at(20 * MINUTE_MS)).toMatchObject({ state: 'complete' });
    expect(at(20 * MINUTE_MS - 1)).toMatchObject({ state: 'unverifiable' });
    // If several queries read the secondary, the oldest sync counts.
    const several = [query('a', { ...late, secondarySyncMs: READ_AT_MS }), query('b', late), query('c')];
    expect(at(40 * MINUTE_MS, { queries: several }).secondaryNote).toBe(
      '2 queries were read from the secondary endpoint as of its last sync, 2026-11-20T20:40:00Z.',
    );
    expect([at(10 * MINUTE_MS).arrivalNote, at(10 * MINUTE_MS).secondaryNote]).toEqual([
      undefined,
      undefined,
    ]);
    expect(at(10 * MINUTE_MS, { phase: 'running' }).secondaryNote).toBe(asOf);
    // A sync after the first page does not limit the result.
    const fresh = { readsSecondary: true, secondarySyncMs: READ_AT_MS };
    expect(at(1, { queries: [query('a', fresh)] }).arrivalNote).toMatch(
      /^Late rows possible until 2026-11-20T21:09:59Z: /,
    );
  });
});

it('say that nothing could be read only if no query read anything and the SAS reaches none of them', () => {
  const said = (rows: number, ...queries: readonly QueryRunFacts[]) =>
    completenessText(completenessState(facts({ rows, queries }))).split('. ')[0];
  const [outside, cut] = [{ state: 'outside' }, { isCutBySas: true }] as const;
  const nothing = /^Incomplete: outside the SAS range, nothing could be read/;
  expect(said(0, query('a', outside), query('b', outside))).toMatch(nothing);
  expect(said(0, query('a', { ...cut, state: 'failed' }))).toMatch(nothing);
  expect(said(0, query('a', outside), query('b'))).toMatch(/^Incomplete: 0 rows from 1 of 2 prefixes/);
  expect(said(0, query('a', cut))).toMatch(/^Incomplete: 0 rows from 1 of 1 prefixes/);
  expect(said(7, query('a', { ...cut, state: 'failed' }))).toMatch(
    /^Incomplete: 7 rows from 0 of 1 prefixes/,
  );
});

it('say how to check a result too small to show a token, depending on what the credential can read', () => {
  const said = (others?: Parameters<typeof continuationText>[1]) => continuationText('unknown', others);
  expect(said('SAS of one table')).toMatch(
    /^A table with fewer than 2 rows .* A SAS for the account can check it\.$/,
  );
  expect(said('not listed')).toMatch(/permission List/);
  expect(said('address of one table')).toMatch(/without a table name/);
  expect(said('listed')).toMatch(/No other table that was tried/);
  for (const why of ['hidden', 'readable', undefined] as const) expect(continuationText(why)).toBe(HIDDEN);
  expect(continuationText('unanswered')).toMatch(/could not be checked/);
  expect(continuationText('not-read-on')).toMatch(/Continue reads on\.$/);
  expect(continuationText('cannot-read-on')).toMatch(/may not be the last: .* Run the query again\.$/);
});

it('treat a result as whole only if it is Complete or made from Complete results', () => {
  const states = ['complete', 'derived', 'running', 'incomplete', 'unverifiable', 'stopped'];
  expect(states.filter((state) => isProven({ state }))).toEqual(['complete', 'derived']);
});
