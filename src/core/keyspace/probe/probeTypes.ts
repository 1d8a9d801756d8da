import type { KeySpan } from '../../keys/base/scheme.ts';

/** Both keys of a row that an answer brought. */
export interface ProbeRow {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/**
 * The keys that may be asked about, as a SAS names them (spk, srk, epk, erk): from one entity key to another, both included.
 * The service leaves out the rest without a word, so nothing outside is asked, and nothing is said of it.
 */
export interface ProbeReach {
  readonly fromPartition?: string;
  readonly fromRow?: string;
  readonly toPartition?: string;
  readonly toRow?: string;
}

/** A span of time without rows, in ticks. */
export interface ProbeGap {
  readonly from: bigint;
  readonly to: bigint;
  /** A row was read right before it; false: it may begin earlier, since what lies before was not read. */
  readonly isFromExact: boolean;
  /** A row was read right behind it; false: it may end later. */
  readonly isToExact: boolean;
}

/**
 * One query to send: `$select=PartitionKey,RowKey`, `$top=top`, and a `$filter` made of both spans (plan/spanFilter). Rows come in
 * key order, so the answer is the first rows of the span.
 */
export interface ProbeRequest {
  readonly id: number;
  readonly purpose: 'find prefix' | 'find end' | 'density';
  readonly partition: KeySpan;
  /** Only together with an exact partition. */
  readonly row?: KeySpan;
  /** 1 .. 1000. */
  readonly top: number;
  /**
   * Pages to read one after another by their continuation tokens, while they continue. Before them a page of one row: of a table
   * with two rows and more it must bring a token, and so shows whether tokens can be read. Undefined: one page.
   */
  readonly pages?: number;
}

/**
 * What came back. `hasMore`: more rows may follow. A continuation token came with the last page, or that page was as long as was
 * asked for: without a token it proves no end. An answer without rows that has more is an empty page: the driver sends the same
 * request again with the token.
 */
export interface ProbeAnswer {
  readonly rows: readonly ProbeRow[];
  readonly hasMore: boolean;
  /** Requests that were answered for it, empty pages too; undefined: 1. */
  readonly requests?: number;
}

/** Whether a time is the true one or only a bound of it. */
export interface FoundTime {
  readonly ticks: bigint;
  /** False: the group may reach further (the requests for it ran out). */
  readonly isExact: boolean;
}

/** A group of rows that the probe found: a prefix, a partition, a run of plain ticks, or a leading character of hashes. */
export interface ProbeGroup {
  /** "37", a PartitionKey, "Ticks", "a..." */
  readonly label: string;
  readonly kind: 'prefix' | 'partition' | 'run' | 'leading';
  /** Every key of the group lies in this span. */
  readonly partition: KeySpan;
  /** The scheme that reads the keys' time; if they hold none, the one without time. */
  readonly schemeId: string;
  /** The first key in key order: the oldest row, or the newest where keys are inverted. */
  readonly firstKey: ProbeRow;
  /** Earliest time; undefined where the keys of the group are not in order of time. */
  readonly first?: FoundTime;
  /** Latest time, likewise. */
  readonly last?: FoundTime;
  /**
   * Spans that are proven empty: a scan found nothing between two keys. Ascending, only those that are long for the group
   * (probe/gaps.ts). Others may lie where nothing was read.
   */
  readonly gaps: readonly ProbeGap[];
  /** The time that may be asked about, ticks, half-open; an absent end is open. Only where the reach cuts the group. */
  readonly reach?: { readonly from?: bigint; readonly to?: bigint };
  /** Keys without the group's time were seen among its own: they are not on the map. */
  readonly hasStrangers: boolean;
  /** All rows of the group, where its keys are hashes: the space between them tells how many. */
  readonly rows?: { readonly rows: number; readonly isCount: boolean; readonly standardError: number };
  /** A prefix of the event volume without rows: not found, but known to be there (probe/emptyPrefixes.ts). */
  readonly isEmpty?: boolean;
  /** Requests spent on the end that cannot be asked for directly. */
  readonly endRequests: number;
}

/** Rows of one group in a span of time, as the probe knows them. */
export interface DensityCell {
  /** Index into groups. */
  readonly group: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Entities: exact where `isCount`, else an estimate. */
  readonly rows: number;
  readonly isCount: boolean;
  /** Standard error in entities; 0 for a count. */
  readonly standardError: number;
}

/** A cell that was asked for and is not known. */
export interface PendingCell {
  readonly group: number;
  readonly from: bigint;
  readonly to: bigint;
  /** Given up: a request failed for good. */
  readonly isFailed: boolean;
}

/** What a query of all the rows takes. */
export interface ReadCost {
  /** Estimates, unless every row was read. */
  readonly rows: number;
  readonly requests: number;
  /** More than that: groups, or the rows of some, are not known. */
  readonly isAtLeast: boolean;
}

/** What waits because the requests are used up (probe/budget.ts). */
export interface ProbeHold {
  /** Groups are still looked for. */
  readonly isFinding: boolean;
  /** Groups whose far end is not known. */
  readonly ends: number;
  /** Cells that are not known. */
  readonly cells: number;
  /** Rows are used up, not requests: as many were read as samples may. */
  readonly isByRows: boolean;
}

/** All that is known so far. */
export interface ProbePicture {
  readonly groups: readonly ProbeGroup[];
  readonly cells: readonly DensityCell[];
  readonly pending: readonly PendingCell[];
  /** Requests that were asked, and rows that came back. */
  readonly requests: number;
  /** Of these, what it took to find groups, and the ends that cannot be asked for directly. */
  readonly prefixRequests: number;
  readonly endRequests: number;
  readonly rowsRead: number;
  /** Requests that may be asked in all, so far: more as the table shows itself to be large, or when a person asks for more. */
  readonly allowance: number;
  readonly read: ReadCost;
  /** Undefined: nothing waits for requests. */
  readonly held?: ProbeHold;
  /** `finding`: groups or ends are still looked for; `done`: nothing is under way. */
  readonly stage: 'finding' | 'density' | 'done';
  /** Why the list of groups is not complete; undefined: it is, or the search is not over. */
  readonly incomplete?: string;
}
