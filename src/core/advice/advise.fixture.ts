import { parseTemplate } from '../keys/grammar/parseTemplate.ts';
import type { KeyDesign } from '../design/bench/judgeDesign.ts';
import { addedProperties } from '../design/bench/addedProperties.ts';
import { readBench } from '../design/bench/readBench.ts';
import { readPatterns, readProperties, withProperties, type Workload } from '../design/bench/workload.ts';
import { type Advice, adviseDesign, adviseKeys, keysOfText } from './advise.ts';

/** A design as the user types it. */
export interface DesignDemo {
  readonly kind: 'design';
  readonly partition: string;
  readonly row: string;
  readonly twin?: string | undefined;
  readonly properties: string;
  readonly patterns: string;
  readonly writes: number;
  readonly days: number;
  readonly bytes: number;
}

/** A design, or keys as the user pastes them. */
export type AdviceDemo = DesignDemo | { readonly kind: 'keys'; readonly lines: readonly string[] };

const DEMO = {
  kind: 'design',
  properties: 'DeviceId: String, 500 values\nLevel: Int32, 5 values',
  patterns: 'One device, last hour | DeviceId == @device and Time within 1h | 5',
  writes: 100,
  days: 30,
  bytes: 500,
} as const;

/** Two templates with a usual load. */
export function demoDesign(partition: string, row: string, more: Partial<DesignDemo> = {}): DesignDemo {
  return { ...DEMO, partition, row, ...more };
}

/** For each rule, a design or keys that it reports. */
export const DEMOS: Readonly<Record<string, AdviceDemo>> = {
  'account-target': demoDesign('{DeviceId}', '{Ticks}', { writes: 50_000, bytes: 40 }),
  'changing-data': demoDesign('{OrderStatus}', '{Guid}', {
    properties: 'OrderStatus: String, 5 values\nTenantId: String, 200 values',
    patterns: 'Open orders | TenantId == @t and OrderStatus == @s | 1',
  }),
  'refused-characters': { kind: 'keys', lines: ['orders/2026', 'orders/2027'] },
  'not-ascii': { kind: 'keys', lines: ['caf\u00e9', 'cafe\u0301'] },
  'fan-out': demoDesign('{Writer mod 100}___{Ticks/1m}', '{DeviceId}_{Guid}', { writes: 1000 }),
  'guid-partition': {
    kind: 'keys',
    lines: Array.from({ length: 12 }, (_, at) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + at}`),
  },
  'guid-row': demoDesign('{DeviceId}', '{Guid}'),
  'too-few-keys': demoDesign('{DeviceId}', '{yyyyMMdd}'),
  'large-entities': demoDesign('{DeviceId}', '{Ticks}', { bytes: 2_000_000 }),
  'long-keys': demoDesign('{DeviceId}', `${'x'.repeat(140)}_{Ticks}`),
  'single-partition': demoDesign('logs', '{Ticks}_{Guid}'),
  'partition-per-row': demoDesign('{Ticks}', '{DeviceId}'),
  'partition-size': demoDesign('{Ticks/1s}', '{DeviceId}_{Guid}', {
    writes: 2,
    patterns: 'Last day | Time within 24h | 1',
  }),
  'scanned-query': demoDesign('{Level:D2}', '{Ticks}_{Guid}'),
  'local-dates': { kind: 'keys', lines: ['11.22.2026 10:00 PM', '11.23.2026 9:00 AM'] },
  'oldest-first': demoDesign('{DeviceId}', '{Ticks}', {
    patterns: 'Newest 10 | DeviceId == @device and latest 10 | 2',
  }),
  'time-first': demoDesign('{Ticks/1m}', '{DeviceId}_{Guid}', { writes: 3000 }),
  'twin-rows': demoDesign('{Race}', 'BIB:{Bib:D5}', {
    properties: 'Race: String, 50 values\nBib: Int32, 40000 values\nAge: Int32, 80 values',
    patterns: 'By bib | Race == @r and Bib == @b | 20\nBy age | Race == @r and Age == @a | 5',
  }),
  'unpadded-numbers': { kind: 'keys', lines: ['2', '10', '111', '25'] },
};

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

/** The bench after a click on a proposed change. Everything that the change says besides templates applies to all designs. */
export function changedDemo(demo: DesignDemo, better: NonNullable<Advice['better']>): DesignDemo {
  return { ...demo, ...better, properties: withProperties(demo.properties, addedProperties(better)) };
}

/** The faults that the bench reports after that click. */
export function faultsAfter(demo: DesignDemo, better: NonNullable<Advice['better']>): readonly string[] {
  const { partition, row, twin, writes, days, bytes, ...texts } = changedDemo(demo, better);
  const keys = { partition, row, twin: better.twin && twin };
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
