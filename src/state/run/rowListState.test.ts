import { describe, expect, it } from 'vitest';
import type { RowSort } from '../../core/rows/rowQuery.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import type { UnsaidChange } from '../address/historyEntries.ts';
import {
  anyOf,
  createRowListStore,
  isTimeRange,
  orderAfterPress,
  PREFIX,
  TIME,
  timeRange,
  withTimeRange,
} from './rowListState.ts';

const up = (name: string) => ({ name, isDescending: false });
const down = (name: string) => ({ name, isDescending: true });
const time = (isDescending: boolean) => ({ ...TIME, isDescending });
const press = (sort: readonly RowSort[], name: string, adds: boolean) =>
  orderAfterPress({ sort, order: 'time-asc' }, { name }, adds).sort;

/** A list of rows, and the steps that can be undone. */
function recorded() {
  const steps: UnsaidChange[] = [];
  return { steps, list: createRowListStore((change) => steps.push(change)) };
}

describe('a click on a column header', () => {
  it('sorts ascending, then descending, then not at all', () => {
    expect(press([], 'A', false)).toEqual([up('A')]);
    expect(press([up('A')], 'A', false)).toEqual([down('A')]);
    expect(press([down('A')], 'A', false)).toEqual([]);
    expect(press([up('A'), up('B')], 'C', false)).toEqual([up('C')]);
  });

  it('with Shift keeps the other columns and their order', () => {
    expect(press([up('A')], 'B', true)).toEqual([up('A'), up('B')]);
    expect(press([up('A'), up('B')], 'A', true)).toEqual([down('A'), up('B')]);
    expect(press([down('A'), up('B')], 'A', true)).toEqual([up('B')]);
  });

  it('of Time is a separate order; with Shift it is one of the columns, before or after others', () => {
    const list = { sort: [], order: 'time-asc' } as const;
    expect(orderAfterPress(list, TIME, false)).toEqual({ sort: [], order: 'time-desc' });
    expect(orderAfterPress(list, TIME, true)).toEqual({ sort: [], order: 'time-desc' });
    expect(orderAfterPress({ sort: [up('A')], order: 'time-asc' }, TIME, false)).toEqual(list);
    expect(press([up('A')], 'B', true)).toEqual([up('A'), up('B')]);
    const after = orderAfterPress({ sort: [up('A')], order: 'time-asc' }, TIME, true);
    expect(after.sort).toEqual([up('A'), time(false)]);
    expect(orderAfterPress(after, TIME, true).sort).toEqual([up('A'), time(true)]);
    expect(orderAfterPress({ sort: [], order: 'time-desc' }, { name: 'A' }, true).sort).toEqual([
      time(true),
      up('A'),
    ]);
    expect(orderAfterPress({ sort: [], order: 'arrival' }, { name: 'A' }, true).sort).toEqual([up('A')]);
  });

  it('distinguishes the prefix of a row from a property of that name', () => {
    const both = orderAfterPress({ sort: [up('Prefix')], order: 'arrival' }, PREFIX, true).sort;
    expect(both).toEqual([up('Prefix'), { ...PREFIX, isDescending: false }]);
  });
});

describe('a step of the selection', () => {
  it('is each choice, and all typing of one filter; it is undone only in its own run', () => {
    const { list, steps } = recorded();
    const of = (text: string) => [{ name: 'A', kind: 'contains', text }] as const;
    list.change(1, { filters: of('x') });
    list.change(1, { filters: of('xy') }, true);
    list.change(1, { search: 'more' });
    list.change(1, { filters: of('xy') });
    list.change(1, { filters: [] });
    expect(steps).toHaveLength(2);
    const selected = () => list.of(1).filters;
    steps[1]?.undo();
    expect(selected()).toEqual(of('xy'));
    steps[0]?.undo();
    expect(selected()).toEqual([]);
    steps[0]?.redo();
    expect(selected()).toEqual(of('xy'));
    const isGone = () => steps.map((step) => step.isGone());
    expect(isGone()).toEqual([false, false]);
    // The same query is run again.
    list.begin(2, 1);
    expect(list.of(2).filters).toEqual(of('xy'));
    steps[0]?.undo();
    expect([list.of(2).filters, isGone()]).toEqual([[], [false, false]]);
    list.begin(3, undefined);
    expect([list.of(3).filters, isGone()]).toEqual([[], [true, true]]);
    list.change(4, { filters: of('other run') });
    steps[0]?.redo();
    expect(list.of(4).filters).toEqual(of('other run'));
  });

  it('is a drag of its own, also if it begins with what is selected', () => {
    const { list, steps } = recorded();
    const to = (tick: bigint) => [timeRange(0n, tick)];
    list.change(1, { filters: to(1n) });
    list.change(1, { filters: to(1n) });
    list.change(1, { filters: to(2n) }, true);
    list.change(1, { filters: to(3n) }, true);
    expect(steps).toHaveLength(2);
    steps[1]?.undo();
    expect(list.of(1).filters).toEqual(to(1n));
    steps[1]?.redo();
    expect(list.of(1).filters).toEqual(to(3n));
  });

  it('to rows that differ from another result selects by the newest comparison, and is gone with it', () => {
    const { list, steps } = recorded();
    const only = (comparison: number) => ({ kind: 'compared', what: 'only', to: 'B', comparison }) as const;
    const changed = { ...only(1), what: 'changed' } as const;
    list.compared(1, { only: only(1), changed });
    list.change(1, { filters: [only(1)] });
    list.change(1, { filters: [only(1), changed] });
    // Without values to compare, no row counts as changed.
    list.compared(1, { only: only(2) });
    expect(list.of(1).filters).toEqual([only(2)]);
    expect(steps.map((step) => step.isGone())).toEqual([false, true]);
    steps[0]?.undo();
    steps[0]?.redo();
    expect(list.of(1).filters).toEqual([only(2)]);
    // The rows of the new run were not compared with anything.
    list.begin(2, 1);
    expect([list.of(2).filters, steps[0]?.isGone()]).toEqual([[], true]);
  });
});

describe('the list of rows', () => {
  it('is reset with each run', () => {
    const list = createRowListStore(() => undefined);
    list.change(1, { search: 'x', sort: [up('A')] });
    list.change(1, { order: 'time-desc' });
    expect(list.of(1)).toMatchObject({ search: 'x', order: 'time-desc' });
    expect(list.of(2)).toMatchObject({ search: '', sort: [], order: 'time-asc' });
    list.change(2, { order: 'arrival' });
    expect(list.get()).toMatchObject({ runId: 2, search: '', order: 'arrival' });
  });
});

describe('a list as a link says', () => {
  it('is shown whole, instead of what was chosen for the run; the next run begins without what was open', () => {
    const store = createRowListStore(() => undefined);
    store.change(1, { search: 'mine', filters: [{ kind: 'holds', text: 'mine' }] });
    const linked = {
      order: 'arrival' as const,
      sort: [up('A')],
      filters: [{ kind: 'holds' as const, text: 'x' }],
      search: 'y',
      differs: true,
      finding: 'Prefix 7 is silent',
      row: { partitionKey: 'p', rowKey: 'r' },
      unread: ['columns'],
    };
    store.restore(1, linked);
    expect(store.of(1)).toEqual({ ...linked, runId: 1 });
    store.begin(2, 1);
    expect(store.of(2)).toMatchObject({
      search: 'y',
      row: undefined,
      finding: undefined,
      unread: undefined,
    });
  });
});

it('a choice of one value is a filter for it, a choice of several keeps each of them', () => {
  expect(anyOf({ name: 'A' }, ['x'])).toMatchObject({ name: 'A', kind: 'is', text: 'x' });
  expect(anyOf({ name: 'A' }, ['x', 'y'])).toMatchObject({ name: 'A', kind: 'one-of', texts: ['x', 'y'] });
});

describe('a time range filter', () => {
  it('replaces the previous one, and keeps other filters', () => {
    const at = (hour: number) => isoToTicks(`2026-11-20T0${hour}:00:00Z`);
    const level = { name: 'Level', kind: 'present' } as const;
    const first = withTimeRange([level], at(0), undefined);
    const others = [
      { name: 'Level', kind: 'range', as: 'number', from: '1', to: '2' },
      { name: 'Time', kind: 'range', as: 'instant', from: 'x', to: 'y' },
      { ...TIME, kind: 'present' },
      { ...PREFIX, kind: 'range', as: 'text', from: '1', to: '2' },
    ] as const;
    const range = (from: string, to: string) => ({
      name: 'Time',
      fact: 'time',
      kind: 'range',
      as: 'instant',
      from,
      to,
    });
    expect(first).toEqual([level, range('2026-11-20T00:00:00Z', '')]);
    // Exact, but without zeros at the end.
    const next = range('2026-11-20T01:00:00Z', '2026-11-20T02:00:00.0000001Z');
    expect(withTimeRange([...others, ...first], at(1), at(2) + 1n)).toEqual([...others, level, next]);
    expect(withTimeRange(first, at(1), at(2) + 1n)).toEqual([level, next]);
    expect([first.some(isTimeRange), others.some(isTimeRange)]).toEqual([true, false]);
  });
});
