import { TYPE_DATETIME, TYPE_STRING } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ParquetColumn, ParquetGroup, ParquetKind, ParquetTable, ParquetValue } from './parquetTable.ts';
import { kindOfType, nanosecondsOf } from './parquetValue.ts';
import { type Bucket, BUCKET_NULL, bucketOf, type Cell, RowCells, SYSTEM } from './rowCells.ts';

/** Values read between two steps. */
const STEP = 4096;
/** Rows of a row group: enough to compress well, few enough for memory and for other messages in between. */
const GROUP_ROWS = 10_000;
const GROUP_BYTES = 8 << 20;

/** What a scan found of one property. */
class Scanned {
  /** Rows by bucket. */
  readonly counts = new Map<Bucket, number>();
  /** Some instant has nanoseconds that an INT64 cannot hold. */
  hasFarInstants = false;
  readonly property: string;
  /** A page may have properties with the name of a key or of Timestamp, too. */
  readonly isSystem: boolean;

  constructor(property: string, isSystem: boolean) {
    this.property = property;
    this.isSystem = isSystem;
  }

  get isKey(): boolean {
    return this.isSystem && this.property !== 'Timestamp';
  }

  add(cell: Cell): void {
    this.counts.set(cell.bucket, (this.counts.get(cell.bucket) ?? 0) + 1);
    this.hasFarInstants ||= isFarInstant(cell);
  }
}

/** A column, and which cells fill it. */
interface FilledColumn extends Omit<ParquetColumn, 'name'> {
  readonly suffix: string;
  readonly bucket: Bucket;
  /** Ticks instead of nanoseconds. */
  readonly isTicks: boolean;
}

/** What a first pass over the rows notes about each. */
class RowNotes {
  readonly bytes: Float64Array;
  private readonly lossy: Uint8Array;

  constructor(rows: number) {
    this.bytes = new Float64Array(rows);
    this.lossy = new Uint8Array(rows);
  }

  add(at: number, cell: Cell): void {
    this.bytes[at] = (this.bytes[at] as number) + cell.bytes;
    if (cell.isLossy) this.lossy[at] = 1;
  }

  get lossyRows(): number {
    return this.lossy.reduce((sum, one) => sum + one, 0);
  }
}

function isFarInstant({ bucket, value }: Cell): boolean {
  return (
    bucket === bucketOf(TYPE_DATETIME, false) &&
    typeof value === 'bigint' &&
    nanosecondsOf(value) === undefined
  );
}

function* scan(
  cells: RowCells,
  rows: Uint32Array,
  properties: readonly string[],
  notes: RowNotes,
): Generator<undefined, readonly Scanned[], undefined> {
  const found = [...SYSTEM, ...properties].map((property, at) => new Scanned(property, at < SYSTEM.length));
  let values = 0;
  for (let at = 0; at < rows.length; at++) {
    cells.each(rows[at] as number, (property, cell) => {
      values += 1;
      found[property]?.add(cell);
      notes.add(at, cell);
    });
    if (values < STEP) continue;
    values = 0;
    yield undefined;
  }
  return found;
}

/** The type whose values take the property's own name; undefined: none of the values is of its type. */
function mainBucket({ isSystem, isKey, counts }: Scanned): Bucket | undefined {
  if (isSystem) return bucketOf(isKey ? TYPE_STRING : TYPE_DATETIME, false);
  const typed = [...counts].filter(([bucket]) => bucket !== BUCKET_NULL && bucket % 2 === 0);
  return typed.sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The columns of one property: its most frequent type first. */
function columnsOf(scanned: Scanned, typeNames: readonly string[]): readonly FilledColumn[] {
  const { property, hasFarInstants } = scanned;
  const main = mainBucket(scanned);
  const others = [...scanned.counts.keys()].filter((bucket) => bucket !== main).sort((a, b) => b - a);
  const { isKey: isRequired } = scanned;
  return [...(main === undefined ? [] : [main]), ...others].flatMap((bucket): FilledColumn[] => {
    const isMisfit = bucket !== BUCKET_NULL && bucket % 2 === 1;
    const type = bucket === BUCKET_NULL ? 'Null' : (typeNames[Math.floor(bucket / 2)] ?? '');
    const kind: ParquetKind =
      bucket === BUCKET_NULL ? 'boolean' : isMisfit ? 'text' : kindOfType(Math.floor(bucket / 2));
    const holds = isMisfit ? `${type}@text` : type;
    const suffix = bucket === main ? '' : holds;
    const column = { property, type: holds, kind, suffix, bucket, isRequired, isTicks: false };
    if (kind !== 'instant' || !hasFarInstants) return [column];
    const ticks = suffix === '' ? 'ticks' : `${suffix}@ticks`;
    return [column, { ...column, kind: 'int64', type: 'ticks', suffix: ticks, isTicks: true }];
  });
}

function valueIn({ bucket, isTicks, kind }: FilledColumn, cell: Cell): ParquetValue | undefined {
  if (cell.bucket !== bucket) return undefined;
  const { value } = cell;
  return kind === 'instant' && !isTicks && typeof value === 'bigint' ? nanosecondsOf(value) : value;
}

/** Ends of the row groups. */
function groupEnds(bytes: Float64Array): readonly number[] {
  const ends: number[] = [];
  let from = 0;
  let held = 0;
  for (let at = 0; at < bytes.length; at++) {
    const more = bytes[at] as number;
    if (at > from && (at - from === GROUP_ROWS || held + more > GROUP_BYTES)) {
      ends.push(at);
      from = at;
      held = 0;
    }
    held += more;
  }
  if (bytes.length > 0) ends.push(bytes.length);
  return ends;
}

function* groupsOf(
  cells: RowCells,
  rows: Uint32Array,
  ends: readonly number[],
  byProperty: readonly (readonly FilledColumn[])[],
): Generator<ParquetGroup, void, undefined> {
  let from = 0;
  for (const to of ends) {
    const filled = byProperty.map((columns) =>
      columns.map((column) => ({ column, rows: new Array<number>(), values: new Array<ParquetValue>() })),
    );
    for (let row = from; row < to; row++) {
      cells.each(rows[row] as number, (property, cell) => {
        for (const { column, rows: own, values } of filled[property] ?? []) {
          const value = valueIn(column, cell);
          if (value === undefined) continue;
          own.push(row - from);
          values.push(value);
        }
      });
    }
    yield { rows: to - from, cells: filled.flat(), rowsDone: to };
    from = to;
  }
}

/**
 * Prepares rows for Parquet. A property is one column, or one for each type of its values: `<name>` for the most frequent,
 * `<name>@<Edm type>` for the others, `<name>@Null` where it is null, `<name>@<Edm type>@text` for values that are not what
 * their type promises. If an instant is outside of what 64 bits of nanoseconds hold, `<name>@ticks` holds all instants of the
 * column, and `<name>` none for that row. Empty rows of all columns of a property: the row lacks it.
 *
 * `properties`: which ones; the keys and Timestamp are always written. All of this is decided before the first value.
 * @yields after a few thousand values
 */
export function* prepareParquet(
  store: EntityStore,
  rows: Uint32Array,
  properties: readonly string[],
): Generator<undefined, ParquetTable, undefined> {
  const notes = new RowNotes(rows.length);
  const cells = new RowCells(store, properties);
  const found = yield* scan(cells, rows, properties, notes);
  const byProperty = found.map((scanned) => columnsOf(scanned, store.typeNames));
  const filled = byProperty.flat();
  const names = uniqueNames(filled);
  const columns = filled.map(
    ({ property, type, kind, isRequired }, at): ParquetColumn => ({
      name: names[at] ?? '',
      property,
      type,
      kind,
      isRequired,
    }),
  );
  return {
    columns,
    rows: rows.length,
    lossyRows: notes.lossyRows,
    notes: notesOf(columns),
    groups: () => groupsOf(cells, rows, groupEnds(notes.bytes), byProperty),
  };
}

function notesOf(columns: readonly ParquetColumn[]): ParquetTable['notes'] {
  return [
    {
      key: 'keyscope.time',
      value:
        'TIMESTAMP columns are UTC, nanoseconds since 1970-01-01T00:00:00Z, exact to 100 ns. ' +
        'Columns of type ticks are 100 ns since 0001-01-01T00:00:00Z.',
    },
    {
      key: 'keyscope.columns',
      value: JSON.stringify(columns.map(({ name, property, type }) => ({ column: name, property, type }))),
    },
  ];
}

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The text after a round trip through UTF-8. */
function asUtf8(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd');
}

/** The name that a column gets if it is free. */
interface WantedName {
  readonly property: string;
  /** Suffix of the property's name; empty for the values of its most frequent type. */
  readonly suffix: string;
}

/**
 * Unique names of columns. A property keeps its own name. A derived column is `<name>@<what it holds>`, with another `@`
 * before what it holds while a property has that very name.
 */
function uniqueNames(wanted: readonly WantedName[]): readonly string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  const give = (at: number, name: string): void => {
    names[at] = name;
    taken.add(name);
  };
  for (const [at, { property, suffix }] of wanted.entries()) {
    // A page may have a property with the name of a key.
    if (suffix === '' && asUtf8(property) === property && !taken.has(property)) give(at, property);
  }
  for (const [at, { property, suffix }] of wanted.entries()) {
    if (names[at] !== undefined) continue;
    const base = asUtf8(property);
    let mark = suffix === '' ? '' : '@';
    while (taken.has(`${base}${mark}${asUtf8(suffix)}`)) mark += '@';
    give(at, `${base}${mark}${asUtf8(suffix)}`);
  }
  return names;
}
