import { azSnippet } from './azCli.ts';
import { csharpSnippet } from './csharp.ts';
import { curlSnippet } from './curl.ts';
import { javascriptSnippet } from './javascript.ts';
import { kqlSnippet } from './kql.ts';
import { powershellSnippet } from './powershell.ts';
import { pythonSnippet } from './python.ts';
import { filterSnippet, urlSnippet } from './rest.ts';
import type { SnippetLanguage } from './snippet.ts';

/** The languages that a query can be copied in, in the order of the menu. */
export const SNIPPETS: readonly SnippetLanguage[] = [
  filterSnippet,
  urlSnippet,
  curlSnippet,
  azSnippet,
  powershellSnippet,
  csharpSnippet,
  pythonSnippet,
  javascriptSnippet,
  kqlSnippet,
];
