import type { Entity } from '../../core/entities/entity.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { type CompareAxis, compareAxis } from '../../core/rows/compare/compareAxis.ts';
import type { KeyComparison } from '../../core/rows/compare/compareDigests.ts';
import type { CountedTime, KeyIdentity, RowCounts } from '../../core/rows/compare/rowDigests.ts';
import { MAX_TICKS, MIN_TICKS } from '../../core/time/ticks.ts';
import type { RowStoreClient, ShareListening } from '../../workers/rowStoreClient.ts';
import type { RunState } from '../run/runState.ts';

export type IdentityKind = KeyIdentity['kind'];

/** What a comparison needs of a result. */
export interface ComparedSide {
  readonly run: Pick<RunState, 'plan'>;
  readonly rows: Pick<
    RowStoreClient,
    'keyDigests' | 'compareKeys' | 'entity' | 'series' | 'propertySpan' | 'columns'
  >;
}

/** Which values were compared. */
export interface ComparedValues {
  /** The properties that both queries or files hold; undefined: all. */
  readonly names?: readonly string[] | undefined;
  /** The properties that rows of both have a value of, and those that only rows of one have. */
  readonly inBoth: readonly string[];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** The properties of one result that were not compared, because the query or file of the other leaves them out. */
  readonly leftOutFirst: readonly string[];
  readonly leftOutSecond: readonly string[];
}

/** A row that is in both with other values. */
export interface ChangedRow {
  readonly first: Entity;
  readonly second: Entity;
}

/** Two results, row by row and over time. */
export interface ResultComparison {
  readonly axis: CompareAxis;
  /** Set if the event time was chosen, but rows are counted by the time in their keys: only one result has event times. */
  readonly countedBy?: 'key';
  readonly first: RowCounts;
  readonly second: RowCounts;
  readonly both: number;
  /** Row numbers in the store of each result, ascending. */
  readonly onlyFirst: Uint32Array;
  readonly onlySecond: Uint32Array;
  /** The first of those that were read. */
  readonly examplesFirst: readonly Entity[];
  readonly examplesSecond: readonly Entity[];
  /** Rows with equal keys and other values, and the first of them; undefined: only keys were compared. */
  readonly changed?: {
    readonly rows: number;
    readonly examples: readonly ChangedRow[];
    readonly values: ComparedValues;
  };
}

/** How two results are compared. */
export interface CompareChoice {
  readonly kind: IdentityKind;
  /** Which time of a row counts. */
  readonly time: CountedTime;
}

/** Examples of rows that are in one only. */
const MOST_EXAMPLES = 20;

/** The window that was asked for; undefined: all time, or open at an end. */
export function closedWindow({ plan }: Pick<RunState, 'plan'>): TickSpan | undefined {
  const { window } = plan.request;
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}

/** How two results are compared by default. If their times differ, whole keys are never equal. */
export function usualIdentity(first: Pick<RunState, 'plan'>, second: Pick<RunState, 'plan'>): IdentityKind {
  const [one, two] = [closedWindow(first), closedWindow(second)];
  const isDisjoint = one !== undefined && two !== undefined && (one.to <= two.from || two.to <= one.from);
  return isDisjoint ? 'timeless' : 'key';
}

/** The times of a result's rows, as far as they have one. */
async function spanOfRows({ rows }: ComparedSide, time: CountedTime): Promise<TickSpan | undefined> {
  if (typeof time === 'object') return rows.propertySpan(time.property);
  const { from, bucketTicks, bucketCount } = await rows.series({ buckets: 600, time });
  return bucketCount === 0 ? undefined : { from, to: from + bucketTicks * BigInt(bucketCount) };
}

/**
 * The two windows, each aligned at its start. Without windows: the time that the rows of both cover, not
 * aligned.
 */
async function axisOf(first: ComparedSide, second: ComparedSide, time: CountedTime): Promise<CompareAxis> {
  const [one, two] = [closedWindow(first.run), closedWindow(second.run)];
  if (one !== undefined && two !== undefined) return compareAxis(one, two);
  const spans = (await Promise.all([spanOfRows(first, time), spanOfRows(second, time)])).filter(
    (span) => span !== undefined,
  );
  const whole = spans.reduce<TickSpan | undefined>(
    (all, { from, to }) => ({
      from: all === undefined || from < all.from ? from : all.from,
      to: all === undefined || to > all.to ? to : all.to,
    }),
    undefined,
  );
  return compareAxis(whole ?? { from: 0n, to: 0n }, whole ?? { from: 0n, to: 0n });
}

function identityFor(kind: IdentityKind, from: bigint): KeyIdentity {
  return kind === 'shifted' ? { kind, from } : { kind };
}

function entities({ rows }: ComparedSide, numbers: readonly number[]): Promise<readonly Entity[]> {
  return Promise.all(numbers.map((row) => rows.entity(row)));
}

/** The properties that hold instants in a row of either, by which rows can be counted. */
export async function instantNames(first: ComparedSide, second: ComparedSide): Promise<readonly string[]> {
  const columns = await Promise.all([first, second].map(({ rows }) => rows.columns(true)));
  const names = columns
    .flatMap(({ all }) => all)
    .filter(({ types }) => types.includes('Edm.DateTime'))
    .map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

/** The properties that were read: of a query, those of its filter too, whatever columns were chosen. Undefined: all. */
function namesRead({ run: { plan } }: ComparedSide): readonly string[] | undefined {
  return plan.queries[0]?.select ?? plan.request.select;
}

/** The properties that both queries or files hold; undefined: all. */
function commonNames(first: ComparedSide, second: ComparedSide): readonly string[] | undefined {
  const [one, two] = [namesRead(first), namesRead(second)];
  return one === undefined ? two : two === undefined ? one : one.filter((name) => two.includes(name));
}

/** The properties of a result that are not compared. */
async function leftOut(
  { rows }: ComparedSide,
  names: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (names === undefined) return [];
  const compared = new Set(names);
  const { all } = await rows.columns(true);
  return all.map(({ name }) => name).filter((name) => !compared.has(name));
}

/** Whether rows are counted by times of two kinds: a file without the event time has only the rounded one of its keys. */
function isByOtherTimes(first: RowCounts, second: RowCounts): boolean {
  return first.basis !== undefined && second.basis !== undefined && first.basis !== second.basis;
}

/** How many rows of both are in the chart. */
function inChart({ first, second }: ResultComparison): number {
  return first.rows - first.uncounted + second.rows - second.uncounted;
}

/**
 * Compares all rows of two results. Where the best known times of both are of two kinds, rows are counted by the time in their keys, if
 * they have one: else rows of the same instant would be counted at different times.
 */
export async function compareResults(
  first: ComparedSide,
  second: ComparedSide,
  choice: CompareChoice,
  listening: ShareListening = {},
): Promise<ResultComparison> {
  const compared = await compareBy(first, second, choice, listening);
  if (choice.time !== 'event' || !isByOtherTimes(compared.first, compared.second)) return compared;
  const byKey = await compareBy(
    first,
    second,
    { ...choice, time: 'key' },
    { ...listening, onShare: () => undefined },
  );
  return inChart(byKey) < inChart(compared) ? compared : { ...byKey, countedBy: 'key' };
}

/**
 * Compares all rows of two results: the digests of the first are sent to the worker of the second. Values are compared where a key
 * names one row: by whole key.
 */
async function compareBy(
  first: ComparedSide,
  second: ComparedSide,
  { kind, time }: CompareChoice,
  { signal, onShare = () => undefined }: ShareListening = {},
): Promise<ResultComparison> {
  const axis = await axisOf(first, second, time);
  const names = commonNames(first, second);
  const asked = { time, ...(kind === 'key' && { values: names === undefined ? {} : { names } }) };
  const listening = (from: number): ShareListening => ({
    signal,
    onShare: (share) => onShare(from + share / 2),
  });
  const own = await first.rows.keyDigests(
    { ...asked, identity: identityFor(kind, axis.first.from), buckets: axis.first },
    listening(0),
  );
  const { comparison, counted } = await second.rows.compareKeys(
    { ...asked, identity: identityFor(kind, axis.second.from), buckets: axis.second, other: own.digests },
    listening(0.5),
  );
  const { both, onlyHere, onlyThere, changed }: KeyComparison = comparison;
  const [leftOutFirst, leftOutSecond] = await Promise.all([leftOut(first, names), leftOut(second, names)]);
  const [examplesFirst, examplesSecond, before, after] = await Promise.all([
    entities(first, [...onlyThere.subarray(0, MOST_EXAMPLES)]),
    entities(second, [...onlyHere.subarray(0, MOST_EXAMPLES)]),
    entities(first, changed?.pairs.map(({ there }) => there) ?? []),
    entities(second, changed?.pairs.map(({ here }) => here) ?? []),
  ]);
  const examples = before.flatMap((entity, at): readonly ChangedRow[] => {
    const other = after[at];
    return other === undefined ? [] : [{ first: entity, second: other }];
  });
  return {
    axis,
    first: own.counted,
    second: counted,
    both,
    onlyFirst: onlyThere,
    onlySecond: onlyHere,
    examplesFirst,
    examplesSecond,
    ...(changed !== undefined && {
      changed: {
        rows: changed.rows,
        examples,
        values: { ...comparedValues(own.counted, counted, names), leftOutFirst, leftOutSecond },
      },
    }),
  };
}

function comparedValues(
  { valueNames: first = [] }: RowCounts,
  { valueNames: second = [] }: RowCounts,
  names: readonly string[] | undefined,
): Omit<ComparedValues, 'leftOutFirst' | 'leftOutSecond'> {
  const [one, two] = [new Set(first), new Set(second)];
  return {
    names,
    inBoth: first.filter((name) => two.has(name)),
    onlyFirst: first.filter((name) => !two.has(name)),
    onlySecond: second.filter((name) => !one.has(name)),
  };
}

/** What a row says of each compared property; a null is no value. A name that repeats has several. */
function valuesOf(
  { properties }: Entity,
  names: ReadonlySet<string> | undefined,
): ReadonlyMap<string, string> {
  const texts = new Map<string, readonly string[]>();
  for (const { name, type, form, text } of properties)
    if (form !== 'null' && names?.has(name) !== false)
      texts.set(name, [...(texts.get(name) ?? []), `${type} ${text}`]);
  return new Map([...texts].map(([name, values]) => [name, JSON.stringify(values.toSorted())]));
}

/** The compared properties in which two rows differ, in the order of the first. */
export function changedNames(
  { first, second }: ChangedRow,
  { names }: Pick<ComparedValues, 'names'> = {},
): readonly string[] {
  const wanted = names && new Set(names);
  const [one, two] = [valuesOf(first, wanted), valuesOf(second, wanted)];
  return [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name));
}
