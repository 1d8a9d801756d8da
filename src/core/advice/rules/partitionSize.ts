import { countText } from '../../words.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { stepSeconds } from '../../design/bench/keyReach.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** With fewer rows per partition, a window crosses many boundaries, and each may end a page. */
const FEW_ROWS = 10;
/** At 1,000 rows a page, reading such a partition takes 10,000 requests one after another. */
const MANY_ROWS = 10_000_000;

const STEPS = [
  ['1m', 60],
  ['1h', 3600],
  ['1d', 86_400],
] as const;

/** The template with its time rounded so that a partition gets enough rows; undefined if it holds no number to round. */
function coarser({ parts, text }: KeyTemplate, rowsInStep: number): string | undefined {
  const time = parts.find((part) => part.kind === 'time');
  if (time?.kind !== 'time' || time.style.kind !== 'number' || time.style.name === undefined)
    return undefined;
  const own = stepSeconds(time);
  const step = STEPS.find(([, seconds]) => seconds > own && (rowsInStep * seconds) / own >= 10 * FEW_ROWS);
  const [words] = step ?? ['1d'];
  return `${text.slice(0, time.from)}{${time.style.name}/${words}}${text.slice(time.to)}`;
}

/** Starts a new partition each day, if the PartitionKey has no time. */
function finer({ parts, text }: KeyTemplate): string | undefined {
  return parts.some((part) => part.kind === 'time') || text === '' ? undefined : `${text}_{yyyyMMdd}`;
}

export const partitionSize: AdviceRule = {
  id: 'partition-size',
  title: 'Partitions are too coarse or too fine',
  source: SOURCES.guide,
  ofDesign: ({ design, write, workload, reads }) => {
    const changed = (partition: string | undefined) =>
      partition === undefined ? {} : { better: { partition, row: design.row.text } };
    const { closesAtRows, growthRowsPerDay } = write;
    const rows = closesAtRows ?? growthRowsPerDay * workload.keptDays;
    const scans = reads.some(({ cost }) => cost.queryClass === 'partition range');
    if (rows > MANY_ROWS && scans) {
      return {
        evidence: `A partition grows to ${countText(rows)} rows, and a query reads whole partitions: ${countText(Math.ceil(rows / 1000))} pages one after another.`,
        fix: 'Add a finer time, or a property that queries compare, to the PartitionKey.',
        ...changed(finer(design.partition)),
      };
    }
    if (closesAtRows !== undefined && closesAtRows < FEW_ROWS && workload.writesPerSecond > 0 && scans) {
      return {
        evidence: `A partition gets ${countText(closesAtRows)} rows before the next one begins, so a long window crosses many partition boundaries.`,
        fix: 'Round the time in the PartitionKey to a longer interval.',
        ...changed(coarser(design.partition, closesAtRows)),
      };
    }
    return undefined;
  },
  demo: demoDesign('{Ticks/1s}', '{DeviceId}_{Guid}', {
    writes: 2,
    patterns: 'Last day | Time within 24h | 1',
  }),
};
