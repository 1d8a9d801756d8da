import type { Ask, Search } from './findEnd.ts';
import type { GroupState } from './groupState.ts';
import type { ProbeAnswer } from './probeTypes.ts';

/** A search under way. */
export interface Running {
  readonly search: Search<unknown>;
  /** Where its next question waits. */
  readonly queue: Waiting[];
  /** The group that it is about; undefined: it looks for groups. */
  readonly group: GroupState | undefined;
  readonly onDone: (value: unknown) => void;
  readonly onFailed: (reason: string) => void;
  readonly onDropped: () => void;
}

/** What a search is for. */
export interface Purpose<T> {
  readonly group?: GroupState;
  /** Part of finding groups and their ends, not of density. */
  readonly isFinding: boolean;
  readonly onDone: (value: T) => void;
  readonly onFailed?: () => void;
  readonly onDropped?: () => void;
}

export interface Waiting {
  readonly running: Running;
  readonly ask: Ask;
}

/** What an answer proves beside what it was asked for: between two keys of it there is no other. */
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
