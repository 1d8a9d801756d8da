import { timeBuckets } from '../../entities/timeBuckets.ts';
import { exactKey } from '../../keys/keySpan.ts';
import type { KeySpan } from '../../keys/scheme.ts';
import { type FoundGroup, KeyClassifier } from './classify.ts';
import { density } from './density.ts';
import { type Ask, findEnd, type FoundEnd, type Search } from './findEnd.ts';
import { countText } from '../words.ts';
import { leadingRows } from './leadingRows.ts';
import type {
  DensityCell,
  FoundTime,
  PendingCell,
  ProbeAnswer,
  ProbeGroup,
  ProbePicture,
  ProbeRequest,
  ProbeRow,
} from './probeTypes.ts';
import { intersectSpans, type TimeAxis, timeAxis } from './timeAxis.ts';

export interface ProbeOptions {
  /** Helps to tell the writer; '' where unknown. */
  readonly tableName: string;
  /** Ticks; after it rows are unlikely. */
  readonly nowTicks: bigint;
  /** The only PartitionKeys that are asked about: what the SAS allows, or the user wants; default all. */
  readonly within?: KeySpan;
  /** Groups after which the search for more stops; default 1,000. */
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
}

const MOST_GROUPS = 1000;
const MOST_END_REQUESTS = 25;
/** Rows of the first page: enough to tell the scheme, and whether partitions are scattered. */
const FIRST_PAGE = 100;
/** Samples of a cell that one request cannot count. */
const SAMPLES = 4;

/** A search under way. */
interface Running {
  readonly search: Search<unknown>;
  readonly onDone: (value: unknown) => void;
  readonly onFailed: (reason: string) => void;
  readonly onDropped: () => void;
}

/** What a search is for. */
interface Purpose<T> {
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

interface GroupState {
  readonly found: FoundGroup;
  readonly firstKey: ProbeRow;
  readonly axis: TimeAxis | undefined;
  end?: FoundEnd;
  rows?: ProbeGroup['rows'];
}

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
  private readonly later: Waiting[] = [];
  private readonly sent = new Map<number, Waiting>();
  private requests = 0;
  private rowsRead = 0;
  private lastId = 0;
  private finding = 0;
  private incomplete: string | undefined;

  constructor(options: ProbeOptions) {
    this.options = options;
    this.classifier = new KeyClassifier(options.tableName);
    this.start(this.ready, this.findGroups(), { isFinding: true, onDone: () => undefined });
  }

  /** The next request to send; undefined: wait for answers, or nothing is left to do (see `isIdle`). */
  next(): ProbeRequest | undefined {
    const waiting = this.ready.shift() ?? this.ends.shift() ?? this.later.shift();
    if (waiting === undefined) return undefined;
    const id = ++this.lastId;
    this.requests++;
    this.sent.set(id, waiting);
    return { ...waiting.ask, id };
  }

  /** Nothing to send and nothing under way. */
  get isIdle(): boolean {
    const planned = this.ready.length + this.ends.length + this.later.length;
    return planned === 0 && this.sent.size === 0;
  }

  /** Takes an answer. `again`: an empty page; send the same request once more with its continuation token. */
  accept(id: number, answer: ProbeAnswer): 'taken' | 'again' {
    if (answer.rows.length === 0 && answer.hasMore) return 'again';
    const waiting = this.sent.get(id);
    if (waiting === undefined) return 'taken';
    this.sent.delete(id);
    this.rowsRead += answer.rows.length;
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
  look({ from, to, columns, groups, samples = SAMPLES }: ProbeLook): void {
    const buckets = timeBuckets({ from, to }, columns);
    for (const group of groups ?? this.groups.keys()) {
      const state = this.groups[group];
      for (let column = 0; column < buckets.bucketCount; column++) {
        const start = buckets.from + BigInt(column) * buckets.bucketTicks;
        this.lookAt(group, state, { from: start, to: start + buckets.bucketTicks }, samples);
      }
    }
  }

  /** Drops what is planned but not sent: the user looks elsewhere. */
  lookAway(): void {
    for (const { running } of this.later.splice(0)) running.onDropped();
  }

  /** The request numbers that are under way. */
  get underWay(): readonly number[] {
    return [...this.sent.keys()];
  }

  picture(): ProbePicture {
    const isFinding = this.finding > 0;
    return {
      groups: this.groups.map(groupPicture),
      cells: [...this.cells.values()],
      pending: [...this.pending.values()],
      requests: this.requests,
      rowsRead: this.rowsRead,
      stage: isFinding ? 'finding' : this.isIdle ? 'done' : 'density',
      ...(this.incomplete === undefined ? {} : { incomplete: this.incomplete }),
    };
  }

  private lookAt(
    group: number,
    state: GroupState | undefined,
    span: { readonly from: bigint; readonly to: bigint },
    samples: number,
  ): void {
    const axis = state?.axis;
    const key = `${group} ${span.from} ${span.to}`;
    if (state === undefined || axis === undefined || this.cells.has(key)) return;
    if (this.pending.get(key)?.isFailed === false) return;
    const put = (cell: Pick<DensityCell, 'rows' | 'isCount' | 'standardError'>) => {
      this.pending.delete(key);
      this.cells.set(key, { group, ...span, ...cell });
    };
    if (liesOutside(groupPicture(state), span)) {
      put({ rows: 0, isCount: true, standardError: 0 });
      return;
    }
    const positions = axis.isDescending ? { from: 1n - span.to, to: 1n - span.from } : span;
    const grain = state.end?.grain ?? axis.grain;
    this.pending.set(key, { group, ...span, isFailed: false });
    this.start(this.later, density(axis, positions, { grain, samples }), {
      isFinding: false,
      onDone: put,
      onFailed: () => this.pending.set(key, { group, ...span, isFailed: true }),
      onDropped: () => this.pending.delete(key),
    });
  }

  /**
   * Skips from each group to the first key after it: one request a group, and one that comes back empty.
   * @yields what to ask
   */
  private *findGroups(): Search<void> {
    const most = this.options.mostGroups ?? MOST_GROUPS;
    const within = this.options.within ?? {};
    let { rows: page } = yield { partition: within, purpose: 'find prefix', top: FIRST_PAGE };
    for (let first = page[0]; first !== undefined; first = page[0]) {
      const found = this.classifier.classify(first, page);
      const after = found.partition.to;
      this.addGroup({ ...found, partition: intersectSpans(found.partition, within) }, first);
      if (after === undefined) return;
      if (this.groups.length >= most) {
        this.incomplete = `The search stopped at ${countText(most)} groups of keys; more may follow ${first.partitionKey}.`;
        return;
      }
      const partition = intersectSpans({ from: after }, within);
      if (partition.to !== undefined && after >= partition.to) return;
      ({ rows: page } = yield { partition, purpose: 'find prefix', top: 1 });
    }
  }

  private addGroup(found: FoundGroup, firstKey: ProbeRow): void {
    const isTimed = found.kind !== 'leading' && (found.kind !== 'partition' || found.isTimeInRow);
    const partition = found.isTimeInRow ? exactKey(firstKey.partitionKey) : found.partition;
    const own = isTimed ? timeAxis(found.scheme, firstKey, partition, found.isTimeInRow) : undefined;
    const axis = own?.positionOf(firstKey) === undefined ? undefined : own;
    const state: GroupState = { found, firstKey, axis };
    this.groups.push(state);
    if (axis !== undefined) this.findLast(state, axis);
    else if (found.kind === 'leading') {
      this.start(this.ends, leadingRows(found.partition, firstKey), {
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
    const search = findEnd(axis, state.firstKey, { most, ...hint });
    this.start(this.ends, search, {
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

/** Before the first row, after the last one, or in a known gap: surely empty. */
function liesOutside(
  { first, last, gaps }: ProbeGroup,
  span: { readonly from: bigint; readonly to: bigint },
): boolean {
  const isBefore = first?.isExact === true && span.to <= first.ticks;
  const isAfter = last?.isExact === true && span.from > last.ticks;
  const isInGap = gaps.some((gap) => span.from >= gap.from && span.to <= gap.to);
  return isBefore || isAfter || isInGap;
}

/** Empty spans of positions as spans of time. */
function gapsOf(axis: TimeAxis | undefined, end: FoundEnd | undefined): ProbeGroup['gaps'] {
  const spans = (end?.empty ?? []).map(({ from, to }) =>
    axis?.isDescending === true ? { from: 1n - to, to: 1n - from } : { from, to },
  );
  return spans.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

function groupPicture({ found, firstKey, axis, end, rows }: GroupState): ProbeGroup {
  const first = axis?.positionOf(firstKey);
  const near: FoundTime | undefined =
    axis === undefined || first === undefined ? undefined : { ticks: axis.ticksOf(first), isExact: true };
  const far: FoundTime | undefined =
    axis === undefined || end === undefined
      ? undefined
      : { ticks: axis.ticksOf(end.position), isExact: end.isExact };
  const [earliest, latest] = axis?.isDescending === true ? [far, near] : [near, far];
  return {
    label: found.label,
    kind: found.kind,
    partition: found.partition,
    schemeId: found.scheme.id,
    firstKey,
    ...(earliest === undefined ? {} : { first: earliest }),
    ...(latest === undefined ? {} : { last: latest }),
    gaps: gapsOf(axis, end),
    ...(rows === undefined ? {} : { rows }),
    endRequests: end?.requests ?? 0,
  };
}
