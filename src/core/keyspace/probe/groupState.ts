import type { KeySpan } from '../../keys/scheme.ts';
import type { FoundGroup } from './classify.ts';
import type { FoundEnd, PositionSpan } from './findEnd.ts';
import { EmptyStretches } from './gaps.ts';
import { KnownRows } from './knownRows.ts';
import type { FoundTime, ProbeGroup, ProbeReach, ProbeRow } from './probeTypes.ts';
import { partitionsWithin, positionsWithin, rowsWithin, wholePartitions } from './reach.ts';
import { exactKey, isInSpan } from '../../keys/keySpan.ts';
import { intersectSpans, type TimeAxis, timeAxis } from './timeAxis.ts';

/** A group as it is known so far. */
export class GroupState {
  readonly found: FoundGroup;
  firstKey: ProbeRow;
  /** Undefined where the keys are not in order of time. */
  readonly axis: TimeAxis | undefined;
  /** Positions that may be asked about. */
  readonly positions: PositionSpan;
  readonly empty: EmptyStretches | undefined;
  readonly known = new KnownRows();
  /** Whether the reach cuts the group. */
  private readonly isCut: boolean;
  /** All positions that the group's keys could have. */
  private readonly all: PositionSpan;
  private readonly partition: KeySpan;
  end: FoundEnd | undefined;
  rows: ProbeGroup['rows'];
  /** Rows that came back and were of this group: as many are there at least. */
  rowsSeen = 0;

  constructor(found: FoundGroup, firstKey: ProbeRow, reach: ProbeReach) {
    this.found = found;
    this.firstKey = firstKey;
    this.partition = intersectSpans(found.partition, partitionsWithin(reach));
    const isTimed = found.kind !== 'leading' && (found.kind !== 'partition' || found.isTimeInRow);
    const own = isTimed ? axisOf(found, firstKey, reach) : undefined;
    this.axis = own?.axis;
    this.positions = own?.positions ?? { from: 0n, to: 0n };
    this.isCut = own?.isCut ?? false;
    this.all = own?.all ?? this.positions;
    this.empty = this.axis && new EmptyStretches(this.axis);
  }

  /** Takes the first rows of the group, and what comes after them, in one page. */
  learnFirst(page: readonly ProbeRow[]): void {
    const own = page.filter(({ partitionKey }) => isInSpan(partitionKey, this.partition));
    this.learnRows(this.positions, own, own.length < page.length);
  }

  /** Takes what one answer says of all rows of a stretch of positions: up to its last row, or all that was asked for. */
  learnRows(asked: PositionSpan, rows: readonly ProbeRow[], isComplete: boolean): void {
    const { axis } = this;
    const found = axis && ascending(rows.map((row) => axis.positionOf(row)));
    const first = axis?.positionOf(this.firstKey);
    if (found === undefined || first === undefined) return;
    // More rows of the position where the page was cut may follow.
    const to = isComplete ? asked.to : found.at(-1);
    if (to === undefined) return;
    // Nothing lies before the first row.
    const from = asked.from <= first ? this.positions.from : asked.from;
    this.known.add(
      { from, to },
      found.filter((position) => position >= from && position < to),
    );
  }

  /** Ticks of positions, half-open, in order of time. */
  timeOf({ from, to }: PositionSpan): PositionSpan {
    return this.axis?.isDescending === true ? { from: 1n - to, to: 1n - from } : { from, to };
  }

  /** The part of a span of time that may be asked about; undefined: none of it. */
  reached(span: PositionSpan): PositionSpan | undefined {
    const own = this.timeOf(this.positions);
    const from = span.from > own.from ? span.from : own.from;
    const to = span.to < own.to ? span.to : own.to;
    return from < to ? { from, to } : undefined;
  }

  /** Before the first row, after the last one, or in a known gap: surely empty. `span` is ticks, and reached. */
  isSurelyEmpty(span: PositionSpan): boolean {
    const { first, last } = this.ends();
    const isBefore = first?.isExact === true && span.to <= first.ticks;
    const isAfter = last?.isExact === true && span.from > last.ticks;
    return isBefore || isAfter || this.empty?.holds(this.timeOf(span)) === true;
  }

  private ends(): { readonly first?: FoundTime; readonly last?: FoundTime } {
    const { axis, end } = this;
    const first = axis?.positionOf(this.firstKey);
    if (axis === undefined || first === undefined) return {};
    const near: FoundTime = { ticks: axis.ticksOf(first), isExact: true };
    if (end === undefined) return axis.isDescending ? { last: near } : { first: near };
    const far: FoundTime = { ticks: axis.ticksOf(end.position), isExact: end.isExact };
    return axis.isDescending ? { first: far, last: near } : { first: near, last: far };
  }

  /** `rows`: entities of the group as far as cells tell. */
  picture(rows: number): ProbeGroup {
    const { found, firstKey, axis, end } = this;
    const near = axis?.positionOf(firstKey);
    const known = Math.max(rows, this.rowsSeen);
    const gaps =
      end === undefined || near === undefined
        ? []
        : (this.empty?.gaps({ from: near, to: end.position }, known, end.grain) ?? []);
    return {
      label: found.label,
      kind: found.kind,
      partition: this.partition,
      schemeId: found.scheme.id,
      firstKey,
      ...this.ends(),
      gaps,
      ...(this.isCut ? { reach: this.reachTime() } : {}),
      hasStrangers: this.empty?.hasStrangers ?? false,
      ...(this.rows === undefined ? {} : { rows: this.rows }),
      endRequests: end?.requests ?? 0,
    };
  }

  private reachTime(): { readonly from?: bigint; readonly to?: bigint } {
    const own = this.timeOf(this.positions);
    const all = this.timeOf(this.all);
    return {
      ...(own.from > all.from ? { from: own.from } : {}),
      ...(own.to < all.to ? { to: own.to } : {}),
    };
  }
}

interface OwnAxis {
  readonly axis: TimeAxis;
  readonly positions: PositionSpan;
  readonly all: PositionSpan;
  readonly isCut: boolean;
}

/** The axis of a group within the reach; undefined where its keys are not in order of time. */
function axisOf(found: FoundGroup, first: ProbeRow, reach: ProbeReach): OwnAxis | undefined {
  const isInRow = found.isTimeInRow;
  const partition = isInRow ? exactKey(first.partitionKey) : found.partition;
  const whole = timeAxis(found.scheme, first, partition, { isInRow });
  // Agents write rows of year 1601 to hold a prefix: the first key may state no time, and the next ones do.
  if (whole.positionOf(first) === undefined && found.kind !== 'prefix') return undefined;
  const cut = isInRow ? rowsWithin(reach, first.partitionKey) : partitionsWithin(reach);
  if (isOpen(cut)) return { axis: whole, positions: whole, all: whole, isCut: false };
  const axis = timeAxis(found.scheme, first, partition, { isInRow, cut });
  const read = isInRow ? cut : wholePartitions(reach);
  const positions = positionsWithin(whole, read, (span) => (isInRow ? span.row : span.partition)?.from);
  if (positions === undefined) return { axis, positions: whole, all: whole, isCut: false };
  // No question begins behind the reach: it could only come back empty.
  return { axis: { ...axis, ...positions }, positions, all: whole, isCut: true };
}

/** Positions of rows in their order; undefined where one of them has none, or time does not follow the keys. */
function ascending(positions: readonly (bigint | undefined)[]): readonly bigint[] | undefined {
  const found: bigint[] = [];
  for (const position of positions) {
    if (position === undefined || position < (found.at(-1) ?? position)) return undefined;
    found.push(position);
  }
  return found;
}

function isOpen({ from, to }: KeySpan): boolean {
  return from === undefined && to === undefined;
}
