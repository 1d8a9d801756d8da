import { type KeyDesign, patternCost } from '../design/bench/judgeDesign.ts';
import { addedProperties } from '../design/bench/addedProperties.ts';
import { readBench } from '../design/bench/readBench.ts';
import { propertyLine, withProperties, type Workload } from '../design/bench/workload.ts';
import { writeCost } from '../design/bench/writeCost.ts';
import { designOfKeys, judgedDesign } from './designOfKeys.ts';
import type { BetterDesign, Found, KeyFacts } from './rules/rule.ts';
import { ADVICE_RULES } from './rules/registry.ts';

/** What a rule found in a design, or in pasted keys. */
export interface Advice extends Found {
  readonly ruleId: string;
  readonly title: string;
  readonly source: string;
}

/** Whether the bench accepts a design that was added with one click. */
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
    // If a change touches only one RowKey, the other stays.
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

/** Reads pasted keys: one row a line, PartitionKey and RowKey separated by a tab; a line without one is a PartitionKey. */
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
