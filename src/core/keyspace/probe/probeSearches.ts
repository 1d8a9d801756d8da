import type { Ask, Search } from './findEnd.ts';
import type { GroupState } from './groupState.ts';
import type { ProbeAnswer } from './probeTypes.ts';

/** A search in progress. */
export interface Running {
  readonly search: Search<unknown>;
  /** The queue in which its next request waits. */
  readonly queue: Waiting[];
  /** The group that it is about; undefined if it looks for groups. */
  readonly group: GroupState | undefined;
  readonly onDone: (value: unknown) => void;
  readonly onFailed: (reason: string) => void;
  readonly onDropped: () => void;
}

/** What a search is for, and what happens with its result. */
export interface Purpose<T> {
  readonly group?: GroupState;
  /** True if it finds groups or their ends, false if it measures density. */
  readonly isFinding: boolean;
  readonly onDone: (value: T) => void;
  readonly onFailed?: () => void;
  readonly onDropped?: () => void;
}

export interface Waiting {
  readonly running: Running;
  readonly ask: Ask;
}

/** Records what an answer proves besides its purpose: there is no key between two of its keys. */
export function learn({ running: { group }, ask: { positions } }: Waiting, answer: ProbeAnswer): void {
  if (group === undefined) return;
  group.rowsSeen = Math.max(group.rowsSeen, answer.rows.length);
  if (positions === undefined) return;
  const isComplete = !answer.hasMore;
  const { from, to } = group.positions;
  const asked = {
    from: positions.from > from ? positions.from : from,
    to: positions.to < to ? positions.to : to,
  };
  group.empty?.learn(asked, answer, isComplete);
  group.learnRows(asked, answer.rows, isComplete);
}
