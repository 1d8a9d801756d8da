import { KNOWN_TYPES } from '../entity.ts';
import { FORM_BOOLEAN, FORM_JSON, FORM_NULL, FORM_NUMBER } from '../bytes/jsonBytes.ts';

export const TYPE_STRING = 0;
export const TYPE_INT32 = 1;
export const TYPE_INT64 = 2;
export const TYPE_DOUBLE = 3;
export const TYPE_BOOLEAN = 4;
export const TYPE_DATETIME = 5;
export const TYPE_GUID = 6;
export const TYPE_BINARY = 7;
const TYPE_NULL = 8;
const TYPE_JSON = 9;

/** Type names by code: the known ones first, others in order of first occurrence. */
export class TypeTable {
  readonly names: string[] = [...KNOWN_TYPES];
  private readonly codes = new Map<string, number>(KNOWN_TYPES.map((name, code) => [name, code]));

  codeOf(name: string): number {
    const known = this.codes.get(name);
    if (known !== undefined) return known;
    const code = this.names.length;
    this.names.push(name);
    this.codes.set(name, code);
    return code;
  }
}

/** 2147483647 has ten digits. */
const INT32_DIGITS = 10;

/**
 * Whether number text reads as Edm.Int32: an integer in range, except `-0`. Source: Payload format for Table service
 * operations (a bare number is Int32, or Double with a decimal point).
 */
function isInt32(bytes: Uint8Array, from: number, to: number): boolean {
  const start = bytes[from] === 0x2d ? from + 1 : from;
  const length = to - start;
  if (length > INT32_DIGITS || (start > from && bytes[start] === 0x30)) return false;
  let value = 0;
  for (let index = start; index < to; index++) {
    const digit = (bytes[index] as number) - 0x30;
    if (digit < 0 || digit > 9) return false;
    value = value * 10 + digit;
  }
  return value <= (start > from ? 2_147_483_648 : 2_147_483_647);
}

/** The type of a value without annotation. `from` and `to`: its bytes. */
export function inferType(form: number, bytes: Uint8Array, from: number, to: number): number {
  if (form === FORM_NUMBER) return isInt32(bytes, from, to) ? TYPE_INT32 : TYPE_DOUBLE;
  if (form === FORM_BOOLEAN) return TYPE_BOOLEAN;
  if (form === FORM_NULL) return TYPE_NULL;
  return form === FORM_JSON ? TYPE_JSON : TYPE_STRING;
}
