import { countText, rowCountWords } from '../words.ts';

/** Counts of rows as a correct table service never sends them: it sends each row once, in key order, and only those requested. */
export interface OddRows {
  /** Rows that arrived after greater keys. They are kept. */
  readonly outOfOrder: number;
  /** Rows that had arrived before. They are not stored again. */
  readonly repeated: number;
  /** Rows outside the requested keys, or that do not meet the property filter. They are kept. */
  readonly outside: number;
  /** Those of `outside` whose keys match, but not the filter. Undefined if there are none. */
  readonly offFilter?: number | undefined;
  /** Those of `outside` whose keys match, but whose time is outside the window. Undefined if there are none. */
  readonly offWindow?: number | undefined;
}

const FILTER_SHOWN = 80;

function filterWords(filter = ''): string {
  const text = filter.trim();
  return text.length > FILTER_SHOWN ? `${text.slice(0, FILTER_SHOWN)}...` : text;
}

/**
 * A sentence about what the service sent although it should not have; undefined if there was nothing. `filter`: the property filter, as
 * typed.
 */
export function anomalyWords(
  { repeated, outOfOrder, outside, offFilter = 0, offWindow = 0 }: OddRows,
  filter: string | undefined,
): string | undefined {
  const unasked = outside - offFilter - offWindow;
  const found = [
    ...(repeated > 0 ? [`${rowCountWords(repeated)} twice (counted once)`] : []),
    ...(outOfOrder > 0 ? [`${rowCountWords(outOfOrder)} out of order`] : []),
    ...(unasked > 0 ? [`${rowCountWords(unasked)} outside the requested keys (kept)`] : []),
    ...(offFilter > 0
      ? [
          `${rowCountWords(offFilter)} that ${offFilter === 1 ? 'does' : 'do'} not meet the filter ${filterWords(filter)} (kept)`,
        ]
      : []),
    ...(offWindow > 0 ? [`${rowCountWords(offWindow)} with a time outside the window (kept)`] : []),
  ];
  if (found.length === 0) return undefined;
  const sent = `The service sent ${found.join(', ')}`;
  // Their keys were requested, so the service was right to send them: it is the plan that does not fit the table.
  if (found.length === 1 && offWindow > 0)
    return `${sent}: the table has keys that this key scheme does not fit, so rows of the window may be missing. Try another key scheme.`;
  return `${sent}: it may have left out others. Run again. If it happens again, something between the page and the service changes its answers.`;
}

/** A sentence about rows that are outside the window because their range is wider than it; undefined if there are none. */
function besideWindowWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  return `${rowCountWords(rows)} of these ${rows === 1 ? 'has' : 'have'} a time outside the window: a query by these keys cannot leave them out.`;
}

/** A sentence about rows that could not be checked against the property filter; undefined if there are none. */
function unjudgedWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  return `Whether ${countText(rows)} of these rows ${rows === 1 ? 'meets' : 'meet'} the filter could not be checked: services compare such values differently, or a property was not read. Write values in the type of the property, such as 5L for Int64 or 5.0 for Double.`;
}

/** A sentence about tables that were deleted or created while they were read. */
export function replacedWords(names: string, count: number): string {
  const [tables, were] = count === 1 ? ['Table', 'was'] : ['Tables', 'were'];
  return `${tables} ${names} ${were} deleted or created while being read: rows from before and after are mixed. Run again to read what is there now.`;
}

/** Notes on rows that are not a fault of the service; undefined if there are none. */
export function keptRowsNote(unjudgedRows = 0, rowsBesideWindow = 0): string | undefined {
  const notes = [unjudgedWords(unjudgedRows), besideWindowWords(rowsBesideWindow)];
  const said = notes.filter((note) => note !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}
