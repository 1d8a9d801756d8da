import { countText, numberText } from '../../words.ts';
import { stableNames } from './keyNames.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

function othersText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '; so does 1 other query' : `; so do ${countText(count)} other queries`;
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
      ...(compared === undefined ? {} : { better: { partition: `{${compared}}`, row: design.row.text } }),
    };
  },
  demo: demoDesign('{Level:D2}', '{Ticks}_{Guid}'),
};
