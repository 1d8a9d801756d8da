import { countText, shareText } from '../../words.ts';
import { stableNames } from './keyNames.ts';
import { appended, changedRow, changedRows } from './rowKeys.ts';
import { type AdviceRule, SOURCES } from './rule.ts';
import { rowTemplates } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';

const GUID = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const FEWEST_ROWS = 10;
const MOST_SHARE = 0.9;

export const guidPartition: AdviceRule = {
  id: 'guid-partition',
  title: 'The PartitionKey is a GUID',
  source: SOURCES.query,
  ofDesign: ({ design, workload: { patterns, properties } }) => {
    const { partition } = design;
    if (partition.parts[0]?.kind !== 'guid') return undefined;
    const names = [...patterns.flatMap(({ equal }) => equal), ...properties.map(({ name }) => name)];
    const [compared] = stableNames(names, properties);
    return {
      evidence: `Queries by time or by a property do not know the GUID (${partition.text}), so they scan the table.`,
      fix: 'Begin the PartitionKey with what your queries compare; keep the GUID in the RowKey.',
      better: {
        partition: compared === undefined ? '{yyyyMMdd}' : `{${compared}}`,
        ...changedRows(design, ({ text, parts }) =>
          parts.some(({ kind }) => kind === 'guid') ? text : appended(text, '{Guid}'),
        ),
      },
    };
  },
  ofKeys: ({ partitionKeys }) => {
    const guids = partitionKeys.filter((key) => GUID.test(key)).length;
    if (partitionKeys.length < FEWEST_ROWS || guids < MOST_SHARE * partitionKeys.length) return undefined;
    return {
      evidence: `${shareText(guids / partitionKeys.length)} of ${countText(partitionKeys.length)} PartitionKeys are GUIDs.`,
      fix: 'Begin the PartitionKey with what your queries compare; keep the GUID in the RowKey.',
    };
  },
};

/** A RowKey with a time before its GUID. A text at its start stays there, because it tells twin rows apart. */
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
      fix: 'Put the time before the GUID, counting down if queries want the newest rows first.',
      better: {
        partition: design.partition.text,
        ...changedRow(design, random, withTime(random, pattern.latest !== undefined)),
      },
    };
  },
};
