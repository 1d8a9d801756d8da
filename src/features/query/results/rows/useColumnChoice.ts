import { useCallback, useMemo } from 'react';
import type { ArrangedColumn, ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import {
  type ColumnChoice,
  moved,
  shownIds,
  stepped,
  withFormat,
  withHidden,
  withPinned,
  withShown,
  withWidths,
  orderedIds,
  pinnedIds,
} from '../../../../core/rows/columnChoice.ts';
import type { CellFormat } from '../../../../core/rows/cellFormats.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { type ColumnChoices, createColumnChoices } from '../../../../state/run/columnChoices.ts';
import type { Services } from '../../../../state/services/services.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices, useStore } from '../../../shared/services.tsx';
import { fittedWidth, propertyOf, widthForFormat, columnOfRef } from './rowColumns.ts';

/**
 * The arrangement, with the columns that the user added although the arrangement has no place for them.
 * @param isEmpty whether there are no rows: the header then names all chosen columns, such as those of an answer
 */
export function withChosen(
  columns: ArrangedColumns,
  { shown }: ColumnChoice,
  isEmpty: boolean,
): ColumnArrangement {
  const { arrangement } = columns;
  const placed = new Set([...arrangement.front, ...arrangement.back].map(({ name }) => name));
  const more = shown.flatMap((id): readonly ArrangedColumn[] => {
    const name = propertyOf(id);
    if (name === undefined || placed.has(name)) return [];
    const column = columns.of(name);
    if (column === undefined && !isEmpty) return [];
    return [{ name, role: 'detail', chars: column?.longestChars ?? 0 }];
  });
  if (more.length === 0) return arrangement;
  const isChosen = new Set(more.map(({ name }) => name));
  const folded = arrangement.folded.filter(({ name }) => !isChosen.has(name));
  return {
    ...arrangement,
    back: [...arrangement.back, ...more],
    folded,
    more: Math.max(0, arrangement.more - (more.length - (arrangement.folded.length - folded.length))),
  };
}

/** One store for the page. It is created with the list of rows, because the first screen does not need it. */
const stores = new WeakMap<Services['storage'], ColumnChoices>();

function useColumnChoices(): ColumnChoices {
  const { storage } = useServices();
  const known = stores.get(storage) ?? createColumnChoices(storage);
  stores.set(storage, known);
  return known;
}

/** The arrangement of columns for a result: from the link that it was opened with, or as chosen for its table. */
export function useChoice(run: RunState): ColumnChoice {
  const columnChoices = useColumnChoices();
  useStore(columnChoices);
  return useListState(run.runId, ({ columns }) => columns) ?? columnChoices.of(run.form.table);
}

/** A column with its chosen width, and wrapped if that is chosen and possible. */
function withLook(column: GridColumn, choice: ColumnChoice): GridColumn {
  const width = choice.widths.get(column.id);
  const own = { ...column, wraps: choice.wraps && column.wraps === true };
  return width === undefined ? own : { ...own, width, wholeChars: undefined, grows: false };
}

interface ChoiceInput {
  readonly run: RunState;
  readonly all: readonly GridColumn[];
  readonly columns: ColumnSet;
  /** The length of the longest visible text in a column, in UTF-16 units. */
  readonly longestInSight: (columnId: string, format: CellFormat) => number;
}

/** The columns of the grid as the user arranged them, and what the list for arranging them needs. */
export function useColumnChoice({ run, all, columns: known, longestInSight }: ChoiceInput) {
  const columnChoices = useColumnChoices();
  const { rowList } = useServices();
  const choice = useChoice(run);
  const { runId } = run;
  const { table } = run.form;
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const { columns, pinned } = useMemo(() => {
    const byId = new Map(all.map((column) => [column.id, column]));
    const shown = shownIds(ids, choice);
    return {
      pinned: shown.pinned,
      columns: shown.ids.flatMap((id): readonly GridColumn[] => {
        const column = byId.get(id);
        return column === undefined ? [] : [withLook(column, choice)];
      }),
    };
  }, [all, ids, choice]);
  /** Columns of the grid that have no value in any row. */
  const empty = (): readonly string[] => {
    const hidden = new Set(choice.hidden);
    return ids.filter((id) => {
      const name = propertyOf(id);
      const values = name === undefined ? undefined : known.of(name)?.values;
      return !hidden.has(id) && values?.every(({ type, text }) => type === 'Null' || text === '') === true;
    });
  };
  const formatOf = useCallback((id: string): CellFormat => choice.formats.get(id) ?? 'automatic', [choice]);
  const change = (next: ColumnChoice): void => {
    if (next === choice) return;
    if (rowList.of(runId).columns === undefined) columnChoices.change(table, next);
    // A link's arrangement is changed for this result only, so that the user's own stays as it is.
    else rowList.change(runId, { columns: next });
  };
  return {
    columns,
    pinned,
    find: (text: string, most: number) => findColumns({ known, all, choice }, text, most),
    empty,
    show: ({ id, isByChoice }: ListedColumn, isShown: boolean) =>
      change(
        isByChoice
          ? withHidden(withShown(choice, id, isShown), [id], false)
          : withHidden(choice, [id], !isShown),
      ),
    formatOf,
    setFormat: (id: string, format: CellFormat) => {
      const column = columns.find((each) => each.id === id);
      const width = column && widthForFormat(column, format, longestInSight(id, format));
      change(withFormat(choice, id, format, width));
    },
    wraps: choice.wraps,
    toggleWrap: () => change({ ...choice, wraps: !choice.wraps }),
    hideEmpty: () => change(withHidden(choice, empty(), true)),
    pin: (id: string, isPinned: boolean) => change(withPinned(choice, id, isPinned)),
    step: (id: string, by: -1 | 1) => change(stepped(ids, choice, id, by)),
    move: (id: string, before: string | undefined) => change(moved(ids, choice, id, before)),
    resize: (id: string, widthPx: number) => change(withWidths(choice, [[id, widthPx]])),
    fit: (id: string) => change(withWidths(choice, [[id, fittedWidth(longestInSight(id, formatOf(id)))]])),
    fitAll: () =>
      change(
        withWidths(
          choice,
          columns.map(({ id }) => [id, fittedWidth(longestInSight(id, formatOf(id)))] as const),
        ),
      ),
    choice,
    /** Arranges the columns as a saved set does, and keeps that for the table. */
    take: (set: ColumnChoice) => {
      rowList.change(runId, { columns: undefined });
      columnChoices.change(table, set);
    },
    /** Returns from a link's arrangement to the user's own, or from that to the automatic one. */
    reset: () => {
      if (rowList.of(runId).columns === undefined) columnChoices.reset(table);
      else rowList.change(runId, { columns: undefined });
    },
  };
}

export type ChosenColumns = ReturnType<typeof useColumnChoice>;

/** A column in the list in which columns are chosen. */
export interface ListedColumn {
  readonly id: string;
  readonly title: string;
  /** The share of rows that have it, and its types. */
  readonly note: string;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  /** The grid has this column only if it is chosen, because every row has the same value or there are too many columns. */
  readonly isByChoice: boolean;
}

const WHOLE = 100;

/**
 * The share of rows that have a property, and its types: `98 %, String | Int32`. The share is 100 % only if all rows have it, and 0 % only
 * if none has.
 */
export function columnNote(
  { count, types }: Pick<ColumnSummary, 'count' | 'types'>,
  rowCount: number,
): string {
  const names = types.map((type) => type.replace(/^Edm\./, '')).join(' | ');
  if (rowCount === 0) return names;
  const rounded = Math.round((WHOLE * count) / rowCount);
  const share = count >= rowCount ? WHOLE : Math.min(WHOLE - 1, Math.max(count > 0 ? 1 : 0, rounded));
  return `${share} %, ${names}`;
}

interface Columns {
  readonly known: ColumnSet;
  /** The columns of the grid, including hidden ones. */
  readonly all: readonly GridColumn[];
  readonly choice: ColumnChoice;
}

/**
 * The columns whose title contains a text, ignoring case: first those of the grid in its order, then all others. At most `most` are
 * listed. `more`: how many others match.
 */
export function findColumns({ known, all, choice }: Columns, text: string, most: number) {
  const wanted = text.toLowerCase();
  const isFound = (title: string): boolean => wanted === '' || title.toLowerCase().includes(wanted);
  const hidden = new Set(choice.hidden);
  const pins = new Set(pinnedIds(choice));
  const chosen = new Set(choice.shown);
  const listedAs = (
    id: string,
    title: string,
    column: ColumnSummary | undefined,
    isInGrid: boolean,
  ): ListedColumn => {
    const isByChoice = !isInGrid || chosen.has(id);
    const isOne = isByChoice && column?.values?.length === 1 && column.count === known.rowCount;
    const note = column === undefined ? '' : columnNote(column, known.rowCount);
    return {
      id,
      title,
      note: isOne ? `${note}, one value` : note,
      isShown: isInGrid && !hidden.has(id),
      isPinned: isInGrid && pins.has(id),
      isByChoice,
    };
  };
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  const ofGrid = orderedIds([...titles.keys()], choice).flatMap((id): readonly ListedColumn[] => {
    const name = propertyOf(id);
    const title = titles.get(id) ?? id;
    return isFound(title) ? [listedAs(id, title, name === undefined ? undefined : known.of(name), true)] : [];
  });
  const listed = ofGrid.slice(0, most);
  let more = ofGrid.length - listed.length;
  // There may be tens of thousands of columns, so objects are made only for those that are listed.
  const placed = new Set([...titles.keys()].map((id) => propertyOf(id)));
  for (const column of known.all) {
    const title = column.name === '' ? '(no name)' : column.name;
    if (placed.has(column.name) || !isFound(title)) continue;
    if (listed.length < most) listed.push(listedAs(columnOfRef({ name: column.name }), title, column, false));
    else more += 1;
  }
  return { listed, more };
}
