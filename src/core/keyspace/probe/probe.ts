import { timeBuckets } from '../../entities/timeBuckets.ts';
import { type FoundGroup, KeyClassifier } from './classify.ts';
import { density, type Density } from './density.ts';
import { type Ask, findEnd, type FoundEnd, type PositionSpan, type Search } from './findEnd.ts';
import { GroupState } from './groupState.ts';
import { leadingRows } from './leadingRows.ts';
import type {
  DensityCell,
  PendingCell,
  ProbeAnswer,
  ProbePicture,
  ProbeReach,
  ProbeRequest,
  ProbeRow,
} from './probeTypes.ts';
import { skipScan } from './skipScan.ts';
import type { TimeAxis } from './timeAxis.ts';

export interface ProbeOptions {
  /** Helps to tell the writer; '' where unknown. */
  readonly tableName: string;
  /** Ticks; after it rows are unlikely. */
  readonly nowTicks: bigint;
  /** The only keys that are asked about: what the SAS allows; default all. */
  readonly within?: ProbeReach;
  /** Partitions listed one by one (default 1,000): those after them are grouped by how their keys begin. */
  readonly mostGroups?: number;
  /** Requests spent on the far end of one group; default 25. */
  readonly mostEndRequests?: number;
}

/** Where the user looks. */
export interface ProbeLook {
  /** Ticks, half-open. */
  readonly from: bigint;
  readonly to: bigint;
  /** Most columns wanted; each cell takes one request, or `samples` more. */
  readonly columns: number;
  /** Indexes of groups; undefined: all. */
  readonly groups?: readonly number[];
  /** Samples of a cell that one request cannot count; default 4. */
  readonly samples?: number;
  /** Only cells of which all rows were read already: nothing is sent. */
  readonly isFree?: boolean;
  /** Before the cells of other looks, and dropped by `lookAway`: what the user looks at now. */
  readonly isInSight?: boolean;
}

const MOST_GROUPS = 1000;
const MOST_END_REQUESTS = 25;
/** Samples of a cell that one request cannot count. */
const SAMPLES = 4;
/** The golden ratio's fraction: multiples of it fall far from one another. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Rows looked at for the first one with a time. */
const NEAR_END_PAGE = 50;

/** A search under way. */
interface Running {
  readonly search: Search<unknown>;
  /** The group that it is about; undefined: it looks for groups. */
  readonly group: GroupState | undefined;
  readonly onDone: (value: unknown) => void;
  readonly onFailed: (reason: string) => void;
  readonly onDropped: () => void;
  /** Of the density of the whole map, not of what is in sight. */
  readonly isBase: boolean;
}

/** What a search is for. */
interface Purpose<T> {
  readonly group?: GroupState;
  /** Part of finding groups and their ends, not of density. */
  readonly isFinding: boolean;
  readonly onDone: (value: T) => void;
  readonly onFailed?: () => void;
  readonly onDropped?: () => void;
}

interface Waiting {
  readonly running: Running;
  readonly ask: Ask;
}

/** Requests of each purpose. */
type Spent = Record<ProbeRequest['purpose'], number>;

/**
 * Maps a table that nobody reads whole: finds prefixes by skipping from one to the next, the far end of each by bisection, and
 * then, where the user looks, rows per cell by sampling. Pure: `next` says what to send, `accept` takes what came. Several
 * requests may be under way at once; searches for groups come first.
 */
export class Probe {
  private readonly options: ProbeOptions;
  private readonly classifier: KeyClassifier;
  private readonly groups: GroupState[] = [];
  private readonly cells = new Map<string, DensityCell>();
  private readonly pending = new Map<string, PendingCell>();
  private readonly ready: Waiting[] = [];
  private readonly ends: Waiting[] = [];
  private readonly inSight: Waiting[] = [];
  private readonly later: Waiting[] = [];
  /** What comes first stands first. */
  private readonly queues: readonly Waiting[][] = [this.ready, this.ends, this.inSight, this.later];
  private readonly sent = new Map<number, Waiting>();
  private readonly spent: Spent = { 'find prefix': 0, 'find end': 0, density: 0 };
  private rowsRead = 0;
  private readonly baseSpent = { requests: 0, rows: 0 };
  private lastId = 0;
  private finding = 0;
  private incomplete: string | undefined;

  constructor(options: ProbeOptions) {
    this.options = options;
    this.classifier = new KeyClassifier(options.tableName);
    const { nowTicks, within: reach = {}, mostGroups = MOST_GROUPS } = options;
    const { classifier } = this;
    const add = (found: FoundGroup, first: ProbeRow, page: readonly ProbeRow[]): void =>
      this.addGroup(found, first, page);
    this.start(this.ready, skipScan({ classifier, reach, nowTicks, mostGroups, add }), {
      isFinding: true,
      onDone: (incomplete) => {
        this.incomplete ??= incomplete;
      },
    });
  }

  /** The next request to send; undefined: wait for answers, or nothing is left to do (see `isIdle`). */
  next(): ProbeRequest | undefined {
    const waiting = this.queues.find((queue) => queue.length > 0)?.shift();
    if (waiting === undefined) return undefined;
    const id = ++this.lastId;
    this.spend(waiting, 1);
    this.sent.set(id, waiting);
    const { partition, row, purpose, top } = waiting.ask;
    return { id, partition, ...(row === undefined ? {} : { row }), purpose, top };
  }

  /** Takes back a request that had no answer: it is asked again when there is a next one. Not counted. */
  giveBack(id: number): void {
    const waiting = this.sent.get(id);
    if (waiting === undefined) return;
    this.sent.delete(id);
    this.spend(waiting, -1);
    this.ready.unshift(waiting);
  }

  private spend({ running, ask }: Waiting, requests: number): void {
    this.spent[ask.purpose] += requests;
    if (running.isBase) this.baseSpent.requests += requests;
  }

  /** What the density of the whole map has cost so far, beside looks at what is in sight. */
  get base(): { readonly requests: number; readonly rows: number } {
    return this.baseSpent;
  }

  /** Nothing to send and nothing under way. */
  get isIdle(): boolean {
    return this.sent.size === 0 && this.queues.every((queue) => queue.length === 0);
  }

  /** Takes an answer. `again`: an empty page; send the same request once more with its continuation token. */
  accept(id: number, answer: ProbeAnswer): 'taken' | 'again' {
    if (answer.rows.length === 0 && answer.hasMore) return 'again';
    const waiting = this.sent.get(id);
    if (waiting === undefined) return 'taken';
    this.sent.delete(id);
    this.rowsRead += answer.rows.length;
    if (waiting.running.isBase) this.baseSpent.rows += answer.rows.length;
    learn(waiting, answer);
    this.advance(waiting.running, answer);
    return 'taken';
  }

  /** Gives a request up for good: what it was for stays unknown. `reason`: a sentence for the user. */
  fail(id: number, reason: string): void {
    const waiting = this.sent.get(id);
    if (waiting === undefined) return;
    this.sent.delete(id);
    waiting.running.onFailed(reason);
  }

  /** Asks for the density of the cells in a window; cells already known are not asked again. */
  look({ from, to, columns, groups, samples = SAMPLES, isInSight = false, isFree = false }: ProbeLook): void {
    const queue = isFree ? undefined : isInSight ? this.inSight : this.later;
    const buckets = timeBuckets({ from, to }, columns);
    // Columns far from one another first: what is left off, if anything, is a bit of everything.
    for (const column of spreadOrder(buckets.bucketCount)) {
      for (const group of groups ?? this.groups.keys()) {
        const start = buckets.from + BigInt(column) * buckets.bucketTicks;
        this.lookAt(group, { from: start, to: start + buckets.bucketTicks }, samples, queue);
      }
    }
  }

  /** Drops what was in sight and is not sent: the user looks elsewhere. */
  lookAway(): void {
    for (const { running } of this.inSight.splice(0)) running.onDropped();
  }

  /** Drops what is not sent of the density of the whole map. */
  leaveBase(): void {
    for (const { running } of this.later.splice(0)) running.onDropped();
  }

  /** The request numbers that are under way. */
  get underWay(): readonly number[] {
    return [...this.sent.keys()];
  }

  picture(): ProbePicture {
    const isFinding = this.finding > 0;
    const rows = this.rowsKnown();
    const { spent } = this;
    return {
      groups: this.groups.map((group, at) => group.picture(rows[at] ?? 0)),
      cells: [...this.cells.values()],
      pending: [...this.pending.values()],
      requests: spent['find prefix'] + spent['find end'] + spent.density,
      prefixRequests: spent['find prefix'],
      endRequests: spent['find end'],
      rowsRead: this.rowsRead,
      stage: isFinding ? 'finding' : this.isIdle ? 'done' : 'density',
      ...(this.incomplete === undefined ? {} : { incomplete: this.incomplete }),
    };
  }

  /** Rows of each group as far as cells tell: the most that those of one width add up to. */
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
    const put = ({ rows, isCount, standardError, positions: all }: Density) => {
      this.pending.delete(key);
      this.cells.set(key, { group, ...span, rows, isCount, standardError });
      if (all !== undefined) state.known.add(positions, all);
    };
    const known = state.isSurelyEmpty(span) ? 0 : state.known.count(positions);
    if (known !== undefined) put({ rows: known, isCount: true, standardError: 0 });
    if (known !== undefined || queue === undefined) return;
    const grain = state.end?.grain ?? axis.grain;
    this.pending.set(key, { group, ...span, isFailed: false });
    this.start(queue, density(axis, positions, { grain, samples }), {
      group: state,
      isFinding: false,
      onDone: put,
      onFailed: () => this.pending.set(key, { group, ...span, isFailed: true }),
      onDropped: () => this.pending.delete(key),
    });
  }

  private addGroup(found: FoundGroup, firstKey: ProbeRow, page: readonly ProbeRow[]): void {
    const state = new GroupState(found, firstKey, this.options.within ?? {});
    state.learnFirst(page);
    this.groups.push(state);
    if (state.axis !== undefined) this.findLast(state, state.axis);
    else if (found.kind === 'leading') {
      this.start(this.ends, leadingRows(found.partition, firstKey), {
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
    const hint = axis.isDescending ? {} : { hint: nowTicks };
    this.start(this.ends, ends(state, axis, { most, ...hint }), {
      group: state,
      isFinding: true,
      onDone: (end) => {
        state.end = end;
      },
    });
  }

  private start<T>(queue: Waiting[], search: Search<T>, purpose: Purpose<T>): void {
    if (purpose.isFinding) this.finding++;
    const finish = () => {
      if (purpose.isFinding) this.finding--;
    };
    const running: Running = {
      search,
      group: purpose.group,
      isBase: queue === this.later,
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

  /** Depth first: what a search asks next is sent before other searches begin. */
  private advance(running: Running, answer: ProbeAnswer): void {
    const step = running.search.next(answer);
    if (step.done === true) running.onDone(step.value);
    else this.ready.unshift({ running, ask: step.value });
  }
}

/** 0 .. count - 1, so that those that come first lie far from one another. */
function spreadOrder(count: number): readonly number[] {
  const place = (at: number): number => (at * GOLDEN) % 1;
  return Array.from({ length: count }, (_, at) => at).toSorted((a, b) => place(a) - place(b));
}

/** What an answer proves beside what it was asked for: between two keys of it there is no other. */
function learn({ running: { group }, ask: { positions, top } }: Waiting, answer: ProbeAnswer): void {
  if (group === undefined) return;
  group.rowsSeen = Math.max(group.rowsSeen, answer.rows.length);
  if (positions === undefined) return;
  const isComplete = !answer.hasMore && answer.rows.length < top;
  const { from, to } = group.positions;
  const asked = {
    from: positions.from > from ? positions.from : from,
    to: positions.to < to ? positions.to : to,
  };
  group.empty?.learn(asked, answer, isComplete);
  group.learnRows(asked, answer.rows, isComplete);
}

/**
 * The far end of a group; where its first key tells no time, first the near end.
 * @yields what to ask
 */
function* ends(
  state: GroupState,
  axis: TimeAxis,
  limits: { readonly most: number; readonly hint?: bigint },
): Search<FoundEnd | undefined> {
  if (axis.positionOf(state.firstKey) !== undefined) return yield* findEnd(axis, state.firstKey, limits);
  const { rows } = yield { ...axis.spanFrom(axis.from), purpose: 'find end', top: NEAR_END_PAGE };
  const first = rows.find((row) => axis.positionOf(row) !== undefined);
  if (first === undefined) return undefined;
  state.firstKey = first;
  const end = yield* findEnd(axis, first, { ...limits, most: limits.most - 1 });
  return { ...end, requests: end.requests + 1 };
}
