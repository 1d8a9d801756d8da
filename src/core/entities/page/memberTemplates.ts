import { SYSTEM_ETAG } from './decodedPage.ts';
import { FORM_BOOLEAN, FORM_NULL, FORM_NUMBER, FORM_PLAIN, type JsonBytes } from '../bytes/jsonBytes.ts';
import type { MemberName } from './pageNames.ts';

/** Eight bytes are compared at once, so the page must have that many left. */
const WORD = 8;
/** The longest escape: bytes this far apart cannot belong to one escape. */
const ESCAPE_BYTES = 6;
const BACKSLASH = 0x5c;
/** Destinations of values that are not system values. */
export const PLACE_PROPERTY = -1;
export const PLACE_METADATA = -2;

/** `true`, `fals` and `null` as words of four bytes, the first byte lowest. */
const WORD_TRUE = 0x65757274;
const WORD_FALS = 0x736c6166;
const WORD_NULL = 0x6c6c756e;

/**
 * The template of a member as the page writes it: all bytes from its comma (or the entity's brace) to its value. One
 * comparison recognizes the name, the annotation before it and the white space. Rows of one table nearly always follow
 * the templates of earlier rows.
 */
export interface MemberTemplate {
  /** The lead: `,"Level":` or `{"PartitionKey":"` or `,"Id@odata.type":"Edm.Guid","Id":"`. */
  readonly leadFrom: number;
  readonly leadLength: number;
  readonly name: number;
  readonly member: MemberName;
  /** Destination of the value: SYSTEM_PARTITION_KEY to SYSTEM_ETAG, PLACE_PROPERTY or PLACE_METADATA. */
  readonly place: number;
  /** Type from the annotation in the lead; -1 without one. */
  readonly type: number;
  /** Whether the lead ends with the quote of a string. */
  readonly isText: boolean;
  /** The template that followed last, and the one before that. */
  next: MemberTemplate | undefined;
  other: MemberTemplate | undefined;
  /** The last value: form, and its bytes without quotes. A repeated value points to the same bytes. */
  form: number;
  valueFrom: number;
  valueTo: number;
}

/** The template before the first member of every entity. */
export function startTemplate(): MemberTemplate {
  const member = { role: 0, target: -1, from: 0, length: 0, seenIn: -1, annotatedIn: -1 };
  return {
    leadFrom: 0,
    leadLength: 0,
    name: -1,
    member: { ...member, annotatedType: 0, waitingAt: -1, valueFrom: 0, valueLength: -1, valueCode: 0 },
    place: PLACE_METADATA,
    type: -1,
    isText: false,
    next: undefined,
    other: undefined,
    form: 0,
    valueFrom: 0,
    valueTo: 0,
  };
}

function isLead(json: JsonBytes, at: number, template: MemberTemplate): boolean {
  return json.same(at, template.leadFrom, template.leadLength);
}

/** The template that matches at byte `at` after another one, or undefined. */
export function templateAt(json: JsonBytes, at: number, before: MemberTemplate): MemberTemplate | undefined {
  const { next, other } = before;
  if (next === undefined) return undefined;
  if (isLead(json, at, next)) return next;
  if (other === undefined || !isLead(json, at, other)) return undefined;
  before.next = other;
  before.other = next;
  return other;
}

/** Whether no escape and no multi-byte character crosses `at`. */
export function isBetween(bytes: Uint8Array, from: number, at: number): boolean {
  for (let index = Math.max(from, at - ESCAPE_BYTES); index < at; index++) {
    const byte = bytes[index] as number;
    if (byte === BACKSLASH || byte > 0x7f) return false;
  }
  return true;
}

/**
 * Reads a string that begins at `from` by comparing it with the template's last value; returns the position after its
 * quote. Equal bytes, including the closing quote, are the same value; an equal beginning is not scanned again.
 * Comparing as doubles is exact: no word of JSON is zero, and NaN only means a full scan.
 */
export function readText(json: JsonBytes, template: MemberTemplate, from: number): number {
  const { view } = json;
  const length = template.valueTo - template.valueFrom;
  let at = from;
  if (from + length + WORD <= json.end) {
    const back = template.valueFrom - from;
    const last = from + length + 1 - WORD;
    while (at <= last && view.getFloat64(at, true) === view.getFloat64(at + back, true)) at += WORD;
    if (at > last) {
      const isSame =
        last >= from
          ? view.getFloat64(last, true) === view.getFloat64(last + back, true)
          : json.same(from, template.valueFrom, length + 1);
      if (isSame) return from + length + 1;
    }
    const isPlain = template.form === FORM_PLAIN;
    if (!isPlain && !(template.place === SYSTEM_ETAG && isBetween(json.bytes, from, at))) at = from;
    json.scanStringFrom(from, at, !isPlain && at > from);
  } else json.scanStringFrom(from, from, false);
  template.form = json.form;
  template.valueFrom = from;
  template.valueTo = json.valueTo;
  return json.pos;
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (((bytes[at] as number) ^ 0x30) <= 9) at++;
  return at;
}

/** The end of a number at `from`; -1 unless it is plain, like `12` or `-1.50`. */
function numberEnd(bytes: Uint8Array, from: number): number {
  const start = bytes[from] === 0x2d ? from + 1 : from;
  let at = digitsEnd(bytes, start);
  if (at === start || (bytes[start] === 0x30 && at > start + 1)) return -1;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction);
    if (at === fraction) return -1;
  }
  return ((bytes[at] as number) | 0x20) === 0x65 ? -1 : at;
}

/** Like readText, for a number, Boolean or null; -1 if the bytes are something else or need a full scan. */
export function readBare(json: JsonBytes, template: MemberTemplate, from: number): number {
  const { bytes } = json;
  if (from + WORD > json.end) return -1;
  const word = json.view.getInt32(from, true);
  let form = FORM_NUMBER;
  let to = from + 4;
  if (word === WORD_TRUE) form = FORM_BOOLEAN;
  else if (word === WORD_NULL) form = FORM_NULL;
  else if (word === WORD_FALS && bytes[to] === 0x65) {
    form = FORM_BOOLEAN;
    to++;
  } else to = numberEnd(bytes, from);
  if (to < 0) return -1;
  const length = to - from;
  if (length === template.valueTo - template.valueFrom && json.same(from, template.valueFrom, length))
    return to;
  template.form = form;
  template.valueFrom = from;
  template.valueTo = to;
  return to;
}
