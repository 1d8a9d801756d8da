import { countText, numberText, shareText } from '../../words.ts';
import { stableNames } from './keyNames.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** The rule applies if one partition holds at least this share of all rows. */
const MOST_SHARE = 0.9;
const FEWEST_ROWS = 20;

function largest(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

export const singlePartition: AdviceRule = {
  id: 'single-partition',
  title: 'Nearly all rows are in one partition',
  source: SOURCES.checklist,
  ofDesign: ({ design, write, workload }) => {
    if (write.front !== 'one partition') return undefined;
    const names = workload.properties.map(({ name }) => name);
    const [first] = stableNames(names, workload.properties);
    return {
      evidence: `${design.partition.text || 'The empty PartitionKey'} is the same for every row: all writes (${numberText(workload.writesPerSecond)}/s) go to one partition, ${shareText(write.partitionShare)} of its target.`,
      fix: 'Begin the PartitionKey with what your queries compare, or with a hash of it.',
      ...(first === undefined ? {} : { better: { partition: `{${first}}`, row: design.row.text } }),
    };
  },
  ofKeys: ({ partitionKeys }) => {
    const most = largest(partitionKeys);
    if (partitionKeys.length < FEWEST_ROWS || most < MOST_SHARE * partitionKeys.length) return undefined;
    return {
      evidence: `${shareText(most / partitionKeys.length)} of ${countText(partitionKeys.length)} rows are in one partition.`,
      fix: 'Begin the PartitionKey with what your queries compare, or with a hash of it.',
    };
  },
  demo: demoDesign('logs', '{Ticks}_{Guid}'),
};
