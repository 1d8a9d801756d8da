import {
  type DataType,
  type Field,
  type RecordBatch,
  type Schema,
  type TimeUnit,
  Type,
  type Vector,
} from 'apache-arrow';
import { encodeUtf8 } from '../../core/entities/bytes/utf8.ts';
import { caseFreeNames } from '../../core/rows/sqlNames.ts';
import { MAX_TICKS, MIN_TICKS, ticksToIso, UNIX_EPOCH_TICKS } from '../../core/time/ticks.ts';
import type { AnswerColumn, AnswerKeys } from './sqlProtocol.ts';

/** A page holds at least this many rows, except the last one. */
const PAGE_ROWS = 5000;
const TICKS_DIGITS = 19;
const ROW_DIGITS = 7;

const TICKS_PER_DAY = 864_000_000_000n;
/** For each time unit of Arrow: how many ticks of 100 ns it has, or how many of it make a tick, and its name. */
const TICKS_PER_UNIT: Readonly<Record<TimeUnit, readonly [bigint, bigint, string]>> = [
  [10_000_000n, 1n, 's'],
  [10_000n, 1n, 'ms'],
  [10n, 1n, '\u00b5s'],
  [1n, 100n, 'ns'],
];
const INT64_BITS = 64;
const EXACT_DIGITS = 15;

type Cell = { readonly type: AnswerColumn['type']; readonly json: string };

/** Turns values of a column into values of entities. Undefined for null. */
interface Reader {
  readonly type: AnswerColumn['type'];
  readonly read: (vector: Vector, row: number) => Cell | undefined;
  /** Only for a column of times: the ticks; undefined if there is no value, or if it is before the year 1 or after 9999. */
  readonly ticks?: (vector: Vector, row: number) => bigint | undefined;
}

function textCell(text: string): Cell {
  return { type: 'Edm.String', json: JSON.stringify(text) };
}

function doubleCell(value: number): Cell {
  const json = Number.isFinite(value)
    ? Object.is(value, -0)
      ? '-0.0'
      : String(value)
    : JSON.stringify(Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity');
  return { type: 'Edm.Double', json };
}

/** An integer as Int64, or as text if it needs more than 64 bits. */
function wholeCell(value: bigint): Cell {
  return BigInt.asIntN(INT64_BITS, value) === value
    ? { type: 'Edm.Int64', json: `"${value}"` }
    : textCell(String(value));
}

/** A decimal from its 128 bits, which come with the least significant word first. */
function decimalText(words: ArrayLike<number>, scale: number): string {
  let bits = 0n;
  for (let at = words.length - 1; at >= 0; at--) bits = (bits << 32n) | BigInt((words[at] as number) >>> 0);
  const value = BigInt.asIntN(words.length * 32, bits);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

function instantReader(unit: string, ticksOf: (raw: bigint) => bigint): Reader {
  const ticks = (vector: Vector, row: number): bigint | undefined => {
    const raw = rawAt(vector, row);
    const found = raw === undefined ? undefined : ticksOf(raw);
    return found === undefined || found < MIN_TICKS || found > MAX_TICKS ? undefined : found;
  };
  return {
    type: 'Edm.DateTime',
    ticks,
    read: (vector, row) => {
      const found = ticks(vector, row);
      if (found !== undefined) return { type: 'Edm.DateTime', json: `"${ticksToIso(found)}"` };
      const raw = rawAt(vector, row);
      // An Edm.DateTime cannot hold such a time, so it becomes text.
      return raw === undefined ? undefined : textCell(`${raw} ${unit} since 1970`);
    },
  };
}

/** The stored number. `get` would round it to milliseconds. */
function rawAt(vector: Vector, row: number): bigint | undefined {
  const [data] = vector.data;
  if (data === undefined || !vector.isValid(row)) return undefined;
  return BigInt((data.values as ArrayLike<bigint | number>)[row + data.offset] as bigint | number);
}

function readerOf(type: DataType, isGuid: boolean): Reader {
  const simple = (of: AnswerColumn['type'], cell: (value: never) => Cell): Reader => ({
    type: of,
    read: (vector, row) => {
      const value: unknown = vector.get(row);
      return value === null ? undefined : cell(value as never);
    },
  });
  switch (type.typeId) {
    case Type.Bool:
      return simple('Edm.Boolean', (value: boolean) => ({ type: 'Edm.Boolean', json: String(value) }));
    case Type.Int: {
      const { bitWidth, isSigned } = type as DataType & { bitWidth: number; isSigned: boolean };
      return bitWidth < 32 || (bitWidth === 32 && isSigned)
        ? simple('Edm.Int32', (value: number) => ({ type: 'Edm.Int32', json: String(value) }))
        : simple('Edm.Int64', (value: number | bigint) => wholeCell(BigInt(value)));
    }
    case Type.Float:
      return simple('Edm.Double', doubleCell);
    case Type.Decimal: {
      const { scale } = type as DataType & { scale: number };
      return simple(scale === 0 ? 'Edm.Int64' : 'Edm.Double', (value: Uint32Array) => {
        const text = decimalText(value, scale);
        if (scale === 0) return wholeCell(BigInt(text));
        return text.replace(/^-?0*\.?0*/, '').length <= EXACT_DIGITS
          ? doubleCell(Number(text))
          : textCell(text);
      });
    }
    case Type.Timestamp: {
      const { unit } = type as DataType & { unit: TimeUnit };
      const [times, by, name] = TICKS_PER_UNIT[unit];
      return instantReader(
        name,
        (raw) => UNIX_EPOCH_TICKS + (raw * times - ((((raw * times) % by) + by) % by)) / by,
      );
    }
    case Type.Date:
      return instantReader('days', (raw) => UNIX_EPOCH_TICKS + raw * TICKS_PER_DAY);
    case Type.Binary:
      return simple('Edm.Binary', (value: Uint8Array) => ({
        type: 'Edm.Binary',
        json: `"${base64(value)}"`,
      }));
    case Type.Utf8: {
      const of = isGuid ? 'Edm.Guid' : 'Edm.String';
      return simple(of, (value: string) => ({ type: of, json: JSON.stringify(value) }));
    }
    default:
      // Other types come only if several statements are run at once, since the columns of a single one are cast.
      throw new Error(`The answer has a column of another type (${Type[type.typeId]}): cast it to VARCHAR.`);
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Renames a column whose name would look like an annotation in a page. */
function propertyName(name: string): string {
  return name.replace('@odata.', '@odata_');
}

interface AnswerField {
  readonly name: string;
  readonly reader: Reader;
  readonly at: number;
  /**
   * The JSON before a value: `head` is the property's name, `typedHead` has its type too and is right for nearly all values of the column.
   */
  readonly head: string;
  readonly typedHead: string;
}

function headOf(name: string, type: AnswerColumn['type']): string {
  const head = `,${JSON.stringify(name)}:`;
  return name === 'Timestamp' ? head : `,${JSON.stringify(`${name}@odata.type`)}:"${type}"${head}`;
}

/** Reads the rows of an answer and makes pages of them, in the form in which the service sends rows. */
export class AnswerPages {
  readonly columns: readonly AnswerColumn[];
  readonly keys: AnswerKeys;
  private readonly fields: readonly AnswerField[];
  private readonly partition: AnswerField | undefined;
  private readonly rowKey: AnswerField | undefined;
  private readonly time: AnswerField | undefined;
  /** JSON of the rows that are in no page yet, separated by commas. */
  private text = '';
  private waiting = 0;
  count = 0;

  /** @param isGuid For each column, whether it holds GUIDs, which are text in Arrow. */
  constructor(schema: Schema, isGuid: readonly boolean[]) {
    const names = caseFreeNames(
      schema.fields.map(({ name }: Field) => ({ wanted: propertyName(name), isSystem: false })),
    );
    const fields = schema.fields.map(({ type }: Field, at): AnswerField => {
      const name = names[at] ?? '';
      const reader = readerOf(type as DataType, isGuid[at] === true);
      return { name, reader, at, head: `,${JSON.stringify(name)}:`, typedHead: headOf(name, reader.type) };
    });
    const named = (name: string): AnswerField | undefined =>
      fields.find((field) => field.name === name && field.reader.type === 'Edm.String');
    this.partition = named('PartitionKey');
    this.rowKey = named('RowKey');
    const times = fields.filter(({ reader }) => reader.ticks !== undefined);
    this.time = times.find(({ name }) => name === 'time') ?? times[0];
    this.keys = this.rowKey !== undefined ? 'own' : this.time === undefined ? 'number' : 'time';
    this.fields = fields.filter((field) => field !== this.partition && field !== this.rowKey);
    this.columns = fields.map(({ name, reader }) => ({ name, type: reader.type }));
  }

  add(batch: RecordBatch, most: number): void {
    const vectors = this.columns.map((_column, at) => batch.getChildAt(at) as Vector);
    const rows = Math.min(batch.numRows, most - this.count);
    for (let row = 0; row < rows; row++)
      this.text += (row + this.waiting > 0 ? ',' : '') + this.line(vectors, row);
    this.waiting += rows;
  }

  /** The next page, if there are enough rows for one. With `isLast`, whatever rows are left. */
  take(isLast: boolean): Uint8Array<ArrayBuffer> | undefined {
    if (this.waiting === 0 || (this.waiting < PAGE_ROWS && !isLast)) return undefined;
    const page = encodeUtf8(`{"value":[${this.text}]}`);
    this.text = '';
    this.waiting = 0;
    return page;
  }

  private line(vectors: readonly Vector[], row: number): string {
    const textOf = (field: AnswerField | undefined): string | undefined =>
      field && (field.reader.read(vectors[field.at] as Vector, row)?.json ?? '""');
    const number = String(this.count++).padStart(ROW_DIGITS, '0');
    const ticks = this.time?.reader.ticks?.(vectors[this.time.at] as Vector, row);
    const key = ticks === undefined ? number : `${String(ticks).padStart(TICKS_DIGITS, '0')}_${number}`;
    let line = `{"PartitionKey":${textOf(this.partition) ?? '""'},"RowKey":${textOf(this.rowKey) ?? `"${key}"`}`;
    for (const { name, reader, at, head, typedHead } of this.fields) {
      const cell = reader.read(vectors[at] as Vector, row);
      if (cell === undefined) line += `${head}null`;
      else line += (cell.type === reader.type ? typedHead : headOf(name, cell.type)) + cell.json;
    }
    return `${line}}`;
  }
}
