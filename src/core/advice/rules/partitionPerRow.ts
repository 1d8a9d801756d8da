import { countText } from '../../words.ts';
import { appended, changedRows } from './rowKeys.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

const FEWEST_ROWS = 20;

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
      evidence: `${text} differs in every row, so no two rows share a partition: no entity group transactions, and a range query crosses a partition boundary at each row.`,
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
  demo: demoDesign('{Ticks}', '{DeviceId}'),
};
