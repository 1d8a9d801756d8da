import { countText } from '../../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';

const LEAST_ROWS = 1000;

/** Reports that every row is in one partition, which cannot be spread over servers. */
export const singlePartition: DiagnosisRule = {
  title: 'Single partition',
  needs: 'every partition',
  isBlind: ({ facts }) => facts.partitions === undefined,
  find: ({ facts: { partitions } }) =>
    partitions === undefined || partitions.count !== 1 || partitions.rows < LEAST_ROWS
      ? []
      : [
          {
            id: 'single-partition',
            title: `Single partition`,
            sentence: phrase`All ${countText(partitions.rows)} rows have one PartitionKey, ${partitions.largest === '' ? '(empty)' : partitions.largest}: one server serves them, up to 2,000 entities/s.`,
            confidence: 0.95,
            severity: 'note',
            cells: [],
            advice:
              'Fine while the table is small. To grow, put what queries filter by first into the PartitionKey.',
          },
        ],
};
