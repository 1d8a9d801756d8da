import { ByteWriter, CHUNK_BYTES, holdsByte, type WordText, wordText } from '../../byteWriter.ts';
import { guardBinary, guardFormula, guardText, quotedCell } from '../../csv.ts';
import { instantWriter } from '../../time/isoBytes.ts';
import type { InstantSlot } from '../bytes/instantBytes.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_BINARY, TYPE_STRING } from '../page/typeTable.ts';
import { isShared } from '../store/cellStore.ts';
import type { EntityStore, PlacedCell } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { type FilePiece, placesOf, SYSTEM } from './filePiece.ts';

const COMMA = 0x2c;
const QUOTE = 0x22;
const LINE_END = wordText(encodeUtf8('\r\n'));
/** How many written cells are cached: many columns have few values. */
const KNOWN_BITS = 12;
/** Longer cells are not cached. */
const MOST_KEPT = 88;
/** Room for each cached cell, and for the rest of its last word. */
const KEPT_BYTES = 96;
/** A multiplier that spreads neighbours (Knuth, the golden ratio). */
const SPREAD = 0x9e3779b1;
const NOWHERE = 0xffffffff;
/** Text that UTF-8 cannot hold. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const BACKSLASH = 0x5c;

/** Letters and digits: a text that begins with one needs no guard. */
function isHarmlessStart(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Puts `'` before text that a spreadsheet might run. */
type Guard = (text: string) => string;

/** Values of other types are guarded too if they are not what their type says, because the type that the service sends proves nothing. */
function guardOf({ form, type }: ArenaValue): Guard {
  if (form > FORM_STRING) return guardFormula;
  return type === TYPE_STRING ? guardText : type === TYPE_BINARY ? guardBinary : guardFormula;
}

export interface CsvExport {
  /** About 1 MiB each. */
  readonly pieces: Iterable<FilePiece>;
  /** Rows with text that is not Unicode. Of a property that a row has twice, the first is written: see repeatedNames. */
  readonly lossyRows: () => number;
}

export interface CsvOptions {
  /** `'` before text that a spreadsheet might run. */
  readonly formulaGuard: boolean;
  /** The properties to write, in this order; undefined: all, in order of first occurrence. */
  readonly properties?: readonly string[] | undefined;
  /** Which keys, and whether Timestamp; undefined: all. */
  readonly system?: readonly string[] | undefined;
}

/** Writes rows as CSV, values straight from their raw bytes where these are their text. */
class CsvRows {
  lossyRows = 0;
  private readonly store: EntityStore;
  private readonly formulaGuard: boolean;
  private readonly out = new ByteWriter();
  private readonly writeInstant = instantWriter(this.out);
  private readonly slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  /** By type code: what follows a value, `,<type>,`. */
  private readonly types: WordText[] = [];
  private readonly properties: readonly string[];
  private readonly system: readonly string[];
  private readonly writers: readonly ((row: number) => void)[];
  /** By column of the store: its place in the row; negative if it is left out. */
  private readonly places: Int32Array;
  /** The last shape that was looked at, and its cells. */
  private shape = -1;
  private placed: readonly PlacedCell[] = [];
  private isLossy = false;
  private readonly partitionOf: (row: number) => number;
  /** By slot: a reference that was written before. If it was written more than once, its bytes and their number are kept. */
  private readonly known = new Uint32Array(1 << KNOWN_BITS).fill(NOWHERE);
  private readonly written = new DataView(new ArrayBuffer(KEPT_BYTES << KNOWN_BITS));
  private readonly lengths = new Uint8Array(1 << KNOWN_BITS);

  constructor(
    store: EntityStore,
    { formulaGuard, properties = store.columnNames, system = SYSTEM }: CsvOptions,
  ) {
    this.store = store;
    this.formulaGuard = formulaGuard;
    this.properties = properties;
    this.system = system;
    this.writers = [this.partitionKey, this.rowKey, this.timestamp].filter((_writer, at) =>
      system.includes(SYSTEM[at] ?? ''),
    );
    this.places = placesOf(store, properties);
    this.partitionOf = store.propertyReader('PartitionKey');
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
    const cells = [...this.system, ...names].map((name) => this.textCell(name, guardText));
    this.out.all(encodeUtf8(cells.join(',')));
    this.out.text(LINE_END);
  }

  private row(row: number): void {
    const { out } = this;
    this.isLossy = false;
    for (const write of this.writers) {
      write(row);
      out.byte(COMMA);
    }
    this.cells(row);
    // Each cell ends with a comma.
    out.length -= 1;
    out.text(LINE_END);
    if (this.isLossy) this.lossyRows += 1;
  }

  private readonly partitionKey = (row: number): void => this.again(this.partitionOf(row), this.writeKey);

  private readonly rowKey = (row: number): void => this.value(this.store.valueIn(row, 0), guardText);

  private readonly timestamp = (row: number): void => {
    if (this.store.readTimestamp(row, this.slot)) this.writeInstant(this.slot);
    else this.text(this.store.timestamp(row) ?? '', guardFormula);
  };

  private readonly writeKey = (reference: number): void =>
    this.value(this.store.valueAt(reference), guardText);

  private cells(row: number): void {
    const { store } = this;
    const shape = store.shapeOf(row);
    if (shape !== this.shape) {
      this.shape = shape;
      this.placed = store.placedCells(shape, this.places);
    }
    let next = 0;
    for (const { place, position } of this.placed) {
      this.absent(place - next);
      next = place + 1;
      const reference = store.reference(row, position);
      if (isShared(reference)) this.again(reference, this.writeCell);
      else this.writeCell(reference);
    }
    this.absent(this.properties.length - next);
  }

  /** Writes `count` empty cells, each with an empty type. */
  private absent(count: number): void {
    if (count > 0) this.out.fill(COMMA, 2 * count);
  }

  private readonly writeCell = (reference: number): void => this.typed(this.store.valueAt(reference));

  /** A value, a comma, its type and a comma. */
  private typed(value: ArenaValue): void {
    const { type } = value;
    if (value.form !== FORM_NULL) this.value(value, guardOf(value));
    this.out.text(this.typeText(type));
  }

  private typeText(type: number): WordText {
    const name = this.store.typeNames[type] ?? '';
    return (this.types[type] ??= wordText(encodeUtf8(`,${this.textCell(name, guardFormula)},`)));
  }

  /** Writes a cell, and caches one that is written for the second time. Keys and properties have separate references. */
  private again(reference: number, write: (reference: number) => void): void {
    const { out, known, written, lengths } = this;
    const slot = Math.imul(reference, SPREAD) >>> (32 - KNOWN_BITS);
    const at = slot * KEPT_BYTES;
    const isKnown = known[slot] === reference;
    const kept = isKnown ? (lengths[slot] as number) : 0;
    if (kept > 0) {
      out.utf8(written, at, at + kept);
      return;
    }
    const start = out.length;
    write(reference);
    known[slot] = reference;
    const length = out.length - start;
    // A lossy value is written anew each time, so that its rows are counted.
    const isKept = isKnown && !this.isLossy && length <= MOST_KEPT;
    lengths[slot] = isKept ? length : 0;
    if (isKept) out.copyTo(written, at, start);
  }

  private value(value: ArenaValue, guard: Guard): void {
    const { view, form, from, to } = value;
    const { out } = this;
    // JSON numbers and Booleans need no guard and no quotes.
    if (form === FORM_NUMBER || form === FORM_BOOLEAN) out.words(view, from, to);
    else if (from !== to && !(this.mayCopy(value) && this.copied(value))) this.decoded(value, guard);
  }

  /** Writes a string whose bytes are its text, in quotes if it holds a comma; false if it holds an escape. */
  private copied({ view, form, from, to }: ArenaValue): boolean {
    const { out } = this;
    if (out.wordsWithout(view, from, to, COMMA, BACKSLASH)) return true;
    if (form === FORM_STRING && holdsByte(view, from, to, BACKSLASH, BACKSLASH)) return false;
    out.byte(QUOTE);
    out.words(view, from, to);
    out.byte(QUOTE);
    return true;
  }

  /** Whether the bytes of a value may be its text: a JSON string has no raw quote or line break, and its escapes begin with a backslash. */
  private mayCopy({ bytes, form, from }: ArenaValue): boolean {
    return form <= FORM_STRING && (!this.formulaGuard || isHarmlessStart(bytes[from] as number));
  }

  private decoded({ bytes, form, from, to }: ArenaValue, guard: Guard): void {
    this.text(valueText(bytes, form, from, to), guard);
  }

  private text(text: string, guard: Guard): void {
    this.isLossy ||= LONE_SURROGATE.test(text);
    this.out.all(encodeUtf8(this.textCell(text, guard)));
  }

  private textCell(text: string, guard: Guard): string {
    return quotedCell(this.formulaGuard ? guard(text) : text);
  }
}

/**
 * Rows as CSV (RFC 4180, UTF-8, CR LF): PartitionKey, RowKey, Timestamp, then each property followed by `<name>@type`, the form that
 * Microsoft Azure Storage Explorer imports. An empty cell with a type is an empty value; without a type, there is no value.
 * @param rows row numbers, in order
 */
export function exportCsv(store: EntityStore, rows: Uint32Array, options: CsvOptions): CsvExport {
  const writer = new CsvRows(store, options);
  return { pieces: writer.write(rows), lossyRows: () => writer.lossyRows };
}
