import { expect, it } from 'vitest';
import { COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import { emptyGrid } from '../../core/keyspace/map/cellGrid.fixture.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import type { ChooseProps, ExploreProps } from './cellMapProps.ts';
import { actOn } from './useMapKeys.ts';
import { wholeViewport } from './viewport.ts';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;
const context = {
  isEmpty: false,
  setCursor: () => undefined,
  onShown: () => undefined,
  onNoSelection: () => undefined,
  onFixed: () => undefined,
  onPinned: () => undefined,
  onNothingOpen: () => undefined,
};

function chooser(onPin: ChooseProps['onPin']): ChooseProps {
  const grid = emptyGrid({ rowCount: 2, columnCount: 6, from: FROM, bucketTicks: MINUTE }, COUNTED);
  return {
    purpose: 'choose',
    grid,
    labels: ['0', '1'],
    separator: '',
    scale: heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE }),
    timeZone: undefined,
    zoneName: 'UTC',
    summary: '',
    viewport: wholeViewport(grid),
    onTake: () => undefined,
    onPin,
  };
}

it('Enter opens the details of the cell under the cursor; zoom keys announce that this map cannot zoom', () => {
  const chosen: unknown[] = [];
  const said: string[] = [];
  const heard = { ...context, onFixed: () => said.push('fixed'), onPinned: () => said.push('pinned') };
  const props = chooser((cells) => chosen.push(cells));
  for (const key of ['+', '-', 'r', 'Backspace', 'z', 'Escape', 'q'])
    expect(actOn(key, props, { row: 1, column: 3 }, heard)).toBe(false);
  expect(said.splice(0)).toEqual(['fixed', 'fixed', 'fixed', 'fixed', 'fixed']);
  expect(actOn('Enter', props, { row: 1, column: 3 }, heard)).toBe(true);
  expect(said).toEqual(['pinned']);
  expect(chosen).toEqual([{ rows: { from: 1, to: 2 }, columns: { from: 3, to: 4 } }]);
  expect(actOn('Enter', props, { row: 0, column: 0 }, { ...context, isEmpty: true })).toBe(false);
  expect(actOn('Enter', chooser(undefined), { row: 1, column: 3 }, context)).toBe(false);
});

it('every key that moves the view announces what is visible, even at the edge; Z announces a missing selection', () => {
  const { purpose: _, onTake: _w, onPin: _p, ...map } = chooser(undefined);
  const said: string[] = [];
  const heard = {
    ...context,
    onShown: () => said.push('view'),
    onNoSelection: () => said.push('no selection'),
    onPinned: () => said.push('pinned'),
  };
  const explorer = (selection: ExploreProps['selection']): ExploreProps => ({
    ...map,
    purpose: 'explore',
    onViewport: () => undefined,
    onBack: () => undefined,
    onPin: () => undefined,
    selection,
    onSelect: () => undefined,
  });
  const cells = { rows: { from: 0, to: 1 }, columns: { from: 0, to: 4 } };
  for (const key of ['+', '-', 'Backspace', 'r', 'z'])
    expect(actOn(key, explorer(key === 'z' ? cells : undefined), { row: 0, column: 0 }, heard)).toBe(true);
  expect(said).toEqual(['view', 'view', 'view', 'view', 'view']);
  expect(actOn('Z', explorer(undefined), { row: 0, column: 0 }, heard)).toBe(true);
  expect(actOn('Enter', explorer(undefined), { row: 0, column: 0 }, heard)).toBe(true);
  expect(said.slice(5)).toEqual(['no selection', 'pinned']);
});

it('Escape is left to the details pane, which may show more than the map knows; without details it says so', () => {
  const { purpose: _, onTake: _w, onPin: _p, ...map } = chooser(undefined);
  const cells = { rows: { from: 0, to: 1 }, columns: { from: 0, to: 4 } };
  const said: string[] = [];
  const fail = (): never => {
    throw new Error('The pane closes all at once.');
  };
  const heard = { ...context, onNothingOpen: () => said.push('nothing') };
  const explorer = (open: Partial<ExploreProps>): ExploreProps => ({
    ...map,
    purpose: 'explore',
    onViewport: fail,
    onBack: fail,
    onPin: fail,
    selection: undefined,
    onSelect: fail,
    ...open,
  });
  for (const open of [{ pinned: cells }, { selection: cells }])
    expect(actOn('Escape', explorer(open), { row: 0, column: 0 }, heard)).toBe(false);
  expect(said).toEqual([]);
  expect(actOn('Escape', explorer({}), { row: 0, column: 0 }, heard)).toBe(false);
  expect(said).toEqual(['nothing']);
});
