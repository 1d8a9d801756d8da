import { readQuery } from '../../core/design/query/readQuery.ts';
import type { KeyReading } from '../../core/keys/base/scheme.ts';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import type { ComparisonNode, ComparisonOperator } from '../../core/odata/filterNode.ts';
import { clampTicks, type Ticks } from '../../core/time/ticks.ts';

const PARTS = [
  ['partition', 'PartitionKey'],
  ['row', 'RowKey'],
] as const;

/** The keys of a `$filter`, where the two bounds of a key are one range of time. Other texts keep all their keys. */
export function withRanges(text: string, keys: readonly FoundKey[]): readonly FoundKey[] {
  if (keys.length < 2) return keys;
  const read = readQuery(text);
  const node = read.ok ? read.value.node : undefined;
  if (node?.kind !== 'and') return keys;
  const comparisons = node.operands.filter((each) => each.kind === 'comparison');
  return PARTS.reduce((left, [part, property]) => {
    const own = comparisons.filter((each) => each.property === property);
    const [low, high] = [boundOf(own, ['ge', 'gt'], left, part), boundOf(own, ['le', 'lt'], left, part)];
    const range = low && high && rangeOf(low, high);
    return range === undefined
      ? left
      : left.flatMap((key) => (key === low?.key ? range : key === high?.key ? [] : key));
  }, keys);
}

interface Bound {
  readonly key: FoundKey;
  readonly isIncluded: boolean;
}

function boundOf(
  comparisons: readonly ComparisonNode[],
  operators: readonly [included: ComparisonOperator, ComparisonOperator],
  keys: readonly FoundKey[],
  part: FoundKey['part'],
): Bound | undefined {
  const [only, ...others] = comparisons.filter(({ operator }) => operators.includes(operator));
  if (only?.literal.kind !== 'string' || others.length > 0) return undefined;
  const { value } = only.literal;
  const key = keys.find((each) => each.part === part && each.text === value);
  return key && { key, isIncluded: only.operator === operators[0] };
}

/** The first instant of a key, or the first after it. */
function edge({ ticks, window }: KeyReading, isAfter: boolean): Ticks | undefined {
  const first = ticks ?? window?.from;
  if (!isAfter || first === undefined) return first;
  return window?.to ?? clampTicks(first + 1n);
}

/** One key that stands for both: its readings cover the time between them, in the schemes that read both. */
function rangeOf(low: Bound, high: Bound): FoundKey | undefined {
  const readings = low.key.readings.flatMap((a) => {
    const b = high.key.readings.find(
      ({ schemeId, fields }) => schemeId === a.schemeId && fields.get('prefix') === a.fields.get('prefix'),
    );
    const window = b && windowOf(a, b, low.isIncluded, high.isIncluded);
    const { ticks: _, ...rest } = a;
    return window === undefined
      ? []
      : [{ ...rest, confidence: Math.max(a.confidence, b?.confidence ?? 0), window }];
  });
  if (readings.length === 0) return undefined;
  return {
    ...low.key,
    readings: readings.toSorted((a, b) => b.confidence - a.confidence),
    note: `One range of keys: this one is its lower bound, ${high.key.text} the upper.`,
  };
}

/** Keys that count down hold the later time in the lower one. */
function windowOf(
  low: KeyReading,
  high: KeyReading,
  hasLow: boolean,
  hasHigh: boolean,
): KeyReading['window'] {
  const isDown = (edge(low, false) ?? 0n) > (edge(high, false) ?? 0n);
  const [from, to] = isDown
    ? [edge(high, !hasHigh), edge(low, hasLow)]
    : [edge(low, !hasLow), edge(high, hasHigh)];
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}
