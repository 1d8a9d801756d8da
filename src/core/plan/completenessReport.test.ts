import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../time/ticks.ts';
import { type Completeness, completenessState } from './completeness.ts';
import { completenessReport, unreadFilter, unreadTime } from './completenessReport.ts';
import type { Derived } from './derived.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import { unreadRanges } from './unreadRanges.ts';

const READ_AT_MS = Date.UTC(2026, 10, 20, 23);
const PREFIX_3 = '0000000000000000003___';

function cutAt(minute: string) {
  const plan = planOf({
    tableName: 'Logs',
    schemeId: 'wad-prefixed',
    window: windowOf('2026-11-20T21:00:00Z', '2026-11-20T22:00:00Z'),
    filter: "Level eq 2 or Role eq 'it''s'",
  });
  const [query] = plan.queries.filter(({ prefix }) => prefix === 3);
  if (query === undefined) throw new Error('No prefix 3.');
  const { label, tableName, range } = query;
  const lastKey = {
    partitionKey: `${PREFIX_3}0${String(isoToTicks(`2026-11-20T21:${minute}:00Z`))}`,
    rowKey: "o'r",
  };
  const parts = [{ range, state: 'failed' as const, rows: 7, lastKey }];
  const coverage = { label, tableName, range, isOdd: false, parts };
  return { plan, unread: unreadRanges([coverage], [], undefined) };
}

describe('the report on an unread range', () => {
  it('has a filter that reads exactly that range, with the property filter of its query', () => {
    const { plan, unread } = cutAt('30');
    const filters = unread.map((range) => unreadFilter(range, plan));
    const at = `${PREFIX_3}0${String(isoToTicks('2026-11-20T21:30:00Z'))}`;
    const end = `${PREFIX_3}0${String(isoToTicks('2026-11-20T22:00:00Z'))}`;
    const property = "(Level eq 2 or Role eq 'it''s')";
    expect(filters).toEqual([
      `PartitionKey eq '${at}' and RowKey gt 'o''r' and ${property}`,
      `PartitionKey gt '${at}' and PartitionKey lt '${end}' and ${property}`,
    ]);
    // A coverage check has no property filter, because rows that do not match would be a hit too.
    const [first] = unread;
    expect(first && unreadFilter({ ...first, query: 'below prefix 0' }, plan)).toBe(
      `PartitionKey eq '${at}' and RowKey gt 'o''r'`,
    );
  });

  it('gives a time within the window; ranges outside the plan have none', () => {
    const { plan, unread } = cutAt('30');
    const to = isoToTicks('2026-11-20T22:00:00Z');
    expect(unread.map((range) => unreadTime(range, plan))).toEqual([
      { from: isoToTicks('2026-11-20T21:30:00Z'), to: isoToTicks('2026-11-20T21:31:00Z') },
      { from: isoToTicks('2026-11-20T21:30:00Z'), to },
    ]);
    const [first] = unread;
    expect(first && unreadTime({ ...first, query: 'below prefix 0' }, plan)).toBeUndefined();
  });
});

describe('the companion file of an export', () => {
  it('says what derived rows were made from, and never calls them Complete', () => {
    const { plan } = cutAt('30');
    const said = (derived: Derived, state: 'derived' | 'unverifiable'): unknown => {
      const counted = { rows: 12, queriesDone: 10, queriesAsked: 10, readAtMs: READ_AT_MS, derived };
      const completeness: Completeness =
        state === 'derived'
          ? { ...counted, state }
          : { ...counted, state, reasons: [], unread: [], resumable: false };
      return JSON.parse(completenessReport({ file: 'a.csv', completeness, plan, endpoint: undefined }));
    };
    const names = { kind: 'difference', of: 'Logs, 12:00', lackedBy: 'Logs, 11:00' } as const;
    for (const [sources, words] of [
      [['complete', 'complete'], 'Derived, both Complete'],
      [['derived', 'complete'], 'Derived, one Complete, one Derived'],
      [['complete', 'derived'], 'Derived, one Complete, one Derived'],
      [['derived', 'derived'], 'Derived, both Derived'],
      // A file that does not record its sources must not claim to be Complete either.
      [undefined, 'Derived'],
    ] as const) {
      const difference = { ...names, ...(sources !== undefined && { sources }) };
      expect(said(difference, 'derived')).toMatchObject({
        state: 'derived',
        statement: `${words}: 12 rows of "Logs, 12:00", absent from "Logs, 11:00"`,
        derived: difference,
      });
    }
    expect(said({ kind: 'points', of: 'S', sources: ['derived'] }, 'derived')).toMatchObject({
      statement: 'Derived, source Derived: 12 rows read as points from "S"',
    });
    expect(said({ kind: 'points', of: 'S' }, 'unverifiable')).toMatchObject({
      state: 'unverifiable',
      statement: 'Unverifiable: 12 rows read as points from "S"',
      derived: { kind: 'points', of: 'S' },
    });
  });

  it('lists the state, the reasons, and each unread range with its keys, time and filter', () => {
    const { plan, unread } = cutAt('30');
    const completeness = completenessState({
      phase: 'ended',
      rows: 1234,
      queries: plan.queries.map(({ label, tableName, prefix }) =>
        prefix === 3
          ? { label, tableName, state: 'failed', failure: 'HTTP 503.' }
          : { label, tableName, state: 'done' },
      ),
      guards: [],
      unread,
      headersExposed: true,
      readAtMs: READ_AT_MS,
    });
    const file = 'Logs-1.incomplete.ndjson';
    const endpoint = 'https://acct.table.core.windows.net/';
    const selecting = { ...plan, request: { ...plan.request, select: ['A', 'B'] } };
    const report: unknown = JSON.parse(
      completenessReport({ file, completeness, plan: selecting, endpoint, exported: { rows: 9, only: 'x' } }),
    );
    expect(report).toMatchObject({
      format: 'keyscope-completeness/1',
      file,
      state: 'incomplete',
      rows: 1234,
      queries: { read: 9, asked: 10 },
      resumable: true,
      account: endpoint,
      table: 'Logs',
      window: { from: '2026-11-20T21:00:00.0000000Z', to: '2026-11-20T22:00:00.0000000Z' },
      filter: "Level eq 2 or Role eq 'it''s'",
      select: ['A', 'B'],
      exported: { rows: 9, only: 'x' },
      readAt: '2026-11-20T23:00:00.000Z',
      reasons: [{ kind: 'failed', queries: ['prefix 3'] }],
    });
    const { unread: said } = report as { unread: readonly Record<string, unknown>[] };
    expect(said).toHaveLength(2);
    expect(said[0]).toMatchObject({
      query: 'prefix 3',
      why: 'failed',
      resumable: true,
      rowKey: { from: "o'r\u0000" },
      time: { from: '2026-11-20T21:30:00.0000000Z', to: '2026-11-20T21:31:00.0000000Z' },
    });
    expect(said[1]?.['partitionKey']).toHaveProperty('to');
    expect(said.map(({ filter }) => filter)).toEqual(unread.map((range) => unreadFilter(range, plan)));
    if (!('unread' in completeness)) throw new Error(completeness.state);
    const open = { ...completeness, unread: unread.map((each) => ({ ...each, partition: {} })) };
    const bare = { ...plan, queries: [] };
    const short = completenessReport({ file, completeness: open, plan: bare, endpoint: undefined });
    expect(JSON.parse(short)).not.toHaveProperty('account');
    expect(short).toContain('"partitionKey": {\n        "from": ""\n      }');
  });

  it('omits a window, filter or account that does not exist, and the time of a range that has none', () => {
    const plan = planOf({ schemeId: 'none', tableName: 'Logs' });
    const [query] = plan.queries;
    const unread = [
      {
        tableName: 'Logs',
        why: 'stopped',
        resumable: true,
        query: query?.label ?? '',
        partition: { from: 'b' },
      },
    ] as const;
    const completeness: Completeness = {
      rows: 3,
      queriesDone: 0,
      queriesAsked: 1,
      readAtMs: 5,
      state: 'stopped',
      reasons: [],
      unread,
      resumable: true,
    };
    const report = JSON.parse(
      completenessReport({ file: 'a.csv', completeness, plan, endpoint: undefined }),
    ) as Readonly<Record<string, unknown>>;
    expect(Object.keys(report).join(' ')).toBe(
      'format file state statement rows queries table scheme firstReadAt readAt notes resumable reasons unread',
    );
    expect(report).toMatchObject({
      firstReadAt: '1970-01-01T00:00:00.005Z',
      readAt: '1970-01-01T00:00:00.005Z',
    });
    expect(report['unread']).toEqual([
      {
        query: query?.label,
        table: 'Logs',
        why: 'stopped',
        resumable: true,
        partitionKey: { from: 'b' },
        filter: "PartitionKey ge 'b'",
      },
    ]);
  });
});
