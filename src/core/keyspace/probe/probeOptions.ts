import type { ProbeReach } from './probeTypes.ts';

export interface ProbeOptions {
  /** Helps to tell the writer; '' where unknown. */
  readonly tableName: string;
  /** Ticks; after it rows are unlikely. */
  readonly nowTicks: bigint;
  /** The only keys that are asked about: what the SAS allows; default all. */
  readonly within?: ProbeReach;
  /** Partitions listed one by one (default 1,000): those after them are grouped by how their keys begin. */
  readonly mostGroups?: number;
  /** Requests spent on the far end of one group; default 25. */
  readonly mostEndRequests?: number;
}

/** Where the user looks. */
export interface ProbeLook {
  /** Ticks, half-open. */
  readonly from: bigint;
  readonly to: bigint;
  /** Most columns wanted; each cell takes one request, or `samples` more. */
  readonly columns: number;
  /** Indexes of groups; undefined: all. */
  readonly groups?: readonly number[];
  /** Samples of a cell that one request cannot count; default 4. */
  readonly samples?: number;
  /** Only cells of which all rows were read already: nothing is sent. */
  readonly isFree?: boolean;
  /** Before the cells of other looks, and dropped by `lookAway`: what the user looks at now. */
  readonly isInSight?: boolean;
}
