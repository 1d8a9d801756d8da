import { pythonClient, pythonQuoted } from '../python.ts';
import { READS_VARIABLE, type SnippetLanguage, type SnippetPlan, type SnippetQuery } from '../snippet.ts';
import { inParts } from '../../words.ts';
import { MAY_DELETE, MOST_IN_TRANSACTION, whichRows } from './deleting.ts';

function source({ tableName, filter, partitions }: SnippetQuery): string {
  if (partitions === undefined) {
    return `    (${pythonQuoted(tableName)}, ${filter === undefined ? 'None' : pythonQuoted(filter)}, None),`;
  }
  const lines = partitions.map(
    ({ partitionKey, rowKeys }) =>
      `        (${pythonQuoted(partitionKey)}, [${rowKeys.map(pythonQuoted).join(', ')}]),`,
  );
  return `    (${pythonQuoted(tableName)}, None, [\n${lines.join('\n')}\n    ]),`;
}

function text(plan: SnippetPlan): string {
  const { imports, credential, client } = pythonClient(plan);
  return `# python3 -m pip install azure-data-tables; save as delete.py
# python3 delete.py            counts the rows that it would delete, and changes nothing
# python3 delete.py --delete   deletes them for good, up to ${MOST_IN_TRANSACTION} rows of a partition in one transaction
# ${whichRows(plan)}
# Interrupted? Run it again: rows that are gone are skipped. ${MAY_DELETE[plan.credential]}
import os
import sys
${imports}, TableTransactionError

ENDPOINT = ${pythonQuoted(plan.endpoint)}
# Table, $filter, rows
SOURCES = [
${plan.queries.map(source).join('\n')}
]
IS_DRY_RUN = "--delete" not in sys.argv


def keys_of(client, query_filter, partitions):
    if partitions is not None:
        for partition_key, row_keys in partitions:
            for row_key in row_keys:
                yield partition_key, row_key
        return
    select = ["PartitionKey", "RowKey"]
    # To the last page: the client follows the continuation itself.
    found = client.list_entities(select=select) if query_filter is None else client.query_entities(query_filter, select=select)
    for entity in found:
        yield entity["PartitionKey"], entity["RowKey"]


def transactions_of(keys):
    batch = []
    for key in keys:
        if len(batch) == ${MOST_IN_TRANSACTION} or (batch and batch[0][0] != key[0]):
            yield batch
            batch = []
        batch.append(key)
    if batch:
        yield batch


def delete_all(client, batch):
    try:
        client.${inParts('submit', '_transaction')}([("delete", {"PartitionKey": p, "RowKey": r}) for p, r in batch])
    except TableTransactionError as error:
        if error.status_code != 404 or error.error_code == "TableNotFound":
            raise
        # One row is already gone, so the service rejected the whole transaction. A single delete of a row that is gone does nothing.
        for partition_key, row_key in batch:
            client.${inParts('delete', '_entity')}(partition_key, row_key)


${credential}
rows = transactions = 0
done = "Would delete" if IS_DRY_RUN else "Deleted"
for table, query_filter, partitions in SOURCES:
    with ${client} as client:
        for batch in transactions_of(keys_of(client, query_filter, partitions)):
            if not IS_DRY_RUN:
                delete_all(client, batch)
            rows += len(batch)
            transactions += 1
            print(done, len(batch), ascii([table, *batch[0]]))
print(done, rows, "rows in", transactions, "transactions.")
`;
}

/** Documentation: azure-data-tables, TableClient and its transactions, TableTransactionError; its source for a row that is gone. */
export const pythonDelete: SnippetLanguage = {
  id: 'delete-python',
  title: 'Python delete script',
  description: `Dry run first; azure-data-tables; ${READS_VARIABLE}`,
  text,
};
