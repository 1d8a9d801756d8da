import { percentEncoded } from '../percentText.ts';
import type { SnippetLanguage, SnippetPlan, SnippetQuery } from './snippet.ts';

/** The filters alone, one query a line. */
export const filterSnippet: SnippetLanguage = {
  id: 'filter',
  title: '$filter',
  description: 'One line for each query',
  text: ({ queries }: SnippetPlan) =>
    queries.every(({ filter }) => filter === undefined)
      ? undefined
      : queries.map(({ filter = '' }) => filter).join('\n'),
};

/** Percent-encoded for a URL that is pasted into any shell or browser: quotes and parentheses too. */
function encoded(text: string): string {
  return percentEncoded(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The options of a query as URL parameters. */
export function queryOptions({ filter, select = [] }: SnippetQuery): readonly string[] {
  return [
    ...(filter === undefined ? [] : [`$filter=${encoded(filter)}`]),
    ...(select.length === 0 ? [] : [`$select=${encoded(select.join(','))}`]),
  ];
}

/** One URL for the first page of each query. The response headers say where the next page begins. */
export const urlSnippet: SnippetLanguage = {
  id: 'url',
  title: 'REST URL',
  description: 'First page of each query; a SAS goes in place of <SAS>, a token into a header',
  text: ({ endpoint, queries, credential }) =>
    queries
      .map((query) => {
        const options = [...queryOptions(query), ...(credential === 'sas' ? ['<SAS>'] : [])].join('&');
        const address = `${endpoint}/${percentEncoded(query.tableName)}()`;
        return options === '' ? address : `${address}?${options}`;
      })
      .join('\n'),
};
