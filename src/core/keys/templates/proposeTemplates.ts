import { proposeTemplate } from './proposeTemplate.ts';

/** Both keys of a row. */
export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Two templates that sampled rows fit; undefined if the PartitionKeys have no form in common. */
export function proposeTemplates(
  rows: readonly EntityKeys[],
): { readonly partition: string; readonly row: string } | undefined {
  const partition = proposeTemplate(rows.map(({ partitionKey }) => partitionKey));
  const row = proposeTemplate(
    rows.map(({ rowKey }) => rowKey),
    'Item',
  );
  if (partition === undefined && row === undefined) return undefined;
  return { partition: partition?.template.text ?? '{Part1}', row: row?.template.text ?? '{Item1}' };
}
