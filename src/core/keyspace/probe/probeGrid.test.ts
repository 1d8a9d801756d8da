import { expect, it } from 'vitest';
import { cellAt } from '../map/cellGrid.ts';
import { Probe } from './probe.ts';
import { probeGrid } from './probeGrid.ts';
import { drive, sortedTable } from './sortedTable.fixture.ts';

const COLUMNS = 30;
const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const pad = (value: bigint | number): string => String(value).padStart(19, '0');

it('shows what was counted, estimated, is read, failed, and what nobody looked at', () => {
  const rows = Array.from({ length: 6000 }, (_, minute) => ({
    partitionKey: `${pad(0)}___${pad(NEW_YEAR + BigInt(minute) * MINUTE)}`,
    rowKey: 'r',
  }));
  const table = sortedTable(rows);
  const window = { from: NEW_YEAR, to: NEW_YEAR + 6000n * MINUTE };
  const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR + 7000n * MINUTE });
  drive(probe, table);
  const cells = () => {
    const grid = probeGrid(probe.picture(), window, COLUMNS);
    return Array.from({ length: grid.columnCount }, (_, column) => cellAt(grid, 0, column));
  };
  const states = () => cells().map(({ state }) => state);
  // The first thousand rows were read, and some before the last one.
  expect(states()[0]).toBe('counted');
  expect(new Set(states())).toEqual(new Set(['counted', 'estimated', 'waiting']));
  expect(cells().every(({ state, standardError }) => standardError > 0 === (state === 'estimated'))).toBe(
    true,
  );
  const open = states().indexOf('waiting');
  probe.look({ ...window, columns: COLUMNS });
  expect(states()[open]).toBe('reading');
  for (let request = probe.next(); request !== undefined; request = probe.next())
    probe.fail(request.id, 'no');
  expect(states()[open]).toBe('failed');
  probe.allow(200);
  probe.look({ ...window, columns: COLUMNS });
  drive(probe, table);
  expect(new Set(states())).toEqual(new Set(['counted']));
  const grid = probeGrid(probe.picture(), window, COLUMNS);
  expect(grid.counts.reduce((sum, count) => sum + count, 0)).toBe(6000);
});
