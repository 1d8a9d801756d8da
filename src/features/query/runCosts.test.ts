import { describe, expect, it } from 'vitest';
import type { RunState } from '../../state/queryRun.ts';
import { runCosts } from './runCosts.ts';

function warned(anomalies: RunState['anomalies']): readonly string[] {
  const run: RunState = {
    phase: 'ended',
    runId: 1,
    progress: [],
    guards: [],
    requests: [],
    rows: 0,
    bytes: 0,
    retries: 0,
    elapsedMs: 0,
    dataVersion: 0,
    anomalies,
  };
  return runCosts(run).flatMap(({ label, value, isWarning }) =>
    isWarning === true ? [`${value} ${label}`] : [],
  );
}

describe('what a run cost', () => {
  it('names every kind of odd rows, each row once', () => {
    expect(warned({ outOfOrder: 1, repeated: 2, outside: 1007, offFilter: 7 })).toEqual([
      '1 rows out of order',
      '2 rows sent twice',
      '1,000 rows not asked for',
      '7 rows off the filter',
    ]);
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 3 })).toEqual(['3 rows not asked for']);
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 3, offFilter: 3 })).toEqual([
      '3 rows off the filter',
    ]);
  });

  it('warns of nothing where all rows are as they were asked for', () => {
    expect(warned({ outOfOrder: 0, repeated: 0, outside: 0 })).toEqual([]);
  });
});
