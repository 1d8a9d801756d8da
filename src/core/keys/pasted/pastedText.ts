import type { KeyPart } from '../base/scheme.ts';

/** A text taken from the pasted text (unescaped, unquoted), with the original position of each character. */
export interface PastedText {
  readonly text: string;
  /** Offset in the pasted text of character `index` (0 .. length) of `text`. */
  readonly placeOf: (index: number) => number;
}

/** A piece of a pasted text that may be a key. */
export interface Candidate {
  readonly text: string;
  /** Its position in the pasted text, as written; half-open. */
  readonly from: number;
  readonly to: number;
  /** Set if the text says so. */
  readonly part?: KeyPart;
  readonly tableName?: string;
}

/** An unchanged part of the pasted text that begins at `offset`. */
export function plainText(text: string, offset: number): PastedText {
  return { text, placeOf: (index) => offset + index };
}

/** Builds an unescaped text from pieces, and remembers where each was. */
export class TextBuilder {
  private text = '';
  private readonly places: number[] = [];

  /** Adds `text`, which was at `place`. */
  add(text: string, place: number): void {
    this.text += text;
    for (let index = 0; index < text.length; index++) this.places.push(place);
  }

  /** `end` is where the original text ended. */
  build(end: number): PastedText {
    const { text, places } = this;
    return { text, placeOf: (index) => places[index] ?? end };
  }
}

/** Leaves out an unknown part or table name. */
export function known(part: KeyPart | undefined, tableName: string | undefined) {
  return { ...(part === undefined ? {} : { part }), ...(tableName === undefined ? {} : { tableName }) };
}
