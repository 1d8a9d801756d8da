import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { countText, numberText } from '../../words.ts';
import type { ModelInput, ModelReads } from './modelTypes.ts';

const HOUR_SECONDS = 3600;

/** What reading all rows of the last hour costs: range queries, and rows read per row wanted. */
export function modelReads(input: ModelInput): ModelReads {
  const window = Math.min(HOUR_SECONDS, input.durationSeconds);
  // With rounded keys, whole intervals are read at both edges: on average half an interval too much at each.
  const rounding = Number(input.roundingTicks) / TICKS_PER_SECOND_F64;
  const excess = input.roundingTicks > 1n ? (window + rounding) / window : 1;
  const reads = (
    requestsPerTimeQuery: number,
    queryClass: ModelReads['queryClass'],
    rowsReadPerRowWanted: number,
    words: string,
  ): ModelReads => ({
    requestsPerTimeQuery,
    queryClass,
    rowsReadPerRowWanted,
    sentence: `A window of time takes ${countText(requestsPerTimeQuery)} ${requestsPerTimeQuery === 1 ? 'query' : 'queries'} (${queryClass}): ${words}`,
  });
  switch (input.scheme) {
    case 'ticks':
    case 'inverted ticks':
      return reads(1, 'partition range', excess, 'one range of PartitionKeys holds it.');
    case 'prefixed ticks':
      return reads(
        input.prefixes,
        'partition range',
        excess,
        'one range for each prefix, used or not, in parallel.',
      );
    case 'partition per writer':
      return reads(
        input.writers,
        'row range',
        excess,
        'one range of RowKeys for each writer, whose names must be known.',
      );
    case 'hash':
      return reads(input.prefixes, 'row range', excess, 'one range of RowKeys for each bucket, in parallel.');
    case 'guid': {
      const factor = input.durationSeconds / window;
      return reads(
        1,
        'table scan',
        factor,
        `every row is read, ${numberText(factor)} for each row of one hour.`,
      );
    }
  }
}
