import type { PositionSpan } from './findEnd.ts';

interface KnownSpan extends PositionSpan {
  /** Of all rows in the span, ascending. */
  readonly positions: readonly bigint[];
}

/** Spans of which every row was read: what lies within one is counted, however finely, without asking again. */
export class KnownRows {
  private readonly spans: KnownSpan[] = [];

  /** `positions`: of all rows of the span, ascending. */
  add(span: PositionSpan, positions: readonly bigint[]): void {
    this.spans.push({ ...span, positions });
  }

  /** Rows in a span; undefined where not all of it is known. */
  count({ from, to }: PositionSpan): number | undefined {
    const known = this.spans.find((span) => span.from <= from && span.to >= to);
    if (known === undefined) return undefined;
    return lowerBound(known.positions, to) - lowerBound(known.positions, from);
  }
}

/** How many positions lie before one. */
function lowerBound(positions: readonly bigint[], position: bigint): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0n) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
