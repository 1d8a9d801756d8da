import type { DiagnosisInput } from '../diagnosis/finding.ts';
import type { CellGrid } from '../map/cellGrid.ts';

/** How a writer makes its keys. */
export type ModelScheme =
  /** PartitionKey: ticks (D19), rounded down. One moving partition: append-only tail. */
  | 'ticks'
  /** PartitionKey: MaxValue - ticks. Prepend-only head. */
  | 'inverted ticks'
  /** PartitionKey: N(D19)___ticks(D19), N = hash of the writer mod prefixes. */
  | 'prefixed ticks'
  /** PartitionKey: source (one a writer), RowKey: ticks. */
  | 'partition per writer'
  /** PartitionKey: hash of the event mod `prefixes` buckets, RowKey: ticks. */
  | 'hash'
  /** PartitionKey: a new GUID for each row. */
  | 'guid';

/** Events a second over time. */
export type ModelShape =
  | { readonly kind: 'steady' }
  /** A sine over 24 h, `depth` 0..1: how far the night falls below the mean. */
  | { readonly kind: 'diurnal'; readonly depth: number }
  /** `factor` times the rate for `lengthSeconds` from `atSeconds` after the start. */
  | {
      readonly kind: 'burst';
      readonly factor: number;
      readonly atSeconds: number;
      readonly lengthSeconds: number;
    };

/**
 * Partition servers. The mechanism is documented (a table is cut into ranges of PartitionKeys, a server serves ranges, a busy range
 * is split and moved to another server: Calder et al., "Windows Azure Storage", SOSP 2011, section 5.5; Microsoft, "Performance and
 * scalability checklist for Table storage", append-only and prepend-only), its figures are not: all of these are assumptions.
 */
export interface ServerAssumptions {
  /** Servers that the table may spread over. */
  readonly count: number;
  /** Entities of 1 KiB a second that one server takes. */
  readonly targetPerSecond: number;
  /** Seconds of load above the split share before the balancer acts, and between two acts on one server. */
  readonly patienceSeconds: number;
  /** Seconds in which a range answers nothing while it is split, or moved. */
  readonly splitOfflineSeconds: number;
  readonly moveOfflineSeconds: number;
}

export interface ModelInput {
  readonly scheme: ModelScheme;
  /** Event volume: prefixes or hash buckets, 1, 10 or 100 (any number above 0 is taken). */
  readonly prefixes: number;
  /** Machines or processes that write; a prefix belongs to a writer. */
  readonly writers: number;
  /** Events a second of all writers together: the mean of a day and night, the rate outside of a burst. */
  readonly eventsPerSecond: number;
  readonly shape: ModelShape;
  readonly fromTicks: bigint;
  /** Seconds simulated, 1 .. 604,800. */
  readonly durationSeconds: number;
  /** Key times are rounded down to this, ticks; 1: exact. */
  readonly roundingTicks: bigint;
  /** Bytes of an entity, keys included; targets count entities of 1 KiB. */
  readonly entityBytes: number;
  /** Entities a second that one partition serves; default 2,000 (historically 500). */
  readonly partitionTargetPerSecond?: number;
  /** Default 20,000. */
  readonly accountTargetPerSecond?: number;
  /** Times that a client tries a refused write again, 0 and more; default 3, as the Azure SDK does. */
  readonly retries?: number;
  /** What is assumed of partition servers; see DEFAULT_SERVERS. */
  readonly servers?: ServerAssumptions;
  readonly seed: number;
}

/** A split of a range partition, or its move to another server: offline meanwhile. */
export interface ModelEvent {
  readonly kind: 'split' | 'move';
  /** Seconds after the start. */
  readonly atSeconds: number;
  readonly offlineSeconds: number;
  /** Matrix rows whose keys were in the range. */
  readonly rows: readonly number[];
  readonly fromServer: number;
  readonly toServer: number;
}

/** Load of one step of time. */
export interface ModelStep {
  readonly atSeconds: number;
  /** Entities a second that were written, retries included, that were stored, that got 503, and that were retries. */
  readonly offeredPerSecond: number;
  readonly storedPerSecond: number;
  readonly refusedPerSecond: number;
  readonly retriedPerSecond: number;
  /**
   * Entities a second offered to the busiest partition (0 where each partition is a single row), and taken by the busiest
   * server.
   */
  readonly hottestPartitionPerSecond: number;
  /** The same without retries. */
  readonly hottestFreshPerSecond: number;
  readonly hottestServerPerSecond: number;
  /** Servers that took writes. */
  readonly busyServers: number;
  readonly ranges: number;
  /** Writes so far, at the end of the step: offered = stored + lost + waiting. */
  readonly offeredSoFar: number;
  readonly storedSoFar: number;
  readonly lostSoFar: number;
  readonly waiting: number;
}

/** What refuses a write: a target, or a range that is away while it is split or moved. */
export type ModelLimit = 'partition' | 'offline' | 'server' | 'account';

export interface ModelReads {
  /** Range queries that one window of time takes, and what each reads. */
  readonly requestsPerTimeQuery: number;
  /** Class in the words of the query view. */
  readonly queryClass: 'point' | 'row range' | 'partition range' | 'table scan';
  /** Rows read for each row wanted, when one hour of the simulated time is asked for. */
  readonly rowsReadPerRowWanted: number;
  readonly sentence: string;
}

export interface ModelResult {
  /** Rows of the map: prefixes, writers, hash buckets or leading characters of GUIDs. */
  readonly labels: readonly string[];
  readonly grid: CellGrid;
  readonly steps: readonly ModelStep[];
  /** The first 500 splits and moves. */
  readonly events: readonly ModelEvent[];
  /** All of them, and the seconds that they took ranges away, one after another. */
  readonly splits: number;
  readonly moves: number;
  readonly offlineSeconds: number;
  readonly reads: ModelReads;
  /** First second with a 503; undefined: none. */
  readonly firstRefusalSeconds?: number;
  /** New writes: offered = stored + refused. */
  readonly offered: number;
  readonly stored: number;
  /** Writes that are not stored at the end: given up, or waiting for another try. */
  readonly refused: number;
  readonly givenUp: number;
  readonly waiting: number;
  /** Writes that were refused at first and stored by a retry. */
  readonly recovered: number;
  /** Answers with 503, those to retries too. */
  readonly refusals: number;
  /** The same by what refused them. */
  readonly refusedBy: Readonly<Record<ModelLimit, number>>;
  /** For diagnose(): what the rows are, and what is known beside the cells. */
  readonly diagnosis: Pick<DiagnosisInput, 'rowsAre' | 'facts'>;
  /** Keys as they would be written, a few of each row, in key order. */
  readonly sampleKeys: readonly { readonly partitionKey: string; readonly rowKey: string }[];
  /** What the design means, one sentence each. */
  readonly notes: readonly string[];
  readonly input: ModelInput;
}
