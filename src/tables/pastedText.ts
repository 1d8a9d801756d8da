import type { TextFault } from '../core/result.ts';

/** A cleaned text that still knows where each of its characters stood in what was pasted. */
export interface PastedText {
  readonly text: string;
  /** Offset in the original of each UTF-16 unit of `text`, and of its end. */
  readonly offsets: readonly number[];
}

/** Characters that nobody sees and that come along when copying from chats, mails and documents. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]$/u;
const AMPERSAND = /^&(?:amp|#38|#x26);/iu;

/** Drops invisible characters, turns `&amp;` into `&` and every kind of space into one that code knows. */
export function cleanPasted(raw: string): PastedText {
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const unit = raw.charAt(at);
    if (INVISIBLE.test(unit)) continue;
    offsets.push(at);
    if (unit === '&') {
      pieces.push('&');
      at += (AMPERSAND.exec(raw.slice(at, at + 6))?.[0].length ?? 1) - 1;
    } else {
      pieces.push(/\s/u.test(unit) && unit !== '\n' && unit !== '\r' ? ' ' : unit);
    }
  }
  offsets.push(raw.length);
  return { text: pieces.join(''), offsets };
}

/** A stretch of a pasted text. */
export function slicePasted(pasted: PastedText, from: number, to: number): PastedText {
  return { text: pasted.text.slice(from, to), offsets: pasted.offsets.slice(from, to + 1) };
}

/** Moves a fault about `pasted.text` to where it stands in the original. */
export function placeFault(pasted: PastedText, fault: TextFault): TextFault {
  const end = pasted.offsets.length - 1;
  const offsetOf = (at: number): number => pasted.offsets[Math.min(Math.max(at, 0), end)] ?? 0;
  return { ...fault, from: offsetOf(fault.from), to: offsetOf(fault.to) };
}
