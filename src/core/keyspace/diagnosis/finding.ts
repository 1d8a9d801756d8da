import type { CellGrid } from '../map/cellGrid.ts';
import type { Phrase } from './phrase.ts';
import { formatInstant } from '../../time/formatInstant.ts';
import { clampTicks } from '../../time/ticks.ts';

/** What a rule can find. One file a rule in diagnosis/, one line in the registry. */
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
  /** Of a model: writes that were refused. */
  | 'throttled';

/** Cells that a finding is about: some rows of the map, over a span of time in ticks, half-open. */
export interface FindingCells {
  /** Matrix rows, ascending; undefined: all of them. */
  readonly rows?: readonly number[];
  readonly from: bigint;
  readonly to: bigint;
}

/** One diagnosis, as the user reads it. */
export interface Finding {
  readonly id: FindingId;
  /** "Hot prefix 37"; several may be called the same (`findingTitles`). */
  readonly title: string;
  /** One sentence with the figures. */
  readonly sentence: Phrase;
  /** 0..1, from the evidence: how sure the rule is that this is no chance. */
  readonly confidence: number;
  /** `fault` wants action; `note` may be intended, or cannot be told from what is. */
  readonly severity: 'fault' | 'note';
  /** Cells to highlight; empty where it is about the whole table. */
  readonly cells: readonly FindingCells[];
  /** What to do, one sentence. */
  readonly advice: string;
}

/** Delay between the time in the key and the Timestamp of the service, in seconds, over rows that have both. */
export interface LagFacts {
  readonly rows: number;
  readonly medianSeconds: number;
  readonly p99Seconds: number;
  readonly maxSeconds: number;
  /** Rows that came more than an hour after their key's time, and the span of those keys' times. */
  readonly lateRows: number;
  readonly lateFrom?: bigint;
  readonly lateTo?: bigint;
}

/** Rows of one writer (identity in the RowKey). */
export interface WriterFacts {
  readonly label: string;
  readonly rows: number;
}

/** What is known beside the cells; each undefined where nobody looked. */
export interface KeyspaceFacts {
  /** The clock of whoever looks, ticks: for keys of the future and for silence up to now. */
  readonly nowTicks?: bigint;
  /** Distinct PartitionKeys among the rows looked at, and these rows. */
  readonly partitions?: {
    readonly count: number;
    readonly rows: number;
    readonly largestRows: number;
    readonly largest: string;
    /**
     * Where the largest one stands out above the others: its multiple of their median, and ln of the chance of that. Absent:
     * it does not, or nobody compared them.
     */
    readonly hot?: { readonly times: number; readonly lnP: number };
  };
  readonly lag?: LagFacts;
  readonly writers?: readonly WriterFacts[];
  /** Aggregates stored under two RowKeys, time first and metric first (WADMetrics). */
  readonly twins?: { readonly pairs: number; readonly rows: number };
  /** Rows whose key lies after nowTicks by more than the tolerance, by matrix row. */
  readonly future?: readonly { readonly row: number; readonly rows: number; readonly latestTicks: bigint }[];
  /** Where the time stands: `partition` makes a front that moves through the key order. */
  readonly timeSource?: 'partition' | 'row' | 'both' | 'table' | 'none';
  readonly keyOrder?: 'ascending' | 'descending' | 'none';
  /** All that is known is a list of PartitionKeys, which begin with their time: it may be a sample, and tells no rate. */
  readonly isListOfKeys?: boolean;
  /** The map begins and ends with its rows (a list, an export), not with a window that was asked for: what came after is not known. */
  readonly spansRowsOnly?: boolean;
  /** What the writer rounds key times to, ticks: finer structure is not in the keys. */
  readonly roundingTicks?: bigint;
  /** Entities a second that one partition serves, where a design assumes another target than today's 2,000. */
  readonly partitionTargetPerSecond?: number;
}

/** All that the rules see. */
export interface DiagnosisInput {
  readonly grid: CellGrid;
  /** A label for each matrix row. */
  readonly labels: readonly string[];
  /** A range is a stretch of key space with many partitions: the target of one says nothing of their sum. */
  readonly rowsAre: 'prefix' | 'partition' | 'range' | 'writer' | 'value';
  readonly facts: KeyspaceFacts;
}

/** A rule: looks at everything, says what it found. Pure and deterministic. */
export interface DiagnosisRule {
  readonly id: FindingId;
  /** In words, for the list of what is looked for. */
  readonly title: string;
  /** Whether it cannot tell anything of such data: then it was not looked for, which is not the same as not found. */
  readonly isBlind?: (view: DiagnosisView) => boolean;
  readonly find: (view: DiagnosisView) => readonly Finding[];
}

/** The input with what several rules need, worked out once. */
export interface DiagnosisView extends DiagnosisInput {
  /** Rows of which every cell was read, ascending: of others silence says nothing, and no rule judges them. */
  readonly judged: readonly number[];
  /** Sums over the whole time of each row, and over all rows of each column; of judged rows only. */
  readonly rowTotals: Float64Array;
  readonly columnTotals: Float64Array;
  readonly total: number;
  /** The columns between the first and the last one with rows, half-open, up to now: outside, nothing can be said. */
  readonly active: { readonly from: number; readonly to: number };
  /** Seconds that a column spans. */
  readonly cellSeconds: number;
}

/** Titles of findings as short as a button allows; several of the same with when each begins: "Gap for all, 11-20 21:42". */
export function findingTitles(
  findings: readonly Pick<Finding, 'title' | 'cells'>[],
  timeZone?: string,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { title } of findings) counts.set(title, (counts.get(title) ?? 0) + 1);
  return findings.map(({ title, cells: [cells] }) =>
    counts.get(title) === 1 || cells === undefined ? title : `${title}, ${shortText(cells.from, timeZone)}`,
  );
}

/** "11-20 21:42", with seconds where it has some. */
function shortText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay } = formatInstant(clampTicks(ticks), timeZone);
  const seconds = timeOfDay.slice(5, 8);
  return `${date.slice(5)} ${timeOfDay.slice(0, 5)}${seconds === ':00' ? '' : seconds}`;
}
