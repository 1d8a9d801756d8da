import type { RowFilter } from '../../../../core/rows/rowQuery.ts';

/** Characters of a value that a chip shows. */
const MOST_CHARS = 40;

function shortened(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1)}\u2026`;
}

/** A filter in words, for its chip: `Level is 2`. */
export function filterWords(filter: RowFilter): string {
  const name = filter.name === '' ? '(no name)' : shortened(filter.name);
  switch (filter.kind) {
    case 'contains':
      return `${name} contains "${shortened(filter.text)}"`;
    case 'is':
      return `${name} is ${valueWords(filter)}`;
    case 'is-not':
      return `${name} is not ${valueWords(filter)}`;
    case 'absent':
      return `${name} is absent`;
    case 'present':
      return `${name} is present`;
  }
}

/** Text that looks like a number is in quotes: the number is another value. */
function valueWords({ type, text }: { readonly type: string; readonly text: string }): string {
  if (type === 'Null') return 'null';
  if (text === '') return 'empty';
  return type === 'Edm.String' && /^(?:[-+\d.]+|null|true|false)$/.test(text)
    ? `"${shortened(text)}"`
    : shortened(text);
}

/** The filter for the rows with a value, or without it. `cell`: undefined if the row lacks the property. */
export function cellFilter(
  name: string,
  cell: { readonly type: string; readonly text: string } | undefined,
  excludes: boolean,
): RowFilter {
  if (cell === undefined) return { name, kind: excludes ? 'present' : 'absent' };
  const { type, text } = cell;
  return { name, kind: excludes ? 'is-not' : 'is', type, text };
}
