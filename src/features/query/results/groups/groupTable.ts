import {
  type ColumnRef,
  columnTitle,
  readKeyPart,
  readParameter,
} from '../../../../core/entities/columns/columnRef.ts';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { Group, GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import type { CellValue } from '../../../../core/entities/store/entityStore.ts';
import { CellWriter } from '../../../../core/rows/cellCopy.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { clampTicks, ticksToIso } from '../../../../core/time/ticks.ts';
import { exactNumber, labelWords, STATISTIC_NAMES, statisticText, valueName } from '../chart/chartWords.ts';
import type { GroupMeasure } from '../../../../state/run/groupChoice.ts';
import { labelFilter } from '../../../shared/selection/filterWords.ts';

export type Measure = GroupsRequest['statistics'][number];

export function measureOf({ statistic, ...ref }: GroupMeasure): Measure {
  return { value: { ...ref, kind: 'property' }, statistic };
}

export const measureTitle = ({ value, statistic }: Measure): string =>
  `${STATISTIC_NAMES[statistic].toLowerCase()} ${valueName(value)}`;

/** A statistic with its unit, as short as people read it; empty if no row has a number. */
export function measureText({ value, statistic }: Measure, number: number | bigint = Number.NaN): string {
  if (Number.isNaN(Number(number))) return '';
  const exact = typeof number === 'bigint' ? number : undefined;
  return statisticText(value, statistic, { number: Number(number), exact });
}

/** The value of a group as text. If it is missing, the text says what is missing. */
export function groupWords(label: GroupLabel, ref: ColumnRef): string {
  if (label.kind !== 'absent') return labelWords(label, ref.fact === 'prefix' ? { by: 'prefix' } : undefined);
  if (readParameter(ref.fact) !== undefined) return '(another template)';
  if (readKeyPart(ref.fact) !== undefined) return `(no ${columnTitle(ref)})`;
  return ref.fact === 'hour' ? '(no time)' : `(no ${ref.name})`;
}

/** The filters that select the rows of a group, one for each column; none without a group. */
export function groupFilters(
  group: Pick<Group, 'labels'> | undefined,
  by: readonly ColumnRef[],
): readonly RowFilter[] {
  return by.flatMap((ref, at) => (group && labelFilter(ref, group.labels[at])) ?? []);
}

/** The filter for all rows except those of a group. If rows are grouped by one column, it is a condition that a query can have. */
export function leftOut(
  group: Pick<Group, 'labels'> | undefined,
  by: readonly ColumnRef[],
): readonly RowFilter[] {
  const [only, second] = by;
  if (group === undefined || only === undefined) return [];
  if (second !== undefined) return [{ kind: 'except', of: groupFilters(group, by) }];
  return [labelFilter(only, group.labels[0], true) ?? []].flat();
}

const text = (shown: string): CellValue => ({ type: 'Edm.String', text: shown });
const number = (shown: string): CellValue => ({ type: 'Edm.Int64', text: shown });
const instant = (ticks: bigint | undefined): CellValue | undefined =>
  ticks === undefined ? undefined : { type: 'Edm.DateTime', text: ticksToIso(clampTicks(ticks)) };

/** The groups as text, with a header. The last lines count the groups that are not listed, and say if rows may be missing. */
export function groupsText(
  format: 'tsv' | 'csv',
  table: GroupTable,
  { by, errors, statistics }: GroupsRequest,
  shown: readonly Group[],
  isWhole: boolean,
): string {
  const { others } = table;
  const hasErrors = errors !== undefined;
  const writer = new CellWriter(
    format,
    [
      ...by.map(columnTitle),
      'rows',
      'of all rows',
      ...(hasErrors ? ['errors'] : []),
      'first (UTC)',
      'last (UTC)',
      ...statistics.map(measureTitle),
    ],
    true,
  );
  for (const group of shown)
    writer.add([
      ...by.map((ref, at) => text(groupWords(group.labels[at] ?? { kind: 'absent' }, ref))),
      number(String(group.selected)),
      number(String(group.all)),
      ...(hasErrors ? [number(String(group.errors))] : []),
      instant(group.first),
      instant(group.last),
      ...group.values.map((value) => number(exactNumber(value))),
    ]);
  if (others.groups > 0)
    writer.add([
      text(`${others.groups} other groups`),
      ...by.slice(1).map(() => undefined),
      number(String(others.selected)),
      number(String(others.all)),
      ...(hasErrors ? [undefined] : []),
      undefined,
      undefined,
      ...statistics.map(() => undefined),
    ]);
  if (!isWhole) writer.add([text('rows may be missing')]);
  return writer.text();
}
