import { expect, it } from 'vitest';
import { COUNTED } from '../../core/keyspace/map/cellGrid.ts';
import { emptyGrid } from '../../core/keyspace/map/cellGrid.fixture.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import type { ChooseProps } from './cellMapProps.ts';
import { actOn } from './useMapKeys.ts';
import { wholeViewport } from './viewport.ts';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;
const context = { isEmpty: false, setCursor: () => undefined, onShown: () => undefined };

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
    onWindow: () => undefined,
    onPin,
  };
}

it('Enter opens the details of the cell that the cursor is in; other keys do nothing there', () => {
  const chosen: unknown[] = [];
  const props = chooser((cells) => chosen.push(cells));
  for (const key of ['+', 'r', 'Backspace', 'z', 'Escape'])
    expect(actOn(key, props, { row: 1, column: 3 }, context)).toBe(false);
  expect(actOn('Enter', props, { row: 1, column: 3 }, context)).toBe(true);
  expect(chosen).toEqual([{ rows: { from: 1, to: 2 }, columns: { from: 3, to: 4 } }]);
  expect(actOn('Enter', props, { row: 0, column: 0 }, { ...context, isEmpty: true })).toBe(false);
  expect(actOn('Enter', chooser(undefined), { row: 1, column: 3 }, context)).toBe(false);
});
