import { expect, it, describe } from 'vitest';
import { mapLayout } from './layout.ts';
import { dragAt, type PointerTarget, isOfPage, moveOfWheel, WheelSteps } from './usePointer.ts';

const layout = mapLayout({ width: 1000, height: 300, rows: 100, labelChars: 5 });
const { left, top, width } = layout.map;

/** The kinds of drags that start on the map, the histogram above it, the totals, the labels and the axis. */
function dragsOf(drags: PointerTarget['drags'], isExplored = false, held?: 'Shift' | 'Ctrl') {
  const places = [
    [left + 5, top + 5],
    [left + width - 1, 5],
    [layout.totals.left + 5, top + 5],
    [left - 5, top + 5],
    [left + 5, layout.axis.top + 5],
  ] as const;
  return places.map(([x, y]) => dragAt({ layout, drags, isExplored }, x, y, held));
}

it('when exploring, a drag moves the map with Ctrl and frames cells with Shift', () => {
  expect(dragsOf('cells', true, 'Ctrl')).toEqual(['pan', 'columns', 'rows', undefined, undefined]);
  expect(dragsOf('time', true, 'Shift')[0]).toBe('frame');
  expect(dragsOf('cells', false, 'Ctrl')).toEqual(['box', 'columns', 'rows', undefined, undefined]);
});

it('a drag takes cells, a time on the histogram, and rows on the totals', () => {
  expect(dragsOf('cells', true)).toEqual(['box', 'columns', 'rows', undefined, undefined]);
  expect(dragsOf('time')).toEqual(['columns', 'columns', undefined, undefined, undefined]);
  expect(dragsOf('none')).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

describe('wheel over the map', () => {
  it('zooms with vertical turns and pans in time with sideways ones', () => {
    const at = { x: 5, y: 6 };
    expect(moveOfWheel({ deltaX: 0, deltaY: -100, ...at })).toEqual({ ...at, factor: 1.5, across: 0 });
    expect(moveOfWheel({ deltaX: 0, deltaY: 5000, ...at }).factor).toBeCloseTo(1.5 ** -3, 9);
    expect(moveOfWheel({ deltaX: 40, deltaY: -3, ...at })).toEqual({ ...at, factor: 1, across: 40 });
  });

  it('scrolls the page while the whole map is visible, unless it is meant to zoom', () => {
    const plain = { ctrlKey: false, metaKey: false };
    expect(isOfPage(plain, true)).toBe(true);
    expect(isOfPage(plain, false)).toBe(false);
    expect(isOfPage({ ...plain, ctrlKey: true }, true)).toBe(false);
    expect(isOfPage({ ...plain, metaKey: true }, true)).toBe(false);
  });

  it('makes one step per gesture, even if its first events change nothing', () => {
    const steps = new WheelSteps();
    const gesture = (start: number, changes: readonly boolean[]): number =>
      changes.filter((isChange, at) => steps.isStep(start + at * 16, isChange, true)).length;
    expect(
      gesture(
        0,
        Array.from({ length: 12 }, () => true),
      ),
    ).toBe(1);
    expect(gesture(1000, [false, false, true, true])).toBe(1);
    expect(gesture(2000, [false, false])).toBe(0);
    // A continuing gesture is one gesture, however long it takes.
    expect([3000, 3250, 3500, 3750].filter((atMs) => steps.isStep(atMs, true, true))).toEqual([3000]);
    expect(steps.isStep(9000, true, false)).toBe(false);
  });
});
