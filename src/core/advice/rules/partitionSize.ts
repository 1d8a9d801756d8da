import { countText } from '../../words.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** With fewer rows per partition, a window crosses many boundaries, and each may end a page. */
const FEW_ROWS = 10;
/** At 1,000 rows a page, reading such a partition takes 10,000 requests one after another. */
const MANY_ROWS = 10_000_000;

export const partitionSize: AdviceRule = {
  id: 'partition-size',
  title: 'Partitions are too coarse or too fine',
  source: SOURCES.guide,
  ofDesign: ({ write, workload, reads }) => {
    const { closesAtRows, growthRowsPerDay } = write;
    const rows = closesAtRows ?? growthRowsPerDay * workload.keptDays;
    const scans = reads.some(({ cost }) => cost.queryClass === 'partition range');
    if (rows > MANY_ROWS && scans) {
      return {
        evidence: `A partition grows to ${countText(rows)} rows, and a query reads whole partitions: ${countText(Math.ceil(rows / 1000))} pages one after another.`,
        fix: 'Add a finer time, or a property that queries compare, to the PartitionKey.',
      };
    }
    if (closesAtRows !== undefined && closesAtRows < FEW_ROWS && workload.writesPerSecond > 0 && scans) {
      return {
        evidence: `A partition gets ${countText(closesAtRows)} rows before the next one begins, so a long window crosses many partition boundaries.`,
        fix: 'Round the time in the PartitionKey to a longer interval.',
      };
    }
    return undefined;
  },
  demo: demoDesign('{Ticks/1s}', '{DeviceId}_{Guid}', {
    writes: 2,
    patterns: 'Last day | Time within 24h | 1',
  }),
};
