import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import { guardFormula, guardText, quotedCell } from '../../csv.ts';
import { FORM_NULL, FORM_PLAIN, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_STRING } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { type FilePiece, placesOf } from './filePiece.ts';

const COMMA = 0x2c;
const QUOTE = 0x22;
const LINE_END = encodeUtf8('\r\n');
const NO_BYTES = new Uint8Array(0);
/** Text that UTF-8 cannot hold. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const SYSTEM_COLUMNS = ['PartitionKey', 'RowKey', 'Timestamp'];

/** First bytes with which no guard is needed: letters and digits. */
function isHarmlessStart(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Whether the bytes of a plain string (ASCII, no line breaks) are a cell as they are. */
function isPlainCell({ bytes, from, to }: ArenaValue): boolean {
  if (from === to) return true;
  if (!isHarmlessStart(bytes[from] as number)) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === QUOTE) return false;
  }
  return true;
}

function isString({ form, type }: ArenaValue): boolean {
  return form <= FORM_STRING && type === TYPE_STRING;
}

export interface CsvExport {
  /** About 1 MiB each. */
  readonly pieces: Iterable<FilePiece>;
  /** Rows that CSV cannot hold as they are: a property name twice (the first is written), or text that is not Unicode. */
  readonly lossyRows: () => number;
}

export interface CsvOptions {
  /** `'` before text that a spreadsheet might run. */
  readonly formulaGuard: boolean;
  /** Which ones, in this order; undefined: all, in order of first occurrence. */
  readonly properties?: readonly string[] | undefined;
}

/** Writes rows as CSV, plain values straight from their raw bytes. */
class CsvRows {
  lossyRows = 0;
  private readonly store: EntityStore;
  private readonly formulaGuard: boolean;
  private readonly out = new ByteWriter();
  /** By place: the cell of the current row and its type; undefined: absent. */
  private readonly cells: (Uint8Array | undefined)[];
  private readonly typesOfRow: Int32Array;
  private readonly typeCells: Uint8Array[] = [];
  private readonly properties: readonly string[];
  /** By column of the store: its place in the row, below 0 if it is left out. */
  private readonly places: Int32Array;
  private isLossy = false;

  constructor(store: EntityStore, { formulaGuard, properties = store.columnNames }: CsvOptions) {
    this.store = store;
    this.formulaGuard = formulaGuard;
    this.properties = properties;
    this.places = placesOf(store, properties);
    this.cells = properties.map(() => undefined);
    this.typesOfRow = new Int32Array(properties.length);
  }

  *write(rows: Uint32Array): Generator<FilePiece, void, undefined> {
    const { out } = this;
    this.header();
    for (let at = 0; at < rows.length; at++) {
      this.row(rows[at] as number);
      if (out.length >= CHUNK_BYTES) yield { bytes: out.cut(), rowsDone: at + 1 };
    }
    if (out.length > 0) yield { bytes: out.cut(), rowsDone: rows.length };
  }

  private header(): void {
    const names = this.properties.flatMap((name) => [name, `${name}@type`]);
    const cells = [...SYSTEM_COLUMNS, ...names].map((name) => this.textCell(name, true));
    this.out.all(encodeUtf8(cells.join(',')));
    this.out.all(LINE_END);
  }

  private row(row: number): void {
    const { store, out } = this;
    this.isLossy = false;
    out.all(this.valueCell(store.rawKey(row, 'partition'), true));
    out.byte(COMMA);
    out.all(this.valueCell(store.rawKey(row, 'row'), true));
    out.byte(COMMA);
    out.all(encodeUtf8(this.textCell(store.timestamp(row) ?? '', false)));
    this.cells.fill(undefined);
    store.eachCell(row, this.keepCell);
    for (const [place, cell] of this.cells.entries()) {
      out.byte(COMMA);
      if (cell !== undefined) out.all(cell);
      out.byte(COMMA);
      if (cell !== undefined) out.all(this.typeCell(this.typesOfRow[place] as number));
    }
    out.all(LINE_END);
    if (this.isLossy) this.lossyRows += 1;
  }

  private readonly keepCell = (column: number, value: ArenaValue): void => {
    const place = this.places[column] as number;
    if (place < 0) return;
    if (this.cells[place] !== undefined) {
      this.isLossy = true;
      return;
    }
    // A copy: the store reuses the bytes of a value for the next one.
    this.cells[place] = value.form === FORM_NULL ? NO_BYTES : this.valueCell(value, isString(value)).slice();
    this.typesOfRow[place] = value.type;
  };

  /** The bytes of a cell; a view of the value's own bytes where these will do. */
  private valueCell(value: ArenaValue, isText: boolean): Uint8Array {
    const { bytes, form, from, to } = value;
    if (form === FORM_PLAIN && isPlainCell(value)) return bytes.subarray(from, to);
    const text = valueText(bytes, form, from, to);
    this.isLossy ||= LONE_SURROGATE.test(text);
    return encodeUtf8(this.textCell(text, isText));
  }

  /** Typed values are guarded too if they are no number: the service's word for the type proves nothing. */
  private textCell(text: string, isText: boolean): string {
    if (!this.formulaGuard) return quotedCell(text);
    return quotedCell(isText ? guardText(text) : guardFormula(text));
  }

  private typeCell(type: number): Uint8Array {
    return (this.typeCells[type] ??= encodeUtf8(this.textCell(this.store.typeNames[type] ?? '', false)));
  }
}

/**
 * Rows as CSV (RFC 4180, UTF-8, CR LF): PartitionKey, RowKey, Timestamp, then each property followed by `<name>@type`, the
 * form that Microsoft Azure Storage Explorer imports. An empty cell with a type is an empty value, without a type it is
 * none. `rows`: row numbers, in order.
 */
export function exportCsv(store: EntityStore, rows: Uint32Array, options: CsvOptions): CsvExport {
  const writer = new CsvRows(store, options);
  return { pieces: writer.write(rows), lossyRows: () => writer.lossyRows };
}
