import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { FORM_NUMBER, FORM_STRING } from '../bytes/jsonBytes.ts';
import { inferType, TYPE_DOUBLE, TYPE_INT64 } from '../page/typeTable.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { type FilePiece, placesOf } from './filePiece.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;

/** JSON text of a string, as ASCII or UTF-8; lone surrogates are escaped, so nothing is lost. */
function jsonBytes(text: string): Uint8Array {
  return encodeUtf8(JSON.stringify(text));
}

/** Whether number text with a point or exponent is a whole number: JSON readers would take it for an integer. */
function isWhole(value: ArenaValue): boolean {
  let text = '';
  for (let index = value.from; index < value.to; index++) {
    text += String.fromCharCode(value.bytes[index] as number);
  }
  return Number.isInteger(Number(text)) || !Number.isFinite(Number(text));
}

/** Whether any JSON reader gets the type back from the value alone. */
function speaksForItself(value: ArenaValue): boolean {
  if (value.type !== inferType(value.form, value.bytes, value.from, value.to)) return false;
  return value.type !== TYPE_DOUBLE || value.form !== FORM_NUMBER || !isWhole(value);
}

export interface NdjsonOptions {
  /** The properties to write; undefined: all. */
  readonly properties?: readonly string[] | undefined;
  /** Whether to write the etag. It is not a property, so files for other programs omit it. */
  readonly keepsEtags?: boolean;
}

/** Writes rows as NDJSON straight from their raw bytes. */
class RowWriter {
  private readonly store: EntityStore;
  private readonly out: ByteWriter;
  private readonly head = encodeUtf8('{"PartitionKey":"');
  private readonly rowKey = encodeUtf8('","RowKey":"');
  private readonly timestamp = encodeUtf8(',"Timestamp":');
  private readonly etag = encodeUtf8(',"odata.etag":');
  private readonly tail = encodeUtf8('}\n');
  /** By column: its name with a colon, and that of its annotation. */
  private readonly names: Uint8Array[] = [];
  private readonly annotations: Uint8Array[] = [];
  private readonly types: Uint8Array[] = [];
  /** By column of the store: negative if it is left out. */
  private readonly places: Int32Array;

  private readonly keepsEtags: boolean;

  constructor(store: EntityStore, out: ByteWriter, { properties, keepsEtags = false }: NdjsonOptions) {
    this.store = store;
    this.out = out;
    this.keepsEtags = keepsEtags;
    this.places = placesOf(store, properties);
  }

  row(row: number): void {
    const { store, out } = this;
    out.all(this.head);
    this.bare(store.partitionKey(row));
    out.all(this.rowKey);
    this.bare(store.valueIn(row, 0));
    out.byte(QUOTE);
    const timestamp = store.timestamp(row);
    if (timestamp !== undefined) {
      out.all(this.timestamp);
      out.all(jsonBytes(timestamp));
    }
    const etag = this.keepsEtags ? store.etag(row) : undefined;
    if (etag !== undefined) {
      out.all(this.etag);
      out.all(jsonBytes(etag));
    }
    store.eachCell(row, this.cell);
    out.all(this.tail);
  }

  private bare(value: ArenaValue): void {
    this.out.copy(value.bytes, value.from, value.to);
  }

  private readonly cell = (column: number, value: ArenaValue): void => {
    const { out } = this;
    if ((this.places[column] as number) < 0) return;
    out.byte(COMMA);
    if (!speaksForItself(value)) {
      this.annotations[column] ??= this.member(column, '@odata.type');
      out.all(this.annotations[column]);
      this.types[value.type] ??= jsonBytes(this.store.typeNames[value.type] ?? '');
      out.all(this.types[value.type] as Uint8Array);
      out.byte(COMMA);
    }
    this.names[column] ??= this.member(column, '');
    out.all(this.names[column]);
    const quoted = value.form <= FORM_STRING || (value.type === TYPE_INT64 && value.form === FORM_NUMBER);
    if (quoted) out.byte(QUOTE);
    this.bare(value);
    if (quoted) out.byte(QUOTE);
  };

  private member(column: number, suffix: string): Uint8Array {
    return encodeUtf8(`${JSON.stringify(`${this.store.columnNames[column] ?? ''}${suffix}`)}:`);
  }
}

/**
 * Rows as NDJSON: one entity per line, system keys first, then the properties in the service's order, each with
 * `@odata.type` if JSON alone would lose the type (also for a whole Double). Values are copied byte for byte: Int64 as
 * string, DateTime with all digits, number text as received. `rows`: row numbers, in order.
 * @yields pieces of about 1 MiB, so that the whole text never exists
 */
export function* exportNdjson(
  store: EntityStore,
  rows: Uint32Array,
  options: NdjsonOptions = {},
): Generator<FilePiece, void, undefined> {
  const out = new ByteWriter();
  const writer = new RowWriter(store, out, options);
  for (let at = 0; at < rows.length; at++) {
    writer.row(rows[at] as number);
    if (out.length >= CHUNK_BYTES) yield { bytes: out.cut(), rowsDone: at + 1 };
  }
  if (out.length > 0) yield { bytes: out.cut(), rowsDone: rows.length };
}
