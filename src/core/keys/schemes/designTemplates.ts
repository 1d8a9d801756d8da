/**
 * Schemes as templates for the Design view, [PartitionKey, RowKey], by scheme id. There is one for each way to spread writes. `groups`: how
 * many prefixes there are, or partitions that are written at the same time.
 */
export const DESIGN_TEMPLATES: Readonly<Record<string, (groups: number) => readonly [string, string]>> = {
  'mds-prefixed': (groups) => [`{Writer mod ${groups}:D19}___{Ticks/60s}`, '{Guid}'],
  ticks19: () => ['{Ticks}', '{Guid}'],
  'inverted-ticks19-partition': () => ['{InvertedTicks}', '{Guid}'],
  'ticks19-row': () => ['{Source}', '{Ticks}'],
  'inverted-ticks19': () => ['{Source}', '{InvertedTicks}'],
  'unix-s': () => ['{Unix}', '{Guid}'],
};
