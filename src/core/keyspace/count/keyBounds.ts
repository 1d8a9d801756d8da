import { commonLength, compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';
import { afterPrefix } from '../../keys/base/digits.ts';
import { exactKey } from '../../keys/base/keySpan.ts';
import type { KeySpan, TableKeyRange } from '../../keys/base/scheme.ts';
import { cutSpan } from '../../plan/keyPosition.ts';
import { rangeQuery, splitRange } from '../../plan/rangeSplit.ts';

/** Reads the first row that a filter matches; undefined: no row matches. */
export type FirstRow = (filter: string | undefined) => Promise<EntityKey | undefined>;

/** Number of ranges to aim for. Each lane gets several, so that all lanes stay busy until the end. */
const RANGES = 48;
/** Maximum number of requests to find borders between partitions, and as many again for borders within partitions. */
const MOST_QUESTIONS = 200;
/** At most this many requests divide a table into ranges. */
export const MOST_BOUND_REQUESTS = 2 * MOST_QUESTIONS;
const AT_A_TIME = 6;
/** A table with fewer partitions than this, one for each lane, is also cut by RowKey. */
const FEW_PARTITIONS = 6;

/** Keys from an existing row (inclusive) to the next span (exclusive). */
interface Span {
  readonly from: string;
  readonly to: string | undefined;
  /** True if it cannot be cut further. */
  isDone: boolean;
  /** True if `to` is just above the keys that begin as all keys of the span do. */
  isNarrow: boolean;
}

const BASE = 95;
const WIDTH_CHARACTERS = 12;

/** Estimates the position of a key among all keys, 0 to 1, from its characters after the first `skip`. */
function place(key: string, skip: number): number {
  let at = 0;
  let worth = 1;
  for (let index = skip; index < Math.min(key.length, skip + WIDTH_CHARACTERS); index += 1) {
    worth /= BASE;
    at += worth * Math.min(Math.max(key.charCodeAt(index) - 32, 0), BASE - 1);
  }
  return at;
}

/**
 * Divides PartitionKeys, or RowKeys, at keys of existing rows. Repeatedly reads the first row after the middle of the widest spans, so it
 * needs no key scheme.
 */
async function borders(
  first: (span: KeySpan) => Promise<string | undefined>,
  within: KeySpan,
  mostQuestions: number,
): Promise<readonly string[]> {
  const start = await first(within);
  if (start === undefined) return [];
  let spans: readonly Span[] = [{ from: start, to: within.to, isDone: false, isNarrow: false }];
  let questions = 1;
  while (spans.length < RANGES && questions < mostQuestions) {
    const end = spans.at(-1)?.to;
    const skip = end === undefined ? 0 : commonLength(start, end);
    const width = ({ from, to }: Span): number =>
      (to === undefined ? 1 : place(to, skip)) - place(from, skip);
    const widest = spans
      .filter(({ isDone }) => !isDone)
      .toSorted((a, b) => width(b) - width(a))
      .slice(0, Math.min(AT_A_TIME, RANGES - spans.length, mostQuestions - questions));
    if (widest.length === 0) break;
    questions += widest.length;
    const halves = new Map(
      await Promise.all(widest.map(async (span) => [span, await halved(first, span)] as const)),
    );
    spans = spans.flatMap((span) => halves.get(span) ?? [span]);
  }
  return spans.map(({ from }) => from);
}

async function halved(
  first: (span: KeySpan) => Promise<string | undefined>,
  { from, to, isNarrow }: Span,
): Promise<readonly Span[]> {
  const [lower, upper] = cutSpan({ from, ...(to !== undefined && { to }) }, 2);
  if (upper?.from === undefined || lower?.to === undefined) return [{ from, to, isNarrow, isDone: true }];
  const [end, isDone] = [upper.from, false];
  const found = await first({ from: end, ...(to !== undefined && { to }) });
  if (found !== undefined)
    return [
      { from, to: end, isDone, isNarrow: false },
      { from: found, to, isDone, isNarrow: false },
    ];
  return [isNarrow ? { from, to: end, isDone, isNarrow } : await narrowed(first, from, end)];
}

/**
 * A span of which only the first key is known, up to just above the keys that begin as all of its keys do. It asks for the next key,
 * then for the first one after those that share half of the characters, and so on. Halving needs a few questions for each character.
 */
async function narrowed(
  first: (span: KeySpan) => Promise<string | undefined>,
  from: string,
  to: string,
): Promise<Span> {
  const next = await first({ from: `${from}\u0000`, to });
  if (next === undefined) return { from, to, isDone: true, isNarrow: true };
  /** All keys share at least `least` characters with the first, and some no more than `most`. */
  let [least, most, end] = [commonLength(from, to), commonLength(from, next), to];
  while (least < most) {
    const length = (least + most + 1) >> 1;
    const above = afterPrefix(from.slice(0, length));
    if (above === undefined || above >= end) break;
    const found = await first({ from: above, to: end });
    if (found === undefined) [least, end] = [length, above];
    else most = commonLength(from, found);
  }
  return { from, to: end, isDone: false, isNarrow: true };
}

/**
 * Divides a table into ranges that together cover it, in key order. A table with few partitions is also cut within partitions. An empty
 * table is one range.
 */
export async function keyBounds(ask: FirstRow): Promise<readonly TableKeyRange[]> {
  const first = (partition: KeySpan, row: KeySpan = {}): Promise<EntityKey | undefined> =>
    ask(rangeQuery({ partition, row, exact: true }, undefined)?.filter);
  const partitions = await borders(async (span) => (await first(span))?.partitionKey, {}, MOST_QUESTIONS);
  const cuts: EntityKey[] = partitions.map((partitionKey) => ({ partitionKey, rowKey: '' }));
  if (partitions.length < FEW_PARTITIONS) {
    for (const partitionKey of partitions) {
      const own = exactKey(partitionKey);
      const most = Math.floor(MOST_QUESTIONS / partitions.length);
      const rows = await borders(async (span) => (await first(own, span))?.rowKey, {}, most);
      cuts.push(...rows.slice(1).map((rowKey) => ({ partitionKey, rowKey })));
    }
  }
  cuts.sort(compareKeys);
  const ranges: TableKeyRange[] = [];
  let rest: readonly TableKeyRange[] = [{ partition: {}, exact: true }];
  // The first range also covers the keys before the first row.
  for (const cut of cuts.slice(1)) {
    const sides = rest.map((range) => splitRange(range, cut));
    ranges.push(...sides.flatMap(({ before }) => before));
    rest = sides.flatMap(({ after }) => after);
  }
  return [...ranges, ...rest];
}
