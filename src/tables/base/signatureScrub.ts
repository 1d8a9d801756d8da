import { plainForms } from '../../core/secretForms.ts';

/** Removes a secret from a text. */
export type Scrub = (text: string) => string;

export const SECRET_MARK = '[redacted]';

/**
 * This many consecutive characters of a signature count as the signature, in any encoding: enough that no other text
 * holds them, few enough that neither truncation nor an escaped `+`, `/` or `=` hides it.
 */
const TELLING_CHARS = 10;

/** Longest text that is searched; the rest is cut off, with a mark. */
const MAX_REDACTED_CHARS = 16_384;

/** Finds one signature, which it holds, in texts. */
export interface SignatureSearch {
  /** Removes it from a text that came from outside. */
  readonly scrub: Scrub;
  /** Whether a text holds it, or a recognizable part, in one of the forms below. Decodes nothing. */
  readonly isIn: (text: string) => boolean;
}

/**
 * Finds a signature without a name before it: bare, percent-encoded (once or twice, as sent or not), base64 at any
 * offset of a longer text, with JSON or HTML escapes; in any letter case, with line breaks and invisible characters
 * inside. `sent`: the signature as written in the address.
 */
export function searchFor(sent: string): SignatureSearch {
  const pieces = piecesOf(sent);
  const isIn = (text: string): boolean => {
    const skeleton = text.replace(NO_PARTS, '').replace(/[A-Z]+/gu, (units) => units.toLowerCase());
    return placesOf(skeleton, pieces).next().done !== true;
  };
  return {
    isIn,
    scrub: (text) => {
      const clean = cutOut(boundText(text), pieces);
      // Still hidden in some other encoding: then none of the text is shown.
      return isHidden(clean, isIn) ? SECRET_MARK : clean;
    },
  };
}

function isHidden(text: string, isIn: (text: string) => boolean): boolean {
  for (const form of plainForms(text)) {
    if (typeof form === 'string' || isIn(form.text) || isIn(form.joined)) return true;
  }
  return false;
}

/** The last four characters, as a place in `starts`. */
const HASHES = 0x1_00_00;
const hashWith = (hash: number, unit: number): number => ((hash << 4) ^ unit) & (HASHES - 1);
const HASHED_CHARS = 4;

/** The parts of a signature that tell, by their length in characters, and how they begin: most places need no look. */
interface Pieces {
  readonly byLength: ReadonlyMap<number, ReadonlySet<string>>;
  readonly starts: Uint8Array;
}

/**
 * Finds telling parts.
 * @yields the first unit of a part, and the one behind its last
 */
function* placesOf(skeleton: string, { byLength, starts }: Pieces): Generator<readonly [number, number]> {
  let hash = 0;
  for (let end = 0; end < skeleton.length; end += 1) {
    hash = hashWith(hash, skeleton.charCodeAt(end));
    const at = end + 1 - HASHED_CHARS;
    if (at < 0 || starts[hash] === 0) continue;
    for (const [length, known] of byLength) {
      if (known.has(skeleton.slice(at, at + length))) yield [at, at + length];
    }
  }
}

function cutOut(text: string, pieces: Pieces): string {
  const { skeleton, offsets } = skeletonOf(text);
  const isSecret = new Uint8Array(text.length);
  for (const [at, end] of placesOf(skeleton, pieces))
    isSecret.fill(1, offsets[at], (offsets[end - 1] ?? 0) + 1);
  let clean = '';
  let at = 0;
  while (at < text.length) {
    const next = isSecret.indexOf(1, at);
    if (next < 0) break;
    clean += `${text.slice(at, next)}${SECRET_MARK}`;
    const end = isSecret.indexOf(0, next);
    at = end < 0 ? text.length : end;
  }
  return clean + text.slice(at);
}

/** White space, controls, invisible characters, and the backslash of an escape. */
const NO_PART = /[\s\p{Cc}\p{Cf}\\]/u;
const NO_PARTS = new RegExp(`${NO_PART.source}+`, 'gu');

/**
 * The form in which a signature is searched: lower case, without `NO_PART`; with the original position of each unit.
 */
function skeletonOf(text: string): { readonly skeleton: string; readonly offsets: readonly number[] } {
  const units: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (NO_PART.test(unit)) continue;
    // ASCII only: other characters may change in length.
    units.push(unit <= 'Z' ? unit.toLowerCase() : unit);
    offsets.push(at);
  }
  return { skeleton: units.join(''), offsets };
}

/** The recognizable parts of a signature. */
function piecesOf(sent: string): Pieces {
  const bare = decodeURIComponent(sent);
  const byLength = new Map<number, Set<string>>();
  const starts = new Uint8Array(HASHES);
  for (const written of formsOf(sent, bare)) {
    const form = skeletonOf(written).skeleton;
    const length = Math.ceil((TELLING_CHARS * form.length) / Math.max(1, bare.length));
    if (length < HASHED_CHARS) continue;
    const known = byLength.get(length) ?? new Set();
    byLength.set(length, known);
    for (let at = 0; at + length <= form.length; at += 1) {
      known.add(form.slice(at, at + length));
      let hash = 0;
      for (let unit = at; unit < at + HASHED_CHARS; unit += 1) hash = hashWith(hash, form.charCodeAt(unit));
      starts[hash] = 1;
    }
  }
  return { byLength, starts };
}

export function boundText(text: string): string {
  return text.length > MAX_REDACTED_CHARS ? `${text.slice(0, MAX_REDACTED_CHARS)} [cut]` : text;
}

function formsOf(sent: string, bare: string): readonly string[] {
  const once = encodeURIComponent(bare);
  const small = once.replace(/%[0-9A-F]{2}/gu, (escape) => escape.toLowerCase());
  // A form turns `+` into a blank, which is no part.
  const plain = [
    bare,
    sent,
    once,
    encodeURIComponent(sent),
    encodeURIComponent(once),
    bare.replaceAll('+', ''),
  ];
  return [...plain, ...[bare, once, small].flatMap(base64Forms), ...escapedForms(bare), ...hexForms(bare)];
}

/** Its characters in hex, and the bytes they stand for. */
function hexForms(bare: string): readonly string[] {
  const hex = (text: string): string =>
    Array.from(text, (unit) => unit.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return [hex(bare), ...(/^[A-Za-z0-9+/]{43}=$/u.test(bare) ? [hex(atob(bare))] : [])];
}

/** The signature inside the base64 of a longer text: its first byte may be the first, second or third of a group. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa(' '.repeat(before) + text).replace(/=+$/u, '');
    // Characters that share a group with neighbouring text depend on that text.
    const form = whole.slice(before === 0 ? 0 : before + 1, -1);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Marks, or all characters, as JSON and HTML may escape them. */
function escapedForms(bare: string): readonly string[] {
  const hex = (unit: string): string => unit.charCodeAt(0).toString(16);
  const ways: readonly ((unit: string) => string)[] = [
    (unit) => (unit === '/' ? '\\/' : unit),
    (unit) => `\\u00${hex(unit)}`,
    (unit) => `\\u00${hex(unit).toUpperCase()}`,
    (unit) => `&#${unit.charCodeAt(0)};`,
    (unit) => `&#x${hex(unit)};`,
    (unit) => `&#x${hex(unit).toUpperCase()};`,
  ];
  return ways.flatMap((way) => [bare.replace(/[+/=]/gu, way), bare.replace(/./gsu, way)]);
}
