import type { BulkSummary } from '../../keys/bulk/bulkTypes.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import type { DiagnosisInput } from './finding.ts';

/** What a list of keys tells besides its cells. It may be any part of a table, so it tells nothing about the table's design. */
export function listFacts(summary: BulkSummary, nowTicks: bigint): Pick<DiagnosisInput, 'rowsAre' | 'facts'> {
  const { keys, prefixes, schemes } = summary;
  const [most] = schemes;
  // Keys of several schemes are not all from one table, or not from one kind of key.
  const scheme =
    most !== undefined && schemes.length === 1 && most.keys === keys ? schemeById(most.schemeId) : undefined;
  return {
    rowsAre: prefixes.length > 0 ? 'prefix' : 'value',
    facts: {
      nowTicks,
      spansRowsOnly: true,
      ...(most?.roundingTicks !== undefined &&
        isRounded(summary, most.roundingTicks) && { roundingTicks: most.roundingTicks }),
      // Prefixes are the first rows of the map, in the same order.
      pauses: summary.pauses,
      timeSource: scheme?.timeSource,
    },
  };
}

/** Agents round key times by design, but the first or the last key may show that these keys are not from an agent. */
function isRounded({ span }: BulkSummary, roundingTicks: bigint): boolean {
  return span === undefined || (span.first % roundingTicks === 0n && span.last % roundingTicks === 0n);
}
