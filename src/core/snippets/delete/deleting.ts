import type { SnippetCredential, SnippetPlan } from '../snippet.ts';

/** An entity group transaction: at most 100 rows of one partition. Source: Performing entity group transactions (learn.microsoft.com). */
export const MOST_IN_TRANSACTION = 100;

/** What the credential of this page need not allow, but that of the script must. */
export const MAY_DELETE: Readonly<Record<SnippetCredential, string>> = {
  sas: 'The SAS must allow Read and Delete.',
  token: 'The token must be of a Storage Table Data Contributor.',
};

/** Which rows a script deletes: it runs later than a person looked at them. */
export function whichRows({ queries }: SnippetPlan): string {
  return queries.some(({ partitions }) => partitions === undefined)
    ? 'It deletes every row that the query matches when it runs, also new ones.'
    : 'It deletes these rows, also if they have changed since you looked.';
}
