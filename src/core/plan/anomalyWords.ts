import { groupThousands, rowCountWords } from './countWords.ts';

/** Rows that a table service never sends. */
export interface OddRows {
  readonly outOfOrder: number;
  readonly repeated: number;
  readonly outside: number;
  /** Of `outside`: rows within the keys that do not meet the property filter. */
  readonly offFilter?: number;
  /** Of `outside`: rows within the keys that say a time outside of the window. */
  readonly offWindow?: number;
}

const FILTER_SHOWN = 80;

function filterWords(filter = ''): string {
  const text = filter.trim();
  return text.length > FILTER_SHOWN ? `${text.slice(0, FILTER_SHOWN)}...` : text;
}

/** What a service sent that it never sends, in words; undefined: nothing. `filter`: the property filter, as it was typed. */
export function anomalyWords(
  { repeated, outOfOrder, outside, offFilter = 0, offWindow = 0 }: OddRows,
  filter: string | undefined,
): string | undefined {
  const unasked = outside - offFilter - offWindow;
  const found = [
    ...(repeated > 0 ? [`${rowCountWords(repeated)} twice (counted once)`] : []),
    ...(outOfOrder > 0 ? [`${rowCountWords(outOfOrder)} out of order`] : []),
    ...(unasked > 0
      ? [`${rowCountWords(unasked)} that ${unasked === 1 ? 'was' : 'were'} not asked for (kept)`]
      : []),
    ...(offFilter > 0
      ? [
          `${rowCountWords(offFilter)} that ${offFilter === 1 ? 'does' : 'do'} not meet the filter ${filterWords(filter)} (kept)`,
        ]
      : []),
    ...(offWindow > 0 ? [`${rowCountWords(offWindow)} with a time outside the window (kept)`] : []),
  ];
  return found.length === 0
    ? undefined
    : `The service sent ${found.join(', ')}: it may have left out others. Run again; if it stays, something between the page and the service changes its answers.`;
}

/** That a range held more than the window, in words; undefined: every row belongs to it. */
function besideWindowWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  return `${rowCountWords(rows)} of these ${rows === 1 ? 'has' : 'have'} a time outside the window: these keys cannot be asked for it alone.`;
}

/** That rows could not be held against the property filter, in words; undefined: all could. */
function unjudgedWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  return `Whether ${groupThousands(rows)} of these rows ${rows === 1 ? 'meets' : 'meet'} the filter could not be checked: services compare such values differently, or a property was not read. Write values in the type of the property, such as 5L for Int64 or 5.0 for Double.`;
}

/** Of tables that were deleted, or created, since rows of them were read. */
export function replacedWords(names: string, count: number): string {
  const [tables, were] = count === 1 ? ['Table', 'was'] : ['Tables', 'were'];
  return `${tables} ${names} ${were} deleted or created while being read: rows from before and after are mixed. Run again to read what is there now.`;
}

/** What is to be known of rows that are no fault of the service, in words; undefined: nothing. */
export function keptRowsNote(unjudgedRows = 0, rowsBesideWindow = 0): string | undefined {
  const notes = [unjudgedWords(unjudgedRows), besideWindowWords(rowsBesideWindow)];
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}
