import { bashQuoted } from './bash.ts';
import {
  SAS_NEEDED,
  SAS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
} from './snippet.ts';

function call({ tableName, filter, select = [] }: SnippetQuery): string {
  const words = [
    'az storage entity query --only-show-errors --output json --table-name',
    bashQuoted(tableName),
    ...(filter === undefined ? [] : ['--filter', bashQuoted(filter)]),
    ...(select.length === 0 ? [] : ['--select', ...select.map(bashQuoted)]),
  ];
  return words.join(' ');
}

function text({ endpoint, queries }: SnippetPlan): string {
  return `#!/usr/bin/env bash
# Reads every page of each query: az follows the continuation itself, as long as --num-results is not set.
# az prints six digits of the second of a DateTime; the service holds seven.
set -euo pipefail
: "\${${SAS_VARIABLE}:?${SAS_NEEDED}}"
# In the environment, so that the SAS is not in the list of processes.
export AZURE_STORAGE_CONNECTION_STRING="TableEndpoint="${bashQuoted(endpoint)}";SharedAccessSignature=$${SAS_VARIABLE}"

${queries.map(call).join('\n')}
`;
}

/** Documentation: az storage entity query (learn.microsoft.com/cli/azure/storage/entity). */
export const azSnippet: SnippetLanguage = {
  id: 'az',
  title: 'Azure CLI',
  description: `bash and az; the SAS is read from ${SAS_VARIABLE}`,
  text,
};
