import { countText } from '../../words.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

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
    const time = design.row.parts.find((part) => part.kind === 'time');
    const isAscending =
      time !== undefined && !(time.style.kind === 'number' && time.style.name.startsWith('Inverted'));
    if (newest === undefined || !isAscending) return undefined;
    const text = design.row.text.slice(time.from, time.to);
    return {
      evidence: `"${newest.pattern.name}" wants ${countText(newest.pattern.latest ?? 0)} rows and reads ${countText(newest.cost.rowsRead)}: ${text} puts the oldest first, and the service only sorts ascending.`,
      fix: 'Count the time down (log tail): {InvertedTicks}.',
      better: { partition: design.partition.text, row: design.row.text.replace(text, '{InvertedTicks}') },
    };
  },
  demo: demoDesign('{DeviceId}', '{Ticks}', {
    patterns: 'Newest 10 | DeviceId == @device and latest 10 | 2',
  }),
};
