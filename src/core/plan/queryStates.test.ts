import { describe, expect, it } from 'vitest';
import type { Completeness } from './completeness.ts';
import { queryStates } from './queryStates.ts';
import type { UnreadRange } from './unreadRanges.ts';

const counts = { rows: 7, queriesDone: 2, queriesAsked: 2, readAtMs: 0 };
const progress = [
  { state: 'done', label: 'prefix 3', headersExposed: true },
  { state: 'failed', label: 'prefix 4', headersExposed: true },
] as const;

type Reasons = Extract<Completeness, { readonly reasons: unknown }>['reasons'];

function ended(
  state: 'incomplete' | 'unverifiable' | 'stopped',
  unread: readonly UnreadRange[] = [],
  reasons: Reasons = [],
): Completeness {
  return { ...counts, state, reasons, unread, resumable: false };
}
const LEFT: UnreadRange = {
  tableName: 'Logs',
  why: 'failed',
  resumable: true,
  query: 'prefix 4',
  partition: {},
};

describe('states of queries', () => {
  it('none is "done" if rows may be missing and no key range says where, as in a file', () => {
    expect(queryStates({ progress, completeness: ended('unverifiable') })).toEqual(['unverified', 'failed']);
    expect(queryStates({ progress, completeness: ended('incomplete') })).toEqual(['unverified', 'failed']);
    expect(queryStates({ progress, completeness: ended('stopped') })).toEqual(['stopped', 'failed']);
  });

  it('a query is "done" if nothing is missing, or if all unread ranges are listed and are not its own', () => {
    expect(queryStates({ progress, completeness: ended('incomplete', [LEFT]) })).toEqual(['done', 'failed']);
    const [read] = progress;
    expect(queryStates({ progress: [read], completeness: { ...counts, state: 'complete' } })).toEqual([
      'done',
    ]);
  });
});

describe('the state of a query that was read to its end', () => {
  const stateOf = (
    kind: Reasons[number]['kind'] | undefined,
    more: { readonly headersExposed?: boolean; readonly isAbsent?: boolean } = {},
  ) => {
    const reasons = kind === undefined ? [] : [{ kind, text: '', queries: ['prefix 3'] } as Reasons[number]];
    return queryStates({
      progress: ['prefix 3', 'prefix 5'].map((label) => ({
        state: 'done',
        headersExposed: true,
        label,
        ...more,
      })),
      completeness: ended('incomplete', [LEFT], reasons),
    });
  };

  it('is not "done" if wrong rows came, the copy may lag, or the SAS does not reach all keys', () => {
    expect(stateOf(undefined)).toEqual(['done', 'done']);
    expect(stateOf('anomalies')).toEqual(['unverified', 'done']);
    expect(stateOf('secondary-lag')).toEqual(['unverified', 'done']);
    expect(stateOf('outside-sas')).toEqual(['outside', 'done']);
    expect(stateOf('failed')).toEqual(['done', 'done']);
  });

  it('is not "done" if pages may be hidden, unless its table does not exist', () => {
    expect(stateOf(undefined, { headersExposed: false })).toEqual(['unverified', 'unverified']);
    expect(stateOf(undefined, { headersExposed: false, isAbsent: true })).toEqual(['done', 'done']);
    expect(stateOf('anomalies', { isAbsent: true })).toEqual(['unverified', 'done']);
  });
});
