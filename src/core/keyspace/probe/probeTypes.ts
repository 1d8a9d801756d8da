import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import type { SasKeys } from '../../plan/sasReach.ts';
import type { Estimate } from './estimate.ts';
import type { SureSpan } from './knownRows.ts';

export interface ProbeRow {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** A time span without rows, in ticks. An end that is not exact may be farther away: no row was read right beside it. */
export type ProbeGap = SureSpan;

/**
 * One query to send: `$select=PartitionKey,RowKey`, `$top=top`, and a `$filter` made from both spans (plan/spanFilter). The
 * service answers in key order, so it returns the first rows of the span.
 */
export interface ProbeRequest {
  readonly id: number;
  readonly partition: KeySpan;
  /** Only together with a single partition. */
  readonly row?: KeySpan | undefined;
  /** 1 .. 1000. */
  readonly top: number;
  /**
   * How many pages to read, following continuation tokens. A page of one row is sent before them: from a table with at least two
   * rows it must bring a token, which shows whether tokens are readable. Undefined: one page.
   */
  readonly pages?: number | undefined;
}

/** A request without its number. */
export interface Ask extends Omit<ProbeRequest, 'id'> {
  /** True if its rows tell the density as well as a sample would. It is then charged to the samples. */
  readonly isSample?: boolean;
}

/** A search as a generator: it yields a request, receives the answer, and returns what it found. */
export type Search<T> = Generator<Ask, T, ProbeAnswer>;

/**
 * The answer to a probe request. `hasMore` is true if a continuation token came with the last page, or if that page was full:
 * without a token, a full page proves no end.
 */
export interface ProbeAnswer {
  readonly rows: readonly ProbeRow[];
  readonly hasMore: boolean;
  /** Number of requests answered for it; undefined means 1. */
  readonly requests?: number;
}

/** A time that is exact, or only a bound. */
export interface FoundTime {
  readonly ticks: bigint;
  /** False if the group may extend further: nobody looked there. */
  readonly isExact: boolean;
}

/** A group of rows found by the probe: a prefix, a partition, a run of plain ticks, or a leading character of hashes. */
export interface ProbeGroup {
  /** Its number, by which parts of the map are looked at; undefined for a prefix that has no known rows. */
  readonly id?: number;
  /** "37", a PartitionKey, "Ticks", "a..." */
  readonly label: string;
  readonly kind: 'prefix' | 'partition' | 'run' | 'leading';
  /** `empty`: a prefix of the event volume that is proven to hold no rows. `unknown`: one that nobody looked at. */
  readonly presence: 'found' | 'empty' | 'unknown';
  /** The scheme that reads the time in the keys, or the scheme without time. */
  readonly schemeId: string;
  /** What all its PartitionKeys hold before the time, if a template of the user says so. */
  readonly textBefore?: string | undefined;
  /** The first of its PartitionKeys that was read. */
  readonly partitionKey: string;
  /** Earliest and latest time; undefined if the keys are not in order of time. */
  readonly first?: FoundTime;
  readonly last?: FoundTime;
  /** Time spans that are proven empty, ascending: those that are long for the group (probe/gaps.ts). Unread time may have others. */
  readonly gaps: readonly ProbeGap[];
  /** True if keys without the group's time were seen among its keys. They are not on the map. */
  readonly hasStrangers: boolean;
  /** All its rows; undefined: not known. */
  readonly rows: Estimate | undefined;
  /** Its rows in ticks [from, to); undefined: not known, for example because nobody looked there. */
  readonly rowsIn: (from: bigint, to: bigint) => Estimate | undefined;
}

export interface ProbeOptions {
  /** Helps to recognize the writer; '' if unknown. */
  readonly tableName: string;
  /** The current time in ticks; rows after it are unlikely. */
  readonly nowTicks: bigint;
  /** Schemes of the user's own templates, which are preferred. */
  readonly templates?: readonly KeyScheme[];
  /** The keys that the SAS allows to read; default all. */
  readonly within?: SasKeys | undefined;
}

/** The part of the map that is sampled. */
export interface ProbeLook {
  /** Ticks, half-open. */
  readonly from: bigint;
  readonly to: bigint;
  /** At most this many columns. */
  readonly columns: number;
}

/** A cell whose sample is not there yet. */
export interface PendingCell {
  /** The number of its group. */
  readonly group: number;
  readonly from: bigint;
  readonly to: bigint;
  /** True if its request failed for good. */
  readonly isFailed: boolean;
}

/** What reading all rows would cost. */
export interface ReadCost {
  /** Estimated, unless `standardError` is 0. */
  readonly rows: number;
  readonly standardError: number;
  readonly requests: number;
  /** True if there may be more: some groups, or the rows of some, are unknown. */
  readonly isAtLeast: boolean;
}

/** What waits because the requests are used up. */
export interface ProbeHold {
  /** True if the search for groups is not finished. */
  readonly isFinding: boolean;
  /** Groups of which the first or the last row is unknown. */
  readonly ends: number;
  /** Groups without a time whose rows are not counted. */
  readonly uncounted: number;
  /** Cells that were to be sampled. */
  readonly cells: number;
}

export interface ProbePicture {
  readonly groups: readonly ProbeGroup[];
  readonly pending: readonly PendingCell[];
  /** Requests sent, and rows read. */
  readonly requests: number;
  readonly rowsRead: number;
  readonly read: ReadCost;
  /** Undefined if nothing waits for more requests. */
  readonly held?: ProbeHold;
  /** `finding`: groups or ends are searched; `density`: cells are sampled; `done`: nothing is in flight or may be sent. */
  readonly stage: 'finding' | 'density' | 'done';
  /** Why the list of groups is incomplete; undefined if it is complete, or not finished. */
  readonly incomplete?: string | undefined;
}
