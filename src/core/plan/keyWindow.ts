import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { heldBy, roundingInForce, widestBucket } from '../keys/base/rounding.ts';
import type { TickSpan } from '../keys/base/scheme.ts';

/** A window, with what is needed to decide whether a row belongs to it by the time in its key. */
export interface KeyWindow extends TickSpan {
  /** The rounding that the user chose; undefined if it is the scheme's own. */
  readonly roundingTicks?: bigint | undefined;
}

interface KeyedRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Some writers state the length of their buckets in the table's name. */
  readonly tableName?: string | undefined;
}

function meets(from: bigint, to: bigint, window: TickSpan): boolean {
  return from < window.to && to > window.from;
}

/**
 * Whether a row's whole bucket is outside a window. `ticks`: the time in its key, from the scheme's bulk path. The answer is false if in
 * doubt: the bucket is taken as the widest that the key's reading, the chosen rounding and the usual rounding allow, on both sides if the
 * writer does not simply round down.
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
  let width = roundingInForce(scheme, window.roundingTicks) ?? 1n;
  for (const reading of readings) {
    const own = heldBy(reading);
    if (own === undefined) continue;
    if (meets(own.from, own.to, window)) return false;
    if (own.to - own.from > width) width = own.to - own.from;
  }
  const { from, to } = widestBucket(scheme, ticks, width);
  return !meets(from, to, window);
}
