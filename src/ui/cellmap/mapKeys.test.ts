import { expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import type { ChooseProps, ExploreProps, MapView } from './cellMapProps.ts';
import { actOn, type KeyContext } from './mapKeys.ts';
import { wholeViewport, zoomAt } from './viewport.ts';

const MINUTE = 600_000_000n;
const grid = emptyGrid({ rowCount: 2, columnCount: 6, from: 0n, bucketTicks: MINUTE }, COUNTED);
const map: MapView = {
  grid,
  labels: ['0', '1'],
  separator: '',
  scale: heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE }),
  timeZone: undefined,
  zoneName: 'UTC',
  summary: '',
  viewport: wholeViewport(grid),
};
const cell = { rows: { from: 1, to: 2 }, columns: { from: 3, to: 4 } };

/** Presses keys on a map; returns which were taken, and what was done and said meanwhile. */
function press(
  keys: readonly string[],
  purpose: 'choose' | 'explore',
  more: Partial<Omit<ExploreProps, 'purpose'>> = {},
  state: Partial<KeyContext> = {},
) {
  const done: unknown[] = [];
  const props = {
    ...map,
    onPin: (cells: unknown) => done.push('pin', cells),
    onTake: (cells: unknown, leavesOut: boolean) => done.push(leavesOut ? 'leave out' : 'take', cells),
    onViewport: (view: unknown) => done.push('view', view),
    onBack: () => done.push('back'),
    ...more,
    purpose,
  } as ChooseProps | ExploreProps;
  const context = {
    cursor: { row: 1, column: 3 },
    framed: undefined,
    isEmpty: false,
    setCursor: () => undefined,
    onShown: () => done.push('shown'),
    say: (words: string) => done.push(words),
    ...state,
  };
  return { taken: keys.filter((key) => actOn(key, props, context)), done };
}

it('on a map that only chooses, keys that zoom say that it does not, and are left to the page', () => {
  const { taken, done } = press(['+', '=', '-', 'r', 'Backspace', 'Delete', 'z'], 'choose');
  expect([taken, new Set(done)]).toEqual([[], new Set([expect.stringMatching(/does not zoom/)])]);
  expect(press(['Escape', 'q'], 'choose')).toEqual({ taken: [], done: [] });
});

it('Enter opens the details of the cell under the cursor; F and X take its rows or leave them out', () => {
  for (const purpose of ['choose', 'explore'] as const) {
    expect(press(['Enter', 'F', 'x'], purpose)).toEqual({
      taken: ['Enter', 'F', 'x'],
      done: [
        'pin',
        cell,
        expect.stringMatching(/details of the cell are open/),
        'take',
        cell,
        'leave out',
        cell,
      ],
    });
    const none = { onPin: undefined, onTake: undefined };
    expect(press(['Enter', 'f', 'x'], purpose, none)).toEqual({ taken: [], done: [] });
    expect(press(['Enter', 'f', 'x'], purpose, {}, { isEmpty: true })).toEqual({ taken: [], done: [] });
    expect(press(['f'], purpose, {}, { framed: map.viewport }).done).toEqual(['take', map.viewport]);
  }
});

it('when exploring, each key that moves the view announces what is visible, even at the edge', () => {
  const closer = zoomAt(map.viewport, grid, { row: 1.5, column: 3.5 }, { row: 1.5, column: 1.5 });
  expect(press(['+', '='], 'explore').done).toEqual(['view', closer, 'shown', 'view', closer, 'shown']);
  expect(press(['-', 'r'], 'explore').done).toEqual([
    'view',
    map.viewport,
    'shown',
    'view',
    map.viewport,
    'shown',
  ]);
  expect(press(['Backspace', 'Delete'], 'explore').done).toEqual(['back', 'shown', 'back', 'shown']);
  expect(press(['Z'], 'explore', { selection: cell }).done).toEqual(['view', cell, 'shown']);
  expect(press(['Z'], 'explore')).toEqual({
    taken: ['Z'],
    done: [expect.stringMatching(/Nothing is selected/)],
  });
  // On a map without cells, only the keys that lead back out of it work.
  expect(press(['+', 'z', 'r', 'Backspace'], 'explore', {}, { isEmpty: true }).taken).toEqual([
    'r',
    'Backspace',
  ]);
});

it('Escape is left to the details pane, which may show more than the map knows; without details it says so', () => {
  for (const open of [{ pinned: cell }, { selection: cell }])
    expect(press(['Escape'], 'explore', open)).toEqual({ taken: [], done: [] });
  expect(press(['Escape'], 'explore', {}, { isEmpty: true }).done).toEqual([]);
  expect(press(['Escape'], 'explore')).toEqual({ taken: [], done: ['No details are open.'] });
});
