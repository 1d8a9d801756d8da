import { countText, shareText } from '../../words.ts';
import {
  stableNames,
  appended,
  changedRow,
  changedRows,
  type AdviceRule,
  SOURCES,
  isChanging,
  type BetterDesign,
} from './rule.ts';
import { rowTemplates, type KeyDesign, templatesOf } from '../../design/bench/judgeDesign.ts';
import { type KeyTemplate, type TemplatePart, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import type { Workload } from '../../design/bench/workload.ts';
import { withoutParts } from '../../keys/templates/retext.ts';

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

/** How the PartitionKey begins if nothing is left of it. */
function stableStart({ row }: KeyDesign, { patterns, properties }: Workload): string {
  const own = templateProperties(row);
  const names = [...patterns.flatMap(({ equal }) => equal), ...properties.map(({ name }) => name)];
  const found = stableNames(names, properties).find((name) => !own.includes(name));
  return found === undefined ? '{yyyyMMdd}' : `{${found}}`;
}

/** A RowKey without the parts that change. If no other part differs from row to row, a GUID keeps the rows apart. */
function stableRow(template: KeyTemplate, isLeftOut: (part: TemplatePart) => boolean): string {
  if (!template.parts.some(isLeftOut)) return template.text;
  const text = withoutParts(template, isLeftOut);
  const hasMore = template.parts.some((part) => part.kind !== 'literal' && !isLeftOut(part));
  return hasMore ? text : `${text}{Guid}`;
}

export const changingData: AdviceRule = {
  id: 'changing-data',
  title: 'A key holds data that changes',
  source: SOURCES.guide,
  ofDesign: ({ design, workload }) => {
    const types = new Map(workload.properties.map(({ name, type }) => [name, type]));
    const isLeftOut = (part: TemplatePart): boolean =>
      part.kind === 'property' && isChanging(part.name, workload.properties);
    const part = templatesOf(design)
      .flatMap(({ parts }) => parts)
      .find(isLeftOut);
    if (part?.kind !== 'property') return undefined;
    const better: BetterDesign = {
      partition: withoutParts(design.partition, isLeftOut) || stableStart(design, workload),
      ...changedRows(design, (template) => stableRow(template, isLeftOut)),
    };
    return {
      evidence:
        types.get(part.name) === 'Double'
          ? `{${part.name}} is a Double: programs write it in different ways, and a measured value changes.`
          : `{${part.name}} seems to change during the life of a row. A key cannot change, so each change deletes the row and writes another one.`,
      fix: 'Keep it as a property. Use only values in keys that never change.',
      better,
    };
  },
};
