import { countText } from '../../words.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

export const guidRow: AdviceRule = {
  id: 'guid-row',
  title: 'RowKeys have no order, and a query needs one',
  source: SOURCES.patterns,
  ofDesign: ({ design, reads }) => {
    if (design.row.parts[0]?.kind !== 'guid') return undefined;
    const ordered = reads.find(
      ({ pattern, cost }) =>
        (pattern.windowSeconds !== undefined || pattern.latest !== undefined) &&
        cost.rowsRead > 2 * Math.max(1, cost.rowsReturned),
    );
    if (ordered === undefined) return undefined;
    const { pattern, cost } = ordered;
    return {
      evidence: `"${pattern.name}" reads ${countText(cost.rowsRead)} rows for ${countText(cost.rowsReturned)}: {Guid} comes first in the RowKey, so rows do not sort by time.`,
      fix: 'Put the time before the GUID; count it down if queries want the newest rows first.',
      better: {
        partition: design.partition.text,
        row: `${pattern.latest === undefined ? '{Ticks}' : '{InvertedTicks}'}_${design.row.text}`,
      },
    };
  },
  demo: demoDesign('{DeviceId}', '{Guid}'),
};
