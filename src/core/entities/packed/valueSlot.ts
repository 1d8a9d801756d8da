import { TAG_DUPLICATE, TAG_FORM_MASK } from '../page/decodedPage.ts';

/** Where a value's bytes are, and what they mean. Readers reuse one object. */
export interface ValueSlot {
  /** At least eight more bytes follow the value, so that reading a whole word stays within the array. */
  bytes: Uint8Array;
  view: DataView;
  form: number;
  /** True if an earlier member of its entity has the same name. */
  duplicate: boolean;
  type: number;
  from: number;
  to: number;
}

/** Reads the values of one column of a block, by number; each call may overwrite the slot of the one before. */
export type ValueAt = (index: number) => Readonly<ValueSlot>;

/** Bytes that follow a value, so that readers may use whole words. */
export const SPARE_BYTES = 8;

export function newSlot(): ValueSlot {
  const bytes = new Uint8Array(SPARE_BYTES);
  return { bytes, view: new DataView(bytes.buffer), form: 0, duplicate: false, type: 0, from: 0, to: 0 };
}

/** Form, type and duplicate mark as one number. */
export function headerOf({ form, duplicate, type }: Readonly<ValueSlot>): number {
  return form | (duplicate ? TAG_DUPLICATE : 0) | (type << 8);
}

export function setHeader(slot: ValueSlot, header: number): void {
  slot.form = header & TAG_FORM_MASK;
  slot.duplicate = (header & TAG_DUPLICATE) !== 0;
  slot.type = header >>> 8;
}

/** Memory that grows, for values that are put together from parts. */
export class Scratch {
  bytes = new Uint8Array(256);
  view = new DataView(this.bytes.buffer);

  /** Makes room; what it held is lost. */
  room(size: number): void {
    if (size + SPARE_BYTES <= this.bytes.length) return;
    this.bytes = new Uint8Array(2 * (size + SPARE_BYTES));
    this.view = new DataView(this.bytes.buffer);
  }
}
