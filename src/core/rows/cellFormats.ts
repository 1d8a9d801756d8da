import { bytesOfDigits } from '../base64.ts';
import type { CellValue } from '../entities/store/entityStore.ts';
import { FILETIME_EPOCH_TICKS, isLikeTicks, tryTicksToIso, UNIX_EPOCH_TICKS } from '../time/ticks.ts';

/** Ways to show the values of a column. `automatic` shows them as they are, and beside a number that looks like ticks its instant. */
export type CellFormat =
  | 'automatic'
  | 'text'
  | 'json'
  | 'hex'
  | 'base64'
  | 'ticks'
  | 'file-time'
  | 'seconds-of-1970'
  | 'milliseconds-of-1970'
  | 'guid'
  | 'bytes';

export const CELL_FORMATS: readonly { readonly id: CellFormat; readonly title: string }[] = [
  { id: 'automatic', title: 'Automatic' },
  { id: 'text', title: 'Text' },
  { id: 'json', title: 'JSON' },
  { id: 'hex', title: 'Hex' },
  { id: 'base64', title: 'From Base64' },
  { id: 'ticks', title: 'Ticks' },
  { id: 'file-time', title: 'FILETIME' },
  { id: 'seconds-of-1970', title: 'Unix seconds' },
  { id: 'milliseconds-of-1970', title: 'Unix milliseconds' },
  { id: 'guid', title: 'GUID' },
  { id: 'bytes', title: 'Bytes' },
];

export function cellFormatOf(text: string): CellFormat | undefined {
  return CELL_FORMATS.find(({ id }) => id === text)?.id;
}

/** A value in another form. */
export type FormattedCell =
  /** Shown instead of the value. `note` says what the text is, if that is not obvious. */
  | { readonly kind: 'text'; readonly text: string; readonly note?: string }
  /** Shown beside the value, because it is rounded. */
  | { readonly kind: 'beside'; readonly text: string }
  /** `isGuess`: the number only looks like a time. */
  | { readonly kind: 'instant'; readonly ticks: bigint; readonly isGuess: boolean };

const WHOLE = /^-?\d{1,19}$/;
/** Seconds may have a fraction. A tick is 100 ns, so more than seven digits would have to be rounded. */
const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,7}))?$/;
const TICKS_PER_SECOND = 10_000_000n;
const TICKS_PER_MS = 10_000n;
const TWO_TO_64 = 2n ** 64n;

interface Epoch {
  readonly from: bigint;
  readonly unit: bigint;
}

const EPOCHS: ReadonlyMap<CellFormat, Epoch> = new Map([
  ['ticks', { from: 0n, unit: 1n }],
  ['file-time', { from: FILETIME_EPOCH_TICKS, unit: 1n }],
  ['seconds-of-1970', { from: UNIX_EPOCH_TICKS, unit: TICKS_PER_SECOND }],
  ['milliseconds-of-1970', { from: UNIX_EPOCH_TICKS, unit: TICKS_PER_MS }],
]);

/** A number of units in ticks, exactly; undefined if the text is no such number, or not a whole number of ticks. */
function countOf(text: string, unit: bigint): bigint | undefined {
  if (WHOLE.test(text)) return BigInt(text) * unit;
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const scaled = BigInt(whole + fraction.padEnd(7, '0')) * unit;
  if (scaled % TICKS_PER_SECOND !== 0n) return undefined;
  const ticks = scaled / TICKS_PER_SECOND;
  return sign === '-' ? -ticks : ticks;
}

function instantOf(text: string, { from, unit }: Epoch): FormattedCell | undefined {
  const count = countOf(text, unit);
  if (count === undefined) return undefined;
  const ticks = from + count;
  return tryTicksToIso(ticks).ok ? { kind: 'instant', ticks, isGuess: false } : undefined;
}

/** The instant of an Int64 that looks like ticks. */
function guessed({ type, text }: CellValue): FormattedCell | undefined {
  if (type !== 'Edm.Int64' || !WHOLE.test(text)) return undefined;
  const ticks = BigInt(text);
  return isLikeTicks(ticks) ? { kind: 'instant', ticks, isGuess: true } : undefined;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** In UTF-16 units; longer values are not formatted. */
const MOST_CHARS = 16_384;

/** The bytes of a Base64 text; undefined if it is not Base64, or longer than MOST_CHARS. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || text.length > MOST_CHARS || !BASE64.test(text)) return undefined;
  return bytesOfDigits(text.replace(/=+$/, ''));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hexCell({ type, text }: CellValue): string | undefined {
  if (type === 'Edm.Binary') {
    const bytes = bytesOfBase64(text);
    return bytes && hexOf(bytes);
  }
  if ((type !== 'Edm.Int32' && type !== 'Edm.Int64') || !WHOLE.test(text)) return undefined;
  const value = BigInt(text);
  const wrap = type === 'Edm.Int32' ? 2n ** 32n : TWO_TO_64;
  return `0x${(value < 0n ? value + wrap : value).toString(16)}`;
}

/** .NET writes the first three groups of a GUID's bytes in reverse. */
const GUID_ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

const GUID = /^(?:[\da-f]{32}|\{?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?)$/i;

function guidCell({ type, text }: CellValue): string | undefined {
  const bytes = type === 'Edm.Binary' ? bytesOfBase64(text) : undefined;
  if (type === 'Edm.Binary' && bytes?.length !== 16) return undefined;
  const ordered = bytes && GUID_ORDER.map((at) => bytes[at] as number);
  const written = ordered === undefined ? text : hexOf(Uint8Array.from(ordered));
  if (!GUID.test(written)) return undefined;
  const digits = written.replaceAll(/[{}-]/g, '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The strings of a JSON text, and the white space between its tokens. */
const JSON_PIECES = /("(?:[^"\\]|\\.)*")|\s+/gs;

/** JSON in one line. Only white space is removed: printing the parsed value would round numbers of 17 digits and drop repeated names. */
function jsonCell({ text }: CellValue): string | undefined {
  if (text.length > MOST_CHARS || !/^\s*[[{"]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
  } catch {
    return undefined;
  }
  return text.replaceAll(JSON_PIECES, (_space, written: string | undefined) => written ?? '');
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A size from here on would be rounded to 1024.0, so it takes the next unit. */
const NEXT_UNIT = 1023.95;

/** A rounded size; undefined if the text is not a number. */
function bytesCell({ text }: CellValue): string | undefined {
  let size = NUMBER.test(text) ? Math.abs(Number(text)) : Number.NaN;
  if (!Number.isFinite(size)) return undefined;
  let unit = 0;
  while (size >= NEXT_UNIT && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const sign = text.startsWith('-') ? '-' : '';
  return `${sign}${unit === 0 ? size : size.toFixed(size < 10 ? 2 : 1)} ${UNITS[unit] as string}`;
}

type Decode = (bytes: Uint8Array) => string;

/**
 * The text of Base64, or its bytes in hex if they are no text.
 * @param decode strict UTF-8: throws if the bytes are anything else
 */
function base64Cell({ text }: CellValue, decode: Decode): FormattedCell | undefined {
  const bytes = bytesOfBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return { kind: 'text', text: decode(bytes) };
  } catch {
    return { kind: 'text', text: hexOf(bytes), note: 'hex: the bytes are no text' };
  }
}

/** A value in the format of its column. Undefined if the format does not fit or adds nothing: the value is then shown as it is. */
export function formatCell(cell: CellValue, format: CellFormat, decode: Decode): FormattedCell | undefined {
  if (cell.type === 'Null') return undefined;
  if (format === 'automatic') return guessed(cell);
  const epoch = EPOCHS.get(format);
  if (epoch !== undefined) return instantOf(cell.text, epoch);
  if (format === 'base64') return base64Cell(cell, decode);
  const text = textCell(cell, format);
  if (text === undefined) return undefined;
  return { kind: format === 'bytes' ? 'beside' : 'text', text };
}

/** Whether a value does not fit the chosen format of its column: the cell then says so. */
export function isUnfit(cell: CellValue, format: CellFormat, formatted: FormattedCell | undefined): boolean {
  return formatted === undefined && format !== 'automatic' && format !== 'text' && cell.type !== 'Null';
}

function textCell(cell: CellValue, format: CellFormat): string | undefined {
  switch (format) {
    case 'json':
      return jsonCell(cell);
    case 'hex':
      return hexCell(cell);
    case 'guid':
      return guidCell(cell);
    case 'bytes':
      return bytesCell(cell);
    default:
      return undefined;
  }
}
