import { describe, expect, it } from 'vitest';
import type { ViewResult } from '../../../../core/rows/rowTypes.ts';
import { createStore } from '../../../../state/base/store.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import { createDrawnRows } from './drawnRows.ts';

type Row = ViewResult['rows'][number];

const rowOf = (row: number): Row => ({
  row,
  queryIndex: 0,
  group: '',
  partitionKey: 'p',
  rowKey: String(row),
  cells: [],
});

/** Blocks of rows that the test lets arrive. */
function rig() {
  const store = createStore<ReturnType<RowBlocks['get']>>({});
  let rows = new Map<number, Row>();
  const blocks: RowBlocks = {
    ...store,
    list: store,
    show: () => undefined,
    rowAt: (position) => rows.get(position),
    wholeCell: () => Promise.reject(new Error('Not asked for here.')),
  };
  const drawn = createDrawnRows(blocks);
  // As a view does.
  drawn.changes.subscribe(() => drawn.changes.get());
  const arrive = (next: readonly Row[], from: number): void => {
    rows = new Map(next.map((row, at) => [from + at, row]));
    store.set({});
  };
  /** Whether the grid must be drawn again. */
  const isOther = (act: () => void): boolean => {
    const before = drawn.changes.get();
    act();
    return drawn.changes.get() !== before;
  };
  const draw = (from: number, to: number): void => {
    for (let at = from; at < to; at++) drawn.rowAt(at);
  };
  return { arrive, isOther, draw, drawn };
}

const FIRST = Array.from({ length: 100 }, (_, at) => rowOf(at));

describe('what a grid has drawn', () => {
  it('is the same while only other rows arrive', () => {
    const { arrive, isOther, draw } = rig();
    arrive(FIRST, 0);
    draw(40, 60);
    const next = Array.from({ length: 100 }, (_, at) => FIRST[at + 30] ?? rowOf(at + 30));
    expect(isOther(() => arrive(next, 30))).toBe(false);
    // Scrolled back, with the rows of before.
    draw(45, 65);
    expect(isOther(() => arrive(FIRST, 0))).toBe(false);
  });

  it('changes when a row arrives that was drawn before it was there', () => {
    const { arrive, isOther, draw, drawn } = rig();
    arrive(FIRST, 0);
    draw(90, 101);
    expect(isOther(() => arrive([...FIRST.slice(50), rowOf(100)], 50))).toBe(true);
    expect(drawn.rowAt(100)?.rowKey).toBe('100');
  });

  it('still waits for a row that one block more did not bring', () => {
    const { arrive, isOther, draw } = rig();
    draw(500, 501);
    expect(isOther(() => arrive(FIRST, 0))).toBe(false);
    expect(isOther(() => arrive([rowOf(500)], 500))).toBe(true);
  });

  it('changes when a row that was drawn is another', () => {
    const { arrive, isOther, draw } = rig();
    arrive(FIRST, 0);
    draw(40, 60);
    expect(isOther(() => arrive(FIRST.with(59, rowOf(7)), 0))).toBe(true);
    draw(40, 60);
    expect(isOther(() => arrive(FIRST.with(59, rowOf(7)).with(60, rowOf(8)), 0))).toBe(true);
  });

  it('leaves a drawn row as it is when its block is gone', () => {
    const { arrive, isOther, draw } = rig();
    arrive(FIRST, 0);
    draw(0, 20);
    expect(isOther(() => arrive(FIRST.slice(50), 50))).toBe(false);
  });

  it('does not remember rows without end', () => {
    const { arrive, isOther, draw } = rig();
    arrive(FIRST, 0);
    draw(0, 2001);
    expect(isOther(() => arrive(FIRST, 0))).toBe(true);
    draw(0, 20);
    expect(isOther(() => arrive(FIRST, 0))).toBe(false);
  });
});
