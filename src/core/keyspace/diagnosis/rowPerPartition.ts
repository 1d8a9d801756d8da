import { countText, numberText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';

const LEAST_PARTITIONS = 200;
/** Rows a partition up to which each has "one". */
export const ONE_ROW = 1.2;

/** Partitions of one row each: no batch, no range within a partition. Rounded times at a low rate are not meant. */
export const rowPerPartition: DiagnosisRule = {
  id: 'row-per-partition',
  title: 'One row per partition',
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
        sentence: phrase`${countText(partitions.rows)} rows lie in ${countText(partitions.count)} partitions, ${numberText(rowsEach)} each: no two can be written in one batch, and a page may end at every one.`,
        confidence: 0.9,
        severity: 'note',
        cells: [],
        advice: 'Move the unique part (ticks, GUID) into the RowKey and keep a coarser PartitionKey.',
      },
    ];
  },
};
