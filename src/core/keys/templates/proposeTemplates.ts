import { proposeTemplate } from './proposeTemplate.ts';

export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Two templates that read sampled rows; undefined if neither kind of key shows a form. */
export function proposeTemplates(
  rows: readonly EntityKeys[],
): { readonly partition: string; readonly row: string } | undefined {
  const partition = proposeTemplate(rows.map(({ partitionKey }) => partitionKey));
  const row = proposeTemplate(
    rows.map(({ rowKey }) => rowKey),
    'Item',
  );
  if (partition === undefined && row === undefined) return undefined;
  // A RowKey without a time does not narrow a window, and its constant texts would be part of every link.
  const isTimed = row?.template.parts.some((part) => part.kind === 'time') === true;
  return { partition: partition?.template.text ?? '{Part1}', row: isTimed ? row.template.text : '{Item1}' };
}
