import { countText, numberText } from '../../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';
import { ONE_ROW } from './rowPerPartition.ts';

const MANY_PARTITIONS = 10_000;
const FEW_ROWS = 10;

/** Reports thousands of partitions of a few rows each, if they are not partitions by time. */
export const tooManyPartitions: DiagnosisRule = {
  title: 'Too many partitions',
  needs: 'every partition',
  isBlind: ({ facts }) => facts.partitions === undefined,
  find: ({ facts: { partitions, timeSource } }) => {
    if (partitions === undefined || partitions.count < MANY_PARTITIONS) return [];
    const rowsEach = partitions.rows / partitions.count;
    // The agents' design has a partition per minute.
    const isByTime = timeSource === 'partition' || timeSource === 'both';
    if (isByTime || rowsEach <= ONE_ROW || rowsEach >= FEW_ROWS) return [];
    return [
      {
        id: 'too-many-partitions',
        title: `Too many partitions`,
        sentence: phrase`${countText(partitions.count)} partitions hold ${numberText(rowsEach)} rows each on average: a query over time has to visit them all.`,
        confidence: 0.8,
        severity: 'note',
        cells: [],
        advice: 'Hash the key into a fixed number of buckets, as many as the write rate needs.',
      },
    ];
  },
};
