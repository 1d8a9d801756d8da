import type { BucketedRows } from './bucketRows.ts';
import type { TopValuesAnswer } from './chartTypes.ts';
import { groupLines, groupSizes, type RowGroups } from './rowGroups.ts';
import type { Steps } from '../../steps.ts';

/**
 * The most frequent values of the rows in the window. Rows without a value count as one more value.
 * @yields after a few thousand rows
 */
export function* topValues(
  { bucketOf, placed, outside }: BucketedRows,
  groups: RowGroups,
  rowCount: number,
  top: number,
): Steps<TopValuesAnswer> {
  const selected = yield* groupSizes({ bucketOf }, groups, rowCount);
  const all = bucketOf === placed ? selected : yield* groupSizes({ bucketOf: placed }, groups, rowCount);
  // Both counts in one number, by which groups are ordered: the selected rows decide first. No count of all rows reaches the base.
  const base = rowCount + 1;
  const sizes = selected.map((rows, group) => rows * base + (all[group] as number));
  const lines = groupLines(groups, sizes, top);
  const counted = lines.labels.map((label, at) => {
    const size = lines.rows[at] as number;
    return { label, rows: Math.floor(size / base), all: size % base };
  });
  const { label, ...rows } = counted.find((each) => each.label.kind === 'others') ?? { rows: 0, all: 0 };
  return {
    values: counted.filter((each) => each.label !== label),
    others: { values: label?.kind === 'others' ? label.groups : 0, ...rows },
    outside,
    rowCount,
  };
}
