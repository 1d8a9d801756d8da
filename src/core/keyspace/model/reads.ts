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
  const factor = input.durationSeconds / window;
  const [requestsPerTimeQuery, queryClass, rowsReadPerRowWanted, words] = (
    {
      ticks: [1, 'partition range', excess, 'one range of PartitionKeys holds it.'],
      'inverted ticks': [1, 'partition range', excess, 'one range of PartitionKeys holds it.'],
      'prefixed ticks': [
        input.prefixes,
        'partition range',
        excess,
        'one range for each prefix, used or not, in parallel.',
      ],
      'partition per writer': [
        input.writers,
        'row range',
        excess,
        'one range of RowKeys for each writer, whose names must be known.',
      ],
      hash: [input.prefixes, 'row range', excess, 'one range of RowKeys for each bucket, in parallel.'],
      guid: [1, 'table scan', factor, `every row is read, ${numberText(factor)} for each row of one hour.`],
    } as const
  )[input.scheme];
  const queries = `${countText(requestsPerTimeQuery)} ${requestsPerTimeQuery === 1 ? 'query' : 'queries'}`;
  const sentence = `A window of time takes ${queries} (${queryClass}): ${words}`;
  return { requestsPerTimeQuery, queryClass, rowsReadPerRowWanted, sentence };
}
