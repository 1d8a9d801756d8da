import { rowCountWords } from '../words.ts';
import type { UnprovenWhy } from './unreadRanges.ts';

const CONTINUATION_HIDDEN =
  'CORS hides the continuation headers, so more pages may exist. Expose x-ms-* in the CORS rule of the account, then continue.';
const CONTINUATION_UNANSWERED =
  'Whether CORS hides the continuation headers could not be checked, so more pages may exist. Continue checks it.';
const CONTINUATION_CANNOT_READ_ON =
  'A last page may not be the last: CORS may have hidden its continuation token, and no filter can ask for what follows. Run the query again.';
const CONTINUATION_NOT_READ_ON =
  'A last page may not be the last: CORS may have hidden its continuation token for a while, and the query failed or the run ended before reading on. Continue reads on.';
const CONTINUATION_UNKNOWN =
  'There were too few rows to see whether CORS hides the continuation headers, so more pages may exist. Query a table with more rows once, then run this again; if that is not Complete either, expose x-ms-* in the CORS rule of the account.';

/** Why the ends of a run are not proven, and what to do. */
const CONTINUATION_WORDS: Readonly<Record<'readable' | UnprovenWhy, string>> = {
  readable: CONTINUATION_HIDDEN,
  hidden: CONTINUATION_HIDDEN,
  'cannot-read-on': CONTINUATION_CANNOT_READ_ON,
  unanswered: CONTINUATION_UNANSWERED,
  'not-read-on': CONTINUATION_NOT_READ_ON,
  unknown: CONTINUATION_UNKNOWN,
};

/** The service sends a continuation token only if a table holds at least this many rows. */
const ROWS_FOR_TOKEN = 2;

/** Why the end of a query is not proven, with the next step. `rows`: of the whole run. */
export function continuationText(
  rows: number,
  continuation: keyof typeof CONTINUATION_WORDS = 'hidden',
): string {
  return continuation === 'unknown' && rows < ROWS_FOR_TOKEN
    ? `${rowCountWords(rows)} read. With a table SAS and fewer than ${ROWS_FOR_TOKEN} rows, nothing shows whether there are more pages. An account SAS can check it.`
    : CONTINUATION_WORDS[continuation];
}
