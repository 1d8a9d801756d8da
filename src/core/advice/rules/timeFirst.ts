import { countText, shareText } from '../../words.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../keyspace/target.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

const WORDS = { 'append-only': 'the end', 'prepend-only': 'the start' } as const;

/** Below this share of a partition's target, a single partition can take all writes. */
const EASY_SHARE = 0.25;

export const timeFirst: AdviceRule = {
  id: 'time-first',
  title: 'All writes go to one end of the table',
  source: SOURCES.checklist,
  ofDesign: ({ design, write, workload }) => {
    const { front, partitionShare } = write;
    if ((front !== 'append-only' && front !== 'prepend-only') || partitionShare < EASY_SHARE)
      return undefined;
    const buckets = Math.max(2, Math.ceil(partitionShare / 0.5));
    return {
      evidence: `The PartitionKey begins with the time (${front}): ${countText(workload.writesPerSecond)} writes/s go to ${WORDS[front]} of the table, ${shareText(partitionShare)} of the ${countText(PARTITION_TARGET_PER_SECOND)}/s of one partition. Load balancing moves the range after the writes have moved on.`,
      fix: `Put ${countText(buckets)} prefixes before the time. A window then costs ${countText(buckets)} queries in parallel.`,
      better: {
        partition: `{Writer mod ${Math.min(buckets, 1000)}}___${design.partition.text}`,
        row: design.row.text,
      },
    };
  },
  demo: demoDesign('{Ticks/1m}', '{DeviceId}_{Guid}', { writes: 3000 }),
};
