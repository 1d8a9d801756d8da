import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import { KeyClassifier } from './classify.ts';
import type { FoundGroup } from './foundGroup.ts';
import { countText } from '../../words.ts';
import { readCost } from './budget.ts';
import type { Density } from './density.ts';
import type { NearEnd, PositionSpan, Search } from './findEnd.ts';
import { groupEnd, nearOf } from './groupEnds.ts';
import { GroupState } from './groupState.ts';
import { leadingRows } from './leadingRows.ts';
import { LEAST_TOP, ProbeSpending } from './probeSpending.ts';
import type { ProbeLook, ProbeOptions } from './probeOptions.ts';
import { learn, type Purpose, type Running, type Waiting } from './probeSearches.ts';
import type {
  DensityCell,
  PendingCell,
  ProbeAnswer,
  ProbeHold,
  ProbePicture,
  ProbeRequest,
  ProbeRow,
} from './probeTypes.ts';
import { type KeyPage, skipScan } from './skipScan.ts';
import type { TimeAxis } from './timeAxis.ts';

const MOST_GROUPS = 1000;
const MOST_END_REQUESTS = 25;
/** Samples for a cell that one request cannot count. */
const SAMPLES = 4;
/** The fractional part of the golden ratio. Its multiples, modulo 1, are far from each other. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** After this many requests that look for groups, the ends of the found groups are looked for. */
const FIRST_FINDS = 30;

/**
 * Maps a table without reading it. It finds prefixes by skipping from one to the next, finds the far end of each by bisection,
 * and then samples the rows per cell where the user looks. Pure: `next` returns a request to send, `accept` takes its answer;
 * several requests may be in flight. It keeps to a budget (probe/budget.ts), and waits for `allow` if it needs more.
 */
export class Probe {
  private readonly options: ProbeOptions;
  private readonly classifier: KeyClassifier;
  private readonly groups: GroupState[] = [];
  private readonly cells = new Map<string, DensityCell>();
  private readonly pending = new Map<string, PendingCell>();
  private readonly finders: Waiting[] = [];
  private readonly ends: Waiting[] = [];
  private readonly inSight: Waiting[] = [];
  private readonly later: Waiting[] = [];
  /** Groups whose far end was not searched yet. Later searches know more about where to look. */
  private readonly endless: GroupState[] = [];
  /** End searches that started before any end is known. The first result tells the others where to look. */
  private pilots = 0;
  private readonly near = new Map<boolean, NearEnd>();
  private readonly sent = new Map<number, Waiting>();
  private readonly spending = new ProbeSpending(this.groups);
  private lastId = 0;
  private finding = 0;
  private incomplete: string | undefined;

  constructor(options: ProbeOptions) {
    this.options = options;
    this.classifier = new KeyClassifier(options.tableName, options.templates);
    const { nowTicks, within: reach = {}, mostGroups = MOST_GROUPS } = options;
    const { classifier } = this;
    const add = (found: FoundGroup, first: ProbeRow, page: KeyPage): void =>
      this.addGroup(found, first, page);
    this.start(this.finders, skipScan({ classifier, reach, nowTicks, mostGroups, add }), {
      isFinding: true,
      onDone: (incomplete) => {
        this.incomplete ??= incomplete;
      },
    });
  }

  /** The next request to send. Undefined: wait for answers or for `allow`, or everything is done (see `isIdle`). */
  next(): ProbeRequest | undefined {
    const queue = this.queueNow();
    const ask = queue?.[0]?.ask;
    if (queue === undefined || ask === undefined) return undefined;
    const pages = ask.pages === undefined ? 1 : ask.pages + 1;
    if (pages > this.spending.requestsLeft) return undefined;
    const isSample = queue === this.inSight || queue === this.later;
    const top = isSample ? Math.min(ask.top, this.spending.rowsLeft) : ask.top;
    if (isSample && top < LEAST_TOP) return undefined;
    const waiting = queue.shift();
    if (waiting === undefined) return undefined;
    const id = ++this.lastId;
    this.sent.set(id, waiting);
    this.spending.send(id, { purpose: ask.purpose, requests: pages, rows: top * pages });
    const { partition, row, purpose } = ask;
    return {
      id,
      partition,
      row,
      purpose,
      top,
      pages: ask.pages,
    };
  }

  /** The queue with the next request. Groups come first, until it is time to find out how large the table is. */
  private queueNow(): Waiting[] | undefined {
    if (this.ends.length > 0) return this.ends;
    const isTimeForEnds =
      this.finders.length === 0 && (this.isFinderDone || this.spending.spent['find prefix'] >= FIRST_FINDS);
    while (this.ends.length === 0 && this.endless.length > 0 && this.mayStartEnd(isTimeForEnds))
      this.startEnd();
    return [this.ends, this.finders, this.inSight, this.later].find((queue) => queue.length > 0);
  }

  private mayStartEnd(isTime: boolean): boolean {
    const [first] = this.endless;
    const isPilot = first?.axis !== undefined && !this.near.has(first.axis.isDescending);
    return isPilot ? this.pilots === 0 : isTime;
  }

  /** True if the search for groups has no more requests. */
  private get isFinderDone(): boolean {
    const isOfFinder = ({ running: { queue } }: Waiting): boolean => queue === this.finders;
    return this.finders.length === 0 && ![...this.sent.values()].some(isOfFinder);
  }

  /** Requests left in the budget. */
  get requestsLeft(): number {
    return this.spending.requestsLeft;
  }

  /** The user allows more requests. */
  allow(requests: number): void {
    this.spending.allow(requests);
  }

  /** Takes back a request that was not answered. It is sent again later and does not count. */
  giveBack(id: number): void {
    const waiting = this.sent.get(id);
    if (waiting === undefined) return;
    this.sent.delete(id);
    this.spending.end(id, 0);
    waiting.running.queue.unshift(waiting);
  }

  /** True if nothing is in flight, and nothing is left to send or may be sent. */
  get isIdle(): boolean {
    return this.sent.size === 0 && (this.isEmpty || this.isHeld);
  }

  private get isEmpty(): boolean {
    return [this.finders, this.ends, this.endless, this.inSight, this.later].every(
      ({ length }) => length === 0,
    );
  }

  /** True if requests wait that the budget does not allow. */
  private get isHeld(): boolean {
    if (this.sent.size > 0 || this.isEmpty) return false;
    const queue = this.queueNow();
    const ask = queue?.[0]?.ask;
    if (ask === undefined) return false;
    const isByRows = (queue === this.inSight || queue === this.later) && this.spending.rowsLeft < LEAST_TOP;
    return isByRows || (ask.pages ?? 0) >= this.spending.requestsLeft;
  }

  /** Takes an answer. `again` means an empty page: send the same request again with its continuation token. */
  accept(id: number, answer: ProbeAnswer): 'taken' | 'again' {
    const waiting = this.sent.get(id);
    const { requests = 1 } = answer;
    this.spending.count(id, requests);
    if (answer.rows.length === 0 && answer.hasMore) return 'again';
    if (waiting === undefined) return 'taken';
    this.sent.delete(id);
    this.spending.end(id, answer.rows.length);
    learn(waiting, answer);
    this.spending.learn();
    this.advance(waiting.running, answer);
    return 'taken';
  }

  /** Gives up a request for good; its result stays unknown. `reason` is a sentence for the user. */
  fail(id: number, reason: string): void {
    const waiting = this.sent.get(id);
    if (waiting === undefined) return;
    this.sent.delete(id);
    this.spending.end(id, 0);
    waiting.running.onFailed(reason);
  }

  /** Requests the density of the cells in a window. Known cells are not requested again. */
  look({ from, to, columns, groups, samples = SAMPLES, isInSight = false, isFree = false }: ProbeLook): void {
    const queue = isFree ? undefined : isInSight ? this.inSight : this.later;
    const buckets = timeBuckets({ from, to }, columns);
    // Takes columns that are far apart first, so that if the budget ends, what is missing is spread over the window.
    for (const column of spreadOrder(buckets.bucketCount)) {
      for (const group of groups ?? this.groups.keys()) {
        const start = buckets.from + BigInt(column) * buckets.bucketTicks;
        this.lookAt(group, { from: start, to: start + buckets.bucketTicks }, samples, queue);
      }
    }
  }

  /** Drops unsent requests for what was in view, because the user now looks elsewhere. */
  lookAway(): void {
    for (const { running } of this.inSight.splice(0)) running.onDropped();
  }

  /** Drops unsent requests for the density of the whole map. */
  leaveBase(): void {
    for (const { running } of this.later.splice(0)) running.onDropped();
  }

  /** Estimated unread rows of each group (default: all) in a time span (default: all time). */
  unreadRows(groups: readonly number[] = [...this.groups.keys()], span?: PositionSpan): readonly number[] {
    return groups.map((group) => this.groups[group]?.unreadRows(span) ?? 0);
  }

  picture(): ProbePicture {
    const isFinding = this.finding > 0;
    const rows = this.rowsKnown();
    const { isHeld, spending } = this;
    const { spent, used, rowsRead, allowance } = spending;
    const incomplete = this.incomplete ?? (isHeld && !this.isFinderDone ? this.findingHeld() : undefined);
    return {
      groups: this.groups.map((group, at) => group.picture(rows[at] ?? 0)),
      cells: [...this.cells.values()],
      pending: [...this.pending.values()],
      requests: used,
      prefixRequests: spent['find prefix'],
      endRequests: spent['find end'],
      rowsRead,
      allowance,
      read: readCost(spending.groupRows, this.isFinderDone && this.incomplete === undefined),
      stage: isFinding ? 'finding' : this.isIdle ? 'done' : 'density',
      ...(isHeld ? { held: this.hold() } : {}),
      incomplete,
    };
  }

  private findingHeld(): string {
    const last = this.groups.at(-1)?.firstKey.partitionKey ?? '';
    return `The search for groups stopped after ${countText(this.spending.used)} requests; more groups may follow ${last}.`;
  }

  private hold(): ProbeHold {
    return {
      isFinding: !this.isFinderDone,
      ends: this.groups.filter(({ axis, end }) => axis !== undefined && end?.isExact !== true).length,
      cells: [...this.pending.values()].filter(({ isFailed }) => !isFailed).length,
      isByRows: this.spending.requestsLeft > 0,
    };
  }

  /** Rows of each group by its cells: the largest sum over cells of one width. */
  private rowsKnown(): readonly number[] {
    const byWidth = new Map<bigint, number[]>();
    for (const { group, from, to, rows } of this.cells.values()) {
      const sums = byWidth.get(to - from) ?? [];
      byWidth.set(to - from, sums);
      sums[group] = (sums[group] ?? 0) + rows;
    }
    const all = [...byWidth.values()];
    return this.groups.map((_, group) => all.reduce((most, sums) => Math.max(most, sums[group] ?? 0), 0));
  }

  private lookAt(group: number, wanted: PositionSpan, samples: number, queue: Waiting[] | undefined): void {
    const state = this.groups[group];
    const axis = state?.axis;
    const span = state?.reached(wanted);
    if (state === undefined || axis === undefined || span === undefined) return;
    const key = `${group} ${span.from} ${span.to}`;
    if (this.cells.has(key) || this.pending.get(key)?.isFailed === false) return;
    const positions = state.timeOf(span);
    const put = ({ rows, isCount, standardError }: Density) => {
      this.pending.delete(key);
      this.cells.set(key, { group, ...span, rows, isCount, standardError });
    };
    const known = state.isSurelyEmpty(span) ? 0 : state.known.count(positions);
    if (known !== undefined) put({ rows: known, isCount: true, standardError: 0 });
    if (known !== undefined || queue === undefined) return;
    this.pending.set(key, { group, ...span, isFailed: false });
    this.start(queue, state.densityOf(positions, axis, samples), {
      group: state,
      isFinding: false,
      onDone: put,
      onFailed: () => this.pending.set(key, { group, ...span, isFailed: true }),
      onDropped: () => this.pending.delete(key),
    });
  }

  private addGroup(found: FoundGroup, firstKey: ProbeRow, page: KeyPage): void {
    const state = new GroupState(found, firstKey, this.options.within ?? {});
    state.learnFirst(page);
    this.groups.push(state);
    this.spending.learn();
    const isCounted = state.rows !== undefined;
    if (state.axis !== undefined || (found.kind === 'leading' && !isCounted)) this.endless.push(state);
  }

  private startEnd(): void {
    const state = this.endless.shift();
    if (state?.axis !== undefined) this.findLast(state, state.axis);
    else if (state !== undefined) {
      this.start(this.ends, leadingRows(state.found.partition, state.firstKey, state.seenRows), {
        group: state,
        isFinding: true,
        onDone: (rows) => {
          state.rows = rows;
        },
      });
    }
  }

  private findLast(state: GroupState, axis: TimeAxis): void {
    const { nowTicks, mostEndRequests: most = MOST_END_REQUESTS } = this.options;
    const near = this.near.get(axis.isDescending);
    const limits = {
      most,
      seen: state.seen,
      ...(axis.isDescending ? {} : { hint: nowTicks }),
      near,
    };
    this.pilots += 1;
    const finish = (): void => {
      this.pilots -= 1;
    };
    this.start(this.ends, groupEnd(state, axis, limits), {
      group: state,
      isFinding: true,
      onDone: (end) => {
        finish();
        state.end = end;
        this.spending.learn();
        if (end?.isExact === true) this.near.set(axis.isDescending, nearOf(end, state.groupRows));
      },
      onFailed: finish,
    });
  }

  private start<T>(queue: Waiting[], search: Search<T>, purpose: Purpose<T>): void {
    if (purpose.isFinding) this.finding++;
    const finish = () => {
      if (purpose.isFinding) this.finding--;
    };
    const running: Running = {
      search,
      queue,
      group: purpose.group,
      onDone: (value) => {
        finish();
        purpose.onDone(value as T);
      },
      onFailed: (reason) => {
        finish();
        if (purpose.isFinding) this.incomplete ??= reason;
        purpose.onFailed?.();
      },
      onDropped: () => {
        finish();
        purpose.onDropped?.();
      },
    };
    const step = search.next();
    if (step.done === true) running.onDone(step.value);
    else queue.push({ running, ask: step.value });
  }

  /** Continues a search. What it requests next is sent before other searches begin (depth first). */
  private advance(running: Running, answer: ProbeAnswer): void {
    const step = running.search.next(answer);
    if (step.done === true) running.onDone(step.value);
    else running.queue.unshift({ running, ask: step.value });
  }
}

/** 0 .. count - 1, ordered so that consecutive numbers are far apart. */
function spreadOrder(count: number): readonly number[] {
  const place = (at: number): number => (at * GOLDEN) % 1;
  return Array.from({ length: count }, (_, at) => at).toSorted((a, b) => place(a) - place(b));
}
