import type { TextFault } from '../../core/result.ts';

/** A cleaned text that remembers the original position of each character. */
export interface PastedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, and for its end, the offset in the original text. */
  readonly offsets: readonly number[];
}

/** Invisible characters that are copied along from chats, mails and documents. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]$/u;
/** `&` as HTML writes it, escaped once or several times. */
const AMPERSAND = /^&(?:amp;|#0{0,5}38;|#x0{0,5}26;)(?:amp;)*/iu;
/** Characters of an address that JSON writers escape: ConvertTo-Json escapes `&`, others `=` and `/`. */
const JSON_MARK = /^\\{1,2}(?:u00(26|3d|2b|2f|25)|(\/))/iu;
/** Longer than any escape above. */
const ESCAPE_CHARS = 40;

/** Removes invisible characters, unescapes `&amp;`, `\u0026` and the like, and turns every kind of space into a plain one. */
export function cleanPasted(raw: string): PastedText {
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const unit = raw.charAt(at);
    if (INVISIBLE.test(unit)) continue;
    offsets.push(at);
    const mark = unit === '\\' ? JSON_MARK.exec(raw.slice(at, at + ESCAPE_CHARS)) : null;
    if (unit === '&') {
      pieces.push('&');
      at += (AMPERSAND.exec(raw.slice(at, at + ESCAPE_CHARS))?.[0].length ?? 1) - 1;
    } else if (mark !== null) {
      pieces.push(mark[2] ?? String.fromCharCode(Number.parseInt(mark[1] ?? '', 16)));
      at += mark[0].length - 1;
    } else {
      pieces.push(/\s/u.test(unit) && unit !== '\n' && unit !== '\r' ? ' ' : unit);
    }
  }
  offsets.push(raw.length);
  return { text: pieces.join(''), offsets };
}

/** An address up to its `?`, which may contain line breaks but no other white space. */
const BROKEN_ADDRESS = /https?:\/\/(?:[^\s?&=]|[ ]{0,80}[\r\n][ \r\n]{0,80}(?=[^\s?&=]))*\s{0,80}\?/iu;

/** Removes line breaks from the address before its `?`. Terminals and mail programs insert them. */
export function joinAddress(pasted: PastedText): PastedText {
  const found = BROKEN_ADDRESS.exec(pasted.text);
  if (found === null || !/\s/u.test(found[0])) return pasted;
  const to = found.index + found[0].length;
  const units = pasted.text.split('');
  const isKept = (at: number): boolean => at < found.index || at >= to || !/\s/u.test(units[at] ?? '');
  return {
    text: units.filter((_unit, at) => isKept(at)).join(''),
    offsets: pasted.offsets.filter((_offset, at) => isKept(at)),
  };
}

export function slicePasted(pasted: PastedText, from: number, to: number): PastedText {
  return { text: pasted.text.slice(from, to), offsets: pasted.offsets.slice(from, to + 1) };
}

/** Translates a fault's position in `pasted.text` into one in the original text. */
export function placeFault(pasted: PastedText, fault: TextFault): TextFault {
  const end = pasted.offsets.length - 1;
  const offsetOf = (at: number): number => pasted.offsets[Math.min(Math.max(at, 0), end)] ?? 0;
  return { ...fault, from: offsetOf(fault.from), to: offsetOf(fault.to) };
}
