import type { RowInstant } from '../entities/order/timeColumn.ts';
import type { RowView, ShownCell } from './rowTypes.ts';

/**
 * Rows of a list on their way from the worker to the page. An object for each cell would hold the page's main thread for as long as
 * several frames; here each row is one text, and all that is not text is in a few arrays.
 */
export interface PackedRows {
  /** By row: all of its texts, one behind the other. */
  readonly texts: readonly string[];
  /** By row, then by text (HEAD_TEXTS, then the cells): UTF-16 units. */
  readonly lengths: Uint32Array;
  /** By row, then by cell: 0 is no value, else 1 + the position of its type in `types`. */
  readonly codes: Uint16Array;
  readonly types: readonly string[];
  /** By row, NUMBERS each: row, query, seconds and fraction of its time. Without a time, seconds are NaN. */
  readonly numbers: Float64Array;
  /** By row: bit 0: it has a Timestamp; from bit 1 on: the basis of its time. */
  readonly flags: Uint8Array;
  /** Rows with cells whose name occurs twice, and which these are. */
  readonly twice: readonly (readonly [at: number, cells: readonly number[]])[];
  /** Cells with only the beginning of their text: their number, counted row by row, and the units of the whole. */
  readonly cut: readonly (readonly [cell: number, units: number])[];
}

/** Group, PartitionKey, RowKey, Timestamp. */
const HEAD_TEXTS = 4;
const NUMBERS = 4;
const HAS_TIMESTAMP = 1;
const BASIS_SHIFT = 1;
/** The seconds of a row without a time. */
const NO_TIME = { seconds: Number.NaN, fraction: 0 };
const BASES: readonly RowInstant['basis'][] = ['event', 'key', 'arrival'];

function flagsOf({ timestamp, time }: RowView): number {
  return (
    (timestamp === undefined ? 0 : HAS_TIMESTAMP) +
    ((time === undefined ? 0 : BASES.indexOf(time.basis)) << BASIS_SHIFT)
  );
}

/** Packs rows that all have the same number of cells. */
export function packRows(rows: readonly RowView[]): PackedRows {
  const width = rows[0]?.cells.length ?? 0;
  const texts: string[] = [];
  const lengths = new Uint32Array(rows.length * (HEAD_TEXTS + width));
  const codes = new Uint16Array(rows.length * width);
  const numbers = new Float64Array(rows.length * NUMBERS);
  const flags = new Uint8Array(rows.length);
  const twice: (readonly [number, readonly number[]])[] = [];
  const cut: (readonly [number, number])[] = [];
  const codeOf = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const { group, partitionKey, rowKey, timestamp, time, cells } = row;
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
    numbers.set([row.row, row.queryIndex, seconds, fraction], at * NUMBERS);
    flags[at] = flagsOf(row);
    if (row.twice !== undefined) twice.push([at, row.twice]);
  }
  return { texts, lengths, codes, types: [...codeOf.keys()], numbers, flags, twice, cut };
}

/**
 * The rows as they were. The cells of a row are made when it is first asked for them: those of all rows of a block would take most of a
 * frame, and a scroll passes many.
 */
export function unpackRows(packed: PackedRows): readonly RowView[] {
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
