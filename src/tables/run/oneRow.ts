import { receiptOf } from '../wire/keysOfPage.ts';
import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { createSeenTokens } from '../wire/seenTokens.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { MOST_EMPTY_PAGES } from '../progress/runBudget.ts';
import type { RowJob } from './context.ts';
import { NO_TROUBLE, waitingAt } from './pageState.ts';

const KEYS_ONLY = ['PartitionKey', 'RowKey'];

/** A job that asks for the keys of one row. Its page is decoded here and not stored. */
export function oneRowJob(asked: {
  readonly kind: 'guard' | 'check';
  readonly index: number;
  readonly tableName: string;
  readonly filter?: string | undefined;
  /** By default the primary. */
  readonly replica?: Replica;
  /** How often it was requested before. */
  readonly attempts?: number;
}): RowJob {
  const { replica, attempts = 0, ...of } = asked;
  let pages = 0;
  return {
    ...of,
    select: KEYS_ONLY,
    top: 1,
    priority: LANE_PRIORITY.guard,
    seenTokens: createSeenTokens(),
    mostEmpty: MOST_EMPTY_PAGES,
    nextPage: () => pages++,
    state: { ...waitingAt({ replica }), trouble: { ...NO_TROUBLE, attempts } },
    page: 0,
    started: false,
    lane: undefined,
    accept: (page) => Promise.resolve(receiptOf(page.body)),
  };
}
