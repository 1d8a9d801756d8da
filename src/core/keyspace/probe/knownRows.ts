import { larger, smaller } from '../../bigints.ts';

/** A half-open range of positions within a group (see timeAxis.ts). */
export interface PositionSpan {
  readonly from: bigint;
  readonly to: bigint;
}

/** A span, and whether each end is exact: a row was read right beside it. */
export interface SureSpan extends PositionSpan {
  readonly isFromExact: boolean;
  readonly isToExact: boolean;
}

export interface KnownSpan extends PositionSpan {
  /** Positions of all rows in the span, ascending. */
  readonly positions: readonly bigint[];
}

/**
 * Spans of which every row was read: all that a probe knows of a group. Ends, gaps, counts and estimates follow from them, for
 * cells of any width, without new requests.
 */
export class KnownRows {
  /** Ascending, and not touching. */
  spans: readonly KnownSpan[] = [];
  /** For each position at which an answer was cut, how many rows it has at least. */
  readonly truncated = new Map<bigint, number>();
  /** The first and the last position that has a row; undefined if no row is known. */
  bounds: { readonly first: bigint; readonly last: bigint } | undefined;

  /** Adds a span and the positions of all its rows, ascending. Parts that were known before are not changed. */
  add(span: PositionSpan, positions: readonly bigint[]): void {
    const added = this.unknown(span).map((piece) => ({
      ...piece,
      positions: positions.slice(lowerBound(positions, piece.from), lowerBound(positions, piece.to)),
    }));
    if (added.length > 0)
      this.spans = joined([...this.spans, ...added].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
    for (const position of this.truncated.keys())
      if (this.holds({ from: position, to: position + 1n })) this.truncated.delete(position);
  }

  /** Records that one position has at least this many rows. */
  addTruncated(position: bigint, rows: number): void {
    if (!this.holds({ from: position, to: position + 1n }))
      this.truncated.set(position, Math.max(rows, this.truncated.get(position) ?? 0));
  }

  /** The unknown parts of a span, in order. */
  unknown({ from, to }: PositionSpan): readonly PositionSpan[] {
    const parts: PositionSpan[] = [];
    let at = from;
    for (const known of this.spans) {
      if (known.to <= at) continue;
      if (known.from >= to) break;
      if (known.from > at) parts.push({ from: at, to: known.from });
      at = known.to;
    }
    if (at < to) parts.push({ from: at, to });
    return parts;
  }

  /** Whether every row of a span is known. */
  holds({ from, to }: PositionSpan): boolean {
    return this.spans.some((span) => span.from <= from && span.to >= to);
  }

  /** Rows in the known parts of a span. */
  rowsIn({ from, to }: PositionSpan): number {
    return this.spans.reduce(
      (sum, { positions }) => sum + Math.max(0, lowerBound(positions, to) - lowerBound(positions, from)),
      0,
    );
  }

  /** Widens `bounds` to hold these positions of rows, which are in order. */
  see(positions: readonly bigint[]): void {
    for (const position of [positions.at(0), positions.at(-1)]) {
      if (position === undefined) continue;
      const { first, last } = this.bounds ?? { first: position, last: position };
      this.bounds = { first: smaller(position, first), last: larger(position, last) };
    }
  }
}

/** Joins spans that touch. */
function joined(spans: readonly KnownSpan[]): readonly KnownSpan[] {
  const found: KnownSpan[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last === undefined || last.to < span.from) found.push(span);
    else
      found[found.length - 1] = { ...last, to: span.to, positions: [...last.positions, ...span.positions] };
  }
  return found;
}

/** How many positions are before this one. */
function lowerBound(positions: readonly bigint[], position: bigint): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] as bigint) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
