import { describe, expect, it } from 'vitest';
import type { Completeness } from './completeness.ts';
import { queryStates } from './queryStates.ts';
import type { UnreadRange } from './unreadRanges.ts';

const counts = { rows: 7, queriesDone: 2, queriesAsked: 2, readAtMs: 0 };
const progress = [
  { state: 'done', label: 'prefix 3', headersExposed: true },
  { state: 'failed', label: 'prefix 4', headersExposed: true },
] as const;

function ended(
  state: 'incomplete' | 'unverifiable' | 'stopped',
  unread: readonly UnreadRange[] = [],
): Completeness {
  return { ...counts, state, reasons: [], unread, resumable: false };
}

describe('states of queries', () => {
  it('none is "done" if rows may be missing and no key range says where, as in a file', () => {
    expect(queryStates({ progress, completeness: ended('unverifiable') })).toEqual(['unverified', 'failed']);
    expect(queryStates({ progress, completeness: ended('incomplete') })).toEqual(['unverified', 'failed']);
    expect(queryStates({ progress, completeness: ended('stopped') })).toEqual(['stopped', 'failed']);
  });

  it('a query is "done" if nothing is missing, or if all unread ranges are listed and are not its own', () => {
    const range: UnreadRange = {
      tableName: 'Logs',
      why: 'failed',
      resumable: true,
      query: 'prefix 4',
      partition: {},
    };
    expect(queryStates({ progress, completeness: ended('incomplete', [range]) })).toEqual(['done', 'failed']);
    const [read] = progress;
    expect(queryStates({ progress: [read], completeness: { ...counts, state: 'complete' } })).toEqual([
      'done',
    ]);
  });
});
