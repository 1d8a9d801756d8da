import { countText, numberText } from '../../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';

const LEAST_PARTITIONS = 200;
/** Up to this many rows per partition on average, each partition counts as having one. */
export const ONE_ROW = 1.2;

/**
 * Reports partitions of one row each, which allow neither batches nor ranges within a partition. Rounded times at a low rate do
 * not count.
 */
export const rowPerPartition: DiagnosisRule = {
  title: 'One row per partition',
  needs: 'whole partitions',
  isBlind: ({ facts }) => facts.partitions === undefined,
  find: ({ facts: { partitions, timeSource, roundingTicks = 1n } }) => {
    if (partitions === undefined || partitions.count < LEAST_PARTITIONS) return [];
    const isRounded = (timeSource === 'partition' || timeSource === 'both') && roundingTicks > 1n;
    const rowsEach = partitions.rows / partitions.count;
    if (isRounded || rowsEach > ONE_ROW) return [];
    return [
      {
        id: 'row-per-partition',
        title: `One row per partition`,
        sentence: phrase`${countText(partitions.rows)} rows are in ${countText(partitions.count)} partitions, ${numberText(rowsEach)} each. So rows cannot be written in batches, and a page may end at every partition.`,
        confidence: 0.9,
        severity: 'note',
        cells: [],
        advice: 'Move the unique part (ticks, GUID) into the RowKey and keep a coarser PartitionKey.',
      },
    ];
  },
};
