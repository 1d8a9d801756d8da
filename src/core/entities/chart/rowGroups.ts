import type { Codes } from '../bytes/narrowColumn.ts';
import { inBlocks } from '../../inBlocks.ts';
import { KIND_NULL, KIND_TEXT } from '../columns/sortKey.ts';
import { kindOf, rankOf, type ValueColumn, valuesOfKind } from '../columns/valueColumn.ts';
import type { BucketedRows } from './bucketRows.ts';
import type { GroupLabel } from './chartTypes.ts';
import type { Steps } from '../../steps.ts';

/** Which group each row is in. */
export interface RowGroups {
  readonly rowCount: number;
  /** Group numbers are below this. */
  readonly groupCount: number;
  readonly groupAt: (row: number) => number;
  readonly labelOf: (group: number) => GroupLabel;
}

/** Groups that are known as numbers, with a list of their labels. */
export function labelledGroups(groups: Codes, labels: readonly string[], rowCount: number): RowGroups {
  return {
    rowCount,
    groupCount: labels.length,
    groupAt: (row) => groups[row] as number,
    labelOf: (group) => ({ kind: 'value', text: labels[group] ?? '' }),
  };
}

/** Groups by value, in the order of the values. */
export interface ValueGroups extends RowGroups {
  /** The groups of one kind of values (KIND of sortKey.ts): [from, to). */
  readonly ofKind: (kind: number) => { readonly from: number; readonly to: number };
}

/**
 * Rows grouped by the value of a property; those without it are a group of their own. Equal numbers, such as 5 and 5.0, are one group.
 * Equal texts of two types are two groups, as they are for a filter.
 */
export function valueGroups(column: ValueColumn): ValueGroups {
  const { rowCount, values, distinct } = column;
  const groups = new Uint32Array(distinct);
  /** By group: its first value, which names it. */
  const firsts: number[] = [];
  const texts = valuesOfKind(column, KIND_TEXT);
  for (let value = 0; value < distinct; value++) {
    const isText = value >= texts.from && value < texts.to;
    const isNew = isText || value === 0 || rankOf(column, value) !== rankOf(column, value - 1);
    if (isNew) firsts.push(value);
    groups[value] = firsts.length - 1;
  }
  const absent = firsts.length;
  return {
    rowCount,
    groupCount: absent + 1,
    groupAt: (row) => {
      const value = values[row] as number;
      return value < distinct ? (groups[value] as number) : absent;
    },
    labelOf: (group) =>
      group === absent ? { kind: 'absent' } : labelOfValue(column, firsts[group] as number),
    ofKind: (kind) => {
      const { from, to } = valuesOfKind(column, kind);
      return { from: groups[from] ?? absent, to: groups[to] ?? absent };
    },
  };
}

function labelOfValue(column: ValueColumn, value: number): GroupLabel {
  if (kindOf(column, value) === KIND_NULL) return { kind: 'null' };
  const shown = column.reader.valueOf(column.references[value] as number);
  return shown === undefined ? { kind: 'twice' } : { kind: 'value', ...shown };
}

/** The line of each group: those with the most rows have one of their own, and all others share the last one. */
export interface GroupLines {
  readonly lineOf: Uint32Array;
  readonly labels: readonly GroupLabel[];
  /** How many rows each line has. */
  readonly rows: readonly number[];
}

/** @param sizes rows of each group; a group without rows has no line */
export function groupLines(groups: RowGroups, sizes: Float64Array, top: number): GroupLines {
  const known: number[] = [];
  for (let group = 0; group < sizes.length; group++) if ((sizes[group] as number) > 0) known.push(group);
  known.sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  // If only one group is left for "others", it gets the line itself.
  const own = known.length === top + 1 ? known : known.slice(0, top);
  const lineOf = new Uint32Array(sizes.length).fill(own.length);
  for (const [line, group] of own.entries()) lineOf[group] = line;
  const labels = own.map(groups.labelOf);
  const rows = own.map((group) => sizes[group] as number);
  const others = known.length - own.length;
  if (others === 0) return { lineOf, labels, rows };
  const rest = known.slice(own.length).reduce((sum, group) => sum + (sizes[group] as number), 0);
  return { lineOf, labels: [...labels, { kind: 'others', groups: others }], rows: [...rows, rest] };
}

/**
 * How many rows each group has in the window.
 * @yields after a few thousand rows
 */
export function* groupSizes(
  { bucketOf }: Pick<BucketedRows, 'bucketOf'>,
  groups: RowGroups,
  rowCount: number,
): Steps<Float64Array> {
  const sizes = new Float64Array(groups.groupCount);
  yield* inBlocks(rowCount, (from, to) => {
    for (let row = from; row < to; row++) {
      if ((bucketOf[row] as number) < 0) continue;
      const group = groups.groupAt(row);
      sizes[group] = (sizes[group] as number) + 1;
    }
  });
  return sizes;
}

/**
 * The rows of each group inside the window, in all and in each bucket. `cells`: the buckets of the first group, then those of the next.
 * @yields after a few thousand rows
 */
export function* groupCells(
  { bucketOf, buckets: { bucketCount } }: Pick<BucketedRows, 'bucketOf' | 'buckets'>,
  groups: RowGroups,
  rowCount: number,
): Steps<{ readonly sizes: Float64Array; readonly cells: Uint32Array }> {
  const cells = new Uint32Array(groups.groupCount * bucketCount);
  yield* inBlocks(rowCount, (from, to) => {
    for (let row = from; row < to; row++) {
      const bucket = bucketOf[row] as number;
      if (bucket < 0) continue;
      const cell = groups.groupAt(row) * bucketCount + bucket;
      cells[cell] = (cells[cell] as number) + 1;
    }
  });
  const sizes = Float64Array.from({ length: groups.groupCount }, (_, group) =>
    cells.subarray(group * bucketCount, (group + 1) * bucketCount).reduce((sum, count) => sum + count, 0),
  );
  return { sizes, cells };
}

/** Adds up the cells of groups by their lines. Each line gets one more cell, for the whole window. */
export function cellsOfLines(
  cells: Uint32Array,
  { lineOf, labels }: GroupLines,
  bucketCount: number,
): Uint32Array {
  const width = bucketCount + 1;
  const counts = new Uint32Array(labels.length * width);
  for (const [at, count] of cells.entries()) {
    if (count === 0) continue;
    const first = (lineOf[Math.floor(at / bucketCount)] as number) * width;
    for (const cell of [first + (at % bucketCount), first + bucketCount])
      counts[cell] = (counts[cell] as number) + count;
  }
  return counts;
}
