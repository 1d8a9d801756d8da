import { describe, expect, it } from 'vitest';
import { defined } from '../../core/defined.ts';
import type { KeyMatch } from '../../core/plan/queryPlan.ts';
import { isoToTicks, MAX_TICKS, MIN_TICKS } from '../../core/time/ticks.ts';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { formFaults, planFromForm } from './planFromForm.ts';
import { isAsProposed } from './proposedFields.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';
import { runSpec } from './runSpec.ts';
import { rangeBeside, type UsedRanges, withRange } from './queryStore.ts';

const NOW = isoToTicks('2026-11-21T01:00:30Z');
const HOUR = 36_000_000_000n;
const FORM: QueryForm = {
  ...EMPTY_FORM,
  table: ' Logs ',
  scheme: 'mds-prefixed',
  volume: 10,
  unprefixed: true,
  from: 'now-1h',
  to: 'now',
};

const planOf = (change: Partial<QueryForm>) => valueOf(planFromForm({ ...FORM, ...change }, NOW));
const requestOf = (change: Partial<QueryForm> = {}) => planOf(change).request;
const faultOf = (change: Partial<QueryForm>) => {
  const plan = planFromForm({ ...FORM, ...change }, NOW);
  return plan.ok ? undefined : plan.error;
};

const WINDOW = { from: NOW - HOUR, to: NOW };
const PREFIXED = { tableName: 'Logs', schemeId: 'mds-prefixed', volume: 10, unprefixed: true };
/** A scheme without prefixes ignores the settings about them. */
const PLAIN = { tableName: 'Logs', schemeId: 'ticks19', volume: 1, unprefixed: false };

describe('what is typed', () => {
  it.each([
    ['12:00', 'later than now'],
    ['00:30', 'not applied'],
    ['30m', 'not applied'],
    ['2026-11-20 12:00-12:30', 'two meanings'],
  ])('as a time, %s, is never read as another instant than the one that was shown', (from, message) => {
    expect(faultOf({ from })).toMatchObject({ field: 'from', message: expect.stringContaining(message) });
  });
});

describe('the request of a form', () => {
  it.each<[Partial<QueryForm>, object]>([
    [{}, { ...PREFIXED, window: WINDOW }],
    [
      { volume: 100, unprefixed: false },
      { ...PREFIXED, volume: 100, unprefixed: false, window: WINDOW },
    ],
    [{ prefixes: '0-2,5' }, { ...PREFIXED, window: WINDOW, prefixes: [0, 1, 2, 5] }],
    [{ prefixes: ' ' }, { ...PREFIXED, window: WINDOW }],
    [
      { scheme: 'ticks19', prefixes: 'x' },
      { ...PLAIN, window: WINDOW },
    ],
    [
      { scheme: 'none', from: 'x', to: 'y' },
      { ...PLAIN, schemeId: 'none' },
    ],
    [{ from: ' ', to: ' ' }, PREFIXED],
    [{ from: ' ' }, { ...PREFIXED, window: { from: MIN_TICKS, to: NOW } }],
    [{ to: ' ' }, { ...PREFIXED, window: { from: NOW - HOUR, to: MAX_TICKS } }],
    [{ filter: ' ' }, { ...PREFIXED, window: WINDOW }],
    [{ filter: ' A eq 1 ' }, { ...PREFIXED, window: WINDOW, filter: ' A eq 1 ' }],
    [{ select: ' , ' }, { ...PREFIXED, window: WINDOW }],
    [{ select: ' A ,, B,' }, { ...PREFIXED, window: WINDOW, select: ['A', 'B'] }],
    [{ rounding: '60' }, { ...PREFIXED, window: WINDOW, roundingTicks: 600_000_000n }],
    [{ rounding: '999999' }, { ...PREFIXED, window: WINDOW, roundingTicks: 9_999_990_000_000n }],
    ...['', '0', '01', '1000000', '-1', '1.5', 'x'].map((rounding): [Partial<QueryForm>, object] => [
      { rounding },
      { ...PREFIXED, window: WINDOW },
    ]),
    [{ rk: 'r' }, { ...PREFIXED, window: WINDOW, rowKey: { kind: 'is', text: 'r' } }],
    [
      { rk: 'r', rkMatch: 'begins' },
      { ...PREFIXED, window: WINDOW, rowKey: { kind: 'begins', text: 'r' } },
    ],
    [
      { scheme: 'ticks19-row', pk: 'p' },
      { ...PLAIN, schemeId: 'ticks19-row', window: WINDOW, partitionKey: { kind: 'is', text: 'p' } },
    ],
    // Two quotes mean the empty key, if the match is exact.
    [
      { scheme: 'ticks19-row', pk: "''" },
      { ...PLAIN, schemeId: 'ticks19-row', window: WINDOW, partitionKey: { kind: 'is', text: '' } },
    ],
    [
      { scheme: 'ticks19-row', pk: "''", pkMatch: 'begins' },
      { ...PLAIN, schemeId: 'ticks19-row', window: WINDOW, partitionKey: { kind: 'begins', text: "''" } },
    ],
  ])('is as expected for %j', (change, request) => {
    expect(requestOf(change)).toEqual(request);
  });

  it.each<[Partial<QueryForm>, object]>([
    [{ table: ' ' }, { field: 'table', message: 'No table chosen.', nextStep: 'Choose a table.' }],
    [
      { scheme: '' },
      { field: 'scheme', message: 'No key scheme chosen.', nextStep: 'Choose how this table is keyed.' },
    ],
    [
      { scheme: 'x' },
      { field: 'scheme', message: 'No key scheme is named "x".', nextStep: 'Choose one from the list.' },
    ],
    [{ from: 'x' }, { field: 'from' }],
    [{ to: 'x' }, { field: 'to' }],
    [{ from: 'x', to: '' }, { field: 'from' }],
    [{ prefixes: '10' }, { field: 'prefixes' }],
    [{ filter: "Level eq 'x" }, { field: 'filter' }],
    [{ pk: 'a/b' }, { field: 'pk' }],
    ...[
      ['now', 'now'],
      ['now', 'now-1h'],
    ].map(([from = '', to = '']): [Partial<QueryForm>, object] => [
      { from, to },
      {
        field: 'to',
        message: 'The window ends before it begins: To is not after From.',
        nextStep: 'Type a later time, or swap the two.',
      },
    ]),
  ])('is refused for %j, naming the field and the reason', (change, fault) => {
    expect(faultOf(change)).toMatchObject(fault);
    expect(faultOf(change)?.nextStep).not.toBe('');
  });
});

describe('what the row store is told about a plan', () => {
  const queriesOf = (plan: ReturnType<typeof planOf>) =>
    plan.queries.map(({ index, label, tableName }) => ({ index, label, tableName }));

  it('is its scheme, its queries and its window with the rounding', () => {
    const plan = planOf({ rounding: '300' });
    expect(runSpec(7, plan)).toEqual({
      runId: 7,
      schemeId: 'mds-prefixed',
      queries: queriesOf(plan),
      window: { ...WINDOW, roundingTicks: 3_000_000_000n },
    });
    expect(plan.queries.length).toBeGreaterThan(10);
    expect(runSpec(7, planOf({ from: '', to: '' }))).not.toHaveProperty('window');
  });

  it('has no window if both keys are typed, because that row is wanted whatever its time', () => {
    const plan = planOf({});
    const is = { kind: 'is', text: 'x' } as const;
    const begins = { kind: 'begins', text: 'x' } as const;
    const hasWindow = (partitionKey: KeyMatch | undefined, rowKey: KeyMatch | undefined) =>
      'window' in runSpec(1, { ...plan, request: { ...plan.request, ...defined({ partitionKey, rowKey }) } });
    expect(hasWindow(is, is)).toBe(false);
    for (const [partitionKey, rowKey] of [
      [is, begins],
      [begins, is],
      [begins, begins],
      [is, undefined],
      [undefined, is],
    ])
      expect([partitionKey, rowKey, hasWindow(partitionKey, rowKey)]).toEqual([partitionKey, rowKey, true]);
  });

  it('has the trimmed filter, and the properties selected by each query', () => {
    const filtered = planOf({ filter: ' A eq 1 ' });
    expect(runSpec(1, filtered).filter).toEqual({ text: 'A eq 1' });
    const [query] = filtered.queries;
    if (query === undefined) throw new Error('There is no query.');
    const { condition: _own, select: _selected, sharesRows: _shares, ...first } = query;
    const shared = {
      ...filtered,
      queries: [
        { ...first, select: ['A'], sharesRows: true, condition: 'B eq 1' },
        { ...first, index: 1, sharesRows: true },
        { ...first, index: 2, condition: 'C eq 1' },
        { ...first, index: 3, sharesRows: false, select: ['Z'] },
      ],
    };
    const { label, tableName } = first;
    expect(runSpec(1, shared)).toMatchObject({ filter: { text: 'A eq 1', select: ['A'] } });
    expect(runSpec(1, shared).queries).toEqual([
      { index: 0, label, tableName, sharesRows: true, condition: 'B eq 1' },
      { index: 1, label, tableName, sharesRows: true },
      { index: 2, label, tableName },
      { index: 3, label, tableName },
    ]);
    expect(runSpec(1, planOf({ filter: ' ' })).filter).toBeUndefined();
  });
});

describe('a proposal about keys', () => {
  const proposal = {
    schemeId: 'text-ticks19',
    volume: 10,
    unprefixed: true,
    confidence: 1,
    reason: '',
  } as const;
  const fields = { scheme: 'text-ticks19', volume: 10, unprefixed: true, rounding: '' } as const;

  it('counts as applied only if all of it is in the form', () => {
    const form: QueryForm = { ...EMPTY_FORM, ...fields };
    const rounded = { ...proposal, roundingTicks: 600_000_000n };
    expect(isAsProposed(form, proposal)).toBe(true);
    expect(isAsProposed({ ...form, rounding: '60', pk: 'typed' }, rounded)).toBe(true);
    for (const change of [
      { scheme: 'ticks19' },
      { volume: 100 },
      { unprefixed: false },
      { rounding: '60' },
    ] as const)
      expect([change, isAsProposed({ ...form, ...change }, proposal)]).toEqual([change, false]);
    expect(isAsProposed(form, rounded)).toBe(false);
  });
});

describe('the windows of earlier queries', () => {
  const range = (from: number, to = 'now') => ({ from: `now-${from}h`, to });

  it('are the last 50, without duplicates, with both ends', () => {
    let used: UsedRanges = [];
    for (let from = 1; from <= 51; from += 1) used = withRange(withRange(used, range(from)), range(from));
    expect(used).toEqual(Array.from({ length: 50 }, (_, at) => range(at + 2)));
    // Even the oldest range is not added twice.
    expect(withRange(used, range(2))).toBe(used);
    expect(withRange([range(1)], range(1, 'now-1h'))).toEqual([range(1), range(1, 'now-1h')]);
    expect(withRange([range(1)], range(2))).toEqual([range(1), range(2)]);
  });

  it('are ordered; a window that was not used comes after all', () => {
    const used = [range(1), range(2), range(3)];
    const beside = (shown: ReturnType<typeof range>) => [
      rangeBeside(used, shown, 'back'),
      rangeBeside(used, shown, 'forward'),
    ];
    expect(beside(range(1))).toEqual([undefined, range(2)]);
    expect(beside(range(2))).toEqual([range(1), range(3)]);
    expect(beside(range(3))).toEqual([range(2), undefined]);
    expect(beside(range(9))).toEqual([range(3), undefined]);
    expect(beside(range(2, 'now-1h'))).toEqual([range(3), undefined]);
    expect(rangeBeside([], range(1), 'back')).toBeUndefined();
  });
});

const BARE: QueryForm = { ...EMPTY_FORM, table: 'Logs', scheme: 'mds-prefixed', volume: 10 };

function fields(change: Partial<QueryForm>): readonly string[] {
  return formFaults({ ...BARE, ...change }, NOW)
    .map(({ field }) => field)
    .sort();
}

describe('the errors of a form', () => {
  it('are empty for a form that can be run', () => {
    expect(fields({})).toEqual([]);
  });

  it('are all reported, each once', () => {
    expect(fields({ filter: 'Level le', pk: 'a/b', from: 'yesterday', prefixes: '0-99' })).toEqual([
      'filter',
      'from',
      'pk',
      'prefixes',
    ]);
    expect(
      fields({ table: '', from: 'x', to: 'y', filter: '(', pk: '/', rk: '#', select: '1 2', prefixes: '-' }),
    ).toEqual(['filter', 'from', 'pk', 'prefixes', 'rk', 'select', 'table', 'to']);
    expect(fields({ from: 'now', to: 'now-1h' })).toEqual(['to']);
  });

  it('are in the order in which planning finds them', () => {
    const wrong = { table: '', from: 'x', filter: '(', pk: '/', select: '1 2', prefixes: '-' };
    const sound = { table: 'Logs', from: '', filter: '', pk: '', select: '', prefixes: '' };
    const faults = formFaults({ ...BARE, ...wrong }, NOW);
    expect(faults).toHaveLength(6);
    let form = { ...BARE, ...wrong };
    for (const { field, message } of faults) {
      const plan = planFromForm(form, NOW);
      expect(plan).toMatchObject({ ok: false, error: { field, message } });
      form = { ...form, [field]: sound[field as keyof typeof sound] };
    }
    expect(planFromForm(form, NOW).ok).toBe(true);
  });

  it('include a missing scheme and whatever does not depend on it', () => {
    expect(fields({ scheme: '', filter: '(' })).toEqual(['filter', 'scheme']);
    expect(fields({ scheme: 'no-such', table: 'no-table' })).toEqual(['scheme', 'table']);
  });
});
