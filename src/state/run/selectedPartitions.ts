import type { RowFilter } from '../../core/rows/rowQuery.ts';
import type { PartitionRows } from '../../core/snippets/snippet.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';

/** The keys of the selected rows, grouped by partition, in key order. */
export async function selectedPartitions(
  rows: Pick<RowStoreClient, 'exportRows'>,
  filters: readonly RowFilter[],
): Promise<readonly PartitionRows[]> {
  const decoder = new TextDecoder();
  let text = '';
  await rows.exportRows(
    { format: 'ndjson', filters, properties: [] },
    { onChunk: (piece) => void (text += decoder.decode(piece, { stream: true })) },
  );
  const byPartition = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const { PartitionKey, RowKey } = JSON.parse(line) as { PartitionKey: string; RowKey: string };
    const rowKeys = byPartition.get(PartitionKey);
    if (rowKeys === undefined) byPartition.set(PartitionKey, [RowKey]);
    else rowKeys.push(RowKey);
  }
  return [...byPartition.keys()]
    .toSorted()
    .map((partitionKey) => ({ partitionKey, rowKeys: (byPartition.get(partitionKey) ?? []).toSorted() }));
}
