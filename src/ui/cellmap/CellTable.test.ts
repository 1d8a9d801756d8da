import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../core/time/ticks.ts';
import { timeColumns } from './CellTable.tsx';

describe('time columns', () => {
  it('name their start, and the date of the first column of each day', () => {
    const from = isoToTicks('2026-11-20T23:30:00.0000000Z');
    const columns = timeColumns({ from, bucketTicks: 18_000_000_000n, columnCount: 3 }, undefined);
    expect(columns.map(({ title, note }) => [title, note])).toEqual([
      ['23:30', '2026-11-20'],
      ['00:00', '2026-11-21'],
      ['00:30', undefined],
    ]);
  });

  it('distinguish the repeated hour when the clock is put back', () => {
    // New York, the end of daylight saving time.
    const from = isoToTicks('2026-11-01T05:00:00.0000000Z');
    const columns = timeColumns({ from, bucketTicks: 18_000_000_000n, columnCount: 5 }, 'America/New_York');
    expect(columns.map(({ title, note }) => [title, note])).toEqual([
      ['01:00', '2026-11-01'],
      ['01:30', undefined],
      ['01:00', '-05:00'],
      ['01:30', undefined],
      ['02:00', undefined],
    ]);
  });
});
