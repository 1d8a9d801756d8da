import type { PositionSpan } from './findEnd.ts';

interface KnownSpan extends PositionSpan {
  /** Of all rows in the span, ascending. */
  readonly positions: readonly bigint[];
}

/** Spans of which every row was read: what lies within one is counted, however finely, without asking again. */
export class KnownRows {
  /** Ascending, with a distance between them. */
  private spans: readonly KnownSpan[] = [];

  /** `positions`: of all rows of the span, ascending. What was known of it before stays as it is. */
  add(span: PositionSpan, positions: readonly bigint[]): void {
    let pieces: readonly PositionSpan[] = span.from < span.to ? [span] : [];
    for (const known of this.spans) pieces = pieces.flatMap((piece) => without(piece, known));
    const added = pieces.map((piece) => ({
      ...piece,
      positions: positions.slice(lowerBound(positions, piece.from), lowerBound(positions, piece.to)),
    }));
    if (added.length > 0)
      this.spans = joined([...this.spans, ...added].toSorted((a, b) => (a.from < b.from ? -1 : 1)));
  }

  /** Rows in a span; undefined where not all of it is known. */
  count({ from, to }: PositionSpan): number | undefined {
    const known = this.spans.find((span) => span.from <= from && span.to >= to);
    if (known === undefined) return undefined;
    return lowerBound(known.positions, to) - lowerBound(known.positions, from);
  }
}

/** What of a span lies outside of another. */
function without({ from, to }: PositionSpan, other: PositionSpan): readonly PositionSpan[] {
  if (other.to <= from || other.from >= to) return [{ from, to }];
  return [
    { from, to: other.from },
    { from: other.to, to },
  ].filter((piece) => piece.from < piece.to);
}

/** Spans that touch, as one. */
function joined(spans: readonly KnownSpan[]): readonly KnownSpan[] {
  const found: KnownSpan[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last === undefined || last.to < span.from) found.push(span);
    else
      found[found.length - 1] = {
        from: last.from,
        to: span.to,
        positions: [...last.positions, ...span.positions],
      };
  }
  return found;
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
