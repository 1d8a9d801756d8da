import { type ColumnRef, parametersOf } from '../../entities/columns/columnRef.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';
import { SYSTEM } from '../../entities/views/filePiece.ts';
import { type Difference, MOST_CHANCE, type TestedColumn, testColumn } from './columnDifference.ts';
import { followsFrom, names, repeats, isSameColumn } from './follows.ts';
import { type DifferingPair, findPairs, LEAST_SHARE } from './pairs.ts';
import { LEAST_ROWS, type Classes, classesOf, NOT_COMPARED } from './classes.ts';
import { sampleRows, type RowSample, within } from './sample.ts';
import { type Counts, holm } from './significance.ts';
import type { Steps } from '../../steps.ts';
import { partsOfKeys } from '../../entities/columns/keyParts.ts';
import { KIND_TEXT } from '../../entities/columns/sortKey.ts';
import { buildColumn, type ValueColumn, valuesOfKind } from '../../entities/columns/valueColumn.ts';

/** What tells the selected rows from the rest. */
export interface Differences {
  /** How many rows there are in all. */
  readonly all: Counts;
  /** How many rows were compared: all, or a sample. */
  readonly compared: Counts;
  /** The strongest first, but those that follow from another column after all others. */
  readonly differences: readonly Difference[];
  /** Strongest first. */
  readonly pairs: readonly DifferingPair[];
  /** Columns that do not differ by more than chance. */
  readonly same: readonly ColumnRef[];
  /** Columns in which hardly any two rows share a value. */
  readonly unique: readonly ColumnRef[];
  /** How many values, numbers and pairs were tested. Each p-value is corrected for this number. */
  readonly tried: number;
  /** How many properties were not compared, because too many others occur in more rows. */
  readonly leftOut: number;
}

/** How many rows are compared at most. With more rows the answers stay the same but take longer. */
const MOST_ROWS = 10_000;
const MOST_PAIRS = 3;

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

/**
 * Compares selected rows with the rest, column by column.
 * @param mask by row: 1 if it is selected
 * @param filtered columns that the selection filters by
 * @yields after a few thousand rows or values
 */
export function* findDifferences(
  store: EntityStore,
  mask: Uint8Array,
  filtered: readonly ColumnRef[],
): Steps<Differences> {
  const sample = sampleRows(mask, MOST_ROWS, store.countedRows());
  const { rows, sizes, all } = sample;
  const { refs, leftOut } = columnsOf(store, filtered);
  const none = { ...NO_DIFFERENCES, all, compared: sizes, leftOut };
  if (sizes.selected < LEAST_ROWS || sizes.rest < LEAST_ROWS) return none;
  const { columns, unique } = yield* readColumns(store, mask, refs, sample);

  const keyTimes = store.times('key');
  const secondsAt = (at: number): number => keyTimes.secondsAt(rows[at] as number);
  const roots = filtered.map((ref) => ({ ref, column: columns.find((each) => names(each, ref)) }));
  const rootOf = (column: TestedColumn): ColumnRef | undefined =>
    roots.find((root) => followsFrom(column, root.ref, root.column, secondsAt))?.ref;
  const followed = columns.map((column) => ({ column, follows: rootOf(column) }));
  const alone = followed.filter(({ column, follows }) => column.sample === sample && follows === undefined);
  const { pairs, tried: triedPairs } = yield* findPairs(
    alone.map(({ column }) => column),
    sample,
  );

  const ps = columns.flatMap((each) => each.ps);
  const tried = ps.length + triedPairs;
  const corrected = holm([...ps, ...pairs.map(({ p }) => p)], tried);
  const found = followed.map((each) => ({ ...each, ...each.column.difference(corrected) }));
  const differing = found.filter(({ p }) => p < MOST_CHANCE).sort((a, b) => b.strength - a.strength);
  const differences = differing.map(({ column, follows, ...each }): Difference => {
    const source = differing.find((other) => repeats(column, other.column, secondsAt));
    return { ...each, follows: follows ?? source?.follows ?? source?.ref };
  });
  return {
    ...none,
    differences: differences.sort(
      (a, b) => Number(a.follows !== undefined) - Number(b.follows !== undefined),
    ),
    pairs: pairs
      .map((pair) => ({ ...pair, p: corrected(pair.p) }))
      .filter(({ p }) => p < MOST_CHANCE)
      .slice(0, MOST_PAIRS),
    same: found.filter(({ p }) => p >= MOST_CHANCE).flatMap(({ ref, sameAs }) => [ref, ...sameAs]),
    unique,
    tried,
  };
}

const MOST_COLUMNS = 200;
/** How many rows of each side (selected, rest) are read first. This is enough to see that the values of a column do not repeat. */
const TRIAL_ROWS = 1500;
/** How many rows of each side are read for each template. They are fewer, because parameters take longer to read than values. */
const TEMPLATE_ROWS = 800;

/**
 * The columns to compare: those that are filtered, then the time and the hour, properties (those that most rows have first), prefix and
 * parts of keys, and whole keys. The order decides which name is shown: of columns that divide the rows in the same way, the first one
 * stands for all.
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
    ...SYSTEM.map((name) => ({ name })),
  ];
  return { refs: refs.toSorted(byFilter), leftOut: byCount.length - properties.length };
}

/**
 * Reads and tests columns, and the templates of texts with their parameters. Of columns that divide the rows in the same way, only the
 * first is tested; it names the others in `sameAs`. `unique`: columns in which hardly any two rows share a value.
 * @yields after a few thousand rows or values
 */
function* readColumns(
  store: EntityStore,
  mask: Uint8Array,
  refs: readonly ColumnRef[],
  sample: RowSample,
): Steps<{ readonly columns: readonly TestedColumn[]; readonly unique: readonly ColumnRef[] }> {
  // Ids and texts are slow to compare, so a few rows show first whether their values repeat at all.
  const few = sampleRows(mask, 2 * TRIAL_ROWS, store.countedRows());
  const trial = few.rows.length === sample.rows.length ? sample : few;
  const columns: TestedColumn[] = [];
  const unique: ColumnRef[] = [];
  const add = (column: Classes): void => {
    const same = columns.find((each) => isSameColumn(each, column));
    if (same === undefined) columns.push(testColumn(column));
    else same.sameAs.push(column.ref);
  };
  function* addTemplates({ name }: ColumnRef): Steps<void> {
    const column = yield* buildColumn(store, { name, fact: 'template' }, sample.rows);
    const templates = classesOf(column, sample);
    add(templates);
    for (const [code, { label, selected, rest }] of templates.classes.entries()) {
      const isLarge =
        selected >= Math.max(LEAST_ROWS, LEAST_SHARE * sample.sizes.selected) && rest >= LEAST_ROWS;
      if (!isLarge || label?.kind !== 'value') continue;
      const positions = Uint32Array.from(templates.codes.keys()).filter((at) => templates.codes[at] === code);
      const part = within(sample, positions, TEMPLATE_ROWS);
      for (const ref of parametersOf(name, label.text)) {
        const parameter = classesOf(yield* buildColumn(store, ref, part.rows), part);
        const codes = new Uint16Array(sample.rows.length).fill(NOT_COMPARED);
        for (const [at, position] of part.positions.entries())
          codes[position] = parameter.codes[at] as number;
        if (haveRepeats(parameter)) add({ ...parameter, codes });
        else unique.push(ref);
        yield undefined;
      }
    }
  }
  for (const ref of refs) {
    const tried = yield* buildColumn(store, ref, trial.rows);
    // Templates come before their texts: of columns that divide the rows in the same way, the first one stands for all.
    if (isOfTexts(tried)) yield* addTemplates(ref);
    const column = classesOf(tried, trial);
    if (!haveRepeats(column)) unique.push(ref);
    else if (trial === sample) add(column);
    else add(classesOf(yield* buildColumn(store, ref, sample.rows), sample));
    yield undefined;
  }
  return { columns, unique };
}

const haveRepeats = ({ classes }: Classes): boolean => classes.some(({ label }) => label?.kind !== 'others');

/** A column with fewer different texts holds names. */
const LEAST_TEXTS = 30;
const LOOKED_AT = 100;

/** Whether most values are texts of several words, or numbers padded with zeros. A template shows the parts of both. */
function isOfTexts(column: ValueColumn): boolean {
  const { from, to } = valuesOfKind(column, KIND_TEXT);
  if (column.ref.fact !== undefined || to - from < LEAST_TEXTS) return false;
  const { reader, references } = column;
  let spaced = 0;
  const count = Math.min(LOOKED_AT, to - from);
  for (let at = 0; at < count; at++) {
    const value = from + Math.floor((at * (to - from)) / count);
    if (/\S\s\S|^0\d{8,}$/u.test(reader.valueOf(references[value] as number)?.text ?? '')) spaced += 1;
  }
  return spaced * 2 >= count;
}
