import type { Ticks } from '../../time/ticks.ts';
import type { KeyPart, TickSpan } from '../base/scheme.ts';

/** What is known about a list of keys before it is read. */
export interface BulkHint {
  readonly tableName?: string | undefined;
  readonly part?: KeyPart | undefined;
  /** The user's own key templates, as text: a worker makes their schemes anew. */
  readonly templates?: readonly { readonly partition: string; readonly row: string }[];
}

/** One key of a list, as the list view shows it. */
export interface BulkKey {
  /** Number of the key in the list, from 0. Keys on unreadable lines have no number. */
  readonly index: number;
  /** 1-based. A line may hold several keys. */
  readonly line: number;
  /** The key without surrounding white space, quotes and escapes. */
  readonly text: string;
  readonly schemeId: string;
  readonly title: string;
  readonly ticks?: Ticks | undefined;
  /** The span that the key covers if it is rounded or cut short; half-open. */
  readonly window?: TickSpan | undefined;
  readonly prefix?: number | undefined;
}

/** Keys of one scheme in a list. */
export interface SchemeCount {
  readonly schemeId: string;
  readonly title: string;
  readonly keys: number;
  /** 1-based line of the first one. */
  readonly firstLine: number;
  /** The interval that the writer rounds to, as far as the keys show it; undefined if they are exact. */
  readonly roundingTicks?: bigint;
}

export interface PrefixCount {
  readonly prefix: number;
  readonly keys: number;
}

/** A time without keys, between two keys. */
export interface KeyGap {
  /** End of the last interval before it; the last instant if keys are exact. */
  readonly from: bigint;
  /** The next instant. */
  readonly to: bigint;
}

export interface KeyGaps {
  /** Distances between neighbouring instants above this many ticks are gaps; undefined if there are fewer than three instants. */
  readonly aboveTicks?: bigint;
  readonly total: number;
  /** The longest ones, at most MOST_GAPS, in time order. */
  readonly longest: readonly KeyGap[];
}

/** A time without keys, in ticks. */
export interface ListPause {
  /** Of `prefixes`, the index of the one without keys while others had some; undefined: no key at all. */
  readonly row?: number;
  readonly from: bigint;
  readonly to: bigint;
  /** True if no key of the prefix followed. */
  readonly isOpen?: true;
}

export interface DuplicateKey {
  readonly text: string;
  readonly count: number;
  readonly firstLine: number;
}

export interface KeyDuplicates {
  /** Keys that are equal to an earlier one, byte by byte. */
  readonly repeats: number;
  /** Distinct keys that occur more than once. */
  readonly repeatedKeys: number;
  /** The most frequent ones, at most MOST_DUPLICATES. */
  readonly most: readonly DuplicateKey[];
}

export interface UnreadableLine {
  /** 1-based. */
  readonly line: number;
  /** The beginning of the line. */
  readonly text: string;
}

/** Summary of a list of keys. Counts are exact; only the lists of examples are cut. */
export interface BulkSummary {
  /** Lines of the input, blank ones included. */
  readonly lines: number;
  readonly blankLines: number;
  readonly keys: number;
  /** Keys with a time. */
  readonly timedKeys: number;
  /** Most keys first. */
  readonly schemes: readonly SchemeCount[];
  /** First and last instant; undefined if no key has one. */
  readonly span?: { readonly first: Ticks; readonly last: Ticks };
  /** By prefix number, ascending. */
  readonly prefixes: readonly PrefixCount[];
  readonly unprefixedKeys: number;
  readonly gaps: KeyGaps;
  /** Pauses that are too long for chance and for how the keys are written; undefined: not looked for, or none. */
  readonly pauses?: readonly ListPause[];
  readonly duplicates: KeyDuplicates;
  /** Lines with text but without a key: their number, and the first MOST_UNREADABLE. */
  readonly unreadable: { readonly total: number; readonly first: readonly UnreadableLine[] };
}

/** How far reading has got. */
export interface BulkProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly lines: number;
  readonly keys: number;
}

export const MOST_GAPS = 100;
export const MOST_DUPLICATES = 100;
export const MOST_UNREADABLE = 1000;
