import {
  SAS_NEEDED,
  SAS_VARIABLE,
  type SnippetLanguage,
  type SnippetPlan,
  type SnippetQuery,
} from './snippet.ts';

/** A string of Python, exactly: JSON's escapes are Python's. */
export function pythonQuoted(text: string): string {
  return JSON.stringify(text);
}

function query({ tableName, filter, select = [] }: SnippetQuery): string {
  const columns = select.length === 0 ? 'None' : `[${select.map(pythonQuoted).join(', ')}]`;
  return `    (${pythonQuoted(tableName)}, ${filter === undefined ? 'None' : pythonQuoted(filter)}, ${columns}),`;
}

function text({ endpoint, queries }: SnippetPlan): string {
  return `# pip install azure-data-tables
# Reads every page of each query: the client follows the continuation itself.
import base64
import json
import os
import sys

from azure.core.credentials import AzureSasCredential
from azure.data.tables import TableClient

ENDPOINT = ${pythonQuoted(endpoint)}
QUERIES = [
${queries.map(query).join('\n')}
]


def plain(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    # A datetime holds six digits of the second; the client keeps the text of the service, with seven.
    return getattr(value, "tables_service_value", None) or str(value)


sas = os.environ.get("${SAS_VARIABLE}") or sys.exit(${pythonQuoted(SAS_NEEDED)})
for table, query_filter, select in QUERIES:
    with TableClient(endpoint=ENDPOINT, table_name=table, credential=AzureSasCredential(sas)) as client:
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
  description: `azure-data-tables; the SAS is read from ${SAS_VARIABLE}`,
  text,
};
