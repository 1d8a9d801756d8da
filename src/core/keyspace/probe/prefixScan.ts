import { ticksText } from '../../keys/base/digits.ts';
import { intersectSpans } from '../../keys/base/keySpan.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { prefixOf, prefixText } from '../../keys/forms/prefixedKey.ts';
import type { KeyClassifier } from './classify.ts';
import { findEnd, type NearEnd, recentEnd } from './findEnd.ts';
import type { FoundGroup, GroupState } from './groupState.ts';
import type { SasKeys } from '../../plan/sasReach.ts';
import type { ProbeAnswer, ProbeRow, Search } from './probeTypes.ts';
import { spread } from './sample.ts';

/** Prefixes of the largest event volume; those of smaller ones are the first ten, or the first. */
export const MOST_PREFIXES = 100;
const TENS = 10;
/** Every second prefix, then the others, each far from those before it. */
const IN_TURN = Array.from({ length: MOST_PREFIXES }, (_, prefix) => prefix).toSorted(
  (a, b) => (a % 2) + spread(a >> 1) - (b % 2) - spread(b >> 1),
);
/** How many rows to request around the border between two prefixes. */
const BORDER_PAGE = 60;

export interface SkipScanOptions {
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
export class PrefixScan {
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
    if (unlooked.get(TENS) === 'all' && Math.max(...this.groups.keys()) < TENS) return TENS;
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
