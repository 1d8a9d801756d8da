import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../../core/plan/completeness.ts';
import { planOf } from '../../../../core/plan/planRequest.fixture.ts';
import type { UnreadRange } from '../../../../core/plan/unreadRanges.ts';
import { isoToTicks, type Ticks, TICKS_PER_MINUTE } from '../../../../core/time/ticks.ts';
import { unreadOnAxis, unreadSpans, type UnreadTime } from './unreadSpans.ts';

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const at = (minute: number): bigint => FROM + BigInt(minute) * TICKS_PER_MINUTE;
const keyAt = (prefix: number, minute: number): string =>
  `${String(prefix).padStart(19, '0')}___0${String(at(minute))}`;

const planned = (prefixes: readonly number[]) =>
  planOf({ schemeId: 'wad-prefixed', volume: 10, prefixes, window: { from: FROM, to: at(60) as Ticks } });

function cut(unread: readonly Partial<UnreadRange>[]): Completeness {
  const counted = { rows: 1, queriesDone: 1, queriesAsked: 2, readAtMs: 0 };
  const range = {
    tableName: 'Logs',
    why: 'failed',
    resumable: true,
    query: 'prefix 3',
    partition: {},
  } as const;
  return {
    ...counted,
    state: 'incomplete',
    resumable: true,
    reasons: [],
    unread: unread.map((each) => ({ ...range, ...each })),
  };
}

const behind = (minute: number): Partial<UnreadRange> => ({
  partition: { from: `${keyAt(3, minute)}\u0000`, to: keyAt(3, 60) },
});

describe('the time that was not read', () => {
  it('is joined over the ranges of the planned queries', () => {
    const plan = planned([3, 4]);
    const other = { query: 'prefix 4', partition: { from: keyAt(4, 10), to: keyAt(4, 20) } };
    const early = { query: 'prefix 4', partition: { from: keyAt(4, 18), to: keyAt(4, 33) } };
    const beside = { query: 'below prefix 0 (PartitionKey)', why: 'unchecked' } as const;
    expect(unreadSpans(plan, cut([behind(30), early, other, beside]))).toEqual([
      { from: at(10), to: at(60) },
    ]);
  });

  it('is unknown where rows lie beside the planned keys: which time they have, nobody read', () => {
    const plan = planned([3, 4]);
    const beside = { query: 'above prefix 9 (PartitionKey)', why: 'outside-plan' } as const;
    const unchecked = { query: 'above prefix 9 (PartitionKey)', why: 'unchecked' } as const;
    expect(unreadSpans(plan, cut([beside]))).toBe('unknown');
    expect(unreadSpans(plan, cut([behind(30), beside]))).toBe('unknown');
    expect(unreadSpans(plan, cut([unchecked]))).toBe('unknown');
  });

  it('is none of a complete result, and unknown while it is read or where keys do not tell', () => {
    const plan = planned([3]);
    const counted = { rows: 1, queriesDone: 1, queriesAsked: 1, readAtMs: 0 };
    expect(unreadSpans(plan, { ...counted, state: 'complete' })).toEqual([]);
    expect(unreadSpans(plan, { ...counted, state: 'running' })).toBe('unknown');
    expect(unreadSpans(plan, cut([{ partition: { from: 'x' } }]))).toBe('unknown');
  });

  it('is also what an axis shows beyond the window, in whole buckets', () => {
    const unread = [{ from: at(30), to: at(40) }];
    const on = (from: number, minutes: bigint, bucketCount: number, read: UnreadTime = unread) =>
      unreadOnAxis(read, planned([3]), {
        from: at(from),
        bucketTicks: minutes * TICKS_PER_MINUTE,
        bucketCount,
      });
    // Buckets of 8 min since midnight: the first holds the start of the window.
    expect(on(-4, 8n, 8)).toEqual(unread);
    expect(on(-20, 20n, 5)).toEqual([{ from: at(-20), to: FROM }, ...unread, { from: at(60), to: at(80) }]);
    expect(on(-20, 20n, 5, 'unknown')).toBe('unknown');
  });
});
