import { encodeUtf8 } from '../entities/bytes/utf8.ts';
import { wordText } from '../byteWriter.ts';
import { readKeyPart } from '../entities/columns/columnRef.ts';
import { partsOfKeys } from '../entities/columns/keyParts.ts';
import { newSlot, SPARE_BYTES, type ValueSlot } from '../entities/packed/valueSlot.ts';
import type { ParquetColumn } from '../entities/parquet/parquetTable.ts';
import { type NativeValue, newNative, toNanoseconds, toTicks } from '../entities/parquet/parquetValue.ts';
import { prepareRows } from '../entities/parquet/prepareParquet.ts';
import { SYSTEM } from '../entities/views/filePiece.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { type ArrowArrays, ArrowColumn } from './arrowColumn.ts';
import { caseFreeNames } from './sqlNames.ts';

/** DuckDB plans each query over all columns, so with more of them every query would be slow. */
const MOST_SQL_COLUMNS = 1000;

export interface SqlColumn extends Pick<ParquetColumn, 'name' | 'kind' | 'property' | 'type'> {
  /** True for a key, a part of a key, Timestamp, `time` and `prefix`, which are not properties of the rows. */
  readonly isSystem: boolean;
}

/** Rows as a table for SQL, in slices of some thousand rows. */
export interface SqlTable {
  readonly columns: readonly SqlColumn[];
  readonly rows: number;
  /** How many rows have text with half of a surrogate pair, which becomes U+FFFD. */
  readonly lossyRows: number;
  /** Columns that are left out: beyond `MOST_SQL_COLUMNS`, and properties that were not asked for. */
  readonly left: readonly string[];
  readonly slices: () => Generator<SqlSlice, void, undefined>;
}

interface SqlSlice {
  readonly rows: number;
  /** Rows up to the end of this slice. */
  readonly rowsDone: number;
  /** By column; valid until the next slice. */
  readonly columns: readonly ArrowArrays[];
}

interface Made {
  readonly column: Omit<SqlColumn, 'name' | 'isSystem'>;
  readonly wanted: string;
  readonly isSystem: boolean;
  /**
   * Fills `count` rows, from row `from` on, of a column that the store does not have. `keys`: the columns of SYSTEM, which are filled
   * already.
   */
  readonly fill?: (into: ArrowColumn, from: number, count: number, keys: readonly ArrowColumn[]) => void;
}

/** A column with the type of each value of a property. It is made of the property's columns when a query names it. */
export interface TypeColumn {
  readonly name: string;
  /** For each column of the property, the type of the values in it. */
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

/** Names are shorter than in Parquet: values that do not fit their type are in `Level@text`, not in `Level@Edm.String@text`. */
function nameInSql({ name, property, type }: ParquetColumn): string {
  if (type.endsWith('@text')) return `${property}@text`;
  return type === 'ticks' ? `${property}@ticks` : name;
}

function textColumn(wanted: string, fill: NonNullable<Made['fill']>): Made {
  return { column: { property: wanted, type: 'Edm.String', kind: 'text' }, wanted, isSystem: true, fill };
}

/** Where `wanted` begins in a range of bytes; -1 if it is not there. */
function find(bytes: Uint8Array, from: number, to: number, wanted: Uint8Array): number {
  for (let at = from; at + wanted.length <= to; at++) {
    let same = 0;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}

/** Narrows the slot of a key to one of the key's parts. Returns false if the key has fewer parts. */
function toPart(slot: ValueSlot, separator: Uint8Array, place: number): boolean {
  const { bytes, to } = slot;
  for (let left = place; left > 0; left--) {
    const at = find(bytes, slot.from, to, separator);
    if (at < 0) return false;
    slot.from = at + separator.length;
  }
  const end = find(bytes, slot.from, to, separator);
  if (end >= 0) slot.to = end;
  return true;
}

/** Columns for the parts of the keys. All keys are split as most keys of a sample are; where a key has fewer parts, the value is null. */
function keyPartColumns(store: EntityStore): readonly Made[] {
  return partsOfKeys(store).flatMap(({ ref: { name, fact = '' } }) => {
    const part = readKeyPart(fact);
    if (part === undefined) return [];
    const separator = encodeUtf8(part.separator);
    const value = newNative(newSlot());
    return textColumn(`${name}@part${part.place}`, (into, _from, count, keys) => {
      const { bytes, offsets } = keys[SYSTEM.indexOf(name)] as ArrowColumn;
      bytes.room(SPARE_BYTES);
      const { raw } = value;
      raw.bytes = bytes.bytes;
      raw.view = bytes.view;
      for (let row = 0; row < count; row++) {
        raw.from = offsets[row] as number;
        raw.to = offsets[row + 1] as number;
        if (toPart(raw, separator, part.place)) into.add(row, value);
      }
    });
  });
}

/** The column `time` and, if 64 bits of nanoseconds cannot hold some time, `time@ticks`. */
function timeColumns(store: EntityStore, rows: Uint32Array): readonly Made[] {
  const times = store.times('event');
  const value = newNative(newSlot());
  const has = (at: number): boolean => {
    const row = rows[at] as number;
    value.instant.seconds = times.secondsAt(row);
    value.instant.fraction = times.fractionAt(row);
    return !Number.isNaN(value.instant.seconds);
  };
  const fillBy =
    (convert: (into: NativeValue) => boolean): NonNullable<Made['fill']> =>
    (into, from, count) => {
      for (let at = 0; at < count; at++) if (has(from + at) && convert(value)) into.add(at, value);
    };
  const time: Made = {
    column: { property: 'time', type: 'Edm.DateTime', kind: 'instant' },
    wanted: 'time',
    isSystem: true,
    fill: fillBy(toNanoseconds),
  };
  if (!rows.some((_row, at) => has(at) && !toNanoseconds(value))) return [time];
  const ticks: Made = {
    column: { property: 'time', type: 'ticks', kind: 'int64' },
    wanted: 'time@ticks',
    isSystem: true,
    fill: fillBy((each) => {
      toTicks(each);
      return true;
    }),
  };
  return [time, ticks];
}

/**
 * Prepares rows as a table for SQL: `time`, `prefix`, the keys and their parts, Timestamp, then each property by its type. A property of
 * mixed types has the same columns as in a Parquet export. The table of an answer has only its columns.
 * @param rows row numbers, in order
 * @param answered as in `prepareRows`
 * @yields after a few thousand values
 */
export function* sqlTable(
  store: EntityStore,
  rows: Uint32Array,
  properties: readonly string[],
  answered?: readonly string[],
): Generator<undefined, SqlTable, undefined> {
  const prepared = yield* prepareRows(store, rows, properties, answered);
  const { groups, groupLabels } = store;
  const system = prepared.columns.findIndex(({ property }) => !SYSTEM.includes(property));
  const stored = prepared.columns.map(
    (column, at): Made => ({ column, wanted: nameInSql(column), isSystem: system < 0 || at < system }),
  );
  const value = newNative(newSlot());
  const prefix = textColumn('prefix', (into, from, count) => {
    let last: number | undefined;
    for (let at = 0; at < count; at++) {
      const group = groups[rows[from + at] as number] as number;
      if (group !== last) {
        const { view, length } = wordText(encodeUtf8(groupLabels[group] ?? ''));
        Object.assign(value.raw, { view, from: 0, to: length });
        last = group;
      }
      into.add(at, value);
    }
  });
  const all =
    answered === undefined
      ? [
          ...timeColumns(store, rows),
          prefix,
          ...stored.filter(({ isSystem }) => isSystem),
          ...keyPartColumns(store),
          ...stored.filter(({ isSystem }) => !isSystem),
        ]
      : stored;
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
    lossyRows: prepared.lossyRows,
    left: [
      ...names.slice(MOST_SQL_COLUMNS),
      ...store.columnNames.filter((property) => !properties.includes(property)),
    ],
    *slices() {
      const columns = new Map(kept.map((made) => [made, new ArrowColumn(made.column.kind, rows.length)]));
      const ofStore = stored.map((made) => columns.get(made));
      const keys = ofStore.slice(0, SYSTEM.length) as readonly ArrowColumn[];
      let from = 0;
      for (const group of prepared.fill(ofStore)) {
        const arrays = Array.from(columns, ([{ fill }, column]) => {
          if (fill !== undefined) column.begin();
          fill?.(column, from, group.rows, keys);
          return column.arrays(group.rows);
        });
        yield { ...group, columns: arrays };
        from = group.rowsDone;
      }
    },
  };
}
