import { readKeyPart } from '../entities/columns/columnRef.ts';
import { partsOfKeys } from '../entities/columns/keyParts.ts';
import type { ParquetCells, ParquetColumn, ParquetGroup } from '../entities/parquet/parquetTable.ts';
import { nanosecondsOf } from '../entities/parquet/parquetValue.ts';
import { prepareParquet } from '../entities/parquet/prepareParquet.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { ticksFromParts } from '../time/ticks.ts';

/** DuckDB plans each query over all columns: with more, every query is slow. */
const MOST_SQL_COLUMNS = 1000;

export interface SqlColumn extends Pick<ParquetColumn, 'name' | 'kind' | 'property' | 'type'> {
  /** A key, a part of a key, Timestamp, `time` or `prefix`: no property of the rows. */
  readonly isSystem: boolean;
}

/** Rows as a table for SQL, in slices of some thousand rows. */
export interface SqlTable {
  readonly columns: readonly SqlColumn[];
  readonly rows: number;
  /** Rows with half of a surrogate pair, which becomes U+FFFD. */
  readonly lossyRows: number;
  /** Columns beyond `MOST_SQL_COLUMNS`, which are left out. */
  readonly left: readonly string[];
  readonly slices: () => Generator<ParquetGroup, void, undefined>;
}

const SYSTEM = ['PartitionKey', 'RowKey', 'Timestamp'];

interface Made {
  readonly column: Omit<SqlColumn, 'name' | 'isSystem'>;
  readonly wanted: string;
  readonly isSystem: boolean;
  readonly cellsOf: (group: ParquetGroup, from: number) => ParquetCells;
}

/** Gives unique names, in this order. SQL ignores the case of names, so a name that differs only by case gets `@2`. */
export function caseFreeNames(
  wanted: readonly { readonly wanted: string; readonly isSystem: boolean }[],
): readonly string[] {
  const taken = new Set<string>();
  const names: string[] = [];
  // Properties of the rows keep their names; keys, Timestamp and derived columns get the `@2`.
  for (const isSystem of [false, true])
    for (const [at, one] of wanted.entries()) {
      if (one.isSystem !== isSystem) continue;
      // SQL cannot quote a NUL.
      const base = one.wanted === '' ? '(no name)' : one.wanted.replaceAll('\0', '\ufffd');
      let name = base;
      for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}@${count}`;
      taken.add(name.toLowerCase());
      names[at] = name;
    }
  return names;
}

/** A column with the type of each value of a property; made of the property's columns for a query that names it. */
export interface TypeColumn {
  readonly name: string;
  /** A value in this column has this type. */
  readonly cases: readonly (readonly [column: string, type: string])[];
}

/** The columns `<property>@type`: an Edm type, `Null`, or null if the row lacks the property. */
export function typeColumns(columns: readonly SqlColumn[]): readonly TypeColumn[] {
  const byProperty = new Map<string, SqlColumn[]>();
  for (const column of columns)
    if (!column.isSystem)
      byProperty.set(column.property, [...(byProperty.get(column.property) ?? []), column]);
  const names = caseFreeNames([
    ...columns.map(({ name }) => ({ wanted: name, isSystem: false })),
    ...Array.from(byProperty.keys(), (property) => ({ wanted: `${property}@type`, isSystem: true })),
  ]);
  return Array.from(byProperty.values(), (own, at) => ({
    name: names[columns.length + at] ?? '',
    cases: own.map(({ name, type }) => [
      name,
      type === 'ticks' ? 'Edm.DateTime' : type.replace(/@text$/, ''),
    ]),
  }));
}

function cellsFor(
  rows: number,
  valueAt: (at: number) => ParquetCells['values'][number] | undefined,
): ParquetCells {
  const places: number[] = [];
  const values: ParquetCells['values'][number][] = [];
  for (let at = 0; at < rows; at++) {
    const value = valueAt(at);
    if (value === undefined) continue;
    places.push(at);
    values.push(value);
  }
  return { rows: places, values };
}

/** A shorter name than in Parquet: values that do not fit their type are in `Level@text`, not `Level@Edm.String@text`. */
function nameInSql({ name, property, type }: ParquetColumn): string {
  if (type.endsWith('@text')) return `${property}@text`;
  return type === 'ticks' ? `${property}@ticks` : name;
}

function textColumn(wanted: string, cellsOf: Made['cellsOf']): Made {
  return { column: { property: wanted, type: 'Edm.String', kind: 'text' }, wanted, isSystem: true, cellsOf };
}

/** Columns for the parts of the keys. All keys are split as most keys of a sample are; null: a key has fewer parts. */
function keyPartColumns(store: EntityStore): readonly Made[] {
  return partsOfKeys(store).flatMap(({ ref: { name, fact = '' } }) => {
    const part = readKeyPart(fact);
    if (part === undefined) return [];
    const { place, separator } = part;
    return textColumn(`${name}@part${place}`, ({ rows, cells }) => {
      const keys = cells[SYSTEM.indexOf(name)]?.values ?? [];
      return cellsFor(rows, (at) => String(keys[at]).split(separator, place + 1)[place]);
    });
  });
}

/**
 * Prepares rows as a table for SQL: `time`, `prefix`, the keys and their parts, Timestamp, then each property by its type, with
 * the columns of a Parquet export for mixed types. `rows`: row numbers, in order.
 * @yields after a few thousand values
 */
export function* sqlTable(
  store: EntityStore,
  rows: Uint32Array,
  properties: readonly string[],
): Generator<undefined, SqlTable, undefined> {
  const table = yield* prepareParquet(store, rows, properties);
  const times = store.times('event');
  const { groups, groupLabels } = store;
  const system = table.columns.findIndex(({ property }) => !SYSTEM.includes(property));
  const stored = table.columns.map(
    (column, at): Made => ({
      column,
      wanted: nameInSql(column),
      isSystem: system < 0 || at < system,
      cellsOf: ({ cells }) => cells[at] as ParquetCells,
    }),
  );
  const time: Made = {
    column: { property: 'time', type: 'Edm.DateTime', kind: 'instant' },
    wanted: 'time',
    isSystem: true,
    cellsOf: ({ rows: count }, from) =>
      cellsFor(count, (at) => {
        const row = rows[from + at] as number;
        const seconds = times.secondsAt(row);
        return Number.isNaN(seconds)
          ? undefined
          : nanosecondsOf(ticksFromParts(seconds, times.fractionAt(row)));
      }),
  };
  const prefix = textColumn('prefix', ({ rows: count }, from) =>
    cellsFor(count, (at) => groupLabels[groups[rows[from + at] as number] as number]),
  );
  const all = [
    time,
    prefix,
    ...stored.filter(({ isSystem }) => isSystem),
    ...keyPartColumns(store),
    ...stored.filter(({ isSystem }) => !isSystem),
  ];
  const names = caseFreeNames(all);
  const kept = all.slice(0, MOST_SQL_COLUMNS);
  return {
    columns: kept.map(({ column: { property, type, kind }, isSystem }, at) => ({
      name: names[at] ?? '',
      property,
      type,
      kind,
      isSystem,
    })),
    rows: rows.length,
    lossyRows: table.lossyRows,
    left: names.slice(MOST_SQL_COLUMNS),
    *slices() {
      let from = 0;
      for (const group of table.groups()) {
        const start = from;
        yield { ...group, cells: kept.map(({ cellsOf }) => cellsOf(group, start)) };
        from = group.rowsDone;
      }
    },
  };
}
