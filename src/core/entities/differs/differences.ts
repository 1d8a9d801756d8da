import type { GroupLabel } from '../chart/chartTypes.ts';
import { type ColumnRef, columnRefName } from '../columns/columnRef.ts';
import { partsOfKeys } from '../columns/keyParts.ts';
import { KIND_TEXT } from '../columns/sortKey.ts';
import { buildColumn, type ValueColumn, valuesOfKind } from '../columns/valueColumn.ts';
import type { RowMask } from '../order/timeColumn.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { type Classes, classesOf, type IsIdName, type NumberRanks } from './classes.ts';
import { followsFrom, isKeyOfTime, isSameColumn } from './follows.ts';
import { type DifferingPair, findPairs } from './pairs.ts';
import { fewerRows, type RowSample, sampleRows } from './sample.ts';
import { type Counts, cramersV, fisher, gTest, holm, logFactorials, rankTest } from './significance.ts';

/** A value, or several, and how many rows of the sample have it. */
export interface DifferingValue extends Counts {
  readonly label: GroupLabel;
}

/** A number or time of the data. */
interface Quantile {
  readonly text: string;
  /** A time: seconds since 0001-01-01. */
  readonly number: number;
}

/** p5, p25, p50, p75 and p95, by nearest rank: values that rows have. */
export type Quantiles = readonly Quantile[];

/** How the numbers, or times, of the selected rows differ from those of the rest. */
export interface DifferingNumbers {
  readonly type: string;
  readonly selected: Quantiles;
  readonly rest: Quantiles;
  /** Share of the pairs of a selected and another row in which the selected one has the greater number, 0..1. */
  readonly greater: number;
}

/** A column of which the selected rows have other values than the rest. */
export interface Difference {
  readonly ref: ColumnRef;
  /** Columns that hold the same rows. */
  readonly sameAs: readonly ColumnRef[];
  /** A column of the selection's filters, or of a key its prefix or time, that this follows from, so it explains nothing; undefined: none. */
  readonly follows: ColumnRef | undefined;
  /** Cramer's V, 0..1. */
  readonly strength: number;
  /** The chance to find as much in any column of rows selected at random. */
  readonly p: number;
  /** The statistic of the G-test and its degrees of freedom; undefined: too few rows, each value was tested by itself. */
  readonly g: { readonly statistic: number; readonly df: number } | undefined;
  /** The values that differ most, and the others together. */
  readonly values: readonly DifferingValue[];
  readonly numbers: DifferingNumbers | undefined;
}

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

/** A difference that chance alone makes so rarely, in any column, is shown. */
const MOST_CHANCE = 0.01;
/** Fewer rows tell nothing. */
const LEAST_ROWS = 5;
const MOST_COLUMNS = 200;
const MOST_PAIRS = 3;
/** Values that are named; the others count together. */
const MOST_VALUES = 5;
/** A value that differs by a smaller part of what the first one does is one of the others. */
const LEAST_PART = 0.1;
/** Of each part: enough to see that values do not repeat. */
const TRIAL_ROWS = 1500;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

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
  const unique: ColumnRef[] = [];
  const tested: TestedColumn[] = [];
  for (const ref of refs) {
    const { classes, template } = yield* readClasses(request, ref, sample);
    if (classes === undefined) unique.push(ref);
    else tested.push(testColumn(classes, sample, logs));
    if (template !== undefined)
      tested.push(
        testColumn(
          classesOf(yield* buildColumn(store, template, sample.rows), sample, isIdName),
          sample,
          logs,
        ),
      );
    yield undefined;
  }
  const columns = yield* united(tested);
  const roots = filtered.map((ref) => ({ ref, classes: columns.find((each) => names(each, ref))?.column }));
  const keyTimes = store.times('key');
  const followed = columns.map(({ column }) => followsFrom(column, roots, sample, keyTimes));
  const alone = columns.filter((_, at) => followed[at] === undefined).map(({ column }) => column);
  const { pairs, tried: triedPairs } = yield* findPairs(alone, sample, logs);

  const ps = [...columns.flatMap((each) => each.ps), ...pairs.map(({ p }) => p)];
  const tried = columns.reduce((sum, each) => sum + each.ps.length, triedPairs);
  const corrected = holm(ps, tried);
  let from = 0;
  const found = columns.map((each, at) => {
    const own = corrected.subarray(from, (from += each.ps.length));
    return { ...difference(each, own, sample), follows: followed[at] };
  });
  const differing = found.filter(({ p }) => p < MOST_CHANCE).sort((a, b) => b.strength - a.strength);
  const ofKeys = differing.find(({ ref, sameAs }) =>
    [ref, ...sameAs].some(({ fact }) => fact === 'prefix' || fact === 'time'),
  );
  const keys = columns
    .filter(({ column }) => isKeyOfTime(column, sample, keyTimes))
    .map(({ column }) => column.ref);
  const differences = differing.map((each) =>
    ofKeys !== undefined && keys.includes(each.ref)
      ? { ...each, follows: each.follows ?? ofKeys.follows ?? ofKeys.ref }
      : each,
  );
  const byStrength = (a: Difference, b: Difference): number =>
    Number(a.follows !== undefined) - Number(b.follows !== undefined) || b.strength - a.strength;
  return {
    ...none,
    differences: differences.sort(byStrength),
    pairs: pairs
      .map((pair, at) => ({ ...pair, p: corrected[from + at] as number }))
      .filter(({ p }) => p < MOST_CHANCE)
      .slice(0, MOST_PAIRS),
    same: found.filter(({ p }) => p >= MOST_CHANCE).flatMap(({ ref, sameAs }) => [ref, ...sameAs]),
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
 * `classes` is undefined: hardly any two rows share a value. `template`: the values are texts, which may have one.
 * @yields after a few thousand rows or values
 */
function* readClasses(
  { store, isIdName }: DifferencesRequest,
  ref: ColumnRef,
  sample: RowSample,
): Steps<{ readonly classes: Classes | undefined; readonly template: ColumnRef | undefined }> {
  // Ids and texts take long, and a few rows show that they do not repeat.
  const trial = fewerRows(sample, TRIAL_ROWS);
  const column = yield* buildColumn(store, ref, trial.rows);
  const template: ColumnRef | undefined = holdsTexts(column)
    ? { name: ref.name, fact: 'template' }
    : undefined;
  const first = classesOf(column, trial, isIdName);
  const repeats =
    first.numbers !== undefined ||
    column.distinct === 0 ||
    first.classes.some(({ label }) => label?.kind !== 'others');
  if (!repeats) return { classes: undefined, template };
  if (trial.rows.length === sample.rows.length) return { classes: first, template };
  return { classes: classesOf(yield* buildColumn(store, ref, sample.rows), sample, isIdName), template };
}

/** Fewer different texts are names. */
const LEAST_TEXTS = 30;
const LOOKED_AT = 100;

/** Whether most values are texts of several words. */
function holdsTexts(column: ValueColumn): boolean {
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

/** A column, and the chance of each thing that was tested in it, not corrected. */
interface TestedColumn {
  readonly column: Classes;
  readonly sameAs: readonly ColumnRef[];
  readonly g: ReturnType<typeof gTest>;
  readonly rank: ReturnType<typeof rankTest>;
  /** p-values of the classes, in their order. */
  readonly values: readonly number[];
  /** The p-values of all tests of the column: those of `values`, of `g` and of `rank`. */
  readonly ps: readonly number[];
}

function testColumn(column: Classes, { sizes }: RowSample, logs: Float64Array): TestedColumn {
  const { classes, numbers } = column;
  if (classes.length < 2) return { column, sameAs: [], g: undefined, rank: undefined, values: [], ps: [] };
  const g = gTest(classes, sizes);
  const rank = numbers && rankTest(numbers.ranks);
  const values = classes.map((each) => fisher(each, sizes, logs));
  const ps = [...values, ...[g, rank].flatMap((test) => (test === undefined ? [] : [test.p]))];
  return { column, sameAs: [], g, rank, values, ps };
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

/** @param corrected p-values of all tests of the column */
function difference(
  { column, sameAs, g, rank, values }: TestedColumn,
  corrected: Float64Array,
  { sizes, all }: RowSample,
): Omit<Difference, 'follows'> {
  const { ref, classes, numbers } = column;
  const shown = shownValues(column, values, corrected, sizes);
  const share = all.selected / (all.selected + all.rest);
  return {
    ref,
    sameAs,
    strength: cramersV(numbers === undefined ? shown : classes, sizes, share),
    p: corrected.reduce((least, p) => Math.min(least, p), 1),
    g: g && { statistic: g.statistic, df: g.df },
    values: shown,
    numbers: rank && numbers && differingNumbers(numbers, rank.statistic),
  };
}

/** The values that differ most, then all others together. Parts of numbers are no values. */
function shownValues(
  { classes }: Classes,
  ps: readonly number[],
  corrected: Float64Array,
  sizes: Counts,
): readonly DifferingValue[] {
  const named = classes.flatMap(({ label, ...counts }, at) =>
    label === undefined || label.kind === 'others' ? [] : [{ label, ...counts, at }],
  );
  named.sort((a, b) => (ps[a.at] as number) - (ps[b.at] as number));
  const isQuantity = classes[0]?.label === undefined;
  const difference = (each: Counts): number =>
    Math.abs(each.selected / sizes.selected - each.rest / sizes.rest);
  const shown = named
    .slice(0, named.length === MOST_VALUES + 1 ? named.length : MOST_VALUES)
    .filter(({ at }, place) => (!isQuantity && place < 2) || (corrected[at] as number) < MOST_CHANCE)
    .sort((a, b) => difference(b) - difference(a))
    .filter((each, _, [first]) => first !== undefined && difference(each) >= LEAST_PART * difference(first));
  const list = shown.map(({ label, selected, rest }): DifferingValue => ({ label, selected, rest }));
  if (isQuantity) return list;
  const rare = classes.find(({ label }) => label?.kind === 'others')?.label;
  const groups = named.length - shown.length + (rare?.kind === 'others' ? rare.groups : 0);
  const sum = (part: keyof Counts): number => list.reduce((left, each) => left - each[part], sizes[part]);
  return groups === 0
    ? list
    : [...list, { label: { kind: 'others', groups }, selected: sum('selected'), rest: sum('rest') }];
}

function differingNumbers(numbers: NumberRanks, greater: number): DifferingNumbers {
  const of = (part: keyof Counts): Quantiles => {
    const total = numbers.ranks.reduce((sum, each) => sum + each[part], 0);
    return QUANTILES.map((quantile) => {
      let left = Math.max(1, Math.ceil(quantile * total));
      const rank = numbers.ranks.findIndex((each) => (left -= each[part]) <= 0);
      return { text: numbers.textAt(rank), number: numbers.numberAt(rank) };
    });
  };
  return { type: numbers.type, selected: of('selected'), rest: of('rest'), greater };
}
