import { FORM_STRING, type JsonBytes, ScanStop } from '../bytes/jsonBytes.ts';
import { decodeUtf8 } from '../bytes/utf8.ts';
import { hashWords } from '../bytes/wordBytes.ts';

export const ROLE_PROPERTY = 0;
export const ROLE_PARTITION_KEY = 1;
export const ROLE_ROW_KEY = 2;
export const ROLE_TIMESTAMP = 3;
export const ROLE_ETAG = 4;
export const ROLE_METADATA = 5;
export const ROLE_ANNOTATION = 6;

const ROLES: ReadonlyMap<string, number> = new Map([
  ['PartitionKey', ROLE_PARTITION_KEY],
  ['RowKey', ROLE_ROW_KEY],
  ['Timestamp', ROLE_TIMESTAMP],
  ['odata.etag', ROLE_ETAG],
  // Members that odata=fullmetadata adds to each entity.
  ['odata.type', ROLE_METADATA],
  ['odata.id', ROLE_METADATA],
  ['odata.editLink', ROLE_METADATA],
]);

const ANNOTATION = '@odata.type';

/** What the scanner knows about one member name of a page. */
export interface MemberName {
  readonly role: number;
  /** For an annotation: the name that it types. */
  readonly target: number;
  /** Bytes of the first occurrence, from after the opening quote to after the closing one. */
  readonly from: number;
  readonly length: number;
  /** Entity in which it last occurred. */
  seenIn: number;
  /** Entity whose annotation waits for this property, and the type in it. */
  annotatedIn: number;
  annotatedType: number;
  /** Index of the last annotation that waits for it (WaitingTypes). */
  waitingAt: number;
  /** For an annotation: position and type code of its last value. */
  valueFrom: number;
  valueLength: number;
  valueCode: number;
}

/** Text of the string last scanned. */
export function scannedText(json: JsonBytes): string {
  try {
    return valueText(json.bytes, json.form, json.valueFrom, json.valueTo);
  } catch {
    throw new ScanStop('not-utf8', 'The body is JSON with bytes that are not UTF-8.', json.valueFrom);
  }
}

/** Text of a value from its raw bytes: strings (between the quotes) are unescaped, others unchanged. */
export function valueText(bytes: Uint8Array, form: number, from: number, to: number): string {
  const raw = decodeUtf8(bytes.subarray(from, to));
  return form === FORM_STRING && raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/**
 * Slots to try before comparing texts. With half of the slots free, ordinary names need far fewer; the limit is for names that are made to
 * collide.
 */
const MAX_STEPS = 64;

/** The member names of one page, numbered in order of first occurrence and found by their raw bytes. */
export class PageNames {
  readonly members: MemberName[] = [];
  readonly texts: string[] = [];
  private readonly byText = new Map<string, number>();
  /** Open addressing by the hash of a name's raw bytes. Holds its number + 1, or 0. */
  private slots = new Int32Array(256);

  /** Reads a member name from after its opening quote. */
  read(json: JsonBytes): number {
    const from = json.pos;
    json.scanString();
    const length = json.pos - from;
    const mask = this.slots.length - 1;
    let slot = hashWords(json, from, json.pos, 0) & mask;
    let steps = 0;
    for (let entry = this.slots[slot] as number; entry !== 0; entry = this.slots[slot] as number) {
      const known = this.members[entry - 1];
      if (known?.length === length && json.same(from, known.from, length)) return entry - 1;
      slot = (slot + 1) & mask;
      if (++steps === MAX_STEPS) break;
    }
    const id = this.idOf(scannedText(json), from, length);
    // A known name in other bytes (with escapes), or one without a slot, is looked up as text each time.
    if (this.members[id]?.from === from && steps < MAX_STEPS) this.enter(json, id, slot);
    return id;
  }

  private enter(json: JsonBytes, id: number, slot: number): void {
    this.slots[slot] = id + 1;
    if (this.members.length * 2 < this.slots.length) return;
    const slots = new Int32Array(this.slots.length * 4);
    for (const entry of this.slots) {
      const member = this.members[entry - 1];
      if (member === undefined) continue;
      const { from, length: bytes } = member;
      let at = hashWords(json, from, from + bytes, 0) & (slots.length - 1);
      while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
      slots[at] = entry;
    }
    this.slots = slots;
  }

  private idOf(text: string, from: number, length: number): number {
    const known = this.byText.get(text);
    // A name first found as the target of an annotation has no bytes yet.
    if (known !== undefined && (this.members[known]?.length ?? 0) > 0) return known;
    const target = text.endsWith(ANNOTATION) ? this.targetOf(text.slice(0, -ANNOTATION.length)) : -1;
    const role = target >= 0 ? ROLE_ANNOTATION : (ROLES.get(text) ?? ROLE_PROPERTY);
    return this.add(known ?? this.members.length, text, role, target, from, length);
  }

  private targetOf(text: string): number {
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    return this.add(this.members.length, text, ROLES.get(text) ?? ROLE_PROPERTY, -1, 0, 0);
  }

  private add(id: number, text: string, role: number, target: number, from: number, length: number): number {
    const old = this.members[id];
    this.members[id] = {
      role,
      target,
      from,
      length,
      seenIn: old?.seenIn ?? -1,
      annotatedIn: old?.annotatedIn ?? -1,
      annotatedType: old?.annotatedType ?? 0,
      waitingAt: old?.waitingAt ?? -1,
      valueFrom: 0,
      valueLength: -1,
      valueCode: 0,
    };
    this.texts[id] = text;
    this.byText.set(text, id);
    return id;
  }
}
