import type { Ticks } from '../../time/ticks.ts';
import type { KeyPart, TickSpan } from '../base/scheme.ts';

/** What is known about a list of keys before it is read. */
export interface BulkHint {
  readonly tableName?: string | undefined;
  readonly part?: KeyPart | undefined;
  /** The user's own key templates, as text, because a worker has to make their schemes itself. */
  readonly templates?: readonly { readonly partition: string; readonly row: string }[];
}

/** One key of a list, as the list view shows it. */
export interface BulkKey {
  /** Number of the key in the list, from 0. Keys on unreadable lines have no number. */
  readonly index: number;
  /** The line number, counted from 1. A line may hold several keys. */
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

export interface SchemeCount {
  readonly schemeId: string;
  readonly title: string;
  readonly keys: number;
  /** The line of the first key, counted from 1. */
  readonly firstLine: number;
  /** The interval that the writer rounds to, as far as the keys show it; undefined if they show none. */
  readonly roundingTicks?: bigint;
}

export interface PrefixCount {
  readonly prefix: number;
  readonly keys: number;
}

/** A gap between the times of two neighbouring keys. */
export interface KeyGap {
  /** The instant of the key before it; the end of its interval if keys follow each other at a fixed interval. */
  readonly from: bigint;
  /** The instant of the key after it. */
  readonly to: bigint;
}

export interface KeyGaps {
  /** A distance between neighbouring instants above this many ticks counts as a gap; undefined if there are fewer than three instants. */
  readonly aboveTicks?: bigint;
  readonly total: number;
  /** The longest ones, at most MOST_GAPS, in time order. */
  readonly longest: readonly KeyGap[];
}

/** An unusual time without keys, in ticks. */
export interface ListPause {
  /** The index in `prefixes` of the prefix that has no keys while others do; undefined if no prefix has any. */
  readonly row?: number;
  readonly from: bigint;
  readonly to: bigint;
  /** True if no further key of the prefix follows. */
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
  /** Counted from 1. */
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
  readonly timedKeys: number;
  /** Most keys first. */
  readonly schemes: readonly SchemeCount[];
  /** First and last instant; undefined if no key has one. */
  readonly span?: { readonly first: Ticks; readonly last: Ticks };
  /** By prefix number, ascending. */
  readonly prefixes: readonly PrefixCount[];
  readonly unprefixedKeys: number;
  readonly gaps: KeyGaps;
  /** Pauses that are too long to be chance, given how the keys are written; undefined if there are none, or none were looked for. */
  readonly pauses?: readonly ListPause[];
  readonly duplicates: KeyDuplicates;
  /** Lines with text but without a key: their number, and the first MOST_UNREADABLE. */
  readonly unreadable: { readonly total: number; readonly first: readonly UnreadableLine[] };
}

export interface BulkProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly lines: number;
  readonly keys: number;
}

export const MOST_GAPS = 100;
export const MOST_DUPLICATES = 100;
export const MOST_UNREADABLE = 1000;
