import type { DiagnosisInput } from '../diagnosis/finding.ts';
import type { CellGrid } from '../map/cellGrid.ts';

/** How a writer makes its keys, in the order of lists. */
export const MODEL_SCHEMES = [
  /** PartitionKey: ticks (D19), rounded down. All writes go to one moving partition at the end of the table. */
  'ticks',
  /** PartitionKey: N(D19)___ticks(D19), N = hash of the writer mod prefixes. */
  'prefixed ticks',
  /** PartitionKey: MaxValue - ticks. All writes go to one moving partition at the start of the table. */
  'inverted ticks',
  /** PartitionKey: the source (one per writer), RowKey: ticks. */
  'partition per writer',
  /** PartitionKey: hash of the event mod `prefixes`, RowKey: ticks. */
  'hash',
  /** PartitionKey: a new GUID for each row. */
  'guid',
] as const;
export type ModelScheme = (typeof MODEL_SCHEMES)[number];

/** How the event rate changes over time. */
export type ModelShape =
  | { readonly kind: 'steady' }
  /** A sine over 24 h. `depth` (0..1): how far the rate falls below the mean at night, as a fraction of the mean. */
  | { readonly kind: 'diurnal'; readonly depth: number }
  /** `factor` times the rate for `lengthSeconds`, starting `atSeconds` after the start. */
  | {
      readonly kind: 'burst';
      readonly factor: number;
      readonly atSeconds: number;
      readonly lengthSeconds: number;
    };

/**
 * Assumptions about partition servers. The mechanism is documented: a table is cut into ranges of PartitionKeys, a server serves
 * ranges, and a busy range is split and moved to another server (Calder et al., "Windows Azure Storage", SOSP 2011, section 5.5;
 * Microsoft, "Performance and scalability checklist for Table storage", append-only and prepend-only). Its numbers are not
 * documented.
 */
export interface ServerAssumptions {
  /** Servers that the table may spread over. */
  readonly count: number;
  /** Entities of 1 KiB per second that one server takes. */
  readonly targetPerSecond: number;
  /** Seconds for which a server must be busy before the balancer acts on it. Two actions on one server are also this far apart. */
  readonly patienceSeconds: number;
  /** Seconds during which a range does not answer while it is split, or moved. */
  readonly splitOfflineSeconds: number;
  readonly moveOfflineSeconds: number;
}

export interface ModelInput {
  readonly scheme: ModelScheme;
  /** Event volume: the number of prefixes or hash buckets. Usually 1, 10 or 100; any number above 0 works. */
  readonly prefixes: number;
  /** Machines or processes that write. With prefixed keys, each writes to one prefix, which others may share. */
  readonly writers: number;
  /** Events per second of all writers together: the mean over a day, or the rate outside the burst. */
  readonly eventsPerSecond: number;
  readonly shape: ModelShape;
  readonly fromTicks: bigint;
  /** Simulated time in seconds, 1 .. 604,800. */
  readonly durationSeconds: number;
  /** Key times are rounded down to this many ticks; 1 means exact. */
  readonly roundingTicks: bigint;
  /** Bytes per entity, keys included. Targets count entities of 1 KiB. */
  readonly entityBytes: number;
  /** Entities of 1 KiB per second that one partition serves: 2,000, or 500 for accounts created before June 2012. */
  readonly partitionTargetPerSecond: number;
  /** How often a client retries a refused write, 0 or more. */
  readonly retries: number;
  readonly seed: number;
}

/** The load in one step of the simulation. */
export interface ModelStep {
  readonly atSeconds: number;
  /** Entities per second: offered (new writes and retries), stored, and refused with a 503. */
  readonly offeredPerSecond: number;
  readonly storedPerSecond: number;
  readonly refusedPerSecond: number;
  /**
   * Entities per second offered to the busiest partition. 0 if no row of the map is one partition: each entity has a partition of its own,
   * or several partitions share a row of the map.
   */
  readonly hottestPartitionPerSecond: number;
  /** The same as `hottestPartitionPerSecond`, without retries. */
  readonly hottestFreshPerSecond: number;
  /** Servers that took writes. */
  readonly busyServers: number;
}

/** What refuses a write: a target, or a range that is offline while it is split or moved. */
export type ModelLimit = 'partition' | 'offline' | 'server' | 'account';

export interface ModelReads {
  /** Number of range queries that one time window takes. */
  readonly requestsPerTimeQuery: number;
  /** The query class, in the words of the query view. */
  readonly queryClass: 'point' | 'row range' | 'partition range' | 'table scan';
  /** Rows read for each row wanted, if the window is one hour, or the simulated time if that is shorter. */
  readonly rowsReadPerRowWanted: number;
  readonly sentence: string;
}

export interface ModelResult {
  /** Labels of the matrix rows: prefixes, writers, hash buckets or leading characters of GUIDs. */
  readonly labels: readonly string[];
  readonly grid: CellGrid;
  readonly steps: readonly ModelStep[];
  /** When the first 500 splits and moves happened, in seconds after the start. */
  readonly events: readonly number[];
  /** Number of all splits and moves, and for how many seconds in total they took ranges offline. */
  readonly splits: number;
  readonly moves: number;
  readonly offlineSeconds: number;
  readonly reads: ModelReads;
  /** When the first step with a 503 begins, in seconds after the start; undefined if there was no 503. */
  readonly firstRefusalSeconds?: number | undefined;
  /** New writes, each counted once however often it is retried: offered = stored + refused. */
  readonly offered: number;
  readonly stored: number;
  /** Writes that are not stored at the end: given up, or waiting for a retry. */
  readonly refused: number;
  readonly givenUp: number;
  readonly waiting: number;
  /** Writes that were refused at first and stored by a retry. */
  readonly recovered: number;
  /** Number of 503 answers, including those to retries. */
  readonly refusals: number;
  /** The refusals by the limit that caused them. They may be fractions, because only totals are rounded. */
  readonly refusedBy: Readonly<Record<ModelLimit, number>>;
  /** Input for diagnose(): what the rows are, and the facts besides the cells. */
  readonly diagnosis: Pick<DiagnosisInput, 'rowsAre' | 'facts'>;
  /** Example keys, spread over rows and time, in key order. */
  readonly sampleKeys: readonly { readonly partitionKey: string; readonly rowKey: string }[];
  /** What the design means, one sentence each. */
  readonly notes: readonly string[];
  readonly input: ModelInput;
}
