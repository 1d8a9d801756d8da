import { ceilDiv } from '../../bigints.ts';
import { runSteps } from '../../steps.ts';
import { rowBuckets, type RowsOutside } from '../../entities/order/rowBuckets.ts';
import {
  AFTER_WINDOW,
  BEFORE_WINDOW,
  type TimeBuckets,
  timeBuckets,
} from '../../entities/order/timeBuckets.ts';
import {
  countByKey,
  type RowMask,
  type TimeChoice,
  type TimedRows,
} from '../../entities/order/timeColumn.ts';
import { type CellGrid, COUNTED } from './cellGrid.ts';
import { areRounded } from '../roundedTimes.ts';
import type { Interval } from '../../time/ticks.ts';

/** More columns than this could not be told apart on a screen. */
export const MAX_MATRIX_COLUMNS = 4096;
export const MAX_MATRIX_ROWS = 1024;

/** The map of a run: entities by prefix (or planned query) and time, with the labels of its rows. Every cell is COUNTED. */
export interface KeyspaceMatrix extends CellGrid {
  readonly labels: readonly string[];
  /**
   * How many labels share the last row: those with the fewest entities, if there are more labels than MAX_MATRIX_ROWS. 0 if every label
   * has its own row.
   */
  readonly sharedLabels: number;
  /** The rounding of key times, if columns were widened to a multiple of it. Otherwise they would show regular holes or stripes. */
  readonly finestTicks?: bigint | undefined;
  readonly outside: RowsOutside;
}

export interface MatrixRequest {
  readonly window: Interval;
  /** Maximum number of columns, 1 .. 4096. */
  readonly columns: number;
  readonly by: 'group' | 'query';
  /**
   * Labels that have a row even if it is empty, in this order. Other labels of the entities follow in ordinal order, those
   * with the most entities, up to MAX_MATRIX_ROWS in total; the rest share a last row. For `query`, the labels of the plan.
   */
  readonly labels?: readonly string[];
  /** Default: the best known time of each entity. */
  readonly time?: TimeChoice;
  /** The writer's rounding of key times, ticks above 0. If the entities' times really are that round, columns are multiples of it. */
  readonly roundingTicks?: bigint | undefined;
}

interface MatrixRows {
  readonly labels: readonly string[];
  readonly sharedLabels: number;
  readonly rowOfKey: Uint32Array;
}

/** Which matrix row each key (group number or query index) counts into. Keys with the same label share a row. */
function matrixRows(
  asked: readonly string[],
  sizes: Uint32Array,
  labelOf: (key: number) => string,
): MatrixRows {
  const askedOnce = [...new Set(asked)];
  const isAsked = new Set(askedOnce);
  const extra = new Map<string, number>();
  for (const [key, size] of sizes.entries()) {
    const label = labelOf(key);
    if (size > 0 && !isAsked.has(label)) extra.set(label, (extra.get(label) ?? 0) + size);
  }
  const room = Math.max(0, MAX_MATRIX_ROWS - askedOnce.length);
  const bySize = [...extra.keys()].sort((a, b) => (extra.get(b) ?? 0) - (extra.get(a) ?? 0));
  const own = extra.size <= room ? bySize : bySize.slice(0, Math.max(0, room - 1));
  const sharedLabels = extra.size - own.length;
  // sort() without a comparator is the ordinal UTF-16 order that keys have.
  const labels = [...askedOnce, ...own.sort()];
  const rowOfLabel = new Map(labels.map((label, row) => [label, row]));
  const rowOfKey = Uint32Array.from(sizes, (_size, key) => rowOfLabel.get(labelOf(key)) ?? labels.length);
  return {
    labels: sharedLabels > 0 ? [...labels, `${sharedLabels} others`] : labels,
    sharedLabels,
    rowOfKey,
  };
}

/** Chooses buckets that are no narrower than the rounding of times, and a whole number of roundings wide. */
function bucketsOf(request: MatrixRequest, rows: TimedRows): TimeBuckets & { readonly finestTicks?: bigint } {
  const { window, columns, roundingTicks = 1n } = request;
  const wanted = timeBuckets(window, Math.min(MAX_MATRIX_COLUMNS, columns));
  const { bucketTicks, bucketCount } = wanted;
  if (bucketCount === 0 || bucketTicks % roundingTicks === 0n) return wanted;
  if (!areRounded(rows.times(request.time ?? 'event'), rows.rowCount, roundingTicks)) return wanted;
  const width = (bucketTicks / roundingTicks + 1n) * roundingTicks;
  const from = (window.from / width) * width;
  return {
    from,
    bucketTicks: width,
    bucketCount: Number(ceilDiv(window.to - from, width)),
    ...(bucketTicks < roundingTicks && { finestTicks: roundingTicks }),
  };
}

/**
 * Counts entities by prefix and time. `queryLabel` names planned queries, for `by: 'query'`. Only entities in `mask` are counted, but
 * rows, columns and labels are those of all entities, so that the map of a selection fits over the map of all.
 */
export function keyspaceMatrix(
  rows: TimedRows,
  request: MatrixRequest,
  queryLabel: (queryIndex: number) => string = String,
  mask?: RowMask,
): KeyspaceMatrix {
  const asked = request.labels ?? [];
  const keys = request.by === 'group' ? rows.groups : rows.queryIndexes;
  const labelOf = (key: number) =>
    request.by === 'group' ? (rows.groupLabels[key] as string) : queryLabel(key);
  const { labels, sharedLabels, rowOfKey } = matrixRows(asked, countByKey(keys, rows.rowCount), labelOf);
  const buckets = bucketsOf(request, rows);
  const times = rows.times(request.time ?? 'event');
  const columnOf = runSteps(rowBuckets(times, rows.rowCount, request.window, buckets));
  const { bucketCount: columnCount } = buckets;
  const counts = new Uint32Array(labels.length * columnCount);
  const outside = { before: 0, after: 0, withoutTime: 0 };
  for (let index = 0; index < rows.rowCount; index++) {
    if (mask !== undefined && mask[index] !== 1) continue;
    const column = columnOf[index] as number;
    if (column >= 0) {
      const at = (rowOfKey[keys[index] as number] as number) * columnCount + column;
      counts[at] = (counts[at] as number) + 1;
    } else if (column === BEFORE_WINDOW) outside.before++;
    else if (column === AFTER_WINDOW) outside.after++;
    else outside.withoutTime++;
  }
  return {
    labels,
    sharedLabels,
    rowCount: labels.length,
    columnCount,
    from: buckets.from,
    bucketTicks: buckets.bucketTicks,
    finestTicks: buckets.finestTicks,
    counts,
    states: new Uint8Array(counts.length).fill(COUNTED),
    outside,
  };
}
