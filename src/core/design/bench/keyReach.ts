import { FEW_PARTITIONS } from '../../keys/grammar/compileRanges.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import type { KeyHold } from '../../odata/classify.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { AccessPattern, EntityProperty } from './workload.ts';

/** What the conditions of a pattern select in one of the two keys. */
export interface KeyReach {
  /** How far the conditions determine the key. */
  readonly hold: KeyHold;
  /** How many queries are needed: one for each key or range, such as the buckets of a hash or of writers that the pattern does not name. */
  readonly queries: number;
  /** How many different keys the conditions allow. */
  readonly keys: number;
  /** The properties whose single value narrows the key, directly or as the bucket of a hash. */
  readonly values: ReadonlySet<string>;
  readonly hashed: ReadonlyMap<string, number>;
  /** The length in seconds of an interval of the time that narrows the key. */
  readonly stepSeconds?: number;
  /** True if the key ends with the time, so that the keys can be listed one by one. */
  readonly isCountable?: boolean;
  /** The part at which the conditions end, such as `{DeviceId}`. */
  readonly stoppedAt?: string;
}

/** What a reach depends on, besides the template. */
export interface ReachContext {
  readonly properties: ReadonlyMap<string, EntityProperty>;
  readonly keptSeconds: number;
}

type Time = Extract<TemplatePart, { kind: 'time' }>;

const MONTH_SECONDS = 2_629_746;

/** How many seconds one text of a time covers: `20240305` covers a day. A month counts as an average month. */
export function stepSeconds({ style, codec }: Time): number {
  if (style.kind === 'date' && !style.layout.includes('dd')) return MONTH_SECONDS;
  return Number(codec.step) / Number(TICKS_PER_SECOND);
}

/** How many different values a property has, according to the description of the entity. */
export function valuesOf(name: string, { properties }: ReachContext): number {
  return Math.max(1, properties.get(name)?.values ?? 1);
}

/** Whether the conditions of a pattern do not determine the text of a part. */
function isOpen(part: TemplatePart, known: ReadonlySet<string>, { windowSeconds }: AccessPattern): boolean {
  if (part.kind === 'time') return windowSeconds === undefined;
  return (
    part.kind === 'guid' || (part.kind === 'property' && !known.has(part.name) && part.values === undefined)
  );
}

/** How many queries a part needs: one for each of its buckets or listed values, unless the pattern names the property. */
function queriesOf(part: TemplatePart, known: ReadonlySet<string>, context: ReachContext): number {
  switch (part.kind) {
    case 'writer':
      return part.buckets;
    case 'hash':
      return known.has(part.name) ? 1 : Math.min(part.buckets, valuesOf(part.name, context));
    case 'property':
      return known.has(part.name) ? 1 : (part.values?.length ?? 1);
    default:
      return 1;
  }
}

/** Follows a template as a query does, up to the first part that its conditions do not determine. */
export function keyReach(template: KeyTemplate, pattern: AccessPattern, context: ReachContext): KeyReach {
  const known = new Set(pattern.equal);
  const values = new Set<string>();
  const hashed = new Map<string, number>();
  let queries = 1;
  for (const [at, part] of template.parts.entries()) {
    const reach = { queries, keys: queries, values, hashed };
    if (isOpen(part, known, pattern)) {
      const stoppedAt = template.text.slice(part.from, part.to);
      return { ...reach, hold: at === 0 ? 'open' : 'range', stoppedAt };
    }
    if (part.kind === 'time') {
      const step = stepSeconds(part);
      // The time that is kept may also begin and end within an interval.
      const kept = Math.ceil(context.keptSeconds / step) + 1;
      const buckets = Math.min(kept, Math.ceil((pattern.windowSeconds ?? 0) / step) + 1);
      const isCountable = at === template.parts.length - 1;
      return { ...reach, hold: 'range', keys: queries * buckets, stepSeconds: step, isCountable };
    }
    if (part.kind === 'property' && known.has(part.name)) values.add(part.name);
    if (part.kind === 'hash' && known.has(part.name)) hashed.set(part.name, part.buckets);
    queries *= queriesOf(part, known, context);
  }
  return { hold: 'exact', queries, keys: queries, values, hashed };
}

/**
 * Turns a range over a few time intervals into single keys, so that the other key can narrow each of them. Other reaches are returned
 * unchanged.
 */
export function countedReach(reach: KeyReach, other: KeyReach): KeyReach {
  const isFew = reach.isCountable === true && reach.keys <= reach.queries * FEW_PARTITIONS;
  return isFew && other.hold !== 'open' ? { ...reach, hold: 'exact', queries: reach.keys } : reach;
}

/** The share of all rows whose keys both reaches allow, 0 to 1. */
export function sharedRows(
  reaches: readonly KeyReach[],
  pattern: AccessPattern,
  context: ReachContext,
): number {
  const values = new Set(reaches.flatMap((reach) => [...reach.values]));
  let share = 1;
  for (const name of values) share /= valuesOf(name, context);
  for (const [name, buckets] of reaches.flatMap((reach) => [...reach.hashed])) {
    if (!values.has(name)) share /= Math.min(buckets, valuesOf(name, context));
  }
  const steps = reaches.flatMap(({ stepSeconds }) => (stepSeconds === undefined ? [] : [stepSeconds]));
  return steps.length === 0 ? share : share * windowShare(pattern, context, Math.min(...steps));
}

/** The share of the time that is kept that a window covers, including the interval that it cuts. */
export function windowShare(
  { windowSeconds }: AccessPattern,
  { keptSeconds }: ReachContext,
  step: number,
): number {
  if (windowSeconds === undefined || keptSeconds <= 0) return 1;
  return Math.min(1, (windowSeconds + step) / keptSeconds);
}
