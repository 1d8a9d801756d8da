import { TOKEN_VERSION } from '../entra.ts';
import {
  NEEDED,
  READS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
  VARIABLE,
} from './snippet.ts';

/** A Python string literal: JSON's escapes are valid in Python. */
export function pythonQuoted(text: string): string {
  return JSON.stringify(text);
}

function query({ tableName, filter, select = [] }: SnippetQuery): string {
  const columns = select.length === 0 ? 'None' : `[${select.map(pythonQuoted).join(', ')}]`;
  return `    (${pythonQuoted(tableName)}, ${filter === undefined ? 'None' : pythonQuoted(filter)}, ${columns}),`;
}

/** The client asks its credential for a token before each request; this one returns the given token. */
const TOKEN_CLASS = `class Token:
    def get_token(self, *scopes, **options):
        return AccessToken(token, int(time.time()) + 3600)


`;

/** Pieces of a script: its imports, its credential, and a client for the table that `table` names in the script. */
export function pythonClient({ credential }: SnippetPlan) {
  const isToken = credential === 'token';
  const made = isToken ? `Token(), api_version="${TOKEN_VERSION}"` : 'AzureSasCredential(sas)';
  return {
    imports: `${isToken ? 'import time\n' : ''}
from azure.core.credentials import ${isToken ? 'AccessToken' : 'AzureSasCredential'}
from azure.data.tables import TableClient`,
    credential: `${isToken ? TOKEN_CLASS : ''}${credential} = os.environ.get("${VARIABLE[credential]}") or sys.exit(${pythonQuoted(NEEDED[credential])})`,
    client: `TableClient(endpoint=ENDPOINT, table_name=table, credential=${made})`,
  };
}

function text(plan: SnippetPlan): string {
  const { imports, credential, client } = pythonClient(plan);
  return `# pip install azure-data-tables
# Reads every page of each query: the client follows the continuation itself.
import base64
import json
import os
import sys
${imports}

ENDPOINT = ${pythonQuoted(plan.endpoint)}
QUERIES = [
${plan.queries.map(query).join('\n')}
]


def plain(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    # A datetime holds six digits of the second; the client keeps the text of the service, with seven.
    return getattr(value, "tables_service_value", None) or str(value)


${credential}
for table, query_filter, select in QUERIES:
    with ${client} as client:
        if query_filter is None:
            entities = client.list_entities(select=select)
        else:
            entities = client.query_entities(query_filter, select=select)
        for entity in entities:
            print(json.dumps(entity, default=plain))
`;
}

/** Documentation: azure-data-tables, TableClient.query_entities and list_entities, TablesEntityDatetime. */
export const pythonSnippet: SnippetLanguage = {
  id: 'python',
  title: 'Python',
  description: `azure-data-tables; ${READS_VARIABLE}`,
  text,
};
