import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { floorTo } from '../keys/base/digits.ts';
import {
  coarserThanGrain,
  isTickExact,
  keyGrain,
  roundingWords,
  roundsDown,
  roundsItself,
  takesRounding,
} from '../keys/base/rounding.ts';
import type { RowTime, TableKeyRange } from '../keys/base/scheme.ts';
import { formatFilter } from '../odata/filter.ts';
import { durationText } from '../time/durationText.ts';
import {
  type Interval,
  clampTicks,
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  ticksFromParts,
  tryTicksToIso,
} from '../time/ticks.ts';
import { countText } from '../words.ts';
import type { QueryClass } from '../odata/classify.ts';
import type { PlannedQuery, PlanRequest } from './queryPlan.ts';
import { exactKeyOf, isAllKeys, matchSpan, spanFilter } from './spans.ts';
import { counted } from '../grouped.ts';

/** ISO text without zeros at the end of its fraction. It is still exact. */
export function shortIso(ticks: bigint): string {
  const iso = tryTicksToIso(ticks);
  return iso.ok ? iso.value.replace(/\.?0+Z$/, 'Z') : 'the end of time';
}

/** A note on properties that are read only to check rows against the filter. `select`: the properties as sent. */
export function addedPropertyNotes(
  request: PlanRequest,
  select: readonly string[] | undefined,
): readonly string[] {
  const asked = new Set(['PartitionKey', 'RowKey', ...(request.select ?? []).map((name) => name.trim())]);
  const added = (select ?? []).filter((name) => !asked.has(name));
  return added.length === 0 ? [] : [`Also read, to check each row against the filter: ${added.join(', ')}.`];
}

const BUCKET_NAMES: ReadonlyMap<bigint, string> = new Map([
  [TICKS_PER_SECOND, 'whole seconds'],
  [TICKS_PER_MINUTE, 'whole minutes'],
  [TICKS_PER_HOUR, 'whole hours'],
  [TICKS_PER_DAY, 'whole days'],
]);

function bucketNames(width: bigint): string {
  return BUCKET_NAMES.get(width) ?? `intervals of ${durationText(width)}`;
}

/** The time that a plan's keys cover, and their bucket width. */
interface Coverage {
  readonly from: bigint;
  readonly to: bigint;
  readonly width: bigint;
}

/** The time in a key: from the full reading, or from the bulk path if there is none. */
function timeOf(scheme: KeyScheme, key: string | undefined, part: 'partition' | 'row'): bigint | undefined {
  if (key === undefined) {
    return undefined;
  }
  const reading = scheme.read(key, part, {});
  if (reading !== undefined) {
    return reading.ticks;
  }
  const into: RowTime = { seconds: 0, fraction: 0 };
  const isRead = part === 'row' ? scheme.rowTime('', key, into) : scheme.rowTime(key, '', into);
  return isRead ? ticksFromParts(into.seconds, into.fraction) : undefined;
}

/** The coverage of ascending keys. Their lower bound is the first bucket that is read, their upper bound the first one that is not. */
function ascendingCoverage(
  window: Interval,
  lower: bigint | undefined,
  upper: bigint | undefined,
  width: bigint | undefined,
): Coverage | undefined {
  if (width === undefined || lower === undefined || upper === undefined) {
    return undefined;
  }
  return lower === floorTo(window.from, width) && upper === floorTo(window.to - 1n, width) + width
    ? { from: lower, to: upper, width }
    : undefined;
}

/**
 * The coverage of descending keys. Their lower bound is the last key of the last bucket, `grain` ticks before its end. The upper bound is
 * not read back, because only the scheme knows its unit.
 */
function descendingCoverage(
  window: Interval,
  lower: bigint | undefined,
  width: bigint | undefined,
  grain: bigint | undefined,
): Coverage | undefined {
  if (width === undefined || grain === undefined || lower === undefined) {
    return undefined;
  }
  const to = floorTo(window.to - 1n, width) + width;
  return lower + grain === to ? { from: floorTo(window.from, width), to, width } : undefined;
}

/** A note on how the chosen rounding was applied. If a scheme does not take one, the reason of its ranges says so. */
function roundingNotes(scheme: KeyScheme, request: PlanRequest, window: Interval): readonly string[] {
  const { roundingTicks } = request;
  if (roundingTicks === undefined) {
    return [];
  }
  const grain = keyGrain(scheme, window.from, scheme.timeSource === 'row' ? 'row' : 'partition');
  const isApplied = roundsItself(scheme) || coarserThanGrain(roundingTicks, grain) !== undefined;
  if (isApplied) {
    return takesRounding(scheme) ? [`Keys are rounded to ${durationText(roundingTicks)}.`] : [];
  }
  return grain !== undefined && roundingTicks < grain
    ? [
        `The rounding of ${durationText(roundingTicks)} is finer than the keys of this scheme (${roundingWords(scheme)}): it changes nothing.`,
      ]
    : [];
}

/**
 * The time that the planned ranges cover. It is read back from their bounds, so that the notes describe what is really sent. Undefined if
 * the bounds cannot be read, if there are several tables, or if the writer does not simply round down.
 */
function coverageOf(
  scheme: KeyScheme,
  request: PlanRequest,
  window: Interval,
  ranges: readonly TableKeyRange[],
): Coverage | undefined {
  const [range] = ranges;
  if (range === undefined || ranges.some((each) => each.tableName !== range.tableName)) {
    return undefined;
  }
  // Ranges of keys that do not sort by time are wider than the window on purpose.
  if (scheme.order === 'none') return undefined;
  const hasRow = range.row?.from !== undefined || range.row?.to !== undefined;
  const part = hasRow ? 'row' : 'partition';
  const span = hasRow ? range.row : range.partition;
  const grain = keyGrain(scheme, window.from, part);
  const rounding = coarserThanGrain(request.roundingTicks, grain);
  if (!roundsDown(scheme, rounding)) {
    return undefined;
  }
  const width = rounding ?? grain;
  const lower = timeOf(scheme, span?.from, part);
  return scheme.order === 'ascending'
    ? ascendingCoverage(window, lower, timeOf(scheme, span?.to, part), width)
    : descendingCoverage(window, lower, width, grain);
}

function readNote(window: Interval, read: Coverage): string {
  const [from, to] = [shortIso(read.from), shortIso(read.to)];
  return read.from === window.from && read.to === window.to
    ? `Reads ${from} <= time < ${to}.`
    : `Keys hold ${bucketNames(read.width)}, so this reads ${from} to ${to}.`;
}

/**
 * The time that the ranges cover: the window, or more if keys hold, say, whole minutes. Undefined if there is no window or the ranges do
 * not show it.
 */
function readTime(
  scheme: KeyScheme,
  request: PlanRequest,
  ranges: readonly TableKeyRange[],
): Coverage | undefined {
  const { window } = request;
  if (window === undefined || scheme.timeSource === 'none') return undefined;
  const isTimed = isTickExact(scheme) && (request.roundingTicks ?? 1n) <= 1n;
  return isTimed && ranges.every((range) => range.exact)
    ? { from: window.from, to: window.to, width: 1n }
    : coverageOf(scheme, request, window, ranges);
}

function boundNotes(
  scheme: KeyScheme,
  window: Interval,
  read: Coverage | undefined,
  ranges: readonly TableKeyRange[],
): readonly string[] {
  if (read !== undefined) return [readNote(window, read)];
  // Ranges that are wider than the window say so in their own reasons.
  return ranges.every((range) => range.exact)
    ? [
        `Reads From <= time < To. A rounded key is read if its interval overlaps the window (rounding: ${roundingWords(scheme)}).`,
      ]
    : [];
}

/** The time that is read, and the notes on it. */
interface WindowNotes {
  readonly notes: readonly string[];
  readonly reads?: Interval | undefined;
}

/**
 * Notes on which time the keys cover after rounding, and which ends are included. `ranges`: as they were before typed keys narrowed them.
 */
export function windowNotes(
  scheme: KeyScheme,
  request: PlanRequest,
  ranges: readonly TableKeyRange[],
): WindowNotes {
  const { window } = request;
  if (scheme.timeSource === 'none') {
    return { notes: [] };
  }
  if (window === undefined) {
    return { notes: ['No window, so rows of all times are read.'] };
  }
  const read = readTime(scheme, request, ranges);
  return {
    notes: [
      ...roundingNotes(scheme, request, window),
      ...boundNotes(scheme, window, read, ranges),
      ...(scheme.time?.misses === undefined ? [] : [scheme.time.misses]),
    ],
    reads: read && { from: clampTicks(read.from), to: clampTicks(read.to) },
  };
}

/** The reasons why ranges are wider than the window, without repetition. */
export function reasonNotes(ranges: readonly TableKeyRange[]): readonly string[] {
  const reasons = ranges.flatMap((range) =>
    range.exact || range.reason === undefined ? [] : [range.reason],
  );
  return [...new Set(reasons)];
}

/** A note on how "begins with" is sent, since the service has no such operator. */
export function matchNotes(request: PlanRequest): readonly string[] {
  const typed = [
    ['PartitionKey', request.partitionKey],
    ['RowKey', request.rowKey],
  ] as const;
  return typed.flatMap(([property, match]) => {
    const node = match?.kind === 'begins' ? spanFilter(property, matchSpan(match)) : undefined;
    return node === undefined ? [] : [`${property} begins with: sent as ${formatFilter(node)}.`];
  });
}

/**
 * A note on what coverage checks leave out: checking RowKeys across partitions would be a scan that answers with empty pages. `ranges`: as
 * they were before typed keys narrowed them.
 */
export function unguardedNotes(
  ranges: readonly TableKeyRange[],
  queries: readonly PlannedQuery[],
  queryClass: QueryClass,
  homes: readonly TableKeyRange[] = [],
): readonly string[] {
  const isTimedByRow = ranges.some((range) => range.row !== undefined && !isAllKeys(range.row));
  const isAcross = queries.some((query) => exactKeyOf(query.range.partition) === undefined);
  const place = queryClass === 'table scan' ? 'a scan' : 'a range of partitions';
  if (isTimedByRow && isAcross)
    return [`Rows whose RowKey holds no such time are not looked for in ${place}.`];
  const isUnchecked = homes.length > 1 && homes.every((home) => home.row === undefined);
  return isTimedByRow && isUnchecked
    ? [
        `Rows whose RowKey holds no such time are not looked for: in ${countText(homes.length)} partitions that would take ${countText(2 * homes.length)} more coverage checks.`,
      ]
    : [];
}

/** Notes on what a scan costs, and how to avoid it. */
export function scanNotes(
  scheme: KeyScheme,
  request: PlanRequest,
  queries: readonly PlannedQuery[],
  queryClass: QueryClass,
): readonly string[] {
  if (queryClass !== 'table scan') {
    return [];
  }
  const isOpen = queries.some((query) => isAllKeys(query.range.partition));
  const next =
    scheme.timeSource === 'row'
      ? 'The time is in the RowKey: type a PartitionKey to read one partition.'
      : 'Type a PartitionKey, or choose the key scheme that the table is written in.';
  const rowKey =
    request.rowKey !== undefined && isOpen
      ? ['A RowKey alone does not help: every partition is searched for it.']
      : [];
  return [`This reads every partition: table scan. ${next}`, ...rowKey];
}

/** The needed part of a planned query, which may not have its filter text yet. */
interface KeyReader {
  readonly range: TableKeyRange;
  readonly tableName?: string;
  readonly sharesRows?: boolean | undefined;
}

/**
 * The note on what a split filter cannot guarantee; undefined if no keys are read twice. Queries with different conditions on the same keys
 * reach a row at different times. If a row changes in between, from matching the later query to matching the earlier one, it matched the
 * filter at every moment, yet neither query returns it. Queries of different keys cannot lose a row in this way, because keys do not
 * change.
 */
export function sharedKeysNote(queries: readonly KeyReader[]): string | undefined {
  const shared = queries.filter(({ sharesRows }) => sharesRows === true);
  const readers = counted(
    shared.map(({ range: { partition, row = {}, tableName: own }, tableName = own }) =>
      JSON.stringify([tableName, partition.from, partition.to, row.from, row.to]),
    ),
  );
  const most = Math.max(0, ...readers.values());
  return most < 2
    ? undefined
    : `A row that changes while it is read may be missed: the filter is read in ${countText(most)} queries over the same keys.`;
}
