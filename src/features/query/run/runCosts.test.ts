import { describe, expect, it } from 'vitest';
import { waitingQuery } from '../../../tables/progress/queryState.ts';
import { inlineCosts } from './runCosts.ts';
import type { RunState } from '../../../state/run/runState.ts';

function runOf(anomalies: RunState['anomalies'], progress: RunState['progress'] = []): RunState {
  return {
    phase: 'running',
    progress,
    anomalies,
    requests: [],
    bytes: 0,
    elapsedMs: 0,
  } as unknown as RunState;
}

function warned(anomalies: RunState['anomalies']): readonly string[] {
  return inlineCosts(runOf(anomalies)).flatMap(({ label, value, isWarning }) =>
    isWarning === true ? [`${value} ${label}`] : [],
  );
}

describe('what a run cost', () => {
  it('names every kind of odd rows, each row once', () => {
    expect(warned({ outOfOrder: 1, repeated: 2, outside: 1007, offFilter: 7 })).toEqual([
      '1 rows out of order',
      '2 rows sent twice',
      '1,000 rows not requested',
      '7 rows outside the filter',
    ]);
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 3 })).toEqual(['3 rows not requested']);
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 3, offFilter: 3 })).toEqual([
      '3 rows outside the filter',
    ]);
  });

  it('counts empty pages, but for the one that an empty prefix answers with', () => {
    const clean = { outOfOrder: 0, repeated: 0, outside: 0 };
    const query = (emptyPages: number) => ({
      ...waitingQuery({ index: 0, label: 'prefix 0', tableName: 'Logs' }),
      emptyPages,
    });
    const counted = (...pages: readonly number[]) =>
      inlineCosts(runOf(clean, pages.map(query))).filter(({ label }) => label.startsWith('empty'));
    expect(counted(0, 1, 1)).toEqual([]);
    expect(counted(1, 2)).toEqual([{ label: 'empty page', value: '1' }]);
    expect(counted(213, 1_001)).toEqual([{ label: 'empty pages', value: '1,212' }]);
    // Beside the progress, they say why no rows arrive; later they are a detail.
    const beside = (phase: RunState['phase']) =>
      inlineCosts({ ...runOf(clean, [query(78)]), phase, completeness: { readAtMs: 0 } } as RunState).map(
        ({ label, value }) => `${value} ${label}`,
      );
    expect(beside('running')).toContain('77 empty pages');
    expect(beside('ended')).not.toContain('77 empty pages');
  });

  it('warns of nothing if all rows are as requested', () => {
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 0 })).toEqual([]);
  });
});
