import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markHoveredRow } from './rowHover.ts';

/** Rows of 10 px each, one below the other, that a scroll moves. */
function rig() {
  const grid = new EventTarget();
  const marked = new Set<string>();
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const row = {
      closest: (selector: string) => (selector === '[data-row]' ? row : null),
      setAttribute: (mark: string) => marked.add(`${name} ${mark}`),
      removeAttribute: (mark: string) => marked.delete(`${name} ${mark}`),
    };
    return row as unknown as Element;
  });
  let top = 0;
  let looks = 0;
  const end = markHoveredRow(grid, (_x, y) => {
    looks += 1;
    return y < 0 ? null : (rows[Math.floor((y + top) / 10)] ?? null);
  });
  const send = (kind: string, more: object = {}): void => {
    grid.dispatchEvent(Object.assign(new Event(kind), more));
  };
  return {
    end,
    marked: () => [...marked],
    looks: () => looks,
    move: (y: number, pointerType = 'mouse') => send('pointermove', { clientX: 0, clientY: y, pointerType }),
    leave: () => send('pointerleave'),
    scroll: (px: number) => {
      top += px;
      send('scroll');
    },
  };
}

describe('the row under the pointer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is marked, and no other, until the pointer leaves', () => {
    const { move, leave, marked } = rig();
    move(12);
    expect(marked()).toEqual(['b data-hovered']);
    move(25);
    expect(marked()).toEqual(['c data-hovered']);
    move(-5);
    expect(marked()).toEqual([]);
    move(5, 'pen');
    expect(marked()).toEqual(['a data-hovered']);
    leave();
    expect(marked()).toEqual([]);
  });

  it('is not marked while a scroll goes on, nor looked for, and is then the one that is there', () => {
    const { move, scroll, marked, looks } = rig();
    move(12);
    const before = looks();
    for (let turn = 0; turn < 3; turn++) {
      scroll(5);
      move(13);
      vi.advanceTimersByTime(149);
      expect([marked(), looks()]).toEqual([[], before]);
    }
    vi.advanceTimersByTime(1);
    expect([marked(), looks()]).toEqual([['c data-hovered'], before + 1]);
  });

  it('is none after a scroll that ends without a pointer, nor under a finger', () => {
    const { move, leave, scroll, marked, looks } = rig();
    move(12);
    scroll(10);
    leave();
    vi.advanceTimersByTime(200);
    expect(marked()).toEqual([]);
    move(12, 'touch');
    expect(marked()).toEqual([]);
    expect(looks()).toBe(1);
  });

  it('is not marked any more once the grid is gone', () => {
    const { move, scroll, end, marked } = rig();
    move(12);
    end();
    expect(marked()).toEqual([]);
    move(12);
    scroll(10);
    vi.advanceTimersByTime(200);
    expect(marked()).toEqual([]);
    const other = rig();
    other.move(12);
    other.scroll(10);
    other.end();
    vi.advanceTimersByTime(200);
    expect(other.marked()).toEqual([]);
  });
});
