import { TYPE_DATETIME, TYPE_STRING } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ParquetColumn, ParquetGroup, ParquetKind, ParquetTable, ParquetValue } from './parquetTable.ts';
import { int64Of, kindOfType, type NativeValue, textOf, toNanoseconds, toTicks } from './parquetValue.ts';
import { type Bucket, BUCKET_NULL, bucketOf, type Cell, RowCells } from './rowCells.ts';
import { SYSTEM } from '../views/filePiece.ts';
import type { Steps } from '../../steps.ts';

/** Values read between two yields. */
const STEP = 4096;
/** The most rows in a row group: enough to compress well, and few enough for memory and for other messages to get a turn in between. */
export const GROUP_ROWS = 10_000;
const GROUP_BYTES = 8 << 20;

const BUCKET_INSTANT = bucketOf(TYPE_DATETIME, false);

/** What a scan found of one property. */
class Scanned {
  /** How many values each bucket has, in the order in which the buckets were found. */
  readonly counts = new Map<Bucket, { count: number }>();
  /** True if 64 bits cannot hold some instant in nanoseconds. */
  hasFarInstants = false;
  readonly property: string;
  /** True for the keys and Timestamp. A page may also have properties with these names. */
  readonly isSystem: boolean;
  private last: Bucket | undefined;
  private counter = { count: 0 };

  constructor(property: string, isSystem: boolean) {
    this.property = property;
    this.isSystem = isSystem;
  }

  get isKey(): boolean {
    return this.isSystem && this.property !== 'Timestamp';
  }

  add(cell: Cell): void {
    const { bucket } = cell;
    if (bucket !== this.last) {
      this.last = bucket;
      this.counter = this.counts.get(bucket) ?? { count: 0 };
      this.counts.set(bucket, this.counter);
    }
    this.counter.count += 1;
    if (bucket === BUCKET_INSTANT) this.hasFarInstants ||= !toNanoseconds(cell);
  }
}

/** A column, and which cells fill it. */
interface FilledColumn extends Omit<ParquetColumn, 'name'> {
  readonly suffix: string;
  readonly bucket: Bucket;
  /** True if it holds ticks instead of nanoseconds. */
  readonly isTicks: boolean;
}

/** What a first pass over the rows finds. */
interface Scan {
  /** By property, those of SYSTEM first. */
  readonly found: readonly Scanned[];
  /** Rows with text that UTF-8 cannot hold. */
  readonly lossyRows: number;
}

/** @yields after a few thousand values */
function* scan(cells: RowCells, rows: Uint32Array, properties: readonly string[]): Steps<Scan> {
  const found = [...SYSTEM, ...properties].map((property, at) => new Scanned(property, at < SYSTEM.length));
  let lossyRows = 0;
  let isLossy = false;
  let values = 0;
  const visit = (property: number, cell: Cell): void => {
    values += 1;
    found[property]?.add(cell);
    isLossy ||= cell.isLossy;
  };
  for (const row of rows) {
    isLossy = false;
    cells.each(row, visit);
    if (isLossy) lossyRows += 1;
    if (values < STEP) continue;
    values = 0;
    yield undefined;
  }
  return { found, lossyRows };
}

/** The bucket whose column gets the property's own name: that of the most frequent type. Undefined: no value is what its type promises. */
function mainBucket({ isSystem, isKey, counts }: Scanned): Bucket | undefined {
  if (isSystem) return isKey ? bucketOf(TYPE_STRING, false) : BUCKET_INSTANT;
  const typed = [...counts].filter(([bucket]) => bucket !== BUCKET_NULL && bucket % 2 === 0);
  return typed.sort(([, a], [, b]) => b.count - a.count)[0]?.[0];
}

/** The columns of one property; the one of its most frequent type is first. */
function columnsOf(
  scanned: Scanned,
  typeNames: readonly string[],
  answered: readonly string[] | undefined,
): readonly FilledColumn[] {
  const { property, hasFarInstants } = scanned;
  if (scanned.isSystem && answered?.includes(property) === false) return [];
  const main = mainBucket(scanned) ?? (answered && BUCKET_NULL);
  const others = [...scanned.counts.keys()]
    .filter((bucket) => bucket !== main && (bucket !== BUCKET_NULL || answered === undefined))
    .sort((a, b) => b - a);
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

/** Receives the values of a column, one group of rows after another. */
export interface CellSink {
  /** Call before the first value of a group. */
  readonly begin: () => void;
  /** Rows of a group are numbered from 0, and arrive in order. */
  readonly add: (row: number, value: NativeValue) => void;
}

function addTo(sink: CellSink, { bucket, isTicks, kind }: FilledColumn, row: number, cell: Cell): void {
  if (cell.bucket !== bucket) return;
  if (isTicks) toTicks(cell);
  else if (kind === 'instant' && !toNanoseconds(cell)) return;
  sink.add(row, cell);
}

/** A group of rows whose columns have been filled. */
interface FilledGroup {
  readonly rows: number;
  /** Rows up to the end of this group. */
  readonly rowsDone: number;
}

/** Rows whose columns are known. */
export interface PreparedRows {
  readonly columns: readonly ParquetColumn[];
  readonly lossyRows: number;
  /** Fills the sinks, by column, group by group. A column without a sink is left out. */
  readonly fill: (sinks: readonly (CellSink | undefined)[]) => Generator<FilledGroup, void, undefined>;
}

function* fillGroups(
  cells: RowCells,
  rows: Uint32Array,
  byProperty: readonly (readonly FilledColumn[])[],
  sinks: readonly (CellSink | undefined)[],
): Generator<FilledGroup, void, undefined> {
  let next = 0;
  const filled = byProperty.map((columns) =>
    columns.flatMap((column) => {
      const sink = sinks[next++];
      return sink === undefined ? [] : [{ column, sink }];
    }),
  );
  let at = 0;
  let from = 0;
  let bytes = 0;
  const visit = (property: number, cell: Cell): void => {
    bytes += cell.bytes;
    for (const { column, sink } of filled[property] ?? []) addTo(sink, column, at - from, cell);
  };
  while (at < rows.length) {
    if (at === from) for (const sink of sinks) sink?.begin();
    cells.each(rows[at] as number, visit);
    at += 1;
    if (at - from < GROUP_ROWS && bytes < GROUP_BYTES && at < rows.length) continue;
    yield { rows: at - from, rowsDone: at };
    from = at;
    bytes = 0;
  }
}

/** Collects values for the writer of Parquet. */
class ParquetSink implements CellSink {
  rows: number[] = [];
  values: ParquetValue[] = [];
  private readonly kind: ParquetKind;

  constructor(kind: ParquetKind) {
    this.kind = kind;
  }

  begin(): void {
    this.rows = [];
    this.values = [];
  }

  add(row: number, value: NativeValue): void {
    this.rows.push(row);
    this.values.push(parquetValue(this.kind, value));
  }
}

function parquetValue(kind: ParquetKind, value: NativeValue): ParquetValue {
  switch (kind) {
    case 'text':
      return textOf(value.raw);
    case 'bytes':
      return value.binary;
    case 'boolean':
      return value.number === 1;
    case 'int64':
    case 'instant':
      return int64Of(value);
    default:
      return value.number;
  }
}

/**
 * Finds the columns of rows. A property is one column, or one for each type of its values: `<name>` for the most frequent, `<name>@<Edm
 * type>` for the others, `<name>@Null` where it is null, `<name>@<Edm type>@text` for values that are not what their type promises. If 64
 * bits of nanoseconds cannot hold an instant, `<name>@ticks` holds all instants of the column, and `<name>` is empty in that row. A row
 * that is empty in all columns of a property lacks it. All columns are known before the first value is written.
 * @param properties which ones to write
 * @param answered of an answer in SQL, the keys and Timestamp that its query named: only these are written, and a null is a value that is
 *   not there, in a column that is always there
 * @yields after a few thousand values
 */
export function* prepareRows(
  store: EntityStore,
  rows: Uint32Array,
  properties: readonly string[],
  answered?: readonly string[],
): Steps<PreparedRows> {
  const cells = new RowCells(store, properties);
  const { found, lossyRows } = yield* scan(cells, rows, properties);
  const byProperty = found.map((scanned) => columnsOf(scanned, store.typeNames, answered));
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
  return { columns, lossyRows, fill: (sinks) => fillGroups(cells, rows, byProperty, sinks) };
}

/**
 * Prepares rows for Parquet: see `prepareRows`.
 * @yields after a few thousand values
 */
export function* prepareParquet(
  store: EntityStore,
  rows: Uint32Array,
  properties: readonly string[],
  answered?: readonly string[],
): Steps<ParquetTable> {
  const { columns, lossyRows, fill } = yield* prepareRows(store, rows, properties, answered);
  return {
    columns,
    rows: rows.length,
    lossyRows,
    notes: notesOf(columns),
    *groups() {
      const sinks = columns.map(({ kind }) => new ParquetSink(kind));
      for (const group of fill(sinks))
        yield {
          ...group,
          cells: sinks.map(({ rows: own, values }) => ({ rows: own, values })),
        } satisfies ParquetGroup;
    },
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
 * Unique names of columns. A property keeps its own name. A derived column is `<name>@<what it holds>`, with more than one `@` in between
 * as long as a property has that very name.
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
