import type { BulkSummary, ListPause, PrefixCount } from '../../keys/bulk/bulkTypes.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import type { DiagnosisInput, KeyspaceFacts, RowPause } from './finding.ts';

/** What a list of keys tells besides its cells: how often each PartitionKey is in it. It tells neither lag nor writers. */
export function listFacts(summary: BulkSummary, nowTicks: bigint): Pick<DiagnosisInput, 'rowsAre' | 'facts'> {
  const { keys, prefixes, schemes } = summary;
  const [most] = schemes;
  // Keys of several schemes are not all from one table, or not from one kind of key.
  const scheme =
    most !== undefined && schemes.length === 1 && most.keys === keys ? schemeById(most.schemeId) : undefined;
  const arePartitions = scheme?.timeSource === 'partition';
  return {
    rowsAre: prefixes.length > 0 ? 'prefix' : 'value',
    facts: {
      nowTicks,
      spansRowsOnly: true,
      ...(most?.roundingTicks !== undefined &&
        isRounded(summary, most.roundingTicks) && { roundingTicks: most.roundingTicks }),
      ...(summary.pauses !== undefined && { pauses: pausesByRow(summary.pauses, prefixes) }),
      ...(scheme !== undefined && { timeSource: scheme.timeSource, keyOrder: scheme.order }),
      ...(arePartitions && { partitions: partitionsOf(summary) }),
      ...(arePartitions && prefixes.length === 0 && { isListOfKeys: true }),
    },
  };
}

/** Agents round key times by design, but the first or the last key may show that these keys are not from an agent. */
function isRounded({ span }: BulkSummary, roundingTicks: bigint): boolean {
  return span === undefined || (span.first % roundingTicks === 0n && span.last % roundingTicks === 0n);
}

function partitionsOf({ keys, duplicates }: BulkSummary): NonNullable<KeyspaceFacts['partitions']> {
  const [largest] = duplicates.most;
  return {
    count: keys - duplicates.repeats,
    rows: keys,
    largestRows: largest?.count ?? 1,
    largest: largest?.text ?? '',
  };
}

/** Prefixes are the first rows of the map, in ascending order. */
function pausesByRow(pauses: readonly ListPause[], prefixes: readonly PrefixCount[]): readonly RowPause[] {
  const rowOf = new Map(prefixes.map(({ prefix }, row) => [prefix, row]));
  return pauses.flatMap(({ prefix, ...pause }) => {
    if (prefix === undefined) return [pause];
    const row = rowOf.get(prefix);
    return row === undefined ? [] : [{ row, ...pause }];
  });
}
