import type { UncomparedType } from '../../../core/entities/columns/columnFilter.ts';
import { type ColumnRef, columnTitle } from '../../../core/entities/columns/columnRef.ts';
import type { RowFilter, SelectedBy } from '../../../core/rows/rowQuery.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { shortened } from '../../../core/words.ts';
import { prefixText } from '../../../core/plan/prefixList.ts';
import type { GroupLabel } from '../../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import { PREFIX } from '../../../state/run/rowListState.ts';

/** Characters of a value that a chip shows. */
const MOST_CHARS = 40;
/** Texts of one filter that a chip shows. */
const MOST_TEXTS = 3;

/** A filter in words, for its chip: `Level is 2`. */
export function filterWords(filter: RowFilter): string {
  if (filter.name === undefined) return wordsOfNoColumn(filter);
  const name = nameWords(filter);
  switch (filter.kind) {
    case 'contains':
      return `${name} contains "${shortened(filter.text, MOST_CHARS)}"`;
    case 'matches':
      return `${name} matches /${shortened(filter.pattern, MOST_CHARS)}/`;
    case 'is':
      return `${name} is ${valueWords(filter)}`;
    case 'is-not':
      return `${name} is not ${valueWords(filter)}`;
    case 'one-of':
      return `${name} is ${textsWords(filter.texts)}`;
    case 'absent':
      return `${name} is absent`;
    case 'present':
      return `${name} is present`;
    case 'twice':
      return `${name} occurs twice`;
    case 'not-twice':
      return `${name} does not occur twice`;
    case 'range':
      return rangeWords(name, filter);
  }
}

function nameWords(ref: ColumnRef): string {
  if (ref.name === '') return '(no name)';
  return shortened(ref.fact === 'template' ? ref.name : columnTitle(ref), MOST_CHARS);
}

function wordsOfNoColumn(filter: Extract<RowFilter, { name?: undefined }>): string {
  switch (filter.kind) {
    case 'compared':
      return `${filter.what === 'only' ? 'not in' : 'other values in'} ${filter.to}`;
    case 'holds':
      return `any value contains "${shortened(filter.text, MOST_CHARS)}"`;
    case 'except':
      return `without ${filter.of.map(filterWords).join(', ')}`;
  }
}

/** A list of prefixes, such as "3-5,37", or the first texts and how many more there are. */
function textsWords(texts: readonly string[]): string {
  if (texts.every((text) => /^\d{1,9}$/.test(text))) return prefixText(texts.map(Number));
  const more = texts.length - MOST_TEXTS;
  const shown = texts
    .slice(0, MOST_TEXTS)
    .map((text) => (text === '' ? 'empty' : shortened(text, MOST_CHARS)));
  return `${shown.join(', ')}${more > 0 ? ` or ${formatCount(more)} more` : ''}`;
}

/** Which rows an exported file holds. */
export function onlyWords({ filters = [] }: SelectedBy): string {
  return filters.length === 0 ? 'all rows, in the order of the list' : filters.map(filterWords).join(', ');
}

/** What the file name says about its rows. */
export function exportedRows(query: SelectedBy | undefined): 'all' | 'filtered' {
  return query?.filters?.length ? 'filtered' : 'all';
}

/** Both bounds of a range are included, except the end of a time range, because time ranges are half-open everywhere. */
function rangeWords(
  name: string,
  { as, from, to, isBelow = as === 'instant' }: Extract<RowFilter, { kind: 'range' }>,
): string {
  if (from === to && !isBelow) return `${name} is ${shortened(from, MOST_CHARS)}`;
  const low = from === '' ? '' : `${shortened(from, MOST_CHARS)} <= `;
  const high = to === '' ? '' : ` ${isBelow ? '<' : '<='} ${shortened(to, MOST_CHARS)}`;
  return `${low}${name}${high}`;
}

/** Which values a filter could not compare in a column of mixed types. */
export function uncomparedWords(types: readonly UncomparedType[]): string {
  const list = types.map(({ type, rows }) => {
    const what = type === undefined ? 'two values' : type.replace(/^Edm\./, '');
    return `${formatPlural(rows, 'row')} with ${what}`;
  });
  return `not compared: ${list.join(', ')}`;
}

/** A text that looks like a number is quoted, because the number would be another value. */
function valueWords({
  type,
  text,
  fact,
}: Pick<ColumnRef, 'fact'> & { readonly type: string; readonly text: string }): string {
  if (fact === 'template') return `like "${shortened(text, MOST_CHARS)}"`;
  if (type === 'Null') return 'null';
  // Named like the filter, because rows without the property do not hold empty text either.
  if (text === '') return type === 'Edm.String' ? 'empty text' : 'empty';
  return type === 'Edm.String' && /^(?:[-+\d.]+|empty|empty text|null|true|false| +)$/.test(text)
    ? `"${shortened(text, MOST_CHARS)}"`
    : shortened(text, MOST_CHARS);
}

/** The value of a cell; 'twice' if its property occurs twice in the row, which gives it no single value; undefined if it is empty. */
export type FilteredCell = { readonly type: string; readonly text: string } | 'twice' | undefined;

/** The filter for the rows that have the value of a cell, or for those that do not. */
export function cellFilter(ref: ColumnRef, cell: FilteredCell, excludes: boolean): RowFilter {
  if (cell === undefined) return { ...ref, kind: excludes ? 'present' : 'absent' };
  if (cell === 'twice') return { ...ref, kind: excludes ? 'not-twice' : 'twice' };
  const { type, text } = cell;
  return { ...ref, kind: excludes ? 'is-not' : 'is', type, text };
}

/** The column that rows are split by; undefined if it is not a column. */
export function columnOfSplit(split: RowGrouping | undefined): ColumnRef | undefined {
  if (split?.by === 'property') return { name: split.name };
  if (split?.by === 'partition') return { name: 'PartitionKey' };
  return split?.by === 'prefix' ? PREFIX : undefined;
}

/** The filter for the rows of a value, a line or an area, or for all other rows; undefined if it stands for several values. */
export function labelFilter(
  ref: ColumnRef,
  label: GroupLabel | undefined,
  excludes = false,
): RowFilter | undefined {
  switch (label?.kind) {
    case undefined:
    case 'all':
    case 'others':
      return undefined;
    case 'absent':
      return cellFilter(ref, undefined, excludes);
    case 'twice':
      return cellFilter(ref, 'twice', excludes);
    case 'null':
      return cellFilter(ref, { type: 'Null', text: 'null' }, excludes);
    case 'value':
      // Facts and keys have no type, because they are always text.
      return cellFilter(ref, { type: label.type ?? 'Edm.String', text: label.text }, excludes);
  }
}
