import type { PositionSpan } from './findEnd.ts';

interface KnownSpan extends PositionSpan {
  /** Positions of all rows in the span, ascending. */
  readonly positions: readonly bigint[];
}

/** An estimate of the rows in a span, from what was read around it. */
export interface Thought {
  readonly rows: number;
  /** A low estimate, which a budget can rely on. */
  readonly least: number;
}

/** A part of a span that was looked at. `rate` is rows per tick; undefined if there are too few rows to tell. */
interface Place extends PositionSpan {
  readonly rows: number;
  readonly rate: number | undefined;
}

/** Fewer rows do not tell a rate, unless there are none at all. */
const LEAST_RATE_ROWS = 10;

/** Spans of which every row was read. Within them, cells of any width are counted without new requests. */
export class KnownRows {
  /** Ascending, and not touching. */
  private spans: readonly KnownSpan[] = [];
  private readonly crowds = new Map<bigint, number>();

  /** Adds a span and the positions of all its rows, ascending. Parts that were known before are not changed. */
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

  /** The unknown parts of a span, in order. */
  unknown(span: PositionSpan): readonly PositionSpan[] {
    let pieces: readonly PositionSpan[] = span.from < span.to ? [span] : [];
    for (const known of this.spans) {
      if (known.to > span.from && known.from < span.to)
        pieces = pieces.flatMap((piece) => without(piece, known));
    }
    return pieces;
  }

  /** Records that one position has at least this many rows: a full page of them. */
  addCrowd(position: bigint, rows: number): void {
    this.crowds.set(position, Math.max(rows, this.crowds.get(position) ?? 0));
  }

  /** Rows in the known parts of a span. */
  rowsIn(span: PositionSpan): number {
    return this.spans.reduce((sum, each) => sum + (clipped(each, span)?.positions.length ?? 0), 0);
  }

  /**
   * Estimates the rows of a span: those known, and between them the mean rate of both sides. The low estimate uses the lower
   * rate, and trusts it less the fewer places were looked at. Positions are multiples of `grain`.
   */
  thought(span: PositionSpan, grain: bigint): Thought {
    const places = this.placesOf(span, grain);
    const telling = places.filter(({ rate }) => rate !== undefined).length;
    const trust = telling < 2 ? 0 : 1 - 1 / telling;
    const counted = places.reduce((sum, { rows }) => sum + rows, 0);
    let [rows, least] = [counted, counted];
    for (let at = 0; at <= places.length; at++) {
      const length = Number((places[at]?.from ?? span.to) - (places[at - 1]?.to ?? span.from));
      const before = places.slice(0, at).findLast(({ rate }) => rate !== undefined)?.rate;
      const after = places.slice(at).find(({ rate }) => rate !== undefined)?.rate;
      const one = before ?? after ?? 0;
      rows += (length * (one + (after ?? one))) / 2;
      least += length * Math.min(before ?? 0, after ?? 0) * trust;
    }
    return { rows, least };
  }

  /** The parts of a span that were looked at, in order. */
  private placesOf(span: PositionSpan, grain: bigint): readonly Place[] {
    const places = this.spans.flatMap((each): readonly Place[] => {
      const known = clipped(each, span);
      if (known === undefined) return [];
      const rows = known.positions.length;
      const rate = rows === 0 || rows >= LEAST_RATE_ROWS ? rows / Number(lengthOf(known, grain)) : undefined;
      return [{ from: known.from, to: known.to, rows, rate }];
    });
    for (const [position, rows] of this.crowds) {
      const isKnown = this.spans.some(({ from, to }) => from <= position && to > position);
      if (!isKnown && position >= span.from && position < span.to && grain > 1n)
        places.push({ from: position, to: position, rows, rate: rows / Number(grain) });
    }
    return places.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  }

  /** The rows of a span; undefined unless all of it is known. */
  count({ from, to }: PositionSpan): number | undefined {
    const known = this.spans.find((span) => span.from <= from && span.to >= to);
    if (known === undefined) return undefined;
    return lowerBound(known.positions, to) - lowerBound(known.positions, from);
  }
}

/**
 * The ticks whose rows a span holds. It may end right behind its last position, such as at the end of a group: the rows of that
 * position are those of a whole grain, not of one tick.
 */
function lengthOf({ from, to }: PositionSpan, grain: bigint): bigint {
  const positions = (to + grain - 1n) / grain - (from + grain - 1n) / grain;
  const least = positions > 0n ? positions * grain : grain;
  return to - from > least ? to - from : least;
}

/** The part of a known span inside another; undefined if they do not overlap. */
function clipped({ from, to, positions }: KnownSpan, span: PositionSpan): KnownSpan | undefined {
  const start = from > span.from ? from : span.from;
  const end = to < span.to ? to : span.to;
  if (start >= end) return undefined;
  const inside = positions.slice(lowerBound(positions, start), lowerBound(positions, end));
  return { from: start, to: end, positions: inside };
}

/** The parts of a span outside another. */
function without({ from, to }: PositionSpan, other: PositionSpan): readonly PositionSpan[] {
  if (other.to <= from || other.from >= to) return [{ from, to }];
  return [
    { from, to: other.from },
    { from: other.to, to },
  ].filter((piece) => piece.from < piece.to);
}

/** Joins spans that touch. */
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
