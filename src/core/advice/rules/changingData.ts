import { type KeyDesign, templatesOf } from '../../design/bench/judgeDesign.ts';
import type { Workload } from '../../design/bench/workload.ts';
import { type KeyTemplate, type TemplatePart, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import { withoutParts } from '../../keys/templates/retext.ts';
import { isChanging, stableNames } from './keyNames.ts';
import { changedRows } from './rowKeys.ts';
import { type AdviceRule, type BetterDesign, SOURCES } from './rule.ts';

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
