import { BACKSLASH, FORM_PLAIN, FORM_STRING } from '../bytes/jsonBytes.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';

/** Characters that a sort key of a text holds: six in `major`, three in `minor`. */
const MAJOR_CHARS = 6;
const KEY_CHARS = 9;
const CHAR = 256;
/** Every character from here on has the same key: the texts themselves decide. */
const OTHER = 0x7f;

/**
 * Orders stored texts by UTF-16 units without keeping any of them as a string: a million strings would take hundreds of MB.
 * Most pairs are told apart by nine characters after what all have in common; the others are read again.
 */
export class TextOrder {
  private readonly store: EntityStore;
  private readonly textAt: (reference: number) => string;
  private readonly inArena: boolean;
  private first: string | undefined;
  /** Characters that all texts begin with. */
  private common = 0;
  private bytesA: Uint8Array = new Uint8Array(256);

  /** `inArena`: references are the store's own, and their bytes can be compared. */
  constructor(store: EntityStore, textAt: (reference: number) => string, inArena: boolean) {
    this.store = store;
    this.textAt = textAt;
    this.inArena = inArena;
  }

  /** Call for every text before the first `keyOf`. */
  note(reference: number): void {
    const { first } = this;
    if (first === undefined) {
      this.first = this.textAt(reference);
      this.common = this.first.length;
      return;
    }
    if (this.common === 0) return;
    let at = 0;
    const plain = this.plain(reference);
    if (plain === undefined) {
      const text = this.textAt(reference);
      while (at < this.common && at < text.length && text.charCodeAt(at) === first.charCodeAt(at)) at += 1;
    } else {
      const { bytes, from, to } = plain;
      while (at < this.common && from + at < to && bytes[from + at] === first.charCodeAt(at)) at += 1;
    }
    this.common = at;
  }

  /** Writes the first characters after the common ones; 0 stands for the end of the text. */
  keyOf(reference: number, into: { major: number; minor: number }): void {
    const plain = this.plain(reference);
    const text = plain === undefined ? this.textAt(reference) : '';
    into.major = 0;
    into.minor = 0;
    let isOver = false;
    for (let at = 0; at < KEY_CHARS; at++) {
      const place = this.common + at;
      let unit = -1;
      if (plain === undefined) unit = place < text.length ? text.charCodeAt(place) : -1;
      else if (plain.from + place < plain.to) unit = plain.bytes[plain.from + place] as number;
      const digit: number = isOver ? 0 : Math.min(unit, OTHER) + 1;
      // What follows two characters with the same key says nothing about their order.
      isOver ||= digit > OTHER;
      if (at < MAJOR_CHARS) into.major = into.major * CHAR + digit;
      else into.minor = into.minor * CHAR + digit;
    }
  }

  /** Below 0, 0 or above 0. */
  compare(a: number, b: number): number {
    const plainA = this.plain(a);
    if (plainA !== undefined) {
      const { from, to } = plainA;
      const length = to - from;
      // The next read reuses the memory of a value that is stored in two pieces.
      if (this.bytesA.length < length) this.bytesA = new Uint8Array(length * 2);
      const left = this.bytesA;
      for (let at = 0; at < length; at++) left[at] = plainA.bytes[from + at] as number;
      const plainB = this.plain(b);
      if (plainB !== undefined) {
        const { bytes } = plainB;
        const size = plainB.to - plainB.from;
        for (let at = 0; at < length && at < size; at++) {
          const difference = (left[at] as number) - (bytes[plainB.from + at] as number);
          if (difference !== 0) return difference;
        }
        return length - size;
      }
    }
    const left = this.textAt(a);
    const right = this.textAt(b);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** The value, if its bytes are its characters; the next call reuses the object. */
  private plain(reference: number): ArenaValue | undefined {
    if (!this.inArena) return undefined;
    const value = this.store.valueAt(reference);
    if (value.form === FORM_PLAIN) return value;
    if (value.form !== FORM_STRING) return undefined;
    // A string of the same shape as the row before was not looked at when it was stored.
    const { bytes, from, to } = value;
    for (let at = from; at < to; at++)
      if ((bytes[at] as number) >= OTHER || bytes[at] === BACKSLASH) return undefined;
    return value;
  }
}
