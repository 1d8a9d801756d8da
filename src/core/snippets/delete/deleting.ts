import type { SnippetCredential, SnippetPlan } from '../snippet.ts';

/** An entity group transaction: at most 100 rows of one partition. Source: Performing entity group transactions (learn.microsoft.com). */
export const MOST_IN_TRANSACTION = 100;

/** What the script's credential must allow. The credential of this page may only read. */
export const MAY_DELETE: Readonly<Record<SnippetCredential, string>> = {
  sas: 'The SAS must allow Read and Delete.',
  token: 'The identity of the token needs the role Storage Table Data Contributor.',
};

/** Says which rows a script deletes. It runs after the user has looked at them, so they may have changed. */
export function whichRows({ queries }: SnippetPlan): string {
  return queries.some(({ partitions }) => partitions === undefined)
    ? 'Deletes every row that the query matches when the script runs, including new rows. Keys that hold whole minutes match whole minutes.'
    : 'Deletes exactly these rows, even if they have changed since you looked.';
}
