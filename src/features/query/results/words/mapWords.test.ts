import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../../core/plan/completeness.ts';
import { mapSummary, noRowsWords } from './mapWords.ts';
import { queryStates } from '../../../../core/plan/queryStates.ts';
import type { RunState } from '../../../../state/run/runState.ts';

const COUNTED = { rows: 12, queriesDone: 2, queriesAsked: 4, readAtMs: 0 } as const;
const CUT: Completeness = {
  ...COUNTED,
  state: 'incomplete',
  resumable: false,
  unread: [],
  reasons: [{ kind: 'outside-sas', text: 'The SAS reaches less.', queries: ['prefix 1'] }],
};

function progressOf(states: readonly RunState['progress'][number]['state'][]): RunState['progress'] {
  return states.map((state, index) => ({
    index,
    label: `prefix ${index}`,
    tableName: 'T',
    state,
    pages: 1,
    emptyPages: 0,
    rows: 0,
    bytes: 0,
    requests: 1,
    retries: 0,
    headersExposed: true,
  }));
}

describe('rows that are not there', () => {
  it('are none only where a query was read to its end, of keys that the SAS reaches', () => {
    const states = queryStates({
      progress: progressOf(['done', 'done', 'failed', 'waiting']),
      completeness: CUT,
    });
    expect(states).toEqual(['done', 'outside', 'failed', 'waiting']);
    const matrix = {
      rowTotals: Uint32Array.of(12, 0, 0, 0),
      rowCount: 4,
      columnCount: 3,
      labels: ['0', '1', '2', '3'],
    };
    expect(mapSummary(matrix, CUT, states)).not.toContain('hold none');
    expect(mapSummary(matrix, CUT, ['done', 'done', 'failed', 'waiting'])).toContain(' 1 hold none.');
    expect(mapSummary(matrix, CUT)).toContain(' 3 hold none.');
  });

  it('are not none where rows may be missing: headers are hidden, rows mixed up, or the copy lags', () => {
    const reason = { text: 'It lags.', queries: ['prefix 2'] };
    const progress = progressOf(['done', 'done', 'done', 'done']).map((query) => ({
      ...query,
      headersExposed: query.index !== 1,
    }));
    const states = (kind: 'secondary-lag' | 'anomalies') =>
      queryStates({ progress, completeness: { ...CUT, reasons: [{ kind, ...reason }] } });
    expect(states('secondary-lag')).toEqual(['done', 'unverified', 'unverified', 'done']);
    expect(states('anomalies')).toEqual(['done', 'unverified', 'unverified', 'done']);
  });

  it('are called none in a complete result alone', () => {
    const complete: Completeness = { ...COUNTED, state: 'complete' };
    expect(noRowsWords({ phase: 'ended', completeness: complete }, 'No rows.')).toBe('No rows.');
    expect(noRowsWords({ phase: 'ended', completeness: CUT }, 'No rows.')).toContain('not complete');
    expect(noRowsWords({ phase: 'running', completeness: CUT }, 'No rows.')).toBe('No row has arrived yet.');
  });
});
