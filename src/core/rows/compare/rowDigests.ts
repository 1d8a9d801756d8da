import type { EntityKey } from '../../keys/base/entityKey.ts';
import type { RowMask } from '../../entities/order/timeColumn.ts';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { TIME_KINDS } from '../../keys/base/segmentBuild.ts';
import { orderByWords } from '../../entities/columns/radixOrder.ts';
import { KeyDigest } from './keyDigest.ts';
import { FORM_NULL, FORM_STRING } from '../../entities/bytes/jsonBytes.ts';
import { valueText } from '../../entities/page/pageNames.ts';
import type { ArenaValue } from '../../entities/store/valueArena.ts';

/** When two rows of different results count as the same row: both keys are equal, or equal but for their time. */
export type KeyIdentity = 'key' | 'timeless';

export interface DigestRequest {
  readonly identity: KeyIdentity;
  /** If set, values are compared too: those of the properties in `names`, or of all if there are no `names`. */
  readonly values?: { readonly names?: readonly string[] } | undefined;
}

/** A 64-bit digest of each row, in ascending order; equal digests are in the order of their rows. */
export interface KeyDigests {
  readonly high: Uint32Array<ArrayBuffer>;
  readonly low: Uint32Array<ArrayBuffer>;
  /** Row numbers in the store. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** A 32-bit digest of each row's values; undefined: not requested. */
  readonly values?: Uint32Array<ArrayBuffer> | undefined;
}

/** The rows of one result, as far as a comparison needs them. */
export interface DigestedRows {
  readonly digests: KeyDigests;
  /** Those of the compared properties of which some row has a value; undefined: values were not compared. */
  readonly valueNames?: readonly string[];
}

/** The part of a row store that digests need. */
export interface KeyedRows extends ValuedRows {
  readonly rowCount: number;
  readonly key: (row: number) => EntityKey;
  /** Undefined: every row counts. */
  readonly countedRows?: () => RowMask;
}

type Segments = Pick<KeyScheme, 'segments'>;

/** Rows between two yields. */
const STEP = 1024;

/**
 * The parts of a key, with undefined in place of each part that is a time. A key that the scheme cannot read is one part, without a time.
 */
function timelessParts(
  scheme: Segments,
  part: 'partition' | 'row',
  text: string,
): readonly (string | undefined)[] {
  const segments = scheme.segments(text, part);
  if (segments === undefined || segments.map((piece) => piece.text).join('') !== text) return [text];
  return segments.map((piece) => (TIME_KINDS.has(piece.kind) ? undefined : piece.text));
}

/** Writes the keys of rows into a digest, without their time. */
class TimelessKeys {
  private readonly scheme: Segments;
  private partitionKey: string | undefined;
  private partitionParts: readonly (string | undefined)[] = [];

  constructor(scheme: Segments) {
    this.scheme = scheme;
  }

  write({ partitionKey, rowKey }: EntityKey, digest: KeyDigest): void {
    // Neighbouring rows often have the same PartitionKey, so its parts are kept.
    if (partitionKey !== this.partitionKey) {
      this.partitionParts = timelessParts(this.scheme, 'partition', partitionKey);
      this.partitionKey = partitionKey;
    }
    writeParts(this.partitionParts, digest);
    digest.end();
    writeParts(timelessParts(this.scheme, 'row', rowKey), digest);
  }
}

function writeParts(parts: readonly (string | undefined)[], digest: KeyDigest): void {
  for (const part of parts)
    if (part === undefined) digest.leftOut();
    else digest.text(part);
}

/** Share of the work (0 to 1) that computing digests takes; the rest is sorting. */
const DIGESTS_SHARE = 0.8;

/**
 * Computes the digests of all rows.
 * @yields the progress, 0 to 1, after each thousand rows
 */
export function* digestRows(
  store: KeyedRows,
  scheme: Segments,
  { identity, values: valued }: DigestRequest,
): Generator<number, DigestedRows, undefined> {
  const rows = store.rowCount;
  const high = new Uint32Array(rows);
  const low = new Uint32Array(rows);
  const digest = new KeyDigest();
  const timeless = new TimelessKeys(scheme);
  const values = valued && new Uint32Array(rows);
  const valueDigest = valued && new ValueDigest(store, valued.names);
  for (let row = 0; row < rows; row++) {
    const key = store.key(row);
    digest.begin();
    if (identity === 'key') {
      digest.text(key.partitionKey);
      digest.end();
      digest.text(key.rowKey);
    } else timeless.write(key, digest);
    high[row] = digest.high;
    low[row] = digest.low;
    if (values !== undefined && valueDigest !== undefined) values[row] = valueDigest.of(row);
    if (row % STEP === STEP - 1) yield (DIGESTS_SHARE * row) / rows;
  }
  const valueNames = valueDigest && { valueNames: valueDigest.heldNames() };
  const order = orderByWords(
    Uint32Array.from(high, (_, row) => row),
    [low, high],
  );
  let step = order.next();
  for (; step.done !== true; step = order.next()) yield DIGESTS_SHARE;
  const sorted = step.value;
  const digests = {
    high: picked(high, sorted),
    low: picked(low, sorted),
    rows: sorted,
    values: values && picked(values, sorted),
  };
  return { digests: onlyCounted(digests, store.countedRows?.()), ...valueNames };
}

function onlyCounted(digests: KeyDigests, counted: RowMask): KeyDigests {
  if (counted === undefined) return digests;
  const keep = (list: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> =>
    list.filter((_, at) => counted[digests.rows[at] as number] === 1);
  const { high, low, rows, values } = digests;
  return {
    high: keep(high),
    low: keep(low),
    rows: keep(rows),
    values: values && keep(values),
  };
}

function picked(values: Uint32Array<ArrayBuffer>, rows: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return rows.map((row) => values[row] as number);
}

/** The part of a row store that digests of values need. */
interface ValuedRows {
  readonly eachCell: (row: number, visit: (column: number, value: ArenaValue) => void) => void;
  readonly columnNames: readonly string[];
  readonly typeNames: readonly string[];
}

/**
 * 32 bits for the values of a row: equal values of equal types have equal bits, in whatever order and however they are written. Different
 * ones differ, except by a chance of 1 in 2^32. Timestamp and ETag are not properties, so they do not count. A null counts as no value: no
 * table stores one, but the service sends it for a property that `$select` names and the row does not have.
 */
export class ValueDigest {
  private readonly digest = new KeyDigest();
  private readonly store: ValuedRows;
  private readonly wanted: ReadonlySet<string> | undefined;
  /** By column: a hash of its name; undefined: the column does not count. */
  private readonly columns: (number | undefined)[] = [];
  private readonly types: number[] = [];
  /** By column: whether any row so far has a value in it. */
  private readonly isHeld: boolean[] = [];
  private sum = 0;

  /** `names`: the properties that count; undefined: all of them. */
  constructor(store: ValuedRows, names: readonly string[] | undefined) {
    this.store = store;
    this.wanted = names && new Set(names);
  }

  /** The properties that count and of which some row so far has a value. */
  heldNames(): readonly string[] {
    return this.store.columnNames.filter((_name, column) => this.isHeld[column] === true);
  }

  of(row: number): number {
    this.sum = 0;
    this.store.eachCell(row, this.cell);
    return this.sum >>> 0;
  }

  private readonly cell = (column: number, value: ArenaValue): void => {
    if (value.form === FORM_NULL) return;
    const name = this.nameBits(column);
    if (name === undefined) return;
    this.isHeld[column] = true;
    const { digest } = this;
    this.types[value.type] ??= this.bitsOf(this.store.typeNames[value.type] ?? '');
    digest.begin();
    digest.number(name);
    digest.number(this.types[value.type] as number);
    const { bytes, form, from, to } = value;
    if (form === FORM_STRING) digest.text(valueText(bytes, form, from, to));
    else for (let at = from; at < to; at++) digest.byte(bytes[at] as number);
    // A sum does not depend on the order of the properties, which differs between files and queries.
    this.sum = (this.sum + digest.high) | 0;
  };

  private nameBits(column: number): number | undefined {
    if (column >= this.columns.length)
      for (const name of this.store.columnNames.slice(this.columns.length))
        this.columns.push(this.wanted?.has(name) === false ? undefined : this.bitsOf(name));
    return this.columns[column];
  }

  private bitsOf(text: string): number {
    this.digest.begin();
    this.digest.text(text);
    return this.digest.high;
  }
}
