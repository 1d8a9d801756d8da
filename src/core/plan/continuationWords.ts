import type { UnprovenWhy } from './unreadRanges.ts';

const CONTINUATION_HIDDEN =
  'CORS hides the continuation headers, so more pages may exist. Expose x-ms-* in the CORS rule of the account, then continue.';

/** Whether the credential can list tables besides those of the run, or why not. */
export type OtherTables = 'listed' | 'not listed' | 'SAS of one table' | 'address of one table';

/** What to do if no table of a run has enough rows to show a continuation token. */
const TOO_FEW_STEP: Readonly<Record<OtherTables, string>> = {
  listed: 'No other table that was tried has more. Run again when one has.',
  'not listed': 'This SAS may not list other tables. A SAS with the permission List can check it.',
  'SAS of one table': 'This SAS reads one table. A SAS for the account can check it.',
  'address of one table':
    'You are connected to one table. Connect to the account without a table name to check it.',
};

/** Why the ends of a run are not proven, with the next step. */
const CONTINUATION_WORDS: Readonly<Record<'readable' | Exclude<UnprovenWhy, 'unknown'>, string>> = {
  readable: CONTINUATION_HIDDEN,
  hidden: CONTINUATION_HIDDEN,
  'cannot-read-on':
    'A last page may not be the last: CORS may have hidden its continuation token, and no filter can ask for what follows. Run the query again.',
  unanswered:
    'Whether CORS hides the continuation headers could not be checked, so more pages may exist. Continue checks it.',
  'not-read-on':
    'A last page may not be the last: CORS may have hidden its continuation token for a while, and the query failed or the run ended before reading on. Continue reads on.',
};

/** A sentence on why the end of a query is not proven, with the next step. */
export function continuationText(
  continuation: 'readable' | UnprovenWhy = 'hidden',
  otherTables: OtherTables = 'listed',
): string {
  return continuation === 'unknown'
    ? `A table with fewer than 2 rows does not show whether there are more pages. ${TOO_FEW_STEP[otherTables]}`
    : CONTINUATION_WORDS[continuation];
}
