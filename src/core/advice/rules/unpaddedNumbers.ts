import { templatesOf } from '../../design/bench/judgeDesign.ts';
import type { Workload } from '../../design/bench/workload.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { retext } from '../../keys/templates/retext.ts';
import { changedRows, type AdviceRule, SOURCES } from './rule.ts';

const WHOLE = /^\d{1,18}$/;
const MOST_KEYS = 5000;

/** Two numbers that sort differently as text than as numbers. The second one is the smaller number. */
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

/** How many digits the largest number of a type has. With that padding, numbers sort. */
export const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['Int32', 10],
  ['Int64', 19],
]);

/** The text of a part with padding added; undefined if it is not a number, or is padded already. */
function paddingOf({ properties }: Workload): (part: TemplatePart) => string | undefined {
  const widths = new Map(properties.map(({ name, type }) => [name, WIDTHS.get(type)]));
  return (part) => {
    if (part.kind !== 'property' || part.width !== undefined || part.values !== undefined) return undefined;
    const width = widths.get(part.name);
    return width === undefined ? undefined : `{${part.name}:D${width}}`;
  };
}

export const unpaddedNumbers: AdviceRule = {
  id: 'unpadded-numbers',
  title: 'Numbers without leading zeros do not sort as numbers',
  source: SOURCES.model,
  ofDesign: ({ design, workload }) => {
    const padding = paddingOf(workload);
    const part = templatesOf(design)
      .flatMap(({ parts }) => parts)
      .find((each) => padding(each) !== undefined);
    if (part?.kind !== 'property') return undefined;
    const padded = (template: KeyTemplate): string => retext(template, (each, own) => padding(each) ?? own);
    const type = workload.properties.find(({ name }) => name === part.name)?.type ?? '';
    return {
      evidence: `{${part.name}} is an ${type} without padding: "111" sorts before "2", so ranges over it are wrong.`,
      fix: `Pad it with zeros: ${padding(part) ?? ''}. If it can be negative, add an offset first.`,
      better: { partition: padded(design.partition), ...changedRows(design, padded) },
    };
  },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const evidence = ofText('PartitionKey', partitionKeys) ?? ofText('RowKey', rowKeys);
    return evidence === undefined
      ? undefined
      : { evidence, fix: 'Write numbers with leading zeros, all with the same number of digits.' };
  },
};
