import { describe, expect, it } from 'vitest';
import { createRowListStore, sortAfterPress, withFilter } from './rowListState.ts';

const up = (name: string) => ({ name, isDescending: false });
const down = (name: string) => ({ name, isDescending: true });

describe('a press on a header', () => {
  it('sorts up, then down, then no more', () => {
    expect(sortAfterPress([], 'A', false)).toEqual([up('A')]);
    expect(sortAfterPress([up('A')], 'A', false)).toEqual([down('A')]);
    expect(sortAfterPress([down('A')], 'A', false)).toEqual([]);
    expect(sortAfterPress([up('A'), up('B')], 'C', false)).toEqual([up('C')]);
  });

  it('with Shift keeps the other columns and their places', () => {
    expect(sortAfterPress([up('A')], 'B', true)).toEqual([up('A'), up('B')]);
    expect(sortAfterPress([up('A'), up('B')], 'A', true)).toEqual([down('A'), up('B')]);
    expect(sortAfterPress([down('A'), up('B')], 'A', true)).toEqual([up('B')]);
  });
});

describe('the list of rows', () => {
  it('starts anew with each run', () => {
    const list = createRowListStore();
    list.change(1, { search: 'x', sort: [up('A')] });
    list.change(1, { exactOnly: true });
    expect(list.of(1)).toMatchObject({ search: 'x', exactOnly: true });
    expect(list.of(2)).toMatchObject({ search: '', sort: [], exactOnly: false });
    list.change(2, { order: 'arrival' });
    expect(list.get()).toMatchObject({ runId: 2, search: '', order: 'arrival' });
  });

  it('takes a filter once', () => {
    const filter = { name: 'A', kind: 'absent' } as const;
    expect(withFilter(withFilter([], filter), filter)).toEqual([filter]);
    expect(withFilter([filter], { name: 'B', kind: 'absent' })).toHaveLength(2);
  });
});
