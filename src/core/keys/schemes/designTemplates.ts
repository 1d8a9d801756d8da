/**
 * Schemes as templates of Design, [PartitionKey, RowKey], by id: one of each way to spread writes. `groups`: prefixes, or partitions
 * written at once.
 */
export const DESIGN_TEMPLATES: Readonly<Record<string, (groups: number) => readonly [string, string]>> = {
  'mds-prefixed': (groups) => [`{Writer mod ${groups}:D19}___{Ticks/60s}`, '{Guid}'],
  ticks19: () => ['{Ticks}', '{Guid}'],
  'inverted-ticks19-partition': () => ['{InvertedTicks}', '{Guid}'],
  'ticks19-row': () => ['{Source}', '{Ticks}'],
  'inverted-ticks19': () => ['{Source}', '{InvertedTicks}'],
  'unix-s': () => ['{Unix}', '{Guid}'],
};
