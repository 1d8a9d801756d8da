import { counted } from '../../grouped.ts';
import { countText, numberText, shareText } from '../../words.ts';
import { stableNames, type AdviceRule, SOURCES, appended, changedRows } from './rule.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { stepSeconds } from '../../design/bench/keyReach.ts';

/** `singlePartition` applies if one partition holds at least this share of all rows. */
const MOST_SHARE = 0.9;
/** With fewer keys than this, it means nothing that all are in one partition or each in its own. */
const FEWEST_ROWS = 20;

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
      better: first === undefined ? undefined : { partition: `{${first}}`, row: design.row.text },
    };
  },
  ofKeys: ({ partitionKeys }) => {
    const most = Math.max(0, ...counted(partitionKeys).values());
    if (partitionKeys.length < FEWEST_ROWS || most < MOST_SHARE * partitionKeys.length) return undefined;
    return {
      evidence: `${shareText(most / partitionKeys.length)} of ${countText(partitionKeys.length)} rows are in one partition.`,
      fix: 'Begin the PartitionKey with what your queries compare, or with a hash of it.',
    };
  },
};

export const partitionPerRow: AdviceRule = {
  id: 'partition-per-row',
  title: 'Each row has a partition of its own',
  source: SOURCES.guide,
  ofDesign: ({ design, write }) => {
    const { partition, twin } = design;
    const exact = partition.parts.find(
      (part) => part.kind === 'guid' || (part.kind === 'time' && part.codec.step < 10_000n),
    );
    if (exact === undefined || write.transactionRows > write.rowsPerEntity) return undefined;
    const text = partition.text.slice(exact.from, exact.to);
    const rounded = exact.kind === 'time' ? `${text.slice(1, -1).replace(/\/.*$/, '')}/1m` : undefined;
    return {
      evidence: `${text} differs in every row, so no two rows share a partition: they cannot be written in one transaction, and a range query crosses a partition boundary at each row.`,
      fix: 'Round the time, or move this part to the RowKey.',
      ...(rounded === undefined
        ? {}
        : {
            better: {
              partition: partition.text.replace(text, `{${rounded}}`),
              // Twin rows keep their leading texts, which tell them apart.
              ...changedRows(design, ({ text: own }) => {
                if (own.includes(text)) return own;
                return twin === undefined && own !== '' ? `${text}_${own}` : appended(own, text);
              }),
            },
          }),
    };
  },
  ofKeys: ({ partitionKeys }) => {
    const distinct = new Set(partitionKeys).size;
    if (partitionKeys.length < FEWEST_ROWS || distinct < partitionKeys.length) return undefined;
    return {
      evidence: `${countText(distinct)} PartitionKeys in ${countText(partitionKeys.length)} rows.`,
      fix: 'Round the time in the PartitionKey, or move what differs to the RowKey.',
    };
  },
};

/** With fewer rows per partition, a window crosses many boundaries, each of which may end a page. */
const FEW_ROWS = 10;
/** A partition with more rows takes over 10,000 requests to read, one after another, at 1,000 rows a page. */
const MANY_ROWS = 10_000_000;

const STEPS = [
  ['1m', 60],
  ['1h', 3600],
  ['1d', 86_400],
] as const;

/**
 * The template with its time rounded so that a partition gets enough rows; undefined if its time is not a number, which could be rounded.
 */
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
        evidence: `A partition gets ${countText(closesAtRows)} rows before the next one begins, so a query over a long time crosses many partition boundaries.`,
        fix: 'Round the time in the PartitionKey to a longer interval.',
        ...changed(coarser(design.partition, closesAtRows)),
      };
    }
    return undefined;
  },
};

function othersText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '; 1 other query does the same' : `; ${countText(count)} other queries do the same`;
}

export const scannedQuery: AdviceRule = {
  id: 'scanned-query',
  title: 'A query cannot compute the PartitionKey',
  source: SOURCES.query,
  ofDesign: ({ design, reads, workload }) => {
    const scans = reads
      .filter(({ cost }) => cost.queryClass === 'table scan')
      .toSorted((a, b) => b.pattern.perSecond - a.pattern.perSecond);
    const [worst] = scans;
    if (worst === undefined) return undefined;
    const { pattern, cost } = worst;
    const [compared] = stableNames(pattern.equal, workload.properties);
    const what = cost.stoppedAt === undefined ? 'The PartitionKey' : `${cost.stoppedAt} of the PartitionKey`;
    return {
      evidence: `"${pattern.name}" (${numberText(pattern.perSecond)}/s) does not know ${what.charAt(0).toLowerCase()}${what.slice(1)}, so each run reads all ${countText(cost.rowsRead)} rows${othersText(scans.length - 1)}.`,
      fix: 'Let the PartitionKey begin with what this query compares, or write each row a second time with such a key.',
      better: compared === undefined ? undefined : { partition: `{${compared}}`, row: design.row.text },
    };
  },
};
