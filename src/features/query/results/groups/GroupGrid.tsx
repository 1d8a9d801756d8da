import { type ReactNode, useMemo } from 'react';
import { columnRefName, type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupTable, Group } from '../../../../core/entities/chart/groupTable.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter, SelectedBy } from '../../../../core/rows/rowQuery.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import type { SeverityReaders } from '../rows/rowColumns.ts';
import { bars, STRIP_HEIGHT } from '../rows/stripShape.ts';
import { numberColumn, type SortableColumn, useSortedGrid, wordColumn } from '../requests/sortedRows.ts';
import { groupFilters, leftOut, groupWords, type Measure, measureText, measureTitle } from './groupTable.ts';
import css from './groups.module.css';
import { templateParts } from '../../../../core/entities/columns/placeholders.ts';
import { formatInstant } from '../../../../core/time/formatInstant.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { cx } from '../../../../ui/classes.ts';
import { formatCount, formatShare } from '../../../../ui/format.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { leanInstant } from '../../../../ui/keys/InstantText.tsx';
import { isPlainText } from '../../../../ui/text/textParts.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { exactNumber } from '../chart/chartWords.ts';
import rows from '../rows/rows.module.css';

interface GroupGridProps extends Omit<GroupLook, 'timeZone'> {
  readonly table: GroupTable;
  readonly asked: GroupsRequest & SelectedBy;
  /** How to read the severity of a row, for columns whose values tell it. */
  readonly severities: SeverityReaders;
  /** The groups of another question are being counted. */
  readonly isStale: boolean;
  /** Groups without selected rows are listed, too. */
  readonly isAll: boolean;
  /** Selects the rows that meet these filters. `compares`: also shows what distinguishes them from the rest. */
  readonly onSelect: (filters: readonly RowFilter[], compares?: boolean) => void;
}

export function GroupGrid(props: GroupGridProps): ReactNode {
  const { table, asked, severities, isAll, isWhole, day } = props;
  const { by } = asked;
  const { timeZone } = useZone();
  const rows = useMemo(
    () =>
      table.groups.flatMap((group, at): readonly GroupRow[] =>
        isAll || group.selected > 0 ? [{ group, at }] : [],
      ),
    [table, isAll],
  );
  const columns = useMemo(
    () => groupColumns(table, asked, severities, { day, isWhole, timeZone }),
    [table, asked, severities, isWhole, day, timeZone],
  );
  const { rowAt, columnOf, text, grid } = useSortedGrid<GroupRow, GroupColumn>(rows, columns);
  const compare = (line: number): void => props.onSelect(groupFilters(rowAt(line)?.group, by), true);
  return (
    <DataGrid
      label="Groups"
      isStale={props.isStale}
      {...grid}
      renderCell={(line, id) => {
        const row = rowAt(line);
        const column = columnOf(id);
        if (row === undefined || column === undefined) return '';
        const drawn = column.draw?.(row, table) ?? column.text(row);
        if (column !== columns[0]) return drawn;
        return (
          <span className={css.named}>
            <span>{drawn}</span>
            {/* The key D does the same. */}
            <button type="button" tabIndex={-1} onClick={() => compare(line)}>
              What differs?
            </button>
          </span>
        );
      }}
      onOpenRow={(line) => props.onSelect(groupFilters(rowAt(line)?.group, by))}
      onCompareRow={compare}
      onFilterCell={(line, id, excludes) => {
        const row = rowAt(line)?.group;
        const at = by.findIndex((ref) => columnRefName(ref) === id);
        const filters = groupFilters(row, by);
        props.onSelect(excludes ? leftOut(row, by) : at < 0 ? filters : filters.slice(at, at + 1));
      }}
      rowLabel={(line) => (by.length === 0 ? '' : by.map((ref) => text(line, columnRefName(ref))).join(', '))}
      emptyState="No row is selected."
    />
  );
}

/** A group, and its index in the arrays of the table. */
interface GroupRow {
  readonly group: Group;
  readonly at: number;
}

/** A column of the grid. Its text is exact; `draw` makes what is shown instead. */
interface GroupColumn extends SortableColumn<GroupRow>, GridColumn {
  readonly draw?: (row: GroupRow, table: GroupTable) => ReactNode;
}

interface GroupLook {
  /** The only day that times are on; undefined if there are several. */
  readonly day: string | undefined;
  /** Every row of the window was read, so it is known which groups are new. */
  readonly isWhole: boolean;
  readonly timeZone: string | undefined;
}

/** Lengths of "2026-11-20T21:00:00.0000001" and of the same without its date. */
const INSTANT_CHARS = 27;
const CLOCK_CHARS = 16;
/** The number of digits of the last tick in the year 9999. */
const TICK_DIGITS = 19;

function groupColumns(
  table: GroupTable,
  { by, errors, statistics, filters = [] }: GroupsRequest & SelectedBy,
  severities: SeverityReaders,
  look: GroupLook,
): readonly GroupColumn[] {
  const total = table.groups.reduce((sum, { selected }) => sum + selected, table.others.selected);
  const allRows = table.groups.reduce((sum, { all }) => sum + all, table.others.all);
  return [
    ...by.map((ref, at) => valueColumn(ref, at, severities, look.isWhole)),
    countColumn('rows', 'Rows', ({ selected }) => selected),
    shareColumn(filters.length > 0 ? 'Of selected' : 'Share', total),
    ...(filters.length > 0
      ? [
          countColumn('all', 'All rows', ({ all }) => all),
          numberColumn<GroupRow>(
            'share of all',
            'Of all',
            88,
            ({ group }) => group.all / allRows,
            formatShare,
          ),
        ]
      : []),
    ...(errors === undefined ? [] : [countColumn('errors', 'Errors', (group) => group.errors)]),
    ...statistics.map(statisticColumn),
    instantColumn('first', 'First', ({ first }) => first, look),
    instantColumn('last', 'Last', ({ last }) => last, look),
    {
      id: 'line',
      title: 'Over time',
      width: 132,
      text: () => '',
      value: () => undefined,
      draw: ({ at }, of) => <OverTime at={at} table={of} />,
    },
  ];
}

function valueColumn(ref: ColumnRef, at: number, severities: SeverityReaders, isWhole: boolean): GroupColumn {
  const label = ({ group }: GroupRow) => group.labels[at] ?? { kind: 'absent' as const };
  const isPrefix = columnRefName(ref) === columnRefName(PREFIX);
  return {
    ...wordColumn<GroupRow>(columnRefName(ref), columnTitle(ref), at === 0 ? 240 : 200, (row) =>
      groupWords(label(row), ref),
    ),
    grows: at === 0,
    value: ({ group }) => group.places[at],
    draw: (row, table) => {
      const words = groupWords(label(row), ref);
      if (ref.fact === 'template') return <Template text={words} isNew={isWhole && isNew(row, table)} />;
      const severity = ref.fact === undefined ? severities.get(ref.name)?.(words) : undefined;
      return (
        <span className={cx(isPrefix && rows.prefix, label(row).kind !== 'value' && 'third')}>
          <VisibleText text={words} />
          {severity !== undefined && <span className="third">{` ${severity.word}`}</span>}
        </span>
      );
    },
  };
}

/** A template in colours. If it has an invisible character, the marks for these are shown instead of colours. */
function Template({ text, isNew }: { readonly text: string; readonly isNew: boolean }): ReactNode {
  return (
    <>
      {isPlainText(text) ? (
        <bdi>
          {templateParts(text).map((part, at) =>
            at % 2 === 1 ? (
              // The parts never change their order.
              <span key={`${at} ${part}`} className={css.varying}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </bdi>
      ) : (
        <VisibleText text={text} />
      )}
      {isNew && <span className="tiny warn"> new</span>}
    </>
  );
}

/** Whether all rows of a group are from the second half of the time. */
function isNew({ group, at }: GroupRow, { buckets: { bucketCount }, allOverTime }: GroupTable): boolean {
  const first = allOverTime.subarray(at * bucketCount, (at + 1) * bucketCount).findIndex((rows) => rows > 0);
  return group.all > 0 && first * 2 >= bucketCount;
}

function countColumn(id: string, title: string, of: (group: Group) => number): GroupColumn {
  return numberColumn(id, title, 88, ({ group }) => of(group), formatCount);
}

function shareColumn(title: string, total: number): GroupColumn {
  const shareOf = ({ group }: GroupRow): number => group.selected / Math.max(1, total);
  return {
    ...numberColumn<GroupRow>('share', title, 136, shareOf, formatShare),
    align: 'start',
    draw: (row) => {
      const share = shareOf(row);
      return (
        <span className={css.share}>
          <span className={share > 0 ? css.bar : undefined} style={{ width: `${share * 100}%` }} />
          {formatShare(share)}
        </span>
      );
    },
  };
}

function statisticColumn(measure: Measure, at: number): GroupColumn {
  const exact = ({ group }: GroupRow): string => exactNumber(group.values[at]);
  const value = (row: GroupRow): number | undefined => (exact(row) === '' ? undefined : Number(exact(row)));
  return {
    ...numberColumn(`statistic ${at}`, measureTitle(measure), 150, value, String),
    text: exact,
    draw: ({ group }) => measureText(measure, group.values[at]),
  };
}

function instantColumn(
  id: string,
  title: string,
  of: (group: Group) => bigint | undefined,
  { day, timeZone }: Pick<GroupLook, 'day' | 'timeZone'>,
): GroupColumn {
  return {
    id,
    title,
    note: [day, timeZone ?? 'UTC'].filter(Boolean).join(', '),
    width: 168,
    wholeChars: day === undefined ? INSTANT_CHARS : CLOCK_CHARS,
    mono: true,
    sortable: true,
    value: ({ group }) => of(group)?.toString().padStart(TICK_DIGITS, '0'),
    text: ({ group }) => {
      const ticks = of(group);
      return ticks === undefined ? '' : formatInstant(ticks, timeZone).text;
    },
    draw: ({ group }) => {
      const ticks = of(group);
      return ticks === undefined
        ? ''
        : leanInstant(formatInstant(ticks, timeZone), { showDate: day === undefined, showZone: false });
    },
  };
}

/** The rows of a group over time: all of them in grey, with the selected ones in front. */
function OverTime({ at, table }: { readonly at: number; readonly table: GroupTable }): ReactNode {
  const { bucketCount } = table.buckets;
  const of = (counts: Uint32Array): Uint32Array => counts.subarray(at * bucketCount, (at + 1) * bucketCount);
  const all = of(table.allOverTime);
  const path = (counts: Uint32Array): string => bars(counts, STRIP_HEIGHT, -STRIP_HEIGHT, all);
  if (bucketCount === 0) return undefined;
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${bucketCount} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={css.all} d={path(all)} />
      <path className={css.selected} d={path(of(table.selectedOverTime))} />
    </svg>
  );
}
