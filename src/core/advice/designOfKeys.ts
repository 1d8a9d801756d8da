import type { KeyDesign } from '../design/bench/judgeDesign.ts';
import { propertyLine, readProperties, withProperties, type Workload } from '../design/bench/workload.ts';
import { parseTemplate } from '../keys/grammar/parseTemplate.ts';
import { proposeTemplate, type TemplateProposal } from '../keys/templates/proposeTemplate.ts';
import type { KeyFacts } from './rules/rule.ts';
import { literalText } from '../keys/grammar/keyTemplate.ts';

/** Keys as templates, with the properties that these name. */
export interface KeysAsDesign {
  readonly partition: string;
  readonly row: string;
  /** Lines of the field "Properties". */
  readonly properties: string;
}

/** If at least this share of the keys is one text, that text is the template. */
const SAME_SHARE = 0.9;

/** The text that nearly all keys equal, as a template; undefined if there is none. */
function constantOf(keys: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (most === undefined || most[1] < SAME_SHARE * keys.length) return undefined;
  return literalText(most[0]);
}

function propertyLines(proposal: TemplateProposal | undefined): readonly string[] {
  return (proposal?.properties ?? []).map(propertyLine);
}

/** The templates that keys fit, or one property for keys that fit none. */
export function designOfKeys({ partitionKeys, rowKeys }: KeyFacts): KeysAsDesign {
  const partition = proposeTemplate(partitionKeys);
  const row = proposeTemplate(rowKeys, 'Item');
  const left = constantOf(partitionKeys) ?? partition?.template.text;
  const right = row?.template.text;
  const lines = [
    ...(left === undefined ? [`Part1: String, ${Math.max(1, new Set(partitionKeys).size)} values`] : []),
    ...(right === undefined ? [`Item1: String, ${Math.max(1, new Set(rowKeys).size)} values`] : []),
    ...(left === partition?.template.text ? propertyLines(partition) : []),
    ...propertyLines(row),
  ];
  return {
    partition: left ?? '{Part1}',
    row: right ?? '{Item1}',
    properties: withProperties('', lines.join('\n')),
  };
}

/** The design as the bench evaluates it; undefined if a constant text cannot be a key. */
export function judgedDesign(
  { partition, row, properties }: KeysAsDesign,
  workload: Workload,
): { readonly design: KeyDesign; readonly workload: Workload } | undefined {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  const own = readProperties(properties);
  if (!left.ok || !right.ok || !own.ok) return undefined;
  const known = new Set(own.value.map(({ name }) => name));
  // The entity's own properties come first, so that a rule that puts one at the start of a key picks one that queries compare.
  const all = [...workload.properties.filter(({ name }) => !known.has(name)), ...own.value];
  return {
    design: { partition: left.value, row: right.value },
    workload: { ...workload, properties: all },
  };
}
