import { describe, expect, it } from 'vitest';
import { waitingQuery } from '../../../tables/progress/queryState.ts';
import { inlineCosts } from './ResultBar.tsx';
import type { RunState } from '../../../state/run/runState.ts';

const CLEAN = { outOfOrder: 0, repeated: 0, outside: 0 };

function runOf(anomalies: RunState['anomalies'], progress: RunState['progress'] = []): RunState {
  return { phase: 'running', progress, anomalies, requests: [], elapsedMs: 0 } as unknown as RunState;
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
    expect(warned({ ...CLEAN, outside: 3, offFilter: 3 })).toEqual(['3 rows outside the filter']);
    expect(warned(CLEAN)).toEqual([]);
  });

  it('counts empty pages as the requests do, while they say why no rows arrive', () => {
    const query = (emptyPages: number) => ({
      ...waitingQuery({ index: 0, label: 'prefix 0', tableName: 'Logs' }),
      emptyPages,
    });
    const counted = (phase: RunState['phase'], ...pages: readonly number[]) =>
      inlineCosts({ ...runOf(CLEAN, pages.map(query)), phase })
        .filter(({ label }) => label.startsWith('empty'))
        .map(({ label, value }) => `${value} ${label}`);
    // This is how empty prefixes answer.
    expect(counted('running', 0, 1, 1)).toEqual([]);
    expect(counted('running', 1, 213, 1_001)).toEqual(['1,215 empty pages']);
    expect(counted('ended', 213)).toEqual([]);
  });
});
