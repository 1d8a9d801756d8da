import type { SnippetLanguage, SnippetPlan } from './snippet.ts';

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
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** One address for each query; what follows its first page is named in the headers of the answer. */
export const urlSnippet: SnippetLanguage = {
  id: 'url',
  title: 'REST URL',
  description: 'First page of each query; put your SAS in place of <SAS>',
  text: ({ endpoint, queries }) =>
    queries
      .map(({ tableName, filter, select }) => {
        const options = [
          ...(filter === undefined ? [] : [`$filter=${encoded(filter)}`]),
          ...(select === undefined || select.length === 0 ? [] : [`$select=${encoded(select.join(','))}`]),
          '<SAS>',
        ];
        return `${endpoint}/${encodeURIComponent(tableName)}()?${options.join('&')}`;
      })
      .join('\n'),
};
