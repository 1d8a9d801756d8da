import { allOf } from '../../odata/builders.ts';
import { formatFilter, parseFilter } from '../../odata/filter.ts';
import { propertyNameFault } from '../../odata/literalText.ts';
import { typedFilter } from './readQuery.ts';
import { type Piece, piecesOf, unquoted } from './translate.ts';

/** A search such as `Message contains 'timeout'`. The service cannot tell which rows match it, but the list of rows can. */
interface RowSearch {
  readonly name: string;
  readonly text: string;
}

/** A filter for the service ('' if nothing is left), and what is searched for in the rows that it returns. */
export interface SplitFilter {
  readonly filter: string;
  readonly searches: readonly RowSearch[];
}

/** The beginning of the names that replace searches while the rest of the text is parsed. */
const MARK = 'RowSearch_';

/**
 * Splits a typed condition into the searches within texts, which the service cannot do, and the rest. Undefined if there is no search, if
 * searches are not joined to the rest by `and` alone, or if the rest is not a `$filter`.
 */
export function splitSearches(typed: string): SplitFilter | undefined {
  const pieces = piecesOf(typed);
  const searches: RowSearch[] = [];
  let text = '';
  let end = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const search = searchAt(pieces, at);
    const last = pieces[at + (search?.length ?? 0) - 1];
    if (search === undefined || last === undefined) continue;
    text += `${typed.slice(end, pieces[at]?.from)}${MARK}${searches.length} eq 1`;
    searches.push({ name: search.name, text: search.text });
    end = last.to;
    at += search.length - 1;
  }
  if (searches.length === 0) return undefined;
  const filter = typedFilter(text + typed.slice(end));
  const node = filter.ok ? parseFilter(filter.value) : filter;
  if (!node.ok) return undefined;
  const all = node.value.kind === 'and' ? node.value.operands : [node.value];
  const kept = all.filter((each) => each.kind !== 'comparison' || !each.property.startsWith(MARK));
  if (all.length - kept.length !== searches.length) return undefined;
  const rest = allOf(kept);
  return { filter: rest === undefined ? '' : formatFilter(rest), searches };
}

/**
 * Matches `contains(A, 'x')`, `A contains 'x'` and `A.contains('x')`, in upper or lower case. The pieces of the text are joined by line
 * breaks.
 */
const SEARCHES: readonly (readonly [pieces: number, pattern: RegExp])[] = [
  [6, /^contains\n\(\n([^\n]+)\n,\n([^\n]+)\n\)/i],
  [3, /^([^\n]+)\ncontains\n([^\n]+)/i],
  [4, /^([^\n]+)\.(?:contains|includes)\n\(\n([^\n]+)\n\)/i],
];

function searchAt(
  pieces: readonly Piece[],
  at: number,
): (RowSearch & { readonly length: number }) | undefined {
  const lines = pieces.slice(at, at + 6).map(({ text }) => text);
  for (const [length, pattern] of SEARCHES) {
    const [, name = '', quoted = ''] = pattern.exec(lines.join('\n')) ?? [];
    const text = unquoted(quoted) ?? '';
    if (text !== '' && propertyNameFault(name) === undefined) return { name, text, length };
  }
  return undefined;
}
