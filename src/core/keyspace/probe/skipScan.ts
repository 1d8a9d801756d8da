import { commonLength } from '../../keys/base/entityKey.ts';
import { intersectSpans, isInSpan, keysBeginningWith } from '../../keys/base/keySpan.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { prefixOf, prefixText } from '../../keys/forms/prefixedKey.ts';
import { countText } from '../../words.ts';
import { type FoundGroup, isOf, type GroupState } from './groupState.ts';
import type { ProbeAnswer, ProbeRow, Search } from './probeTypes.ts';
import { partitionsWithin } from './reach.ts';
import { timeAxis } from './timeAxis.ts';
import { ticksText } from '../../keys/base/digits.ts';
import type { KeyClassifier } from './classify.ts';
import { findEnd, type NearEnd, recentEnd } from './findEnd.ts';
import type { SasKeys } from '../../plan/sasReach.ts';
import { spread } from './sample.ts';

/** Rows used to recognize the scheme, and to tell whether partitions are scattered. */
const SAMPLE_ROWS = 100;
const WHOLE_PAGE = 1000;
/** Rows to request if only the first row of a group is needed. The second one tells whether it is alone at its time. */
const NEXT_PAGE = 2;
/** If groups have fewer rows than this on average, this many are requested, so that one answer shows several groups. */
const SMALL_PAGE = 100;
/**
 * At most this many partitions are listed one by one; further ones are grouped by the beginning of their keys. The search stops
 * at twice as many groups.
 */
const MOST_GROUPS = 1000;
/** The same limit for scattered partitions. */
const MOST_SCATTERED = 100;
/** A year in ticks. Rows more than a year ahead of now are looked for, but not expected. */
const YEAR_TICKS = 365n * 864_000_000_000n;

/** Finds the groups of a table by skipping from each to the first key after it. */
export class SkipScan {
  readonly prefixes: PrefixScan;
  private readonly options: SkipScanOptions;
  private readonly within: KeySpan;
  /** The rows from the place on that the search has reached. */
  private page: ProbeAnswer = { rows: [], hasMore: true };
  /** How many rows the last answer had, and how many groups it has shown. */
  private answered = { rows: 0, groups: 0 };
  private groups = 0;
  private partitions = 0;
  private isScattered = false;

  constructor(options: SkipScanOptions) {
    this.options = options;
    this.within = partitionsWithin(options.reach);
    this.prefixes = new PrefixScan(options, this.within);
  }

  /**
   * Returns why the list is incomplete; undefined if it is complete.
   * @yields the next request
   */
  *search(): Search<string | undefined> {
    this.page = yield { partition: this.within, top: WHOLE_PAGE, pages: 1 };
    this.answered.rows = this.page.rows.length;
    const sample = this.page.rows.slice(0, SAMPLE_ROWS);
    const isCut = this.page.hasMore || this.page.rows.length > SAMPLE_ROWS;
    this.isScattered = isCut && new Set(sample.map((row) => row.partitionKey)).size * 2 >= sample.length;
    let last: ProbeRow | undefined;
    let known: readonly ProbeRow[] = sample;
    for (let [first] = this.page.rows; first !== undefined; [first] = this.page.rows) {
      const prefix = prefixOf(first.partitionKey);
      const found = this.headed(this.options.classifier.classify(first, known), first, last);
      if (found.kind === 'prefix' && prefix < MOST_PREFIXES) {
        this.page = yield* this.prefixes.search(prefix, this.page);
        yield* this.skipTo(prefixText(MOST_PREFIXES));
      } else if (found.kind === 'run') yield* this.run(found, first);
      else {
        this.add(found, first, this.page);
        yield* this.skipTo(found.partition.to);
      }
      if (this.groups >= 2 * MOST_GROUPS)
        return `The search stopped at ${countText(this.groups)} groups of keys; more may follow ${first.partitionKey}.`;
      last = first;
      known = this.page.rows.slice(0, NEXT_PAGE);
    }
    return undefined;
  }

  /**
   * Moves on to the first row at or after this key, if there may be one.
   * @yields a request, if no row at hand is at or after the key
   */
  private *skipTo(after: string | undefined): Search<void> {
    const { page, within, answered } = this;
    answered.groups += 1;
    const partition = intersectSpans({ from: after }, within);
    const next = page.rows.findIndex(({ partitionKey }) => partitionKey >= (after ?? ''));
    const isEnd = after === undefined || (partition.to !== undefined && after >= partition.to);
    if (isEnd || (next < 0 && !page.hasMore)) this.page = { rows: [], hasMore: false };
    else if (next >= 0) this.page = { ...page, rows: page.rows.slice(next) };
    else {
      // If the last answer held many small groups, a page finds the next ones sooner than a request for each.
      const top = answered.rows >= SMALL_PAGE * answered.groups ? NEXT_PAGE : SMALL_PAGE;
      this.page = yield { partition, top };
      this.answered = { rows: this.page.rows.length, groups: 0 };
    }
  }

  private add(found: FoundGroup, first: ProbeRow, { rows, hasMore }: ProbeAnswer): void {
    this.groups += 1;
    const group = this.options.add(found, first);
    const own = rows.filter((row) => isOf(group, row));
    group.learnHead(own, !hasMore || own.at(-1) !== rows.at(-1));
  }

  /**
   * Adds a run of keys that begin with their time. Its digits also allow times that nobody has written yet, so keys of another kind may
   * be there: the run ends before these times, unless its own keys are found there.
   * @yields the next request
   */
  private *run(found: FoundGroup, first: ProbeRow): Search<void> {
    const { page } = this;
    const { scheme, partition } = found;
    const end = this.unexpected(found, first);
    yield* this.skipTo(end);
    const { rows } = this.page;
    const [next] = rows;
    const like = next && this.options.classifier.classify(next, rows.slice(0, NEXT_PAGE));
    const isOwn = like?.scheme.id === scheme.id && isInSpan(next?.partitionKey ?? '', partition);
    const to = isOwn ? partition.to : end;
    this.add({ ...found, partition: intersectSpans(partition, { to }) }, first, page);
    if (isOwn) yield* this.skipTo(to);
  }

  /**
   * Once there are too many partitions to list, groups them by the beginning of their keys, up to the first character that
   * differs from the previous key.
   */
  private headed(found: FoundGroup, first: ProbeRow, last: ProbeRow | undefined): FoundGroup {
    if (found.kind !== 'partition') return found;
    this.partitions += 1;
    if (this.partitions <= (this.isScattered ? MOST_SCATTERED : MOST_GROUPS)) return found;
    const length = commonLength(last?.partitionKey ?? '', first.partitionKey) + 1;
    const head = wholeCharacters(first.partitionKey, length);
    const partition = keysBeginningWith(head);
    return { ...found, kind: 'leading', label: `${head}...`, partition, isTimeInRow: false };
  }

  /**
   * The first key after the times that a run is expected to hold: up to a year from now in ascending keys, and back to 1970 in
   * descending ones. The end of the run, if there is no such key after `first`.
   */
  private unexpected({ scheme, partition, grain }: FoundGroup, first: ProbeRow): string | undefined {
    const axis = timeAxis(scheme, first, partition, { isInRow: false, grain });
    const { from } = axis.isDescending
      ? { from: axis.spanOf(axis.to - 1n, axis.to).partition.to }
      : axis.spanFrom(this.options.nowTicks + YEAR_TICKS).partition;
    const isUsable = from !== undefined && from !== '' && from > first.partitionKey;
    return isUsable && (partition.to === undefined || from < partition.to) ? from : partition.to;
  }
}

/** The first `length` units of a text, or one more if it would cut a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length + 1 : length);
}

/** Prefixes of the largest event volume; those of smaller ones are the first ten, or the first. */
const MOST_PREFIXES = 100;
/** Every second prefix, then the others, each far from those before it. */
const IN_TURN = Array.from({ length: MOST_PREFIXES }, (_, prefix) => prefix).toSorted(
  (a, b) => (a % 2) + spread(a >> 1) - (b % 2) - spread(b >> 1),
);
/** How many rows to request around the border between two prefixes. */
const BORDER_PAGE = 60;

interface SkipScanOptions {
  readonly classifier: KeyClassifier;
  readonly reach: SasKeys;
  readonly nowTicks: bigint;
  /** Called with each group once its span is known, and one of its rows. */
  readonly add: (found: FoundGroup, row: ProbeRow) => GroupState;
  /** Where groups in ascending order of time end, as far as found. */
  readonly near: () => NearEnd | undefined;
}

/**
 * Finds the prefixes of an event volume. One request a little before the end of a prefix shows the end of this one and the
 * beginning of the next. So every second prefix is looked at first, evenly over the volume, then the others, then the beginnings
 * of those that end early.
 */
class PrefixScan {
  /** Prefixes of which it is not known whether they hold rows, and how much of them nobody looked at. */
  readonly unlooked = new Map<number, 'all' | 'begin'>();
  private readonly options: SkipScanOptions;
  private readonly within: KeySpan;
  private readonly groups = new Map<number, GroupState>();

  constructor(options: SkipScanOptions, within: KeySpan) {
    this.options = options;
    this.within = within;
  }

  /**
   * `page` begins with the first prefix. Returns the rows after the last prefix, as far as they are known.
   * @yields the next request
   */
  *search(first: number, page: ProbeAnswer): Search<ProbeAnswer> {
    const { unlooked, within } = this;
    for (let prefix = first; prefix < MOST_PREFIXES; prefix++)
      if (within.to === undefined || prefixText(prefix) < within.to) unlooked.set(prefix, 'all');
    let rest = this.take(page, first);
    yield* this.pilot();
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const { from, at } = this.placeIn(next);
      const partition = intersectSpans({ from }, within);
      rest = this.take(yield { partition, top: BORDER_PAGE, isSample: at !== undefined }, next, at) ?? rest;
    }
    return rest ?? { rows: [], hasMore: true };
  }

  /**
   * Finds the end of the first prefix, which tells where the others may end.
   * @yields the next request
   */
  private *pilot(): Search<void> {
    const [group] = this.groups.values();
    if (group?.axis !== undefined && this.options.near() === undefined)
      yield* findEnd(group, group.axis, recentEnd(this.options.nowTicks));
  }

  /** The prefix to look at next. Those of which only the beginning was not seen come last. */
  private next(): number | undefined {
    const { unlooked } = this;
    return IN_TURN.find((prefix) => unlooked.get(prefix) === 'all') ?? unlooked.keys().next().value;
  }

  /** Where a prefix is looked at: a little before the usual end, or at its first key. */
  private placeIn(prefix: number): { readonly from: string; readonly at?: bigint } {
    const [near, begin] = [this.options.near(), prefixText(prefix)];
    if (near === undefined || this.unlooked.get(prefix) !== 'all') return { from: begin };
    const at = near.position + 1n - near.margin;
    const from = begin + ticksText(at, 19, false);
    const { to } = this.within;
    return to === undefined || from < to ? { from, at } : { from: begin };
  }

  /**
   * Notes what the rows of an answer say about the prefixes, from `first` on. Returns the rows after the last prefix, if the
   * answer reaches beyond it.
   */
  private take({ rows, hasMore }: ProbeAnswer, first: number, at?: bigint): ProbeAnswer | undefined {
    const end = rows.findIndex(({ partitionKey }) => partitionKey >= prefixText(MOST_PREFIXES));
    const own = end < 0 ? rows : rows.slice(0, end);
    const isBeyond = end >= 0 || !hasMore;
    const numbers = own.map(({ partitionKey }) => prefixOf(partitionKey));
    const last = isBeyond ? MOST_PREFIXES : (numbers.at(-1) ?? first);
    for (const number of new Set([first, ...numbers.filter((each) => each >= 0)])) {
      const mine = own.filter((_, row) => numbers[row] === number);
      const { axis } = this.groupOf(number, mine) ?? {};
      if (axis === undefined) continue;
      const from = number === first ? (at ?? axis.from) : axis.from;
      this.groups.get(number)?.learn({ from, to: axis.to }, mine, number < last);
    }
    this.settle(first, at === undefined ? first - 1 : first, last);
    return isBeyond ? { rows: rows.slice(own.length), hasMore } : undefined;
  }

  /**
   * Records that no prefix between `before` and `last` holds rows, except those that were found. Of prefix `first`, perhaps
   * only the end was seen.
   */
  private settle(first: number, before: number, last: number): void {
    const { unlooked, groups } = this;
    if (unlooked.has(first)) unlooked.set(first, 'begin');
    for (const number of unlooked.keys())
      if (groups.has(number) || (number > before && number < last)) unlooked.delete(number);
  }

  private groupOf(number: number, rows: readonly ProbeRow[]): GroupState | undefined {
    const [row] = rows;
    const known = this.groups.get(number);
    if (known !== undefined || row === undefined) return known;
    const group = this.options.add(this.options.classifier.classify(row, rows), row);
    this.groups.set(number, group);
    return group;
  }
}
