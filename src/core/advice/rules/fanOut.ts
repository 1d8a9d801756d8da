import { countText, shareText } from '../../words.ts';
import { type AdviceRule, SOURCES } from './rule.ts';

/** The share of a partition's target to aim for. The other half leaves room for bursts. */
const COMFORT = 0.5;
const WASTE = 10;

function prefixes(count: number): string {
  return `${countText(count)} ${count === 1 ? 'prefix' : 'prefixes'}`;
}

/** A part with another number of buckets. It keeps its width, because existing keys have it, unless the numbers need more digits. */
function withBuckets(text: string, buckets: number): string {
  return text.replace(/mod\s+\d+(?:\s*:D(\d+))?/, (_whole, width: string | undefined) => {
    const digits = width === undefined ? '' : `:D${Math.max(Number(width), String(buckets - 1).length)}`;
    return `mod ${buckets}${digits}`;
  });
}

export const fanOut: AdviceRule = {
  id: 'fan-out',
  title: 'The number of prefixes does not fit the load',
  source: SOURCES.targets,
  ofDesign: ({ design, write, workload }) => {
    const part = design.partition.parts.find((each) => each.kind === 'writer' || each.kind === 'hash');
    if (part === undefined || workload.writesPerSecond === 0) return undefined;
    const needed = Math.max(1, Math.ceil((write.partitionShare * write.active) / COMFORT));
    const text = design.partition.text.slice(part.from, part.to);
    const changed = (buckets: number) => ({
      partition: design.partition.text.replace(text, withBuckets(text, Math.min(1000, buckets))),
      row: design.row.text,
    });
    if (write.partitionShare > 1 && needed > part.buckets) {
      return {
        evidence: `${prefixes(part.buckets)}: each partition gets ${shareText(write.partitionShare)} of its target.`,
        fix: `Use ${prefixes(needed)} for this load.`,
        better: changed(needed),
      };
    }
    const isWaste = part.buckets >= WASTE && part.buckets >= WASTE * needed;
    return isWaste
      ? {
          evidence: `${countText(part.buckets)} prefixes, each at ${shareText(write.partitionShare)} of its target: every query over time becomes ${countText(part.buckets)} queries, but ${countText(needed)} would be enough.`,
          fix: `Use ${prefixes(needed)} for this load.`,
          better: changed(needed),
        }
      : undefined;
  },
};
