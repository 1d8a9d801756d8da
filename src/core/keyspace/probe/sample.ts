import { seededRandom } from '../seededRandom.ts';
import type { GroupState } from './groupState.ts';
import type { PositionSpan } from './knownRows.ts';
import type { Search, ProbeGroup, ReadCost } from './probeTypes.ts';
import type { TimeAxis } from './timeAxis.ts';

const WHOLE_PAGE = 1000;
/** Only this share of a page is planned for; the rest is room for error in the estimated number of rows. */
const WHOLE_SHARE = 0.8;
/** Samples begin in this first part of what is unknown of their cell. */
const START_SHARE = 0.8;
/** The fractional part of the golden ratio. Its multiples, modulo 1, are far from each other. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A place in [0, 1) for the nth of several things, chosen so that neighbours are far from each other. */
export const spread = (nth: number): number => (nth * GOLDEN) % 1;

/** A cell of which something is not known. */
export interface OpenCell {
  readonly group: GroupState;
  readonly axis: TimeAxis;
  /** The part of the cell in which the group has rows. */
  readonly own: PositionSpan;
  readonly active: PositionSpan;
  readonly time: PositionSpan;
  /** How many ticks of `own` were not looked at. */
  readonly open: number;
}

/**
 * Reads some rows at a random place of a cell, or its first ones if these may be all.
 * @yields the next request
 */
export function* sample({ group, axis, own }: OpenCell, top: number, left: number): Search<void> {
  const { known } = group;
  const [part] = known.unknown(own).toSorted((a, b) => Number(b.to - b.from - (a.to - a.from)));
  if (part === undefined) return;
  // A sample may run on past the end of its cell, up to the next rows that are known.
  const { to } = known.unknown(axis).find((each) => each.to > part.from) ?? part;
  // Seeded by what is unknown of the cell, so that a repeated probe reads the same places.
  const random = seededRandom(Number(BigInt.asUintN(32, (part.from / 10_000_000n) ^ (part.to / 7_000_000n))));
  const share = left <= top ? 0 : random() * START_SHARE;
  const offset = BigInt(Math.floor(Number(part.to - part.from) * share));
  const from = part.from + offset - (offset % axis.grain);
  for (const rows of [top, WHOLE_PAGE]) {
    const answer = yield { ...axis.spanOf(from, to), top: rows };
    group.learn({ from, to }, answer.rows, !answer.hasMore);
    // One time may have more rows than a sample: then a page tells more.
    if (![...known.truncated.keys()].some((at) => at >= from && at < from + axis.grain)) return;
  }
}

/** How many pages to plan for this many rows, with room for error. */
export function pagesOf(rows: number): number {
  return Math.ceil(rows / (WHOLE_SHARE * WHOLE_PAGE));
}

/**
 * Reads what is unknown of a cell, in at most one more than twice the pages planned for `left` rows. A cell that reaches an end
 * of its group is read on to that end.
 * @yields the next request
 */
export function* readWhole({ group, axis, own, active }: OpenCell, left: number): Search<void> {
  const cell = {
    from: own.from <= active.from ? axis.from : own.from,
    to: own.to >= active.to ? axis.to : own.to,
  };
  let before: bigint | undefined;
  for (let page = 0; page <= 2 * pagesOf(left); page++) {
    const parts = group.known.unknown(cell);
    const [first, last] = [parts.at(0), parts.at(-1)];
    // Everything is read, or there is no progress because one time has more rows than a page.
    if (first === undefined || last === undefined || first.from === before) return;
    before = first.from;
    const span = { from: first.from, to: last.to };
    const { rows, hasMore } = yield { ...axis.spanOf(span.from, span.to), top: WHOLE_PAGE };
    group.learn(span, rows, !hasMore);
  }
}

/**
 * Counts the rows of a partition, as far as one page tells.
 * @yields the next request
 */
export function* countRows(group: GroupState): Search<void> {
  const { rows, hasMore } = yield { partition: group.partition, top: WHOLE_PAGE };
  group.count(rows.length, !hasMore);
}

/** Rows of the one sample; it makes the estimate accurate to about 10 %. */
const SAMPLE_ROWS = 100;
/** Hex digits used as a position: 48 bits, exact in a double. */
const DIGITS = 12;

/** A hex key (without GUID hyphens) as a number in 0 .. 16^12; undefined for other keys. */
function hexPosition(key: string): number | undefined {
  const digits = key.replaceAll('-', '').slice(0, DIGITS);
  return digits.length === DIGITS && /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

/**
 * Estimates the rows whose hashes begin with one character, from how close the first hundred are: hashes are evenly distributed.
 * If the keys are not hex hashes, only how many there are at least is known.
 * @yields the next request
 */
export function* leadingRows(group: GroupState): Search<void> {
  const { head, partition, row } = group;
  const last = head.at(-1)?.partitionKey;
  // The last partition read may have a few more rows, which are not counted.
  const rest = last === undefined ? partition : { ...partition, from: `${last}\u0000` };
  const more =
    head.length < SAMPLE_ROWS ? yield { partition: rest, top: SAMPLE_ROWS } : { rows: [], hasMore: true };
  const known = [...head, ...more.rows];
  const start = hexPosition((Array.from(row.partitionKey)[0] ?? '').padEnd(DIGITS, '0'));
  const end = hexPosition(known.at(-1)?.partitionKey ?? '');
  if (!more.hasMore) group.rows = { rows: known.length, isCount: false, standardError: 1 };
  else if (start === undefined || end === undefined || end <= start) group.count(known.length, false);
  else {
    const rows = ((known.length - 1) * 16 ** (DIGITS - 1)) / (end - start);
    const standardError = rows / Math.sqrt(Math.max(1, known.length - 2));
    group.rows = { rows, isCount: false, standardError };
  }
}

/**
 * The variance of the total is this many times the sum of the groups' variances: their errors are not quite independent,
 * because neighbours share the places that tell their rates.
 */
const TOTAL_SPREAD = 3;
/** Rows of a group of which nothing is known. */
const AT_LEAST = { rows: 1, isCount: false, standardError: Infinity };

/** What reading these groups costs: each prefix is a query of its own; everything else is read by one query. */
export function readCost(groups: readonly ProbeGroup[], isMore: boolean): ReadCost {
  let [rows, variance, rest, requests] = [0, 0, 0, 0];
  let isAtLeast = isMore;
  for (const { kind, hasStrangers, rows: { rows: own, standardError } = AT_LEAST } of groups) {
    isAtLeast ||= hasStrangers || standardError === Infinity;
    rows += own;
    variance += standardError === Infinity ? 0 : TOTAL_SPREAD * standardError ** 2;
    if (kind === 'prefix') requests += Math.max(1, Math.ceil(own / WHOLE_PAGE));
    else rest += own;
  }
  requests = Math.max(1, requests + Math.ceil(rest / WHOLE_PAGE));
  return { rows: Math.round(rows), standardError: Math.sqrt(variance), requests, isAtLeast };
}
