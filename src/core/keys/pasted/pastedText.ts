import type { KeyPart } from '../base/scheme.ts';

/** A text read out of another one (unescaped, unquoted), with the way back to where each of its characters stood. */
export interface PastedText {
  readonly text: string;
  /** Offset in the pasted text of the character at `index` (0 .. length) of `text`. */
  readonly placeOf: (index: number) => number;
}

/** A stretch of a pasted text that may be a key. */
export interface Candidate {
  readonly text: string;
  /** Its place in the pasted text, as written; half-open. */
  readonly from: number;
  readonly to: number;
  /** Known if the text says so. */
  readonly part?: KeyPart;
  readonly tableName?: string;
}

/** A part of the pasted text, from `offset` on, unchanged. */
export function plainText(text: string, offset: number): PastedText {
  return { text, placeOf: (index) => offset + index };
}

/** What a text unescapes to, piece by piece, each with the length that it had. */
export class TextBuilder {
  private text = '';
  private readonly places: number[] = [];

  /** Adds `text`, all of which stood at `place`. */
  add(text: string, place: number): void {
    this.text += text;
    for (let index = 0; index < text.length; index++) this.places.push(place);
  }

  /** `end`: where the text ended. */
  build(end: number): PastedText {
    const { text, places } = this;
    return { text, placeOf: (index) => places[index] ?? end };
  }
}

/** Leaves out a part or a table that is not known. */
export function known(part: KeyPart | undefined, tableName: string | undefined) {
  return { ...(part === undefined ? {} : { part }), ...(tableName === undefined ? {} : { tableName }) };
}
