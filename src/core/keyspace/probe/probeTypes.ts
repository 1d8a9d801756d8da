import type { KeySpan } from '../../keys/base/scheme.ts';

/** Both keys of a row. */
export interface ProbeRow {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * The keys that a SAS allows to read (spk, srk, epk, erk): from one entity key to another, both included. The service silently
 * omits all others, so the probe does not request them and makes no claim about them.
 */
export interface ProbeReach {
  readonly fromPartition?: string;
  readonly fromRow?: string;
  readonly toPartition?: string;
  readonly toRow?: string;
}

/** A time span without rows, in ticks. */
export interface ProbeGap {
  readonly from: bigint;
  readonly to: bigint;
  /** True if a row was read right before the gap. False: the gap may begin earlier. */
  readonly isFromExact: boolean;
  /** True if a row was read right after the gap. False: the gap may end later. */
  readonly isToExact: boolean;
}

/**
 * One query to send: `$select=PartitionKey,RowKey`, `$top=top`, and a `$filter` made from both spans (plan/spanFilter). The
 * service answers in key order, so it returns the first rows of the span.
 */
export interface ProbeRequest {
  readonly id: number;
  readonly purpose: 'find prefix' | 'find end' | 'density';
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

/**
 * The answer to a probe request. `hasMore` is true if a continuation token came with the last page, or if that page was full:
 * without a token, a full page proves no end. An answer without rows that has more is an empty page; it is requested again with
 * the token.
 */
export interface ProbeAnswer {
  readonly rows: readonly ProbeRow[];
  readonly hasMore: boolean;
  /** Number of requests answered for it, empty pages included; undefined means 1. */
  readonly requests?: number;
}

/** A time that is exact, or only a bound. */
export interface FoundTime {
  readonly ticks: bigint;
  /** False if the group may extend further, because its requests ran out. */
  readonly isExact: boolean;
}

/** A group of rows found by the probe: a prefix, a partition, a run of plain ticks, or a leading character of hashes. */
export interface ProbeGroup {
  /** "37", a PartitionKey, "Ticks", "a..." */
  readonly label: string;
  readonly kind: 'prefix' | 'partition' | 'run' | 'leading';
  /** The span that contains every key of the group. */
  readonly partition: KeySpan;
  /** The scheme that reads the time in the keys, or the scheme without time. */
  readonly schemeId: string;
  /** What all its PartitionKeys hold before the time, if a template of the user says so. */
  readonly textBefore?: string | undefined;
  /** The first key in key order: the oldest row, or the newest if keys are inverted. */
  readonly firstKey: ProbeRow;
  /** Earliest time; undefined if the keys are not in order of time. */
  readonly first?: FoundTime;
  /** Latest time; undefined if the keys are not in order of time. */
  readonly last?: FoundTime;
  /**
   * Time spans that are proven empty, ascending. Only those that are long for the group (probe/gaps.ts). Unread time may have
   * others.
   */
  readonly gaps: readonly ProbeGap[];
  /**
   * The time that the SAS allows to read, in ticks, half-open; a missing end is unlimited. Only set if the SAS range cuts the
   * group.
   */
  readonly reach?: { readonly from?: bigint; readonly to?: bigint };
  /** True if keys without the group's time were seen among its keys. They are not on the map. */
  readonly hasStrangers: boolean;
  /** Number of rows of a group of hashes, estimated from the distance between them. */
  readonly rows?:
    | { readonly rows: number; readonly isCount: boolean; readonly standardError: number }
    | undefined;
  /** True for a prefix of the event volume that is proven to hold no rows (probe/emptyPrefixes.ts). */
  readonly isEmpty?: boolean;
  /** Requests spent on the end that only a search can find. */
  readonly endRequests: number;
}

/** The rows of one group in a time span, as far as the probe knows. */
export interface DensityCell {
  /** Group number. */
  readonly group: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Entities; exact if `isCount`, otherwise an estimate. */
  readonly rows: number;
  readonly isCount: boolean;
  /** Standard error in entities; 0 for a count. */
  readonly standardError: number;
}

/** A requested cell that is not known yet. */
export interface PendingCell {
  readonly group: number;
  readonly from: bigint;
  readonly to: bigint;
  /** True if its request failed for good. */
  readonly isFailed: boolean;
}

/** What reading all rows would cost. */
export interface ReadCost {
  /** Estimated, unless every row was read. */
  readonly rows: number;
  readonly requests: number;
  /** True if there may be more: some groups, or the rows of some, are unknown. */
  readonly isAtLeast: boolean;
}

/** What waits because the budget is used up (probe/budget.ts). */
export interface ProbeHold {
  /** True if the search for groups is not finished. */
  readonly isFinding: boolean;
  /** Groups whose far end is unknown. */
  readonly ends: number;
  /** Cells that are unknown. */
  readonly cells: number;
  /** True if the rows are used up and not the requests: samples read as many rows as they may. */
  readonly isByRows: boolean;
}

/** Everything that is known so far. */
export interface ProbePicture {
  readonly groups: readonly ProbeGroup[];
  readonly cells: readonly DensityCell[];
  readonly pending: readonly PendingCell[];
  /** Requests sent, and rows read. */
  readonly requests: number;
  /** Requests for finding groups, and for finding ends. */
  readonly prefixRequests: number;
  readonly endRequests: number;
  readonly rowsRead: number;
  /** Requests allowed so far. It grows when the table proves to be large, or when the user allows more. */
  readonly allowance: number;
  readonly read: ReadCost;
  /** Undefined if nothing waits for the budget. */
  readonly held?: ProbeHold;
  /** `finding`: groups or ends are searched; `done`: nothing is in flight. */
  readonly stage: 'finding' | 'density' | 'done';
  /** Why the list of groups is incomplete; undefined if it is complete, or not finished. */
  readonly incomplete?: string | undefined;
}
