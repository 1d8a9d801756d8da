import type { KeyDesign } from '../../design/bench/judgeDesign.ts';
import type { AccessPattern, EntityProperty } from '../../design/bench/workload.ts';
import { type TemplatePart, templateProperties } from '../../keys/templates/keyTemplate.ts';
import { withoutParts } from '../../keys/templates/retext.ts';
import { type AdviceRule, type BetterDesign, demoDesign, SOURCES } from './rule.ts';

/** Names of what changes during the life of a row. */
const CHANGES =
  /^(?:.*(?:status|state|price|balance|count|total|modified|updated|lastseen|progress|priority|assignee))$/i;

/** What the PartitionKey begins with if nothing else is left in it. */
function stableStart(
  design: KeyDesign,
  patterns: readonly AccessPattern[],
  properties: readonly EntityProperty[],
  isChanging: (name: string) => boolean,
): string {
  const own = templateProperties(design.row);
  const names = [...patterns.flatMap(({ equal }) => equal), ...properties.map(({ name }) => name)];
  const described = new Set(properties.map(({ name }) => name));
  const found = names.find((name) => described.has(name) && !isChanging(name) && !own.includes(name));
  return found === undefined ? '{yyyyMMdd}' : `{${found}}`;
}

export const changingData: AdviceRule = {
  id: 'changing-data',
  title: 'A key holds data that changes',
  source: SOURCES.guide,
  ofDesign: ({ design, workload: { properties, patterns } }) => {
    const types = new Map(properties.map(({ name, type }) => [name, type]));
    const isChanging = (name: string): boolean => types.get(name) === 'Double' || CHANGES.test(name);
    const isLeftOut = (part: TemplatePart): boolean => part.kind === 'property' && isChanging(part.name);
    const part = [...design.partition.parts, ...design.row.parts].find(isLeftOut);
    if (part?.kind !== 'property') return undefined;
    const better: BetterDesign = {
      partition:
        withoutParts(design.partition, isLeftOut) || stableStart(design, patterns, properties, isChanging),
      row: withoutParts(design.row, isLeftOut) || '{Guid}',
    };
    return {
      evidence:
        types.get(part.name) === 'Double'
          ? `{${part.name}} is a Double: its text depends on the language, and a measured value changes.`
          : `{${part.name}} sounds like something that changes: a key cannot be changed, so each change deletes the row and writes another, maybe in another partition.`,
      fix: 'Keep it as a property; use in keys only what stays the same.',
      better,
    };
  },
  demo: demoDesign('{OrderStatus}', '{Guid}', {
    properties: 'OrderStatus: String, 5 values\nTenantId: String, 200 values',
    patterns: 'Open orders | TenantId == @t and OrderStatus == @s | 1',
  }),
};
