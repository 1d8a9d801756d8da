import type { ListPause } from '../../keys/bulk/bulkTypes.ts';
import type { CellGrid } from '../map/cellGrid.ts';
import type { Phrase } from './phrase.ts';

/** What can be found. The rules are listed in `diagnose.ts`; what unusual stretches are called, in `kinds.ts`. */
export type FindingId =
  | 'hot-prefix'
  | 'hot-partition'
  | 'skew'
  | 'silent-prefix'
  | 'gap-for-all'
  | 'drop-for-all'
  | 'burst'
  | 'periodicity'
  | 'sequential-append'
  | 'late-data'
  | 'future-keys'
  | 'single-partition'
  | 'row-per-partition'
  | 'too-many-partitions'
  | 'uneven-writers'
  | 'stored-twice'
  /** Only for models: writes were refused. */
  | 'throttled';

/** The cells of a finding: some rows of the map over a time span in ticks, half-open. */
export interface FindingCells {
  /** Matrix rows, ascending; undefined means all. */
  readonly rows?: readonly number[] | undefined;
  readonly from: bigint;
  readonly to: bigint;
  /**
   * For a time without rows: the row before it is at most this many ticks before `from`, and the row after it less than this
   * many after `to`. 1 means that both are known to the tick.
   */
  readonly within?: bigint;
}

/** One finding, as the user reads it. */
export interface Finding {
  readonly id: FindingId;
  /** "Hot prefix 37". Findings may share a title. */
  readonly title: string;
  /** One sentence with the numbers. */
  readonly sentence: Phrase;
  /** The most telling figure, shown beside the title: "12.4 × median". */
  readonly figure?: string;
  /** How sure the rule is that this is not chance, 0..1. */
  readonly confidence: number;
  /** `fault` needs action. `note` may be intended, or the data cannot tell. */
  readonly severity: 'fault' | 'note';
  /** Cells to highlight; empty if the finding is about the whole table. */
  readonly cells: readonly FindingCells[];
  /** What to do, in one sentence. */
  readonly advice: string;
  /** True if it lasts to the last row of all, or to now: "is silent". */
  readonly isOpen?: true;
}

/** Delay in seconds from the time in a row's key to its Timestamp, over the rows that have both. */
export interface LagFacts {
  readonly rows: number;
  readonly medianSeconds: number;
  readonly p99Seconds: number;
  readonly maxSeconds: number;
  /** Rows stored more than an hour after their key's time, and the span of those key times. */
  readonly lateRows: number;
  readonly lateFrom?: bigint;
  readonly lateTo?: bigint;
}

/** Entities of one writer (the identity in the RowKey). */
export interface WriterFacts {
  readonly label: string;
  readonly rows: number;
  /** Label of the map row that holds all rows of this writer; undefined: it wrote to several. */
  readonly group?: string | undefined;
}

/**
 * A time without rows, in one row of the map or in all. It begins one tick, or one rounding step, after the last row before it.
 */
export interface RowPause extends ListPause {
  /**
   * About how many rows are missing, if the source of the pause (a probe) has judged that itself. Undefined: the diagnosis
   * judges it.
   */
  readonly missing?: number;
}

/** How much of a table can be read; each includes those before it. */
export const EXTENTS = ['every key', 'every row', 'whole partitions', 'every partition'] as const;

/** What is known about the rows besides their cells. A fact is undefined if it was not determined. */
export interface KeyspaceFacts {
  /** The current time in ticks, to recognize keys of the future and silence until now. */
  readonly nowTicks?: bigint | undefined;
  /** Number of distinct PartitionKeys, and of the entities that were counted for it. */
  readonly partitions?:
    | {
        readonly count: number;
        readonly rows: number;
        /** Entities of further partitions, which are not among `count` and `rows` because there were too many; undefined: none. */
        readonly uncounted?: number;
        readonly largestRows: number;
        readonly largest: string;
        /**
         * Set if the largest partition is far above the others: its multiple of their median, and ln of the chance. Absent if it is
         * not, or if partitions were not compared.
         */
        readonly hot?: { readonly times: number; readonly lnP: number } | undefined;
      }
    | undefined;
  readonly lag?: LagFacts | undefined;
  readonly writers?: readonly WriterFacts[] | undefined;
  /**
   * Aggregates that are stored twice, under one RowKey with the time first and another with the metric first (WADMetrics).
   * `rows`: all rows that were searched for them.
   */
  readonly twins?: { readonly pairs: number; readonly rows: number } | undefined;
  /** Entities whose key time is after nowTicks by more than the tolerance, by matrix row. */
  readonly future?:
    | readonly { readonly row: number; readonly rows: number; readonly latestTicks: bigint }[]
    | undefined;
  /** The longest times without rows (`pauses.ts`). */
  readonly pauses?: readonly RowPause[] | undefined;
  /** Which key holds the time. With `partition`, writes move through the key order over time. */
  readonly timeSource?: 'partition' | 'row' | 'both' | 'table' | 'none' | undefined;
  /**
   * The end of the key order where all new rows go, according to the scheme, because its PartitionKeys begin with the time.
   * 'none': a prefix or text before the time spreads them. Undefined: the PartitionKey holds no time.
   */
  readonly front?: 'upper' | 'lower' | 'none' | undefined;
  /**
   * How much of the table was read. Within its window: rows of every key (a filter on properties may leave some out), every row, or
   * whole partitions, because the window bounds nothing but the PartitionKey. 'every partition': the whole table, without a window.
   * Undefined: some keys, or not known (a list, an export).
   */
  readonly reads?: (typeof EXTENTS)[number] | undefined;
  /** True if the map spans only its rows (a list, an export) and not a queried window. What came after the last row is unknown. */
  readonly spansRowsOnly?: boolean | undefined;
  /** The writer's rounding of key times in ticks; keys show nothing finer. */
  readonly roundingTicks?: bigint | undefined;
  /** Entities per second that one partition serves, if a model assumes another target than today's 2,000. */
  readonly partitionTargetPerSecond?: number;
}

export interface DiagnosisInput {
  readonly grid: CellGrid;
  /** One label per matrix row. */
  readonly labels: readonly string[];
  /** What a matrix row is. A `range` holds many partitions, so the target of one partition does not apply to its sum. */
  readonly rowsAre: 'prefix' | 'partition' | 'range' | 'writer' | 'value';
  readonly facts: KeyspaceFacts;
}

/** A rule looks at the whole map and returns what it found. Pure and deterministic. */
export interface DiagnosisRule {
  /** Name of the rule in the list of what was checked. */
  readonly title: string;
  /**
   * How much of the table a plan must read for this rule. A rule about how the table is used over time needs every key, and one that
   * compares counts of rows needs every row: rows of a part say nothing about the rest. One about rows per partition needs whole
   * partitions, which a window over the RowKey cuts; one about the number of partitions needs the whole table. Undefined: any part
   * will do.
   */
  readonly needs?: KeyspaceFacts['reads'];
  /**
   * Why the rule cannot judge this data ("fewer than 2 prefixes have rows"). It is then listed as not checked, which is not the
   * same as not found. Undefined: it can judge it.
   */
  readonly lacks?: (view: DiagnosisView) => string | undefined;
  readonly find: (view: DiagnosisView) => readonly Finding[];
}

/** The input plus values that several rules need. */
export interface DiagnosisView extends DiagnosisInput {
  /**
   * Matrix rows whose cells were all counted or estimated, ascending. No rule judges other rows: their silence means nothing.
   */
  readonly judged: readonly number[];
  /** Sums of each row over all columns, and of each column over all rows; only judged rows count. */
  readonly rowTotals: Float64Array;
  readonly columnTotals: Float64Array;
  readonly total: number;
  /**
   * Columns from the first to the last one with entities, half-open, without those in the future unless all are. Outside them,
   * only silence up to now can be judged (`arrivedColumn`).
   */
  readonly active: { readonly from: number; readonly to: number };
  /** Width of a column in seconds. */
  readonly cellSeconds: number;
}
