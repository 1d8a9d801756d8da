import { expect, it } from 'vitest';
import { mapLayout } from './layout.ts';
import { dragAt, type PointerTarget } from './usePointer.ts';

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
