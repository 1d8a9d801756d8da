import type { TableKeyRange } from '../keys/base/scheme.ts';
import { counted } from '../grouped.ts';
import { countText } from '../words.ts';

/** The needed part of a planned query, which may not have its filter text yet. */
interface KeyReader {
  readonly range: TableKeyRange;
  readonly tableName?: string;
  readonly sharesRows?: boolean | undefined;
}

/**
 * The note on what a split filter cannot guarantee; undefined if no keys are read twice. Queries with different conditions on the same keys
 * reach a row at different times. If a row changes in between, from matching the later query to matching the earlier one, it matched the
 * filter at every moment, yet neither query returns it. Queries of different keys cannot lose a row in this way, because keys do not
 * change.
 */
export function sharedKeysNote(queries: readonly KeyReader[]): string | undefined {
  const shared = queries.filter(({ sharesRows }) => sharesRows === true);
  const readers = counted(
    shared.map(({ range: { partition, row = {}, tableName: own }, tableName = own }) =>
      JSON.stringify([tableName, partition.from, partition.to, row.from, row.to]),
    ),
  );
  const most = Math.max(0, ...readers.values());
  return most < 2
    ? undefined
    : `A row that changes while it is read may be missed: the filter is read in ${countText(most)} queries over the same keys.`;
}
