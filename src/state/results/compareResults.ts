import type { Entity } from '../../core/entities/entity.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { KeyIdentity } from '../../core/rows/compare/rowDigests.ts';
import type { ComparedFilter } from '../../core/rows/rowQuery.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { CallOptions } from '../../workers/workerCalls.ts';
import type { RunState } from '../run/runState.ts';

/** What a comparison needs of a result. */
export interface ComparedSide {
  readonly name: string;
  readonly run: Pick<RunState, 'plan'>;
  readonly rows: Pick<RowStoreClient, 'keyDigests' | 'compareKeys' | 'takeCompared' | 'entity' | 'columns'>;
}

/** A property, and in how many of the examined rows it differs. */
interface ChangedProperty {
  readonly name: string;
  readonly rows: number;
}

/** Rows with equal keys and other values. */
export interface ChangedRows {
  readonly rows: number;
  /** How many of these rows were examined for the properties that differ. */
  readonly looked: number;
  /** Most rows first. */
  readonly properties: readonly ChangedProperty[];
  /** Properties with a value in some row of the first result, but in none of the second; then the reverse. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** Properties of the first result that were not compared, because the query or file of the second leaves them out; then the reverse. */
  readonly leftOutFirst: readonly string[];
  readonly leftOutSecond: readonly string[];
}

/**
 * Two results, compared row by row. A row that occurs twice in one and once in the other counts once in `both`, and once in `onlyFirst` or
 * `onlySecond`.
 */
export interface ResultComparison {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Undefined: only keys were compared. */
  readonly changed?: ChangedRows;
  /** The filters that select these rows in each result. They are valid until the two are compared again. */
  readonly filters: Readonly<
    Record<'first' | 'second', Readonly<Record<ComparedFilter['what'], ComparedFilter>>>
  >;
}

/**
 * By how many ticks the second window is later, if the two do not overlap: then each is drawn from its own start, and rows
 * count as the same if their keys differ only in the time. Undefined: both are drawn on one axis as they are.
 */
export function shiftOf(one: TickSpan | undefined, two: TickSpan | undefined): bigint | undefined {
  const isDisjoint = one !== undefined && two !== undefined && (one.to <= two.from || two.to <= one.from);
  return isDisjoint ? two.from - one.from : undefined;
}

/** The properties that were read, including those that a query reads for its filter; undefined: all. */
function namesRead({ run: { plan } }: ComparedSide): readonly string[] | undefined {
  return plan.queries[0]?.select ?? plan.request.select;
}

/** The properties that both queries or files hold; undefined: all. */
function commonNames(first: ComparedSide, second: ComparedSide): readonly string[] | undefined {
  const [one, two] = [namesRead(first), namesRead(second)];
  return one === undefined ? two : two === undefined ? one : one.filter((name) => two.includes(name));
}

async function leftOut(
  { rows }: ComparedSide,
  names: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (names === undefined) return [];
  const compared = new Set(names);
  const { all } = await rows.columns(true);
  return all.map(({ name }) => name).filter((name) => !compared.has(name));
}

let lastComparison = 0;

/**
 * Compares all rows of two results: the digests of the first are sent to the worker of the second. Values are compared only if `identity`
 * is the whole key, because then a key stands for one row.
 */
export async function compareResults(
  first: ComparedSide,
  second: ComparedSide,
  identity: KeyIdentity,
  { signal, onProgress = () => undefined }: CallOptions<number> = {},
): Promise<ResultComparison> {
  const names = commonNames(first, second);
  const asked = {
    identity,
    ...(identity === 'key' && { values: names === undefined ? {} : { names } }),
  };
  const listening = (from: number): CallOptions<number> => ({
    signal,
    onProgress: (share) => onProgress(from + share / 2),
  });
  const own = await first.rows.keyDigests(asked, listening(0));
  const rowCount = own.digests.rows.length;
  const { comparison, valueNames, ...other } = await second.rows.compareKeys(
    { ...asked, other: own.digests },
    listening(0.5),
  );
  const { both, onlyHere, onlyThere, changed } = comparison;
  const none = new Uint32Array(0);
  const id = ++lastComparison;
  await Promise.all([
    first.rows.takeCompared({
      comparison: id,
      rowCount,
      only: onlyThere,
      changed: changed?.there ?? none,
    }),
    second.rows.takeCompared({
      comparison: id,
      rowCount: other.rowCount,
      only: onlyHere,
      changed: changed?.here ?? none,
    }),
  ]);
  const filter = (what: ComparedFilter['what'], to: string): ComparedFilter => ({
    kind: 'compared',
    what,
    to,
    comparison: id,
  });
  const filters = {
    first: { only: filter('only', second.name), changed: filter('changed', second.name) },
    second: { only: filter('only', first.name), changed: filter('changed', first.name) },
  };
  const counts = { both, onlyFirst: onlyThere.length, onlySecond: onlyHere.length, filters };
  if (changed === undefined) return counts;
  const examples = await Promise.all(
    changed.pairs.map(({ here, there }) => Promise.all([first.rows.entity(there), second.rows.entity(here)])),
  );
  const [leftOutFirst, leftOutSecond] = await Promise.all([leftOut(first, names), leftOut(second, names)]);
  const [one, two] = [own.valueNames ?? [], valueNames ?? []];
  return {
    ...counts,
    changed: {
      rows: changed.here.length,
      looked: examples.length,
      properties: changedProperties(examples, names),
      onlyFirst: one.filter((name) => !two.includes(name)),
      onlySecond: two.filter((name) => !one.includes(name)),
      leftOutFirst,
      leftOutSecond,
    },
  };
}

/** In how many of the given changed rows each property differs, most first. */
function changedProperties(
  examples: readonly (readonly [Entity, Entity])[],
  names: readonly string[] | undefined,
): readonly ChangedProperty[] {
  const wanted = names && new Set(names);
  const counts = new Map<string, number>();
  for (const [first, second] of examples) {
    const [one, two] = [valuesOf(first, wanted), valuesOf(second, wanted)];
    for (const name of new Set([...one.keys(), ...two.keys()]))
      if (one.get(name) !== two.get(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, rows]) => ({ name, rows })).toSorted((a, b) => b.rows - a.rows);
}

/** The values of the compared properties of a row, as text. A null counts as no value; a name that repeats has several values. */
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
