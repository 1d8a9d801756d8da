import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { propertyOf } from './rowColumns.ts';

/** A column in the list that chooses. */
export interface ListedColumn {
  readonly id: string;
  readonly title: string;
  /** Share of rows that have it, and its types. */
  readonly note: string;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  /** Every row has the same value: not a column unless it is chosen. */
  readonly isFolded: boolean;
}

const WHOLE = 100;

/** Share of rows that have a property, and its types: `98 %, String | Int32`. Less than all is never 100 %, and more than none never 0. */
export function columnNote({
  count,
  rowCount,
  types,
}: Pick<ColumnProfile, 'count' | 'rowCount' | 'types'>): string {
  const names = types.map(({ type }) => type.replace(/^Edm\./, '')).join(' | ');
  if (rowCount === 0) return names;
  const rounded = Math.round((WHOLE * count) / rowCount);
  const share = count >= rowCount ? WHOLE : Math.min(WHOLE - 1, Math.max(count > 0 ? 1 : 0, rounded));
  return `${share} %, ${names}`;
}

/** A line of the list: facts such as the time have no profile. */
export function listedColumn(
  id: string,
  title: string,
  profiles: readonly ColumnProfile[],
  is: Pick<ListedColumn, 'isShown' | 'isPinned' | 'isFolded'>,
): ListedColumn {
  const name = propertyOf(id);
  const profile = name === undefined ? undefined : profiles.find((each) => each.name === name);
  const note = profile === undefined ? '' : columnNote(profile);
  return { id, title, note: is.isFolded && note !== '' ? `${note}, one value` : note, ...is };
}
