import { type ColumnChoice, orderedIds, pinnedIds } from '../../../../core/rows/columnChoice.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { columnOfRef, propertyOf } from './rowColumns.ts';

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
