import { bashQuoted } from './curl.ts';
import { NEEDED, type SnippetLanguage, type SnippetPlan, type SnippetQuery, VARIABLE } from './snippet.ts';

function call({ tableName, filter, select = [] }: SnippetQuery): string {
  const words = [
    'az storage entity query --only-show-errors --output json --table-name',
    bashQuoted(tableName),
    ...(filter === undefined ? [] : ['--filter', bashQuoted(filter)]),
    ...(select.length === 0 ? [] : ['--select', ...select.map(bashQuoted)]),
  ];
  return words.join(' ');
}

/** az takes no token: it signs in itself, and needs the account by name. Undefined: the endpoint does not tell the name. */
function signedIn(endpoint: string): string | undefined {
  const account = /^https:\/\/([a-z0-9]+)\.table\.core\./.exec(endpoint)?.[1];
  return account === undefined
    ? undefined
    : `# Signed in by az login: az takes no token from outside.
export AZURE_STORAGE_ACCOUNT=${bashQuoted(account)} AZURE_STORAGE_AUTH_MODE=login`;
}

function withSas(endpoint: string): string {
  return `: "\${${VARIABLE.sas}:?${NEEDED.sas}}"
# In the environment, so that the SAS is not in the list of processes.
export AZURE_STORAGE_CONNECTION_STRING="TableEndpoint="${bashQuoted(endpoint)}";SharedAccessSignature=$${VARIABLE.sas}"`;
}

function text({ endpoint, queries, credential }: SnippetPlan): string | undefined {
  const account = credential === 'token' ? signedIn(endpoint) : withSas(endpoint);
  if (account === undefined) return undefined;
  return `#!/usr/bin/env bash
# Reads every page of each query: az follows the continuation itself, as long as --num-results is not set.
# az prints six digits of the second of a DateTime; the service holds seven.
set -euo pipefail
${account}

${queries.map(call).join('\n')}
`;
}

/** Documentation: az storage entity query (learn.microsoft.com/cli/azure/storage/entity). */
export const azSnippet: SnippetLanguage = {
  id: 'az',
  title: 'Azure CLI',
  description: `bash and az; reads ${VARIABLE.sas}, or signs in itself`,
  text,
};
