import type { BucketedRows } from './bucketRows.ts';
import type { TopValuesAnswer } from './chartTypes.ts';
import { groupLines, groupSizes, type RowGroups } from './rowGroups.ts';

/**
 * The most frequent values of the rows in the window; rows without a value are one of them.
 * @yields after a few thousand rows
 */
export function* topValues(
  { bucketOf, outside }: BucketedRows,
  groups: RowGroups,
  rowCount: number,
  top: number,
): Generator<undefined, TopValuesAnswer, undefined> {
  const sizes = yield* groupSizes({ bucketOf }, groups, rowCount);
  const { labels, rows } = groupLines(groups, sizes, top);
  const all = labels.map((label, at) => ({ label, rows: rows[at] as number }));
  const others = all.find(({ label }) => label.kind === 'others');
  return {
    values: all.filter((each) => each !== others),
    others: {
      values: others?.label.kind === 'others' ? others.label.groups : 0,
      rows: others?.rows ?? 0,
    },
    outside,
    rowCount,
  };
}
