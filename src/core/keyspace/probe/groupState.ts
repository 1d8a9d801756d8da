import { larger, smaller } from '../../bigints.ts';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { exactKey, intersectSpans, isInSpan } from '../../keys/base/keySpan.ts';
import { type Estimate, RowEstimate, type Unevenness } from './estimate.ts';
import { gapsOf } from './gaps.ts';
import { KnownRows, type PositionSpan, type SureSpan } from './knownRows.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { SasKeys } from '../../plan/sasReach.ts';
import type { FoundTime, ProbeGroup, ProbeRow } from './probeTypes.ts';
import { partitionsWithin, positionsWithin, rowsWithin, wholePartitions } from './reach.ts';
import { type TimeAxis, timeAxis } from './timeAxis.ts';

/** A group, as far as one of its rows tells. */
export interface FoundGroup {
  readonly label: string;
  readonly kind: ProbeGroup['kind'];
  /** The span that contains every key of the group. */
  readonly partition: KeySpan;
  readonly scheme: KeyScheme;
  /** True if time orders the RowKeys of one partition, not the PartitionKeys. */
  readonly isTimeInRow: boolean;
  /** Only for the user's own templates: the scheme to query with. `scheme` may then read only one of its two keys. */
  readonly schemeId?: string;
  /** Key times are whole multiples of this many ticks, by such a template. Default: what the scheme usually rounds to. */
  readonly grain?: bigint | undefined;
  /** What all keys of the group hold before the time. */
  readonly textBefore?: string | undefined;
}

/**
 * If the keys of an answer stop following time, at least this many rows before that must have followed it. With fewer, time and
 * key order are unrelated.
 */
const LEAST_ORDERED = 10;

/** Where groups of a table usually begin and end, as positions. */
export interface UsualBounds {
  readonly from?: bigint | undefined;
  readonly to?: bigint | undefined;
}

export class GroupState {
  readonly id: number;
  readonly found: FoundGroup;
  readonly row: ProbeRow;
  /** Undefined if the keys are not in order of time. It covers only what the SAS allows to read. */
  readonly axis: TimeAxis | undefined;
  readonly known = new KnownRows();
  readonly partition: KeySpan;
  /** The number of rows of a group without a time axis; undefined: not known yet. */
  rows: Estimate | undefined;
  /** The rows read together with the first one. */
  head: readonly ProbeRow[] = [];
  private hasStrangers = false;

  constructor(id: number, found: FoundGroup, row: ProbeRow, reach: SasKeys) {
    this.id = id;
    this.found = found;
    this.row = row;
    this.partition = intersectSpans(found.partition, partitionsWithin(reach));
    const isTimed = found.kind !== 'leading' && (found.kind !== 'partition' || found.isTimeInRow);
    this.axis = isTimed ? axisOf(found, row, reach) : undefined;
  }

  /** Takes the rows of the group from its first key on. */
  learnHead(rows: readonly ProbeRow[], isComplete: boolean): void {
    this.head = rows;
    if (this.axis !== undefined) this.learn(this.axis, rows, isComplete);
    else this.count(rows.length, isComplete);
  }

  /** Takes the number of rows of a group without time, or how many it has at least. */
  count(rows: number, isComplete: boolean): void {
    this.rows = { rows, isCount: isComplete, standardError: isComplete ? 0 : Infinity };
  }

  /** Takes the answer to a request for the positions from `asked.from` on. It is complete if it reached `asked.to`. */
  learn(asked: PositionSpan, rows: readonly ProbeRow[], isComplete: boolean): void {
    const { axis, known } = this;
    if (axis === undefined) return;
    const positions: bigint[] = [];
    let isOrdered = true;
    for (const row of rows) {
      const position = axis.positionOf(row);
      const before = positions.at(-1) ?? asked.from - larger(axis.grain, TICKS_PER_SECOND);
      if (position === undefined) this.hasStrangers = true;
      else if (position >= before) positions.push(position);
      else {
        // Keys in another order begin here, as in tables that store each row twice.
        this.hasStrangers = true;
        isOrdered = false;
        break;
      }
    }
    // Time does not follow the key order at all.
    if (!isOrdered && positions.length > 0 && positions.length < LEAST_ORDERED) return;
    const isWhole = isComplete || !isOrdered;
    known.see(positions);
    const last = positions.at(-1);
    // If the answer was cut at a position, more rows of that position may follow.
    const to = isWhole ? asked.to : last;
    if (to === undefined) return;
    if (!isWhole && positions[0] === to && positions.length > 1) known.addTruncated(to, positions.length);
    known.add({ from: asked.from, to }, positions);
  }

  /** The first and the last known row, and whether they are those of the group; undefined if no row has a time. */
  get ends(): { readonly first: Position; readonly last: Position } | undefined {
    const { axis, known } = this;
    const { bounds, spans } = known;
    if (axis === undefined || bounds === undefined) return undefined;
    const [head, tail] = [spans.at(0), spans.at(-1)];
    const isFirst = head !== undefined && head.from <= axis.from && head.to >= bounds.first;
    const isLast = tail !== undefined && tail.to >= axis.to && tail.from <= bounds.last + 1n;
    return {
      first: { at: bounds.first, isExact: isFirst },
      last: { at: bounds.last, isExact: isLast },
    };
  }

  /** True if the first and the last row are known; without a time, if the number of rows is. */
  get isBounded(): boolean {
    const { axis, ends, rows } = this;
    if (axis === undefined) return rows !== undefined && rows.standardError < Infinity;
    return ends?.first.isExact === true && ends.last.isExact;
  }

  /** From the first row to just past the last one. Where nobody looked, the group is assumed to reach as far as others do. */
  active(usual: UsualBounds): SureSpan | undefined {
    const { ends, axis } = this;
    if (ends === undefined || axis === undefined) return undefined;
    const { first, last } = ends;
    const end = last.at + axis.grain;
    const from = first.isExact ? first.at : smaller(first.at, usual.from ?? first.at);
    const to = last.isExact ? end : larger(end, usual.to ?? end);
    return {
      from: larger(from, axis.from),
      to: smaller(to, axis.to),
      isFromExact: first.isExact,
      isToExact: last.isExact,
    };
  }

  estimate(usual: UsualBounds): RowEstimate | undefined {
    const active = this.active(usual);
    return active && this.axis && new RowEstimate(this.known, active, this.axis.grain);
  }

  /** Converts positions to ticks and back, half-open, in order of time. */
  timeOf({ from, to }: PositionSpan): PositionSpan {
    return this.axis?.isDescending === true ? { from: 1n - to, to: 1n - from } : { from, to };
  }

  /** The part of a time span that the SAS allows to read, as positions; undefined if none. */
  reached(span: PositionSpan): PositionSpan | undefined {
    const { axis } = this;
    if (axis === undefined) return undefined;
    const own = this.timeOf(span);
    const [from, to] = [larger(own.from, axis.from), smaller(own.to, axis.to)];
    return from < to ? { from, to } : undefined;
  }

  /** The group as the map shows it. */
  picture(estimate: RowEstimate | undefined, uneven: Unevenness): ProbeGroup {
    const { found, row, axis, ends, known } = this;
    const rows = axis === undefined ? this.rows : estimate?.whole(uneven);
    const bounds = ends && { from: ends.first.at, to: ends.last.at };
    const gaps =
      axis === undefined || bounds === undefined
        ? []
        : gapsOf(known, bounds, known.rowsIn(axis), axis.grain).map((gap) => ({
            ...this.timeOf(gap),
            isFromExact: axis.isDescending ? gap.isToExact : gap.isFromExact,
            isToExact: axis.isDescending ? gap.isFromExact : gap.isToExact,
          }));
    return {
      id: this.id,
      label: found.label,
      kind: found.kind,
      presence: 'found',
      schemeId: found.schemeId ?? found.scheme.id,
      textBefore: found.textBefore,
      partitionKey: row.partitionKey,
      ...this.times(),
      gaps: axis?.isDescending === true ? gaps.toReversed() : gaps,
      hasStrangers: this.hasStrangers,
      rows,
      rowsIn: (from, to) => {
        const span = this.reached({ from, to });
        return span && estimate?.in(span, uneven);
      },
    };
  }

  private times(): { readonly first?: FoundTime; readonly last?: FoundTime } {
    const { ends, axis } = this;
    if (ends === undefined || axis === undefined) return {};
    const time = ({ at, isExact }: Position): FoundTime => ({ ticks: axis.ticksOf(at), isExact });
    const [near, far] = [time(ends.first), time(ends.last)];
    return axis.isDescending ? { first: far, last: near } : { first: near, last: far };
  }
}

interface Position {
  readonly at: bigint;
  readonly isExact: boolean;
}

/** The time axis of a group within the SAS range; undefined if its keys are not in order of time. */
function axisOf(found: FoundGroup, row: ProbeRow, reach: SasKeys): TimeAxis | undefined {
  const { isTimeInRow: isInRow, grain } = found;
  const partition = isInRow ? exactKey(row.partitionKey) : found.partition;
  const whole = timeAxis(found.scheme, row, partition, { isInRow, grain });
  // Agents write rows of year 1601 to reserve a prefix. So the first key may have no time although the next ones do.
  if (whole.positionOf(row) === undefined && found.kind !== 'prefix') return undefined;
  const cut = isInRow ? rowsWithin(reach, row.partitionKey) : partitionsWithin(reach);
  if (cut.from === undefined && cut.to === undefined) return whole;
  const read = isInRow ? cut : wholePartitions(reach);
  return {
    ...timeAxis(found.scheme, row, partition, { isInRow, cut, grain }),
    // No request begins after the SAS range, because its answer would be empty.
    ...positionsWithin(whole, read, (span) => (isInRow ? span.row : span.partition)?.from),
  };
}

export function isOf({ partition }: Pick<GroupState, 'partition'>, { partitionKey }: ProbeRow): boolean {
  return isInSpan(partitionKey, partition);
}
