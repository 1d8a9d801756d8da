import { useCallback, useMemo } from 'react';
import type {
  ArrangedColumn,
  ColumnArrangement,
  FoldedColumn,
} from '../../../../core/rows/arrangeColumns.ts';
import {
  type ColumnChoice,
  moved,
  orderedIds,
  pinnedIds,
  shownIds,
  stepped,
  withFormat,
  withHidden,
  withPinned,
  withShown,
  withWidths,
} from '../../../../core/rows/columnChoice.ts';
import type { CellFormat } from '../../../../core/rows/cellFormats.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { type ColumnChoices, createColumnChoices } from '../../../../state/run/columnChoices.ts';
import type { Services } from '../../../../state/services/services.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';
import { type ListedColumn, listedColumn } from './columnNote.ts';
import { columnOfRef, fittedWidth, widthForFormat } from './rowColumns.ts';

/** The arrangement with folded columns that a person wants to see as columns. */
export function withChosen(arrangement: ColumnArrangement, { shown }: ColumnChoice): ColumnArrangement {
  const wanted = new Set(shown);
  const isWanted = ({ name }: FoldedColumn): boolean => wanted.has(columnOfRef({ name }));
  if (!arrangement.folded.some(isWanted)) return arrangement;
  const more = arrangement.folded
    .filter(isWanted)
    .map(({ name, text }): ArrangedColumn => ({ name, role: 'detail', chars: text.length }));
  return {
    ...arrangement,
    back: [...arrangement.back, ...more],
    folded: arrangement.folded.filter((column) => !isWanted(column)),
  };
}

/** One store for the page. It loads with the list of rows: the first screen does not need it. */
const stores = new WeakMap<Services['storage'], ColumnChoices>();

function useColumnChoices(): ColumnChoices {
  const { storage } = useServices();
  const known = stores.get(storage) ?? createColumnChoices(storage);
  stores.set(storage, known);
  return known;
}

export function useChoice(table: string): ColumnChoice {
  const columnChoices = useColumnChoices();
  useStore(columnChoices);
  return columnChoices.of(table);
}

/** A column as wide as chosen, and wrapped if it may be. */
function withLook(column: GridColumn, choice: ColumnChoice): GridColumn {
  const width = choice.widths.get(column.id);
  const own = { ...column, wraps: choice.wraps && column.wraps === true };
  return width === undefined ? own : { ...own, width, wholeChars: undefined, grows: false };
}

interface ChoiceInput {
  readonly table: string;
  readonly all: readonly GridColumn[];
  readonly profiles: readonly ColumnProfile[];
  readonly folded: readonly FoldedColumn[];
  /** The longest text of a column among the rows in sight, UTF-16 units. */
  readonly longestInSight: (columnId: string, format: CellFormat) => number;
}

/** The width of a column with another format; undefined: as it is. */
function neededWidth(
  columns: readonly GridColumn[],
  id: string,
  format: CellFormat,
  longestInSight: ChoiceInput['longestInSight'],
): number | undefined {
  const column = columns.find((each) => each.id === id);
  return column && widthForFormat(column, format, longestInSight(id, format));
}

/** The columns of the grid as a person chose them, and what the list that chooses them needs. */
export function useColumnChoice({ table, all, profiles, folded, longestInSight }: ChoiceInput) {
  const columnChoices = useColumnChoices();
  const choice = useChoice(table);
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
  const listed = useMemo(() => {
    const byId = new Map(all.map((column) => [column.id, column]));
    const hidden = new Set(choice.hidden);
    const pins = new Set(pinnedIds(choice));
    const ofGrid = orderedIds(ids, choice).map((id) =>
      listedColumn(id, byId.get(id)?.title ?? id, profiles, {
        isShown: !hidden.has(id),
        isPinned: pins.has(id),
        isFolded: choice.shown.includes(id),
      }),
    );
    const ofFolded = folded.map(({ name }) =>
      listedColumn(columnOfRef({ name }), name === '' ? '(no name)' : name, profiles, {
        isShown: false,
        isPinned: false,
        isFolded: true,
      }),
    );
    return [...ofGrid, ...ofFolded];
  }, [all, ids, choice, profiles, folded]);
  const empty = useMemo(
    () =>
      profiles
        .filter(({ values }) => values?.every(({ type, text }) => type === 'Null' || text === '') === true)
        .map(({ name }) => columnOfRef({ name }))
        .filter((id) => ids.includes(id) && !choice.hidden.includes(id)),
    [profiles, ids, choice],
  );
  const formatOf = useCallback((id: string): CellFormat => choice.formats.get(id) ?? 'automatic', [choice]);
  const change = (next: ColumnChoice): void => {
    if (next !== choice) columnChoices.change(table, next);
  };
  return {
    columns,
    pinned,
    listed,
    empty,
    show: ({ id, isFolded }: ListedColumn, isShown: boolean) =>
      change(
        isFolded
          ? withHidden(withShown(choice, id, isShown), [id], false)
          : withHidden(choice, [id], !isShown),
      ),
    formatOf,
    setFormat: (id: string, format: CellFormat) =>
      change(withFormat(choice, id, format, neededWidth(columns, id, format, longestInSight))),
    wraps: choice.wraps,
    toggleWrap: () => change({ ...choice, wraps: !choice.wraps }),
    hideEmpty: () => change(withHidden(choice, empty, true)),
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
    reset: () => columnChoices.reset(table),
  };
}

export type ChosenColumns = ReturnType<typeof useColumnChoice>;
