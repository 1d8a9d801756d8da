import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import { larger, smaller } from '../../bigints.ts';
import { countText } from '../../words.ts';
import { KeyClassifier } from './classify.ts';
import { RowEstimate } from './estimate.ts';
import { findEnd, type NearEnd, recentEnd } from './findEnd.ts';
import { GroupState, type UsualBounds } from './groupState.ts';
import type { PositionSpan } from './knownRows.ts';
import {
  leadingRows,
  countRows,
  type OpenCell,
  pagesOf,
  readWhole,
  sample,
  spread,
  readCost,
} from './sample.ts';
import type {
  Ask,
  PendingCell,
  ProbeAnswer,
  ProbeLook,
  ProbeOptions,
  ProbePicture,
  ProbeRequest,
  Search,
} from './probeTypes.ts';
import { SkipScan } from './skipScan.ts';

/** A probe sends at most this many requests until the user asks for more. */
export const FIRST_REQUESTS = 50;
/** Requests added each time the user asks for more. */
export const MORE_REQUESTS = 200;
/**
 * Shares of the requests: the search for groups may use FIND_SHARE, and together with the search for their ends END_SHARE. The
 * rest are samples.
 */
const FIND_SHARE = 0.4;
const END_SHARE = 0.6;
/** Rows per sample. 100 tell the rate within 10 %; with keys only, they are about 19 kB. */
const LEAST_TOP = 10;
const MOST_TOP = 100;
/** Samples that the user did not ask for should read at most this share of the table. */
const FIRST_ROWS_SHARE = 0.25;
/** What is not known yet is read whole instead of sampled if it fits into this many pages. */
export const FEW_PAGES = 10;
/** Number of columns if all rows will be read: cells can then be finer. */
export const FINE_COLUMNS = 384;
/** A request for the end of a group begins about this many rows before it. */
const MARGIN_ROWS = 20;

interface Running {
  readonly search: Search<unknown>;
  readonly kind: 'find' | 'end' | 'sample';
  readonly ask: Ask;
  /** The cell that a sample is for. */
  readonly cell?: PendingCell | undefined;
  readonly onDone: (value: unknown) => void;
}

/**
 * Maps a table without reading it. It finds groups of keys by skipping from one to the next, finds the far end of each, and
 * spends the rest of its requests on samples: one for each cell, evenly over groups and time. What a few pages hold is read
 * whole. Pure: `next` returns a request to send, `accept` takes its answer; several requests may be in flight. It stops when
 * its requests are used up, until `allow`.
 */
export class Probe {
  private readonly options: ProbeOptions;
  private readonly scan: SkipScan;
  /** In key order. */
  private readonly groups: GroupState[] = [];
  private readonly waiting: Running[] = [];
  private readonly sent = new Map<number, Running>();
  private readonly failed: PendingCell[] = [];
  private readonly endsAsked = new Set<GroupState>();
  private readonly spent = { find: 0, end: 0, sample: 0 };
  private granted = 0;
  private rowsRead = 0;
  private lastId = 0;
  private isScanDone = false;
  private incomplete: string | undefined;

  constructor(options: ProbeOptions) {
    this.options = options;
    const { tableName, templates, nowTicks, within: reach = {} } = options;
    const classifier = new KeyClassifier(tableName, templates);
    this.scan = new SkipScan({
      classifier,
      reach,
      nowTicks,
      add: (found, row) => {
        const group = new GroupState(this.groups.length, found, row, reach);
        const at = this.groups.findIndex((other) => other.row.partitionKey > row.partitionKey);
        this.groups.splice(at < 0 ? this.groups.length : at, 0, group);
        return group;
      },
      near: () => this.nearEnd(false),
    });
    this.start('find', this.scan.search(), (incomplete) => {
      this.isScanDone = true;
      this.incomplete ??= incomplete;
    });
  }

  /** The next request to send. Undefined: wait for answers or for `allow`, or everything is done (see `isIdle`). */
  next(): ProbeRequest | undefined {
    const running = this.take();
    if (running === undefined) return undefined;
    const id = ++this.lastId;
    this.sent.set(id, running);
    this.waiting.splice(this.waiting.indexOf(running), 1);
    return { id, ...running.ask };
  }

  /** What is sent next, within the requests: groups first, then their ends, then samples. */
  private take(): Running | undefined {
    const { waiting, allowance, requestsLeft, spent } = this;
    const costs = ({ ask }: Running): number => (ask.pages ?? 0) + 1;
    const of = (kind: Running['kind']): Running | undefined =>
      waiting.find((each) => each.kind === kind && costs(each) <= requestsLeft);
    const find = of('find');
    if (find !== undefined && (find.ask.isSample === true || spent.find < allowance * FIND_SHARE))
      return find;
    const inFlight = [...this.sent.values()].map(({ kind }) => kind);
    const ends = inFlight.filter((kind) => kind === 'end').length;
    const mayEnd = spent.find + spent.end + ends < allowance * END_SHARE;
    if (!inFlight.includes('find') && mayEnd) this.startEnds();
    return (mayEnd ? of('end') : undefined) ?? of('sample');
  }

  /** Number of requests that may be sent in all. */
  private get allowance(): number {
    return FIRST_REQUESTS + this.granted;
  }

  private get used(): number {
    return this.spent.find + this.spent.end + this.spent.sample;
  }

  get requestsLeft(): number {
    const flying = [...this.sent.values()].reduce((sum, { ask }) => sum + (ask.pages ?? 0) + 1, 0);
    return Math.max(0, this.allowance - this.used - flying);
  }

  /** The user asks for more: requests are added until at least this many are left. */
  allow(requests: number): void {
    this.granted += Math.max(0, requests - this.requestsLeft);
    this.endsAsked.clear();
    this.lookAway();
    // Groups that one page will read whole need no search for their ends.
    const { estimates, uneven } = this.estimates();
    for (const [group, estimate] of estimates)
      if (pagesOf(estimate.whole(uneven)?.rows ?? Infinity) <= 1) this.endsAsked.add(group);
  }

  /** Takes back a request that was not answered. It is sent again later and does not count. */
  giveBack(id: number): void {
    const running = this.sent.get(id);
    if (this.sent.delete(id) && running !== undefined) this.waiting.unshift(running);
  }

  /** True if nothing is in flight, and nothing is left to send or may be sent. */
  get isIdle(): boolean {
    return this.sent.size === 0 && this.take() === undefined;
  }

  accept(id: number, answer: ProbeAnswer): void {
    const running = this.sent.get(id);
    const { requests = 1, rows } = answer;
    if (!this.sent.delete(id) || running === undefined) return;
    this.rowsRead += rows.length;
    this.spent[running.ask.isSample === true ? 'sample' : running.kind] += requests;
    this.goOn(running, answer);
  }

  /** Gives up a request for good; its result stays unknown. `reason` is a sentence for the user. */
  fail(id: number, reason: string): void {
    const running = this.sent.get(id);
    if (!this.sent.delete(id) || running === undefined) return;
    if (running.cell === undefined) this.incomplete ??= reason;
    else this.failed.push({ ...running.cell, isFailed: true });
  }

  /** How many columns the requests left can sample for these groups (default: all), in a time span (default: all time). */
  columnsFor(ids?: readonly number[], time?: PositionSpan): number {
    const cells = this.openIn(ids, time);
    if (cells.length === 0 || this.areFew(cells)) return FINE_COLUMNS;
    // The first and the last column of a group with known ends need no sample: some of their rows are known.
    const bounded = cells.filter(({ group }) => group.isBounded).length;
    return Math.max(1, Math.floor((this.requestsLeft + 2 * bounded) / cells.length));
  }

  /** Asks for a sample of each cell of a window that is not known yet. `ids` are numbers of groups; default all. */
  look({ from, to, columns }: ProbeLook, ids?: readonly number[]): void {
    this.lookAway();
    const { bucketTicks, bucketCount, from: start } = timeBuckets({ from, to }, columns);
    const all = this.openIn(ids, { from, to });
    const areFew = this.areFew(all);
    const each = Array.from({ length: bucketCount }, (_, column) => {
      const first = start + BigInt(column) * bucketTicks;
      return this.openIn(ids, { from: first, to: first + bucketTicks });
    });
    const cells = areFew ? all : each.flat();
    const unseen = this.unseen();
    // Until the user asks for more, samples should read only a small part of the table.
    const share = FIRST_ROWS_SHARE / Math.max(1, Math.min(cells.length, this.requestsLeft));
    const rows = this.granted > 0 ? MOST_TOP : this.picture().read.rows * share;
    const top = Math.round(Math.min(MOST_TOP, Math.max(LEAST_TOP, rows)));
    // Neighbours are far apart in this order, so if the requests run out, what is missing is spread over groups and time. Cells
    // of which nothing is known come first.
    const place = (at: number): number => {
      const { own, open = 0 } = cells[at] ?? {};
      return spread(at) + (own === undefined || Number(own.to - own.from) > open ? 1 : 0);
    };
    for (const at of [...cells.keys()].toSorted((a, b) => place(a) - place(b))) {
      const open = cells[at] as OpenCell;
      const left = unseen(open);
      // A user who asked for more gets whole cells, where one page holds what is left of them.
      const isWhole = areFew || (this.granted > 0 && pagesOf(left) <= 1);
      const cell = { group: open.group.id, ...open.time, isFailed: false };
      const search = isWhole ? readWhole(open, left) : sample(open, top, left);
      this.start('sample', search, () => undefined, cell);
    }
  }

  /** About how many rows of a cell are not known; Infinity if nothing tells. */
  private unseen(): (cell: OpenCell) => number {
    const { estimates, uneven } = this.estimates();
    return ({ group, own }) => {
      const { rows = Infinity } = estimates.get(group)?.in(own, uneven, true) ?? {};
      return rows - group.known.rowsIn(own);
    };
  }

  /** Whether a few pages, within the requests left, hold everything that is unknown in these cells. */
  private areFew(cells: readonly OpenCell[]): boolean {
    if (this.isAtLeast) return false;
    const unseen = this.unseen();
    const pages = cells.reduce((sum, open) => sum + pagesOf(unseen(open)), 0);
    return pages <= Math.min(FEW_PAGES, this.requestsLeft);
  }

  /** For each group, the part of a time span (default: all time) that is not fully known. */
  private openIn(ids: readonly number[] | undefined, time?: PositionSpan): readonly OpenCell[] {
    const usual = this.usual();
    return this.groups.flatMap((group) => {
      const { id, axis } = group;
      const active = axis && group.active(usual(axis.isDescending));
      const cell = time ?? (active && group.timeOf(active));
      const reached = cell && group.reached(cell);
      if (axis === undefined || active === undefined || cell === undefined || reached === undefined)
        return [];
      const own = { from: larger(reached.from, active.from), to: smaller(reached.to, active.to) };
      if (own.from >= own.to || ids?.includes(id) === false) return [];
      const open = group.known.unknown(own).reduce((sum, { from, to }) => sum + Number(to - from), 0);
      return open === 0 ? [] : [{ group, axis, own, active, time: cell, open }];
    });
  }

  /** Drops unsent samples. */
  lookAway(): void {
    for (const [at, { kind }] of [...this.waiting.entries()].toReversed())
      if (kind === 'sample') this.waiting.splice(at, 1);
  }

  picture(): ProbePicture {
    const { estimates, uneven } = this.estimates();
    const groups = this.groups.map((group) => group.picture(estimates.get(group), uneven));
    const open = [...this.sent.values(), ...this.waiting];
    const pending = [...this.failed, ...open.flatMap(({ cell }) => cell ?? [])];
    const { isIdle } = this;
    const unbounded = this.groups.filter(({ isBounded }) => !isBounded);
    const uncounted = unbounded.filter(({ axis }) => axis === undefined).length;
    const ends = unbounded.length - uncounted;
    const cells = pending.length - this.failed.length;
    const isFinding = !this.isScanDone && this.incomplete === undefined;
    const isHeld = isIdle && (isFinding || unbounded.length > 0 || cells > 0);
    return {
      groups,
      pending,
      requests: this.used,
      rowsRead: this.rowsRead,
      read: readCost(groups, this.isAtLeast),
      stage: isIdle ? 'done' : cells > 0 ? 'density' : 'finding',
      ...(isHeld ? { held: { isFinding, ends, uncounted, cells } } : {}),
      incomplete: this.incomplete ?? (isIdle && isFinding ? this.findingHeld() : undefined),
    };
  }

  /** Prefixes of which it is not known whether they hold rows. */
  get unlooked(): ReadonlySet<number> {
    return new Set(this.scan.prefixes.unlooked.keys());
  }

  /**
   * True if there may be rows that no estimate covers: in groups that were not found yet, or after the last known row of groups
   * of which none shows where they end.
   */
  private get isAtLeast(): boolean {
    const usual = this.usual();
    const isEndless = ({ axis }: GroupState): boolean =>
      axis !== undefined && usual(axis.isDescending).to === undefined;
    return !this.isScanDone || this.incomplete !== undefined || this.groups.some(isEndless);
  }

  private findingHeld(): string {
    const { size } = this.scan.prefixes.unlooked;
    const last = this.groups.at(-1)?.row.partitionKey ?? '';
    const where =
      size > 0 ? `${countText(size)} prefixes were not looked at` : `more groups may follow ${last}`;
    return `The search for groups stopped after ${countText(this.used)} requests: ${where}.`;
  }

  private estimates() {
    const estimates = new Map<GroupState, RowEstimate>();
    const usual = this.usual();
    for (const group of this.groups) {
      const estimate = group.estimate(usual(group.axis?.isDescending));
      if (estimate !== undefined) estimates.set(group, estimate);
    }
    return { estimates, uneven: RowEstimate.unevenness([...estimates.values()]) };
  }

  /** The earliest begin and the latest end among the groups of each direction, as far as they are exactly known. */
  private usual(): (isDescending: boolean | undefined) => UsualBounds {
    const bounds = new Map<boolean | undefined, UsualBounds>();
    for (const { axis, ends } of this.groups) {
      if (axis === undefined || ends === undefined) continue;
      const { first, last } = ends;
      const { from, to } = bounds.get(axis.isDescending) ?? {};
      bounds.set(axis.isDescending, {
        from: first.isExact ? smaller(first.at, from ?? first.at) : from,
        to: last.isExact ? larger(last.at + axis.grain, to ?? last.at) : to,
      });
    }
    return (isDescending) => bounds.get(isDescending) ?? {};
  }

  /** Where groups of one direction end, and how far before that about MARGIN_ROWS rows begin. */
  private nearEnd(isDescending: boolean): NearEnd | undefined {
    const { to } = this.usual()(isDescending);
    if (to === undefined) return undefined;
    let [rows, ticks] = [0, 0];
    for (const { known, axis, ends } of this.groups) {
      if (axis?.isDescending !== isDescending || ends === undefined) continue;
      for (const { from, to: until } of known.spans) {
        const span = { from: larger(from, ends.first.at), to: smaller(until, ends.last.at) };
        if (span.from >= span.to) continue;
        rows += known.rowsIn(span);
        ticks += Number(span.to - span.from);
      }
    }
    const margin = rows === 0 ? 0n : BigInt(Math.ceil((ticks * MARGIN_ROWS) / rows));
    return { position: to - 1n, margin: larger(margin, 10_000_000n) };
  }

  /** Starts the searches for ends: the first alone, since it tells the others where to look. */
  private startEnds(): void {
    for (const group of this.groups) {
      const { axis, found } = group;
      if (this.endsAsked.has(group) || group.isBounded) continue;
      if (axis === undefined) {
        // Without a time, rows can only be counted; the user has to ask for that.
        const isLeading = found.kind === 'leading';
        if (!isLeading && this.granted === 0) continue;
        this.endsAsked.add(group);
        const search = isLeading ? leadingRows(group) : countRows(group);
        this.start('end', search, () => undefined);
        continue;
      }
      const isAlone = [...this.sent.values(), ...this.waiting].every(({ kind }) => kind !== 'end');
      const near = this.nearEnd(axis.isDescending);
      if (near === undefined && !isAlone) continue;
      this.endsAsked.add(group);
      const recent = axis.isDescending ? undefined : recentEnd(this.options.nowTicks);
      this.start('end', findEnd(group, axis, near ?? recent), () => undefined);
    }
  }

  private start<T>(
    kind: Running['kind'],
    search: Search<T>,
    onDone: (value: T) => void,
    cell?: PendingCell,
  ): void {
    const step = search.next();
    if (step.done === true) onDone(step.value);
    else this.waiting.push({ search, kind, ask: step.value, cell, onDone: (value) => onDone(value as T) });
  }

  /** Continues a search. What it requests next is sent before other searches begin (depth first). */
  private goOn(running: Running, answer: ProbeAnswer): void {
    const step = running.search.next(answer);
    if (step.done === true) running.onDone(step.value);
    else this.waiting.unshift({ ...running, ask: step.value });
  }
}
