import { type ColumnRef, columnRefName, parametersOf } from '../columns/columnRef.ts';
import { partsOfKeys } from '../columns/keyParts.ts';
import { KIND_TEXT } from '../columns/sortKey.ts';
import { buildColumn, type ValueColumn, valuesOfKind } from '../columns/valueColumn.ts';
import type { RowMask } from '../order/timeColumn.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { type Classes, classesOf, type IsIdName, NOT_COMPARED } from './classes.ts';
import {
  type Difference,
  difference,
  MOST_CHANCE,
  testColumn,
  type TestedColumn,
} from './columnDifference.ts';
import { followsFrom, isKeyOfTime, isSameColumn, tells } from './follows.ts';
import { type DifferingPair, findPairs, LEAST_SHARE } from './pairs.ts';
import { type RowSample, sampleRows, within } from './sample.ts';
import { type Counts, holm, logFactorials } from './significance.ts';

/** What tells the selected rows from the rest. */
export interface Differences {
  /** All rows. */
  readonly all: Counts;
  /** The rows that were compared: all, or a sample. */
  readonly compared: Counts;
  /** Strongest first; those that follow from the selection last. */
  readonly differences: readonly Difference[];
  /** Strongest first. */
  readonly pairs: readonly DifferingPair[];
  /** Columns that do not differ by more than chance. */
  readonly same: readonly ColumnRef[];
  /** Columns that hardly any two rows share a value of. */
  readonly unique: readonly ColumnRef[];
  /** Values, numbers and pairs that were tested, for which p is corrected. */
  readonly tried: number;
  /** Properties that few rows have, and which were not compared. */
  readonly leftOut: number;
}

/** Fewer rows tell nothing. */
const LEAST_ROWS = 5;
const MOST_COLUMNS = 200;
const MOST_PAIRS = 3;
/** Rows on each side (selected, rest) if both are that large. Enough to see that values do not repeat. */
const TRIAL_ROWS = 1500;
/** Rows on each side for each template. Fewer, because parameters take longer to read than values. */
const TEMPLATE_ROWS = 800;

export const NO_DIFFERENCES: Differences = {
  all: { selected: 0, rest: 0 },
  compared: { selected: 0, rest: 0 },
  differences: [],
  pairs: [],
  same: [],
  unique: [],
  tried: 0,
  leftOut: 0,
};

type Steps<T> = Generator<undefined, T, undefined>;

/** What is compared. */
export interface DifferencesRequest {
  readonly store: EntityStore;
  /** By row: 1 if it is selected. */
  readonly mask: Uint8Array;
  /** The rows that are compared at all; undefined: all. */
  readonly counted?: RowMask;
  /** Columns of the selection's filters. */
  readonly filtered: readonly ColumnRef[];
  readonly isIdName: IsIdName;
}

/**
 * Compares selected rows with the rest, column by column.
 * @yields after a few thousand rows or values
 */
export function* findDifferences(request: DifferencesRequest): Steps<Differences> {
  const { store, mask, filtered, isIdName } = request;
  const sample = sampleRows(mask, undefined, request.counted);
  const { sizes, all } = sample;
  const { refs, leftOut } = columnsOf(store, filtered);
  const none = { ...NO_DIFFERENCES, all, compared: sizes, leftOut };
  if (sizes.selected < LEAST_ROWS || sizes.rest < LEAST_ROWS) return none;
  const logs = logFactorials(sizes.selected + sizes.rest);
  // Ids and texts are slow to compare, and a few rows show that they do not repeat.
  const few = sampleRows(mask, 2 * TRIAL_ROWS, request.counted);
  const trial = few.rows.length === sample.rows.length ? sample : few;
  const unique: ColumnRef[] = [];
  const tested: TestedColumn[] = [];
  const add = (classes: Classes): number => tested.push(testColumn(classes, logs));
  function* addTemplates({ name }: ColumnRef): Steps<void> {
    const column = yield* buildColumn(store, { name, fact: 'template' }, sample.rows);
    const templates = classesOf(column, sample, isIdName);
    add(templates);
    for (const [parameter, rows] of parametersToCompare(templates)) {
      const { classes } = yield* readClasses(request, parameter, rows.sample, rows.sample);
      if (classes === undefined) unique.push(parameter);
      else add({ ...classes, codes: spread(classes.codes, rows.positions, sample) });
      yield undefined;
    }
  }
  for (const ref of refs) {
    const { classes, holdsTexts } = yield* readClasses(request, ref, sample, trial);
    // Templates come before their texts: of columns that hold the same rows, the first names them all.
    if (holdsTexts) yield* addTemplates(ref);
    if (classes === undefined) unique.push(ref);
    else add(classes);
    yield undefined;
  }
  const columns = yield* united(tested);
  const roots = filtered.map((ref) => ({ ref, classes: columns.find((each) => names(each, ref))?.column }));
  const keyTimes = store.times('key');
  const followed = columns.map(({ column }) => followsFrom(column, roots, keyTimes));
  const alone = columns.filter(({ column }, at) => column.sample === sample && followed[at] === undefined);
  const { pairs, tried: triedPairs } = yield* findPairs(
    alone.map(({ column }) => column),
    sample,
    logs,
  );

  const ps = [...columns.flatMap((each) => each.ps), ...pairs.map(({ p }) => p)];
  const tried = columns.reduce((sum, each) => sum + each.ps.length, triedPairs);
  const corrected = holm(ps, tried);
  let from = 0;
  const found = columns.map((each, at) => {
    const own = corrected.subarray(from, (from += each.ps.length));
    return { column: each.column, difference: { ...difference(each, own), follows: followed[at] } };
  });
  const differing = found.filter(({ difference: { p } }) => p < MOST_CHANCE);
  differing.sort((a, b) => b.difference.strength - a.difference.strength);
  const differences = differing.map(({ column, difference: each }): Difference => {
    const source = differing.find(({ column: other, difference: { ref, sameAs } }) => {
      if (other === column || other.sample !== sample) return false;
      // Left out as a repetition: a parameter of any column with the same values, a text of its template, a key of its prefix or time.
      if (column.sample !== sample) return tells(other, column);
      if (ref.fact === 'template' && ref.name === column.ref.name) return tells(other, column);
      const isOfKeys = [ref, ...sameAs].some(({ fact }) => fact === 'prefix' || fact === 'time');
      return isOfKeys && isKeyOfTime(column, keyTimes);
    })?.difference;
    return { ...each, follows: each.follows ?? source?.follows ?? source?.ref };
  });
  const isFollowing = ({ follows }: Difference): number => Number(follows !== undefined);
  return {
    ...none,
    differences: differences.sort((a, b) => isFollowing(a) - isFollowing(b) || b.strength - a.strength),
    pairs: pairs
      .map((pair, at) => ({ ...pair, p: corrected[from + at] as number }))
      .filter(({ p }) => p < MOST_CHANCE)
      .slice(0, MOST_PAIRS),
    same: found
      .filter(({ difference: { p } }) => p >= MOST_CHANCE)
      .flatMap(({ difference: { ref, sameAs } }) => [ref, ...sameAs]),
    unique,
    tried,
  };
}

/**
 * What filters are of, facts, properties that most rows have, then keys: of columns that hold the same rows, the first one names them.
 */
function columnsOf(
  store: EntityStore,
  filtered: readonly ColumnRef[],
): { readonly refs: readonly ColumnRef[]; readonly leftOut: number } {
  const byFilter = (a: ColumnRef, b: ColumnRef): number => isFiltered(b) - isFiltered(a);
  const isFiltered = ({ name }: ColumnRef): number => Number(filtered.some((each) => each.name === name));
  const byCount = store.columnNames
    .map((name, column) => ({ name, count: store.columnInfo(column).count }))
    .sort((a, b) => byFilter(a, b) || b.count - a.count)
    .map(({ name }) => ({ name }));
  const properties = byCount.slice(0, MOST_COLUMNS);
  const refs: readonly ColumnRef[] = [
    { name: 'Time', fact: 'time' },
    { name: 'Hour', fact: 'hour' },
    ...properties,
    { name: 'Prefix', fact: 'prefix' },
    ...partsOfKeys(store).map(({ ref }) => ref),
    ...['PartitionKey', 'RowKey', 'Timestamp'].map((name) => ({ name })),
  ];
  return { refs: refs.toSorted(byFilter), leftOut: byCount.length - properties.length };
}

/**
 * `classes` is undefined if hardly any two rows share a value.
 * @yields after a few thousand rows or values
 */
function* readClasses(
  { store, isIdName }: DifferencesRequest,
  ref: ColumnRef,
  sample: RowSample,
  trial: RowSample,
): Steps<{ readonly classes: Classes | undefined; readonly holdsTexts: boolean }> {
  const column = yield* buildColumn(store, ref, trial.rows);
  const holdsTexts = isOfTexts(column);
  const classes = classesOf(column, trial, isIdName);
  const repeats =
    classes.numbers !== undefined ||
    column.distinct === 0 ||
    classes.classes.some(({ label }) => label?.kind !== 'others');
  if (!repeats) return { classes: undefined, holdsTexts };
  if (trial === sample) return { classes, holdsTexts };
  return { classes: classesOf(yield* buildColumn(store, ref, sample.rows), sample, isIdName), holdsTexts };
}

/**
 * Lists the parameters of templates that have enough rows on both sides.
 * @yields each parameter with a sample of the rows of its template
 */
function* parametersToCompare({ ref, classes, codes, sample }: Classes) {
  for (const [code, { label, selected, rest }] of classes.entries()) {
    const isLarge =
      selected >= Math.max(LEAST_ROWS, LEAST_SHARE * sample.sizes.selected) && rest >= LEAST_ROWS;
    if (!isLarge || label?.kind !== 'value') continue;
    const positions = Uint32Array.from(codes.keys()).filter((at) => codes[at] === code);
    const rows = within(sample, positions, TEMPLATE_ROWS);
    for (const parameter of parametersOf(ref.name, label.text)) yield [parameter, rows] as const;
  }
}

/** Moves class numbers of some rows to their positions in the whole sample; all other rows are NOT_COMPARED. */
function spread(codes: Uint16Array, positions: Uint32Array, { rows }: RowSample): Uint16Array {
  const wide = new Uint16Array(rows.length).fill(NOT_COMPARED);
  for (const [at, position] of positions.entries()) wide[position] = codes[at] as number;
  return wide;
}

/** Fewer different texts are names. */
const LEAST_TEXTS = 30;
const LOOKED_AT = 100;

/** Whether most values are texts of several words. */
function isOfTexts(column: ValueColumn): boolean {
  const { from, to } = valuesOfKind(column, KIND_TEXT);
  if (column.ref.fact !== undefined || to - from < LEAST_TEXTS) return false;
  const { reader, references } = column;
  let spaced = 0;
  const count = Math.min(LOOKED_AT, to - from);
  for (let at = 0; at < count; at++) {
    const value = from + Math.floor((at * (to - from)) / count);
    if (/\S\s\S/u.test(reader.valueOf(references[value] as number)?.text ?? '')) spaced += 1;
  }
  return spaced * 2 >= count;
}

const names = ({ column, sameAs }: TestedColumn, ref: ColumnRef): boolean =>
  [column.ref, ...sameAs].some((each) => columnRefName(each) === columnRefName(ref));

/**
 * Columns that hold the same rows as one: it would count twice.
 * @yields after each column
 */
function* united(tested: readonly TestedColumn[]): Steps<readonly TestedColumn[]> {
  const found: TestedColumn[] = [];
  for (const each of tested) {
    const { classes, numbers } = each.column;
    const known = found.findIndex(
      ({ column }) =>
        classes.length > 1 &&
        classes.length === column.classes.length &&
        (numbers === undefined) === (column.numbers === undefined) &&
        isSameColumn(column, each.column),
    );
    const one = found[known];
    if (one === undefined) found.push(each);
    else found[known] = { ...one, sameAs: [...one.sameAs, each.column.ref] };
    yield undefined;
  }
  return found;
}
