import type { RowInstant } from '../entities/order/timeColumn.ts';
import type { CellValue, EntityStore } from '../entities/store/entityStore.ts';
import type { ListFacts, RowView, ShownCell } from './rowTypes.ts';

/**
 * Rows of a list as the worker sends them to the page. Receiving an object for each cell would take the page several frames, so the texts
 * of a row are one string, and the rest is in a few arrays.
 */
interface PackedRows {
  /** By row: all of its texts, joined. */
  readonly texts: readonly string[];
  /** By row, then by text (HEAD_TEXTS, then the cells): its length in UTF-16 units. */
  readonly lengths: Uint32Array;
  /** By row, then by cell: 0 if it has no value, otherwise 1 + the index of its type in `types`. */
  readonly codes: Uint16Array;
  readonly types: readonly string[];
  /** For each row NUMBERS values: row number, query index, seconds and fraction of its time. Without a time, the seconds are NaN. */
  readonly numbers: Float64Array;
  /** By row: bit 0 is set if it has a Timestamp; the higher bits are the basis of its time, an index in BASES. */
  readonly flags: Uint8Array;
  /** Rows with a property that occurs twice: the position of the row, and which of its cells these are. */
  readonly twice: readonly (readonly [at: number, cells: readonly number[]])[];
  /** Cells with only the beginning of their text: their index, counted row by row, and the length of the whole text in UTF-16 units. */
  readonly cut: readonly (readonly [cell: number, units: number])[];
}

/** The number of texts before the cells: group, PartitionKey, RowKey, Timestamp. */
const HEAD_TEXTS = 4;
const NUMBERS = 4;
const HAS_TIMESTAMP = 1;
const BASIS_SHIFT = 1;
const NO_TIME = { seconds: Number.NaN, fraction: 0 };
const BASES: readonly RowInstant['basis'][] = ['event', 'key', 'arrival'];

/** A part of a list. There are no rows before a run. */
export type PackedView = ListFacts & { readonly packed?: PackedRows };

/**
 * Packs rows of a store, each with a cell for each of some columns.
 * @param toDraw see `ViewRequest`
 */
export function packRows(
  store: EntityStore,
  rows: Uint32Array,
  columns: readonly string[],
  toDraw: boolean,
): PackedRows {
  const width = columns.length;
  const texts: string[] = [];
  const lengths = new Uint32Array(rows.length * (HEAD_TEXTS + width));
  const codes = new Uint16Array(rows.length * width);
  const numbers = new Float64Array(rows.length * NUMBERS);
  const flags = new Uint8Array(rows.length);
  const twice: (readonly [number, readonly number[]])[] = [];
  const cut: (readonly [number, number])[] = [];
  const codeOf = new Map<string, number>();
  const whole = Array.from(rows, (row) => cellsOf(store, row, columns));
  for (const [at, cells] of (toDraw ? boundedCells(whole) : whole).entries()) {
    const row = rows[at] as number;
    const { partitionKey, rowKey } = store.key(row);
    const timestamp = store.timestamp(row);
    const time = store.instant(row, 'event');
    const group = store.groupLabels[store.groups[row] ?? -1] ?? '';
    const all = [group, partitionKey, rowKey, timestamp ?? '', ...cells.map((cell) => cell?.text ?? '')];
    texts.push(all.join(''));
    lengths.set(
      all.map(({ length }) => length),
      at * (HEAD_TEXTS + width),
    );
    for (const [index, cell] of cells.entries()) {
      if (cell === undefined) continue;
      const code = codeOf.get(cell.type) ?? codeOf.size + 1;
      codeOf.set(cell.type, code);
      codes[at * width + index] = code;
      if (cell.units !== undefined) cut.push([at * width + index, cell.units]);
    }
    const { seconds, fraction } = time ?? NO_TIME;
    numbers.set([row, store.queryIndexes[row] ?? -1, seconds, fraction], at * NUMBERS);
    flags[at] =
      (timestamp === undefined ? 0 : HAS_TIMESTAMP) +
      ((time === undefined ? 0 : BASES.indexOf(time.basis)) << BASIS_SHIFT);
    const repeated = store.repeatedNames(store.shapeOf(row));
    const places = columns.flatMap((name, index) => (repeated.includes(name) ? [index] : []));
    if (places.length > 0) twice.push([at, places]);
  }
  return { texts, lengths, codes, types: [...codeOf.keys()], numbers, flags, twice, cut };
}

function cellsOf(store: EntityStore, row: number, columns: readonly string[]): RowView['cells'] {
  const repeated = store.repeatedNames(store.shapeOf(row));
  return columns.map((name) => {
    const cell = store.cell(row, name);
    return cell !== undefined && repeated.includes(name) ? firstOfTwo(cell) : cell;
  });
}

/**
 * The rows of a message. The cells of a row are made when they are first read: making those of all rows of a block would take most of a
 * frame, and a scroll passes many rows without drawing them.
 */
export function unpackRows(packed: PackedRows | undefined): readonly RowView[] {
  if (packed === undefined) return [];
  const { texts, lengths, codes, types, numbers, flags } = packed;
  const twice = new Map(packed.twice);
  const cut = new Map(packed.cut);
  const width = codes.length / texts.length;
  return texts.map((text, at): RowView => {
    let place = at * (HEAD_TEXTS + width);
    let from = 0;
    const next = (): string => {
      const to = from + (lengths[place] as number);
      const part = text.slice(from, to);
      place += 1;
      from = to;
      return part;
    };
    const [group, partitionKey, rowKey, timestamp] = [next(), next(), next(), next()];
    const cellAt = (index: number): ShownCell | undefined => {
      const part = next();
      const code = codes[at * width + index] as number;
      const units = cut.get(at * width + index);
      if (code === 0) return undefined;
      return { type: types[code - 1] as string, text: part, units };
    };
    let cells: RowView['cells'] | undefined;
    const number = (index: number): number => numbers[at * NUMBERS + index] as number;
    const seconds = number(2);
    const flag = flags[at] as number;
    const basis = BASES[flag >> BASIS_SHIFT] as RowInstant['basis'];
    const own = twice.get(at);
    return {
      row: number(0),
      queryIndex: number(1),
      group,
      partitionKey,
      rowKey,
      ...((flag & HAS_TIMESTAMP) !== 0 && { timestamp }),
      ...(!Number.isNaN(seconds) && { time: { seconds, fraction: number(3), basis } }),
      get cells() {
        cells ??= Array.from({ length: width }, (_, index) => cellAt(index));
        return cells;
      },
      twice: own,
    };
  });
}

/** What is shown and copied of a property that a row has twice: the first value, with a note that it is the first of two. */
export function firstOfTwo({ text }: CellValue): CellValue {
  return { type: 'Edm.String', text: `${text} (first of two)` };
}

type Cells = RowView['cells'];

/** The most UTF-16 units in all cells that are sent to the page at a time, because it reads and draws them on its main thread. */
const MOST_UNITS = 500_000;
/** Lengths to which texts are cut: the first with which all cells fit. Even the shortest is more than a cell shows in one line. */
const LIMITS = [16_384, 8192, 4096, 2048, 1024, 512] as const;
const LEAST_LIMIT = 384;

function unitsWithin(rows: readonly Cells[], limit: number): number {
  let sum = 0;
  for (const cells of rows) for (const cell of cells) sum += Math.min(limit, cell?.text.length ?? 0);
  return sum;
}

/** The beginning of a text; it never ends between the two halves of a surrogate pair. */
function beginning(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function bounded(cell: ShownCell | undefined, limit: number): ShownCell | undefined {
  if (cell === undefined || cell.text.length <= limit) return cell;
  return { type: cell.type, text: beginning(cell.text, limit), units: cell.text.length };
}

/** Cuts long texts to their beginning if all cells together would hold up the page. */
export function boundedCells(rows: readonly Cells[]): readonly Cells[] {
  if (unitsWithin(rows, Number.POSITIVE_INFINITY) <= MOST_UNITS) return rows;
  const limit = LIMITS.find((each) => unitsWithin(rows, each) <= MOST_UNITS) ?? LEAST_LIMIT;
  return rows.map((cells) => cells.map((cell) => bounded(cell, limit)));
}
