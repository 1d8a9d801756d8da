import { javascriptClient, javascriptQuoted } from '../javascript.ts';
import { READS_VARIABLE, type SnippetLanguage, type SnippetPlan, type SnippetQuery } from '../snippet.ts';
import { inParts } from '../../words.ts';
import { MAY_DELETE, MOST_IN_TRANSACTION, whichRows } from './deleting.ts';

function source({ tableName, filter, partitions }: SnippetQuery): string {
  const table = `table: ${javascriptQuoted(tableName)}`;
  if (partitions === undefined) {
    return `  { ${[table, ...(filter === undefined ? [] : [`filter: ${javascriptQuoted(filter)}`])].join(', ')} },`;
  }
  const lines = partitions.map(
    ({ partitionKey, rowKeys }) =>
      `    [${javascriptQuoted(partitionKey)}, [${rowKeys.map(javascriptQuoted).join(', ')}]],`,
  );
  return `  { ${table}, rows: [\n${lines.join('\n')}\n  ] },`;
}

function text(plan: SnippetPlan): string {
  const { imports, credential, client } = javascriptClient(plan, 'source.table');
  return `// npm install @azure/data-tables; save as delete.mjs
// node delete.mjs            counts the rows that it would delete, and changes nothing
// node delete.mjs --delete   deletes them for good, up to ${MOST_IN_TRANSACTION} rows of a partition in one transaction
// ${whichRows(plan)}
// Interrupted? Run it again: rows that are gone are skipped. ${MAY_DELETE[plan.credential]}
${imports}

const endpoint = ${javascriptQuoted(plan.endpoint)};
const sources = [
${plan.queries.map(source).join('\n')}
];
const isDryRun = !process.argv.includes('--delete');
${credential}

async function* keysOf(client, { filter, rows }) {
  if (rows) {
    for (const [partitionKey, rowKeys] of rows) for (const rowKey of rowKeys) yield { partitionKey, rowKey };
    return;
  }
  // To the last page: listEntities follows the continuation itself.
  const found = client.listEntities({ queryOptions: { filter, select: ['PartitionKey', 'RowKey'] } });
  for await (const { partitionKey, rowKey } of found) yield { partitionKey, rowKey };
}

async function* transactionsOf(keys) {
  let batch = [];
  for await (const key of keys) {
    if (batch.length === ${MOST_IN_TRANSACTION} || (batch.length > 0 && batch[0].partitionKey !== key.partitionKey)) {
      yield batch;
      batch = [];
    }
    batch.push(key);
  }
  if (batch.length > 0) yield batch;
}

const isGone = (error) => error.statusCode === 404 && error.code !== 'TableNotFound';

async function deleteAll(client, batch) {
  try {
    await client.${inParts('submit', 'Transaction')}(batch.map((key) => ['delete', key]));
  } catch (error) {
    if (!isGone(error)) throw error;
    // One row is already gone, so the service rejected the whole transaction: delete its rows one by one.
    for (const { partitionKey, rowKey } of batch) {
      await client.${inParts('delete', 'Entity')}(partitionKey, rowKey).catch((each) => {
        if (!isGone(each)) throw each;
      });
    }
  }
}

let rows = 0;
let transactions = 0;
for (const source of sources) {
  const client = ${client};
  for await (const batch of transactionsOf(keysOf(client, source))) {
    if (!isDryRun) await deleteAll(client, batch);
    rows += batch.length;
    transactions += 1;
    const { partitionKey, rowKey } = batch[0];
    console.log(isDryRun ? 'Would delete' : 'Deleted', batch.length, JSON.stringify([source.table, partitionKey, rowKey]));
  }
}
console.log(isDryRun ? 'Would delete' : 'Deleted', rows, 'rows in', transactions, 'transactions.');
`;
}

/** Documentation: @azure/data-tables, TableClient, its transactions; Performing entity group transactions (learn.microsoft.com). */
export const javascriptDelete: SnippetLanguage = {
  id: 'delete-javascript',
  title: 'JavaScript delete script',
  description: `Dry run first; Node and @azure/data-tables; ${READS_VARIABLE}`,
  text,
};
