import { countText } from '../../words.ts';
import { rowTemplates } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { changedRow } from './rowKeys.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** The time in a RowKey, if it sorts the oldest first. */
function risingTime({ parts }: KeyTemplate): TemplatePart | undefined {
  const time = parts.find((part) => part.kind === 'time');
  const isFalling = time?.codec.isDescending === true;
  return isFalling ? undefined : time;
}

export const oldestFirst: AdviceRule = {
  id: 'oldest-first',
  title: 'Queries want the newest rows, but the oldest are first',
  source: SOURCES.patterns,
  ofDesign: ({ design, reads }) => {
    const newest = reads.find(
      ({ pattern, cost }) =>
        pattern.latest !== undefined &&
        cost.rowsRead > 2 * pattern.latest &&
        cost.queryClass !== 'table scan',
    );
    // The RowKey that the query uses comes first.
    const rows = rowTemplates(design);
    const ordered = newest?.cost.isByTwin === true ? rows.toReversed() : rows;
    const row = ordered.find((each) => risingTime(each) !== undefined);
    const time = row && risingTime(row);
    if (newest === undefined || row === undefined || time === undefined) return undefined;
    const text = row.text.slice(time.from, time.to);
    return {
      evidence: `"${newest.pattern.name}" wants ${countText(newest.pattern.latest ?? 0)} rows and reads ${countText(newest.cost.rowsRead)}: ${text} puts the oldest first, and the service only sorts ascending.`,
      fix: 'Count the time down (log tail): {InvertedTicks}.',
      better: {
        partition: design.partition.text,
        ...changedRow(
          design,
          row,
          `${row.text.slice(0, time.from)}{InvertedTicks}${row.text.slice(time.to)}`,
        ),
      },
    };
  },
  demo: demoDesign('{DeviceId}', '{Ticks}', {
    patterns: 'Newest 10 | DeviceId == @device and latest 10 | 2',
  }),
};
