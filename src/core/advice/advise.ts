import { type KeyDesign, patternCost } from '../design/bench/judgeDesign.ts';
import { addedProperties } from '../design/bench/addedProperties.ts';
import { readBench } from '../design/bench/readBench.ts';
import { propertyLine, readProperties, withProperties, type Workload } from '../design/bench/workload.ts';
import { writeCost } from '../design/bench/writeCost.ts';
import type { BetterDesign, Found, KeyFacts, AdviceRule } from './rules/rule.ts';
import { parseTemplate } from '../keys/grammar/parseTemplate.ts';
import { proposeTemplate, type TemplateProposal } from '../keys/templates/proposeTemplate.ts';
import { counted } from '../grouped.ts';
import { literalText } from '../keys/grammar/keyTemplate.ts';
import { accountTarget, fanOut } from './rules/loadTargets.ts';
import { changingData, guidPartition, guidRow } from './rules/keyContent.ts';
import { datesAsPeopleWrite, oldestFirst, timeFirst } from './rules/times.ts';
import { largeEntities, longKeys, tooFewKeys } from './rules/limits.ts';
import { notAscii, refusedCharacters } from './rules/characters.ts';
import { partitionPerRow, partitionSize, scannedQuery, singlePartition } from './rules/partitions.ts';
import { twinRows } from './rules/twinRows.ts';
import { unpaddedNumbers } from './rules/unpaddedNumbers.ts';

/** What a rule found in a design, or in pasted keys. */
export interface Advice extends Found {
  readonly ruleId: string;
  readonly title: string;
  readonly source: string;
}

/** Whether the bench accepts a design once it was added with a click. */
function isRead(better: BetterDesign, workload: Workload): boolean {
  const lines = workload.properties.map(propertyLine);
  const { faults, designs } = readBench({
    properties: withProperties(lines.join('\n'), addedProperties(better)),
    patterns: '',
    writes: String(better.writes ?? 0),
    days: '0',
    bytes: String(better.bytes ?? 0),
    ms: '',
    designs: [better],
  });
  return Object.keys(faults).length === 0 && designs.length === 1;
}

/** Applies all rules to one design. */
export function adviseDesign(design: KeyDesign, workload: Workload): readonly Advice[] {
  const facts = {
    design,
    workload,
    write: writeCost(design, workload),
    reads: workload.patterns.map((pattern) => ({ pattern, cost: patternCost(design, pattern, workload) })),
  };
  return ADVICE_RULES.flatMap(({ id, title, source, ofDesign }) => {
    const found = ofDesign?.(facts);
    if (found === undefined) return [];
    const { better } = found;
    // If a change concerns only one RowKey, the other one stays.
    const kept =
      better === undefined || design.twin === undefined
        ? {}
        : { better: { twin: design.twin.text, ...better } };
    const { better: change, ...said } = { ...found, ...kept };
    // Do not offer a change that the bench would refuse, for example because both RowKeys would become the same text.
    const isOffered = change !== undefined && isRead(change, workload);
    return [{ ruleId: id, title, source, ...said, ...(isOffered && { better: change }) }];
  });
}

/**
 * Applies all rules to existing keys. With a workload, rules are also applied to templates derived from these keys, and
 * the change that a rule proposes there is attached to its finding.
 */
export function adviseKeys(facts: KeyFacts, workload?: Workload): readonly Advice[] {
  if (facts.partitionKeys.length === 0) return [];
  const judged = workload === undefined ? undefined : judgedDesign(designOfKeys(facts), workload);
  const ofDesign = judged === undefined ? [] : adviseDesign(judged.design, judged.workload);
  return ADVICE_RULES.flatMap(({ id, title, source, ofKeys }) => {
    const found = ofKeys?.(facts);
    if (found === undefined) return [];
    const better = found.better ?? ofDesign.find(({ ruleId }) => ruleId === id)?.better;
    return [{ ruleId: id, title, source, ...found, better }];
  });
}

/** Keys beyond this many are ignored: rules need a sample, not a table. */
const MOST_PASTED_KEYS = 50_000;

/** Reads pasted keys: one row per line, PartitionKey and RowKey separated by a tab. A line without a tab is a PartitionKey. */
export function keysOfText(text: string): KeyFacts {
  const partitionKeys: string[] = [];
  const rowKeys: string[] = [];
  for (const raw of text.split('\n', MOST_PASTED_KEYS)) {
    const line = raw.replace(/\r$/, '');
    if (line === '') continue;
    const tab = line.indexOf('\t');
    partitionKeys.push(tab < 0 ? line : line.slice(0, tab));
    if (tab >= 0) rowKeys.push(line.slice(tab + 1).split('\t', 1)[0] ?? '');
  }
  return { partitionKeys, rowKeys };
}

/** Keys as templates, and the properties that these name. */
interface KeysAsDesign {
  readonly partition: string;
  readonly row: string;
  /** Lines of the field "Properties". */
  readonly properties: string;
}

/** A text that at least this share of the keys is equal to becomes the template. */
const SAME_SHARE = 0.9;

/** The text that nearly all keys are equal to, as a template; undefined if there is none. */
function constantOf(keys: readonly string[]): string | undefined {
  const [most] = [...counted(keys)].toSorted((a, b) => b[1] - a[1]);
  if (most === undefined || most[1] < SAME_SHARE * keys.length) return undefined;
  return literalText(most[0]);
}

function propertyLines(proposal: TemplateProposal | undefined): readonly string[] {
  return (proposal?.properties ?? []).map(propertyLine);
}

/** The templates that keys fit. Keys that fit none become a single property. */
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
function judgedDesign(
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

/** All rules, most serious first. */
export const ADVICE_RULES: readonly AdviceRule[] = [
  tooFewKeys,
  largeEntities,
  refusedCharacters,
  unpaddedNumbers,
  datesAsPeopleWrite,
  scannedQuery,
  singlePartition,
  timeFirst,
  accountTarget,
  fanOut,
  guidPartition,
  partitionPerRow,
  guidRow,
  oldestFirst,
  twinRows,
  partitionSize,
  changingData,
  longKeys,
  notAscii,
];
