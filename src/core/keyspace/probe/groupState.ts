import type { KeySpan } from '../../keys/base/scheme.ts';
import type { FoundGroup } from './foundGroup.ts';
import type { FoundEnd, PositionSpan, Search } from './findEnd.ts';
import { type GroupRows, ONE_PAGE_ROWS } from './budget.ts';
import { type Density, densityOfParts, SAMPLE_TOP, WHOLE_PAGE } from './density.ts';
import { EmptyRanges } from './gaps.ts';
import { KnownRows } from './knownRows.ts';
import type { FoundTime, ProbeGroup, ProbeReach, ProbeRow } from './probeTypes.ts';
import type { KeyPage } from './skipScan.ts';
import { partitionsWithin, positionsWithin, rowsWithin, wholePartitions } from './reach.ts';
import { exactKey, intersectSpans, isInSpan } from '../../keys/base/keySpan.ts';
import { type TimeAxis, timeAxis } from './timeAxis.ts';

/** Everything known about one group. */
export class GroupState {
  readonly found: FoundGroup;
  firstKey: ProbeRow;
  /** Undefined if the keys are not in order of time. */
  readonly axis: TimeAxis | undefined;
  /** The positions that the SAS allows to read. */
  readonly positions: PositionSpan;
  readonly empty: EmptyRanges | undefined;
  readonly known = new KnownRows();
  /** True if the SAS range cuts the group. */
  private readonly isCut: boolean;
  /** All positions that the group's keys can have. */
  private readonly all: PositionSpan;
  private readonly partition: KeySpan;
  end: FoundEnd | undefined;
  rows: ProbeGroup['rows'];
  /** Most rows of this group in one answer: a lower bound of its size. */
  rowsSeen = 0;
  /** Increases with each answer, so that sums are computed again only then. */
  private version = 0;
  private told:
    | {
        readonly version: number;
        readonly end: FoundEnd | undefined;
        readonly rows: ProbeGroup['rows'];
        readonly groupRows: GroupRows;
      }
    | undefined;
  /** The rows read together with the first one, and whether more follow. */
  seen: KeyPage = { rows: [], hasMore: true };

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
    this.empty = this.axis && new EmptyRanges(this.axis);
  }

  /** Takes the first rows of the group, as they were read. */
  learnFirst({ rows, hasMore }: KeyPage): void {
    const own = rows.filter(({ partitionKey }) => isInSpan(partitionKey, this.partition));
    const isWhole = own.length < rows.length || !hasMore;
    this.seen = { rows: own.slice(1), hasMore: !isWhole };
    this.rowsSeen = Math.max(this.rowsSeen, own.length);
    if (this.axis === undefined) {
      if (isWhole) this.rows = { rows: own.length, isCount: true, standardError: 0 };
      return;
    }
    const { from, to } = this.positions;
    const first = this.axis.positionOf(this.firstKey) ?? from;
    this.empty?.learn({ from: first, to }, { rows: own, hasMore: !isWhole }, isWhole);
    this.learnRows(this.positions, own, isWhole);
  }

  /** Estimated rows of the group. */
  get groupRows(): GroupRows {
    const of = this.told;
    if (of !== undefined && of.version === this.version && of.end === this.end && of.rows === this.rows)
      return of.groupRows;
    const groupRows = this.countGroupRows();
    this.told = { version: this.version, end: this.end, rows: this.rows, groupRows };
    return groupRows;
  }

  private countGroupRows(): GroupRows {
    const isQuery = this.found.kind === 'prefix';
    const { axis, end, rows, rowsSeen } = this;
    const first = axis?.positionOf(this.firstKey);
    if (rows !== undefined)
      return {
        isQuery,
        rows: rows.rows,
        least: Math.max(0, rows.rows - 2 * rows.standardError),
        isAtLeast: false,
      };
    if (first === undefined || end === undefined)
      return { isQuery, rows: rowsSeen, least: rowsSeen, isAtLeast: true };
    const span = { from: first, to: end.position + 1n };
    const { rows: thought, least } = this.known.thought(span, this.grain);
    return {
      isQuery,
      rows: Math.max(rowsSeen, thought),
      least: Math.max(rowsSeen, least),
      isAtLeast: !end.isExact,
    };
  }

  /** Records that an answer has all rows of a range of positions: up to its last row, or the whole requested range. */
  learnRows(asked: PositionSpan, rows: readonly ProbeRow[], isComplete: boolean): void {
    const { axis } = this;
    this.version += 1;
    const found = axis && ascending(rows.map((row) => axis.positionOf(row)));
    const first = axis?.positionOf(this.firstKey);
    if (found === undefined || first === undefined) return;
    // If the answer was cut at a position, more rows of that position may follow.
    const to = isComplete ? asked.to : found.at(-1);
    if (to === undefined) return;
    // Nothing is before the first row.
    const from = asked.from <= first ? this.positions.from : asked.from;
    if (!isComplete && found[0] === to) this.known.addCrowd(to, found.length);
    this.known.add(
      { from, to },
      found.filter((position) => position >= from && position < to),
    );
  }

  /** The first rows of the group, as they were read. */
  get seenRows(): readonly ProbeRow[] {
    return [this.firstKey, ...this.seen.rows];
  }

  /** Estimated unread rows in a time span (default: all time); 0 if the keys hold no time. */
  unreadRows(span: PositionSpan = this.timeOf(this.positions)): number {
    const first = this.axis?.positionOf(this.firstKey);
    const reached = this.reached(span);
    if (first === undefined || reached === undefined || this.end === undefined) return 0;
    const { from, to } = this.timeOf(reached);
    const until = this.end.position + 1n;
    const own = { from: from > first ? from : first, to: to < until ? to : until };
    if (own.from >= own.to) return 0;
    return Math.max(0, this.known.thought(own, this.grain).rows - this.known.rowsIn(own));
  }

  /**
   * Finds the rows of a range: known rows are not read again. For the rest it requests a page if that may hold all, otherwise
   * samples.
   * @yields the next request
   */
  *densityOf(positions: PositionSpan, axis: TimeAxis, samples: number): Search<Density> {
    const { known, grain } = this;
    const before = known.rowsIn(positions);
    const { rows } = known.thought(positions, grain);
    const firstTop = rows - before <= ONE_PAGE_ROWS ? WHOLE_PAGE : SAMPLE_TOP;
    const rest = yield* densityOfParts(axis, known.unknown(positions), { grain, samples, firstTop });
    return { ...rest, rows: before + rest.rows };
  }

  private get grain(): bigint {
    return this.end?.grain ?? this.axis?.grain ?? 1n;
  }

  /** Converts positions to ticks, half-open, in order of time. */
  timeOf({ from, to }: PositionSpan): PositionSpan {
    return this.axis?.isDescending === true ? { from: 1n - to, to: 1n - from } : { from, to };
  }

  /** The part of a time span that the SAS allows to read; undefined if none. */
  reached(span: PositionSpan): PositionSpan | undefined {
    const own = this.timeOf(this.positions);
    const from = span.from > own.from ? span.from : own.from;
    const to = span.to < own.to ? span.to : own.to;
    return from < to ? { from, to } : undefined;
  }

  /** Whether a readable time span is proven empty: before the first row, after the last one, or in a gap. */
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

  /** The group as the map shows it. `rows` is the number of entities by its cells. */
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
      schemeId: found.schemeId ?? found.scheme.id,
      textBefore: found.textBefore,
      firstKey,
      ...this.ends(),
      gaps,
      ...(this.isCut ? { reach: this.reachTime() } : {}),
      hasStrangers: this.empty?.hasStrangers ?? false,
      rows: this.rows,
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

/** The time axis of a group within the SAS range; undefined if its keys are not in order of time. */
function axisOf(found: FoundGroup, first: ProbeRow, reach: ProbeReach): OwnAxis | undefined {
  const { isTimeInRow: isInRow, keyTimes } = found;
  const partition = isInRow ? exactKey(first.partitionKey) : found.partition;
  const whole = timeAxis(found.scheme, first, partition, { isInRow, keyTimes });
  // Agents write rows of year 1601 to reserve a prefix. So the first key may have no time although the next ones do.
  if (whole.positionOf(first) === undefined && found.kind !== 'prefix') return undefined;
  const cut = isInRow ? rowsWithin(reach, first.partitionKey) : partitionsWithin(reach);
  if (isOpen(cut)) return { axis: whole, positions: whole, all: whole, isCut: false };
  const axis = timeAxis(found.scheme, first, partition, { isInRow, cut, keyTimes });
  const read = isInRow ? cut : wholePartitions(reach);
  const positions = positionsWithin(whole, read, (span) => (isInRow ? span.row : span.partition)?.from);
  if (positions === undefined) return { axis, positions: whole, all: whole, isCut: false };
  // No request begins after the SAS range, because its answer would be empty.
  return { axis: { ...axis, ...positions }, positions, all: whole, isCut: true };
}

/** Positions of rows, in order. Undefined if a row has none, or if time does not follow the keys. */
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
