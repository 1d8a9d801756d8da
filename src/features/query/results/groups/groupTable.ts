import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { columnRefName, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { Group, GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import { guardFormula, quotedCell } from '../../../../core/csv.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { clampTicks, ticksToIso } from '../../../../core/time/ticks.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { STATISTIC_NAMES, valueName } from '../chart/chartWords.ts';
import { cellFilter, type FilteredCell } from '../../../shared/selection/filterWords.ts';

export type Measure = GroupsRequest['statistics'][number];

export const measureTitle = ({ value, statistic }: Measure): string =>
  `${STATISTIC_NAMES[statistic].toLowerCase()} ${valueName(value)}`;

/** The value of a group, in words. */
export function groupWords(label: GroupLabel, ref: ColumnRef): string {
  switch (label.kind) {
    case 'value':
      if (label.text !== '') return label.text;
      return columnRefName(ref) === columnRefName(PREFIX) ? '(no prefix)' : '(empty)';
    case 'null':
      return '(null)';
    case 'twice':
      return '(two values)';
    default:
      return ref.fact === 'hour' ? '(no time)' : `(no ${ref.name})`;
  }
}

/** The filters that the rows of a group meet, one for each column; none for no group. */
export function groupFilters(
  group: Pick<Group, 'labels'> | undefined,
  by: readonly ColumnRef[],
): readonly RowFilter[] {
  if (group === undefined) return [];
  return by.map((ref, at) => cellFilter(ref, cellOf(group.labels[at]), false));
}

/** The filter for all rows but those of a group. Of one column it is a condition that a query can have. */
export function leftOut(
  group: Pick<Group, 'labels'> | undefined,
  by: readonly ColumnRef[],
): readonly RowFilter[] {
  const [only, second] = by;
  if (group === undefined || only === undefined) return [];
  if (second === undefined) return [cellFilter(only, cellOf(group.labels[0]), true)];
  return [{ kind: 'except', of: groupFilters(group, by) }];
}

function cellOf(label: GroupLabel | undefined): FilteredCell {
  switch (label?.kind) {
    case 'value':
      // Facts and keys are texts.
      return { type: label.type ?? 'Edm.String', text: label.text };
    case 'null':
      return { type: 'Null', text: 'null' };
    case 'twice':
      return 'twice';
    default:
      return undefined;
  }
}

/** What the rows of a table are: the groups with selected rows, then the others if they are shown. */
export function shownGroups({ groups }: GroupTable, isAll: boolean): readonly Group[] {
  return isAll ? groups : groups.filter(({ selected }) => selected > 0);
}

const isoOf = (ticks: bigint | undefined): string =>
  ticks === undefined ? '' : ticksToIso(clampTicks(ticks));

/** A value with all its digits; empty: there is none, which is not zero. */
export const exactNumber = (value: number | bigint | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);

/** The groups as lines of cells, headers first. The last line counts the groups that are not listed. */
export function groupLines(
  table: GroupTable,
  { by, errors, statistics }: GroupsRequest,
  shown: readonly Group[],
): readonly (readonly string[])[] {
  const { others } = table;
  const head = [
    ...by.map((ref) => guardFormula(columnTitle(ref))),
    'rows',
    'of all rows',
    ...(errors === undefined ? [] : ['errors']),
    'first (UTC)',
    'last (UTC)',
    ...statistics.map((measure) => guardFormula(measureTitle(measure))),
  ];
  const lines = shown.map((group) => [
    ...by.map((ref, at) => guardFormula(groupWords(group.labels[at] ?? { kind: 'absent' }, ref))),
    String(group.selected),
    String(group.all),
    ...(errors === undefined ? [] : [String(group.errors)]),
    isoOf(group.first),
    isoOf(group.last),
    ...group.values.map(exactNumber),
  ]);
  const rest =
    others.groups === 0
      ? []
      : [
          [
            `${others.groups} smaller groups`,
            ...by.slice(1).map(() => ''),
            String(others.selected),
            String(others.all),
          ],
        ];
  return [head, ...lines, ...rest];
}

/** For a spreadsheet's clipboard: no cell has a tab or a line break. */
export function tsvOf(lines: readonly (readonly string[])[]): string {
  return `${lines.map((line) => line.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')).join('\n')}\n`;
}

export function csvOf(lines: readonly (readonly string[])[]): string {
  return `${lines.map((line) => line.map(quotedCell).join(',')).join('\r\n')}\r\n`;
}
