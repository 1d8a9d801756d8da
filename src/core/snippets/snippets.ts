import { azSnippet } from './azCli.ts';
import { csharpSnippet } from './csharp.ts';
import { curlSnippet } from './curl.ts';
import { javascriptDelete } from './delete/javascriptDelete.ts';
import { powershellDelete } from './delete/powershellDelete.ts';
import { pythonDelete } from './delete/pythonDelete.ts';
import { javascriptSnippet } from './javascript.ts';
import { kustoJob } from './jobs/kustoJob.ts';
import { pythonJob } from './jobs/pythonJob.ts';
import { shellJob } from './jobs/shellJob.ts';
import { sparkJob } from './jobs/sparkJob.ts';
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

/** Scripts that another computer runs to read every row of a plan, however many there are. */
export const JOBS: readonly SnippetLanguage[] = [pythonJob, sparkJob, shellJob, kustoJob];

/** Scripts that delete rows. The page only copies them: it cannot write itself. */
export const DELETE_SCRIPTS: readonly SnippetLanguage[] = [javascriptDelete, pythonDelete, powershellDelete];
