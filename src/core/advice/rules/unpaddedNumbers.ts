import { type AdviceRule, SOURCES } from './rule.ts';

const WHOLE = /^\d{1,18}$/;
const MOST_KEYS = 5000;

/** Two numbers that sort differently as text than as numbers; the smaller one is the second. */
function misordered(keys: readonly string[]): readonly [string, string] | undefined {
  const numbers = [...new Set(keys.filter((key) => WHOLE.test(key)))].slice(0, MOST_KEYS).sort();
  for (const [at, key] of numbers.entries()) {
    const next = numbers[at + 1];
    if (next !== undefined && BigInt(key) > BigInt(next)) return [key, next];
  }
  return undefined;
}

function ofText(name: string, keys: readonly string[]): string | undefined {
  const pair = misordered(keys);
  return pair === undefined ? undefined : `${name} "${pair[0]}" sorts before "${pair[1]}".`;
}

export const unpaddedNumbers: AdviceRule = {
  id: 'unpadded-numbers',
  title: 'Numbers without leading zeros do not sort as numbers',
  source: SOURCES.model,
  ofDesign: ({ design, workload }) => {
    const types = new Map(workload.properties.map(({ name, type }) => [name, type]));
    for (const template of [design.partition, design.row]) {
      for (const part of template.parts) {
        if (part.kind !== 'property' || part.width !== undefined) continue;
        const type = types.get(part.name);
        if (type !== 'Int32' && type !== 'Int64') continue;
        const width = type === 'Int32' ? 10 : 19;
        const fixed = template.text.replace(`{${part.name}}`, `{${part.name}:D${width}}`);
        return {
          evidence: `{${part.name}} is an ${type} without padding: "111" sorts before "2", so ranges over it are wrong.`,
          fix: `Pad it with zeros: {${part.name}:D${width}}. Numbers below 0 need an offset first.`,
          better:
            template === design.partition
              ? { partition: fixed, row: design.row.text }
              : { partition: design.partition.text, row: fixed },
        };
      }
    }
    return undefined;
  },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const evidence = ofText('PartitionKey', partitionKeys) ?? ofText('RowKey', rowKeys);
    return evidence === undefined
      ? undefined
      : { evidence, fix: 'Write numbers with leading zeros, all with the same number of digits.' };
  },
  demo: { kind: 'keys', lines: ['2', '10', '111', '25'] },
};
