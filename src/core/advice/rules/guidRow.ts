import { countText } from '../../words.ts';
import { rowTemplates } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { changedRow } from './rowKeys.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** A RowKey that sorts by time before its GUID; a text at its start keeps twin rows apart. */
function withTime({ text, parts }: KeyTemplate, isNewestFirst: boolean): string {
  const at = parts.find(({ kind }) => kind === 'guid')?.from ?? 0;
  return `${text.slice(0, at)}${isNewestFirst ? '{InvertedTicks}' : '{Ticks}'}_${text.slice(at)}`;
}

export const guidRow: AdviceRule = {
  id: 'guid-row',
  title: 'RowKeys have no order, and a query needs one',
  source: SOURCES.patterns,
  ofDesign: ({ design, reads }) => {
    const random = rowTemplates(design).find(
      ({ parts }) => parts.find(({ kind }) => kind !== 'literal')?.kind === 'guid',
    );
    if (random === undefined) return undefined;
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
        ...changedRow(design, random, withTime(random, pattern.latest !== undefined)),
      },
    };
  },
  demo: demoDesign('{DeviceId}', '{Guid}'),
};
