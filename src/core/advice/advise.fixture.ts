import { parseTemplate } from '../keys/grammar/parseTemplate.ts';
import type { KeyDesign } from '../design/bench/judgeDesign.ts';
import { addedProperties } from '../design/bench/addedProperties.ts';
import { readBench } from '../design/bench/readBench.ts';
import { readPatterns, readProperties, withProperties, type Workload } from '../design/bench/workload.ts';
import { type Advice, adviseDesign, adviseKeys, keysOfText } from './advise.ts';
import type { AdviceDemo } from './rules/rule.ts';

export type DesignDemo = Extract<AdviceDemo, { kind: 'design' }>;

function keysOf({ partition, row, twin }: Pick<DesignDemo, 'partition' | 'row' | 'twin'>): KeyDesign {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  const second = twin === undefined ? undefined : parseTemplate(twin);
  if (!left.ok || !right.ok || second?.ok === false) throw new Error(`${partition} ${row}`);
  return { partition: left.value, row: right.value, ...(second && { twin: second.value }) };
}

export function workloadOf(demo: DesignDemo): Workload {
  const [properties, patterns] = [readProperties(demo.properties), readPatterns(demo.patterns)];
  if (!properties.ok || !patterns.ok) throw new Error(demo.patterns);
  return {
    properties: properties.value,
    patterns: patterns.value,
    writesPerSecond: demo.writes,
    keptDays: demo.days,
    entityBytes: demo.bytes,
    requestMs: 50,
  };
}

export function adviceOf(demo: AdviceDemo): readonly Advice[] {
  return demo.kind === 'keys'
    ? adviseKeys(keysOfText(demo.lines.join('\n')))
    : adviseDesign(keysOf(demo), workloadOf(demo));
}

export function idsOf(demo: AdviceDemo): readonly string[] {
  return adviceOf(demo).map(({ ruleId }) => ruleId);
}

/** The bench after one click on a proposed change. What the change says besides templates applies to all designs. */
export function changedDemo(demo: DesignDemo, better: NonNullable<Advice['better']>): DesignDemo {
  return { ...demo, ...better, properties: withProperties(demo.properties, addedProperties(better)) };
}

/** The faults that the bench reports after that click. */
export function faultsAfter(demo: DesignDemo, better: NonNullable<Advice['better']>): readonly string[] {
  const { partition, row, twin, writes, days, bytes, ...texts } = changedDemo(demo, better);
  const keys = { partition, row, ...(better.twin !== undefined && { twin }) };
  const bench = readBench({
    ...texts,
    writes: String(writes),
    days: String(days),
    bytes: String(bytes),
    ms: '',
    designs: [keys],
  });
  const cards = bench.cards.flatMap((card) => [card.partition, card.row, card.twin]);
  const faults = [...Object.values(bench.faults), ...cards.map((card) => card?.fault)];
  return faults.flatMap((fault) => (fault === undefined ? [] : [fault.message]));
}
