import { proposeTemplate } from './proposeTemplate.ts';

/** Both keys of a row. */
export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Two templates by which sampled rows can be read; undefined if neither key has a form. */
export function proposeTemplates(
  rows: readonly EntityKeys[],
): { readonly partition: string; readonly row: string } | undefined {
  const partition = proposeTemplate(rows.map(({ partitionKey }) => partitionKey));
  const row = proposeTemplate(
    rows.map(({ rowKey }) => rowKey),
    'Item',
  );
  if (partition === undefined && row === undefined) return undefined;
  // Without a time the RowKey narrows no window, and its constant texts would be in every link.
  const isTimed = row?.template.parts.some((part) => part.kind === 'time') === true;
  return { partition: partition?.template.text ?? '{Part1}', row: isTimed ? row.template.text : '{Item1}' };
}
