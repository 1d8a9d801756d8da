import { readQuery } from '../../core/design/query/readQuery.ts';
import type { KeyReading } from '../../core/keys/base/scheme.ts';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import { clampTicks, MIN_TICKS, type Ticks } from '../../core/time/ticks.ts';

/** The keys of a `$filter`, where the two bounds of a key are one range of time. Other texts keep all their keys. */
export function withRanges(text: string, keys: readonly FoundKey[]): readonly FoundKey[] {
  const read = keys.length < 2 ? undefined : readQuery(text);
  const node = read?.ok === true ? read.value.node : undefined;
  if (node?.kind !== 'and') return keys;
  const bound = (part: FoundKey['part'], operators: readonly string[]): Bound | undefined => {
    const property = part === 'row' ? 'RowKey' : 'PartitionKey';
    const [only, ...others] = node.operands.flatMap((each) =>
      each.kind === 'comparison' && each.property === property && operators.includes(each.operator)
        ? each
        : [],
    );
    const value = only?.literal.kind === 'string' && others.length === 0 ? only.literal.value : undefined;
    const key = keys.find((each) => each.part === part && each.text === value);
    return key && { key, isIncluded: only?.operator === operators[0] };
  };
  return (['partition', 'row'] as const).reduce((left, part) => {
    const [low, high] = [bound(part, ['ge', 'gt']), bound(part, ['le', 'lt'])];
    const range = low && high && rangeOf(low, high);
    return range ? left.flatMap((key) => (key === low?.key ? range : key === high?.key ? [] : key)) : left;
  }, keys);
}

interface Bound {
  readonly key: FoundKey;
  readonly isIncluded: boolean;
}

/** The first instant of a key, or the first after it. */
function edge({ ticks, window }: KeyReading, isAfter: boolean): Ticks {
  const first = ticks ?? window?.from ?? MIN_TICKS;
  return isAfter ? (window?.to ?? clampTicks(first + 1n)) : first;
}

/** One key that stands for both: its readings cover the time between them, in the schemes that read both. */
function rangeOf(low: Bound, high: Bound): FoundKey | undefined {
  const readings = low.key.readings.flatMap((a) => {
    const b = high.key.readings.find(
      ({ schemeId, fields }) => schemeId === a.schemeId && fields.get('prefix') === a.fields.get('prefix'),
    );
    if (b === undefined || (a.ticks ?? a.window) === undefined) return [];
    // Keys that count down hold the later time in the lower one.
    const isDown = edge(a, false) > edge(b, false);
    const from = isDown ? edge(b, !high.isIncluded) : edge(a, !low.isIncluded);
    const to = isDown ? edge(a, low.isIncluded) : edge(b, high.isIncluded);
    const { ticks: _, ...rest } = a;
    return from < to
      ? [{ ...rest, confidence: Math.max(a.confidence, b.confidence), window: { from, to } }]
      : [];
  });
  if (readings.length === 0) return undefined;
  const note = `One range of keys: this one is its lower bound, ${high.key.text} the upper.`;
  return { ...low.key, readings: readings.toSorted((a, b) => b.confidence - a.confidence), note };
}
