import type { KeyScheme, TickSpan } from '../keys/base/scheme.ts';

/** What decides whether a row belongs to a window: its key's time, and how wide its bucket is. */
export interface KeyWindow extends TickSpan {
  /** What the writer was said to round to; undefined: what the scheme says. */
  readonly roundingTicks?: bigint | undefined;
}

interface KeyedRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Some writers name the width of their buckets there. */
  readonly tableName?: string | undefined;
}

function meets(from: bigint, to: bigint, window: TickSpan): boolean {
  return from < window.to && to > window.from;
}

/**
 * Whether the whole bucket of a row misses a window. `ticks`: the time that its keys state by the scheme's bulk path. In
 * doubt it does not: a bucket counts as wide as the key's own reading, the rounding and the usual rounding say, and on
 * both sides where a writer rounds in a way of its own.
 */
export function missesWindow(
  scheme: KeyScheme,
  { partitionKey, rowKey, tableName }: KeyedRow,
  ticks: bigint,
  window: KeyWindow,
): boolean {
  if (meets(ticks, ticks + 1n, window)) return false;
  const hint = tableName === undefined ? {} : { tableName };
  const readings = [scheme.read(partitionKey, 'partition', hint), scheme.read(rowKey, 'row', hint)];
  let width = window.roundingTicks ?? scheme.usualRoundingTicks ?? 1n;
  for (const reading of readings) {
    const own = reading?.window;
    if (own === undefined) continue;
    if (meets(own.from, own.to, window)) return false;
    if (own.to - own.from > width) width = own.to - own.from;
  }
  const isTwoSided = scheme.ownsRounding === true || scheme.ownsClock === true;
  return !meets(isTwoSided ? ticks - width : ticks, ticks + width, window);
}
