import { type ColumnChoice, orderedIds, pinnedIds } from '../../../../core/rows/columnChoice.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { GridColumn } from '../../../../ui/grid/gridTypes.ts';
import { columnOfRef, propertyOf } from './rowColumns.ts';

/** A column in the list that chooses. */
export interface ListedColumn {
  readonly id: string;
  readonly title: string;
  /** Share of rows that have it, and its types. */
  readonly note: string;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  /** Not a column of the grid unless it is chosen: every row has the same value, or there are too many. */
  readonly isByChoice: boolean;
}

const WHOLE = 100;

/** Share of rows that have a property, and its types: `98 %, String | Int32`. Less than all is never 100 %, and more than none never 0. */
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
  /** Those of the grid; hidden ones are among them. */
  readonly all: readonly GridColumn[];
  readonly choice: ColumnChoice;
}

export interface FoundColumns {
  readonly listed: readonly ListedColumn[];
  /** How many more there are. */
  readonly more: number;
}

/** The columns whose title holds a text, whatever its case: those of the grid in its order, then all others. At most `most` are listed. */
export function findColumns({ known, all, choice }: Columns, text: string, most: number): FoundColumns {
  const wanted = text.toLowerCase();
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  const [hidden, pins, chosen] = [choice.hidden, pinnedIds(choice), choice.shown].map((ids) => new Set(ids));
  const listed: ListedColumn[] = [];
  let found = 0;
  const look = (id: string, title: string, column: ColumnSummary | undefined, isInGrid: boolean): void => {
    if (!title.toLowerCase().includes(wanted)) return;
    found += 1;
    if (listed.length === most) return;
    const isByChoice = !isInGrid || chosen?.has(id) === true;
    const isOne = isByChoice && column?.values?.length === 1 && column.count === known.rowCount;
    const note = column === undefined ? '' : columnNote(column, known.rowCount);
    listed.push({
      id,
      title,
      note: isOne ? `${note}, one value` : note,
      isShown: isInGrid && hidden?.has(id) !== true,
      isPinned: isInGrid && pins?.has(id) === true,
      isByChoice,
    });
  };
  for (const id of orderedIds([...titles.keys()], choice)) {
    const name = propertyOf(id);
    look(id, titles.get(id) ?? id, name === undefined ? undefined : known.of(name), true);
  }
  for (const column of known.all) {
    const id = columnOfRef({ name: column.name });
    if (!titles.has(id)) look(id, column.name === '' ? '(no name)' : column.name, column, false);
  }
  return { listed, more: found - listed.length };
}
