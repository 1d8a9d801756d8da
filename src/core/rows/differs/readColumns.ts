import { type ColumnRef, parametersOf } from '../../entities/columns/columnRef.ts';
import { partsOfKeys } from '../../entities/columns/keyParts.ts';
import { KIND_TEXT } from '../../entities/columns/sortKey.ts';
import { buildColumn, type ValueColumn, valuesOfKind } from '../../entities/columns/valueColumn.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';
import { type Classes, classesOf, LEAST_ROWS, NOT_COMPARED } from './classes.ts';
import { testColumn, type TestedColumn } from './columnDifference.ts';
import { isSameColumn } from './follows.ts';
import { LEAST_SHARE } from './pairs.ts';
import { type RowSample, sampleRows, within } from './sample.ts';
import type { Steps } from '../../steps.ts';

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
export function columnsOf(
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
 * Reads and tests columns, and the templates of texts with their parameters. Of columns that divide the rows in the same way, only the
 * first is tested; it names the others in `sameAs`. `unique`: columns in which hardly any two rows share a value.
 * @yields after a few thousand rows or values
 */
export function* readColumns(
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
        if (repeats(parameter)) add({ ...parameter, codes });
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
    if (!repeats(column)) unique.push(ref);
    else if (trial === sample) add(column);
    else add(classesOf(yield* buildColumn(store, ref, sample.rows), sample));
    yield undefined;
  }
  return { columns, unique };
}

const repeats = ({ classes }: Classes): boolean => classes.some(({ label }) => label?.kind !== 'others');

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
