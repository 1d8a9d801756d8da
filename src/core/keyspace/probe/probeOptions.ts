import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import type { ProbeReach } from './probeTypes.ts';

export interface ProbeOptions {
  /** Helps to recognize the writer; '' if unknown. */
  readonly tableName: string;
  /** The current time in ticks; rows after it are unlikely. */
  readonly nowTicks: bigint;
  /** Schemes of the user's own templates, which are preferred. */
  readonly templates?: readonly KeyScheme[];
  /** The keys that the SAS allows to read; default all. */
  readonly within?: ProbeReach | undefined;
  /** Maximum number of partitions listed one by one (default 1,000). The others are grouped by the beginning of their keys. */
  readonly mostGroups?: number;
  /** Maximum number of requests to find the far end of one group; default 25. */
  readonly mostEndRequests?: number;
}

/** The part of the map that the user looks at. */
export interface ProbeLook {
  /** Ticks, half-open. */
  readonly from: bigint;
  readonly to: bigint;
  /** Maximum number of columns. Each cell takes one request, or `samples` more. */
  readonly columns: number;
  /** Group numbers; undefined means all. */
  readonly groups?: readonly number[];
  /** Samples for a cell that one request cannot count; default 4. */
  readonly samples?: number;
  /** True to fill only cells whose rows were all read already, without sending anything. */
  readonly isFree?: boolean;
  /** True for what the user sees now: sent before other looks, and dropped by `lookAway`. */
  readonly isInSight?: boolean;
}
