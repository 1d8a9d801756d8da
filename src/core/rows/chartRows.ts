import { aggregate } from '../entities/chart/aggregate.ts';
import type {
  BucketChoice,
  ChartAnswer,
  ChartValue,
  HistogramAnswer,
  Statistic,
} from '../entities/chart/chartTypes.ts';
import { durations } from '../entities/chart/durations.ts';
import { histogram } from '../entities/chart/histogram.ts';
import { type GroupTable, groupTable } from '../entities/chart/groupTable.ts';
import { type NumberColumn, numberColumnBytes, numbersOf } from '../entities/chart/numberColumn.ts';
import { rowBytes } from '../entities/chart/rowBytes.ts';
import { labelledGroups, type RowGroups, valueGroups } from '../entities/chart/rowGroups.ts';
import { type ColumnRef, columnRefName, pickRef } from '../entities/columns/columnRef.ts';
import { partsOfKeys } from '../entities/columns/keyParts.ts';
import type { ValueColumn } from '../entities/columns/valueColumn.ts';
import { type Differences, findDifferences, NO_DIFFERENCES } from './differs/differences.ts';
import type { RowMask } from '../entities/order/timeColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import type { RowGrouping } from '../keyspace/map/grouping.ts';
import type { Interval } from '../time/ticks.ts';
import type { RowFilter, RowQueries, SelectedBy } from './rowQuery.ts';
import type { StoreMap } from './storeMap.ts';
import { valueMatcher } from './valueMatcher.ts';
import type { Steps } from '../steps.ts';

/** A value that some rows may lack. */
type NumberValue = Exclude<ChartValue, { readonly kind: 'rows' }>;

export type ChartRequest =
  | {
      readonly kind: 'series';
      readonly value: ChartValue;
      readonly statistic: Statistic;
      readonly window?: Interval;
      readonly buckets: BucketChoice;
      /** Undefined: one series of all rows. */
      readonly split?: RowGrouping | undefined;
      /** How many groups get a series of their own. */
      readonly top: number;
    }
  | { readonly kind: 'histogram'; readonly value: NumberValue };

/** A request for a table of groups: the rows of each value of a column, or of each pair of values of two columns. */
export interface GroupsRequest {
  readonly by: readonly ColumnRef[];
  /** Rows with one of these values count as errors. */
  readonly errors: { readonly property: string; readonly texts: readonly string[] } | undefined;
  readonly statistics: readonly { readonly value: NumberValue; readonly statistic: Statistic }[];
  readonly window: Interval | undefined;
  /** Only so many groups are listed: those with the greatest statistic or, without one, those with the most rows. */
  readonly top?: number;
}

export type ChartResult =
  | ({ readonly kind: 'series' } & ChartAnswer)
  | ({ readonly kind: 'histogram' } & HistogramAnswer);

const NO_OUTSIDE = { before: 0, after: 0, withoutTime: 0 };

/** More groups would take too long to draw. */
export const MOST_GROUPS = 10_000;
const GROUP_BUCKETS = 60;
const NO_BUCKETS = { from: 0n, bucketTicks: 1n, bucketCount: 0 };

export function emptyChart({ kind }: ChartRequest): ChartResult {
  const none = { leftOut: [], rowCount: 0 };
  if (kind === 'histogram') return { kind, bins: [], ...none };
  return { kind, ...NO_BUCKETS, isWidened: false, series: [], outside: NO_OUTSIDE, ...none };
}

export const NO_GROUPS: GroupTable = {
  groups: [],
  selectedGroups: 0,
  others: { groups: 0, all: 0, selected: 0 },
  buckets: NO_BUCKETS,
  allOverTime: new Uint32Array(0),
  selectedOverTime: new Uint32Array(0),
  leftOut: [],
  rowCount: 0,
  keyParts: [],
};

/** Charts over the rows of a store. They use the same columns as sorting and filtering. */
export class ChartRows {
  private readonly store: EntityStore;
  private readonly queries: RowQueries;
  private readonly map: StoreMap;
  /** The column used last. A chart of the same value with another statistic or bucket width needs it again. */
  private last: { readonly key: string; readonly numbers: NumberColumn } | undefined;

  constructor(store: EntityStore, queries: RowQueries, map: StoreMap) {
    this.store = store;
    this.queries = queries;
    this.map = map;
  }

  /** Memory that the kept column takes, in bytes. */
  get bytesHeld(): number {
    return this.last === undefined ? 0 : numberColumnBytes(this.last.numbers);
  }

  /** Drops the kept column, because the rows need the memory more. */
  free(): void {
    this.last = undefined;
  }

  /**
   * Rows that arrive while the answer is computed are not in it.
   * @yields after a few thousand rows or values
   */
  *answer(request: ChartRequest & SelectedBy): Steps<ChartResult> {
    const { replacedRows } = this.store;
    const chart = yield* this.chart(request);
    return { ...chart, rowCount: chart.rowCount - replacedRows };
  }

  private *chart(request: ChartRequest & SelectedBy): Steps<ChartResult> {
    const mask = yield* this.queries.mask(request);
    if (request.kind === 'series') return yield* this.series(request, mask);
    const numbers = yield* this.numbers(request.value);
    return { kind: 'histogram', ...(yield* histogram(numbers, mask, this.store.countedRows())) };
  }

  /**
   * Rows that arrive while the answer is computed are not in it.
   * @yields after a few thousand rows or values
   */
  *groupTable({
    by,
    errors,
    statistics,
    window,
    top,
    ...selected
  }: GroupsRequest & SelectedBy): Steps<GroupTable> {
    const { store, queries } = this;
    const { replacedRows } = store;
    const mask = yield* queries.mask(selected);
    const columns: ValueColumn[] = [];
    for (const ref of by) columns.push(yield* queries.column(ref));
    const measured: { readonly numbers: NumberColumn; readonly statistic: Statistic }[] = [];
    for (const { value, statistic } of statistics)
      measured.push({ numbers: yield* this.numbers(value), statistic });
    const table = yield* groupTable({
      times: store.times('event'),
      // Rows that arrived meanwhile are not in every column, so the shortest one decides.
      rowCount: Math.min(
        mask?.length ?? store.rowCount,
        ...[...columns, ...measured.map(({ numbers }) => numbers)].map((each) => each.rowCount),
      ),
      mask,
      counted: store.countedRows(),
      parts: columns.map((column) => valueGroups(column)),
      isError: errors && valueMatcher(store, errors.property, errors.texts),
      statistics: measured,
      window,
      mostBuckets: GROUP_BUCKETS,
      mostGroups: top ?? MOST_GROUPS,
      isRanked: top !== undefined,
    });
    return { ...table, rowCount: table.rowCount - replacedRows, keyParts: partsOfKeys(store) };
  }

  /**
   * Finds the columns in which the selected rows differ from the rest.
   * @yields after a few thousand rows or values
   */
  *differences({ filters = [] }: SelectedBy): Steps<Differences> {
    const { store, queries } = this;
    if (filters.length === 0) return NO_DIFFERENCES;
    const mask = yield* queries.mask({ filters });
    if (mask === undefined) return NO_DIFFERENCES;
    return yield* findDifferences(store, mask, filteredColumns(filters));
  }

  /** @yields after a few thousand rows */
  private *series(
    { value, split, ...request }: Extract<ChartRequest, { readonly kind: 'series' }>,
    mask: RowMask,
  ): Steps<ChartResult> {
    const numbers = value.kind === 'rows' ? undefined : yield* this.numbers(value);
    const groups = split && (yield* this.groups(split));
    const rowCount = Math.min(
      numbers?.rowCount ?? this.store.rowCount,
      groups?.rowCount ?? this.store.rowCount,
    );
    const answer = yield* aggregate({
      ...request,
      times: this.store.times('event'),
      rowCount,
      mask,
      numbers,
      isOfEveryRow: value.kind === 'bytes',
      groups,
    });
    return { kind: 'series', ...answer };
  }

  /** @yields after a few thousand rows */
  private *numbers(value: NumberValue): Steps<NumberColumn> {
    const { rowCount } = this.store;
    const key = `${rowCount} ${JSON.stringify(value)}`;
    if (this.last?.key === key) return this.last.numbers;
    this.last = undefined;
    const numbers = yield* this.build(value, rowCount);
    this.last = { key: `${numbers.rowCount} ${JSON.stringify(value)}`, numbers };
    return numbers;
  }

  /** @yields after a few thousand rows */
  private *build(value: NumberValue, rowCount: number): Steps<NumberColumn> {
    if (value.kind === 'bytes') return yield* rowBytes(this.store, rowCount);
    if (value.kind === 'duration') return yield* durations(this.store, rowCount, value);
    return yield* numbersOf(this.store, yield* this.queries.column(value));
  }

  /** @yields after a few thousand rows */
  private *groups(split: RowGrouping): Steps<RowGroups> {
    if (split.by === 'prefix')
      return labelledGroups(this.store.groups, this.store.groupLabels, this.store.rowCount);
    if (split.by === 'property') return valueGroups(yield* this.queries.column({ name: split.name }));
    if (split.by === 'partition') return valueGroups(yield* this.queries.column({ name: 'PartitionKey' }));
    const grouped = this.map.groupedBy(split);
    return labelledGroups(grouped.groups, grouped.groupLabels, grouped.rowCount);
  }
}

/** The columns that the filters are of. That the selected rows differ there says what was selected, not why. */
function filteredColumns(filters: readonly RowFilter[]): readonly ColumnRef[] {
  const refs = filters.flatMap((filter): readonly ColumnRef[] => {
    if (filter.kind === 'except') return filteredColumns(filter.of);
    if (filter.name === undefined) return [];
    return [pickRef(filter)];
  });
  return [...new Map(refs.map((ref) => [columnRefName(ref), ref])).values()];
}
