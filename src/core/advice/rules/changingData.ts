import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** Names of what changes during the life of a row. */
const CHANGES =
  /^(?:.*(?:status|state|price|balance|count|total|modified|updated|lastseen|progress|priority|assignee))$/i;

export const changingData: AdviceRule = {
  id: 'changing-data',
  title: 'A key holds data that changes',
  source: SOURCES.guide,
  ofDesign: ({ design, workload }) => {
    const types = new Map(workload.properties.map(({ name, type }) => [name, type]));
    for (const { parts } of [design.partition, design.row]) {
      for (const part of parts) {
        if (part.kind !== 'property') continue;
        const isFraction = types.get(part.name) === 'Double';
        if (!isFraction && !CHANGES.test(part.name)) continue;
        return {
          evidence: isFraction
            ? `{${part.name}} is a Double: its text depends on the language, and a measured value changes.`
            : `{${part.name}} sounds like something that changes: a key cannot be changed, so each change deletes the row and writes another, maybe in another partition.`,
          fix: 'Keep it as a property; use in keys only what stays the same.',
        };
      }
    }
    return undefined;
  },
  demo: demoDesign('{OrderStatus}', '{Guid}', {
    properties: 'OrderStatus: String, 5 values',
    patterns: 'Open orders | OrderStatus == @s | 1',
  }),
};
