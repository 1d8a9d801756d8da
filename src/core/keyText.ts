import { codePointName } from './words.ts';
/**
 * What a PartitionKey or RowKey may contain, and which text comes next in key order. Keys sort by UTF-16 code units: first the code points
 * below U+D800, then U+10000 and above, then U+E000 to U+FFFF. Source of the forbidden characters: Understanding the Table service data
 * model, "Characters disallowed in key fields".
 */

/** The smallest character that a key may contain. */
const FIRST_KEY_CHARACTER = ' ';

/** A character that keys cannot contain. Offsets are in UTF-16 units, half-open. */
export interface ForbiddenCharacter {
  readonly from: number;
  readonly to: number;
  /** How users see it named: "/", "the control character U+0000", "half of a surrogate pair". */
  readonly name: string;
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

function isControl(codePoint: number): boolean {
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f);
}

function isKeyCodePoint(codePoint: number): boolean {
  if (isControl(codePoint) || isSurrogate(codePoint)) {
    return false;
  }
  return codePoint !== 0x2f && codePoint !== 0x5c && codePoint !== 0x23 && codePoint !== 0x3f;
}

function forbiddenName(codePoint: number): string {
  if (isSurrogate(codePoint)) {
    return `half of a surrogate pair (${codePointName(codePoint)})`;
  }
  return isControl(codePoint)
    ? `the control character ${codePointName(codePoint)}`
    : String.fromCodePoint(codePoint);
}

function findCodePoint(text: string, matches: (codePoint: number) => boolean): number {
  for (let at = 0; at < text.length; at += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    if (matches(codePoint)) {
      return at;
    }
    if (codePoint > 0xffff) {
      at += 1;
    }
  }
  return -1;
}

/** The offset of the first lone surrogate, or -1. UTF-8 has no lone surrogates, so no request can carry one. */
export function findLoneSurrogate(text: string): number {
  return findCodePoint(text, isSurrogate);
}

/** The first character that keys cannot contain; undefined if there is none. */
export function findForbiddenInKey(text: string): ForbiddenCharacter | undefined {
  const from = findCodePoint(text, (codePoint) => !isKeyCodePoint(codePoint));
  return from < 0 ? undefined : { from, to: from + 1, name: forbiddenName(text.codePointAt(from) ?? 0) };
}

/** The code point after this one in UTF-16 order; undefined after U+FFFF. */
function nextCodePoint(codePoint: number): number | undefined {
  if (codePoint === 0xffff) {
    return undefined;
  }
  if (codePoint === 0x10ffff) {
    return 0xe000;
  }
  return codePoint === 0xd7ff ? 0x10000 : codePoint + 1;
}

function nextKeyCodePoint(codePoint: number): number | undefined {
  let next = nextCodePoint(codePoint);
  while (next !== undefined && !isKeyCodePoint(next)) {
    next = nextCodePoint(next);
  }
  return next;
}

function nextAfter(prefix: string, next: (codePoint: number) => number | undefined): string | undefined {
  const characters = Array.from(prefix);
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const following = next(last.codePointAt(0) ?? 0);
    if (following !== undefined) {
      return characters.join('') + String.fromCodePoint(following);
    }
  }
  return undefined;
}

/**
 * The smallest key above every key that begins with `prefix`: the prefix with its last character incremented. It skips characters that keys
 * cannot contain (`.` is followed by `0`, not `/`); no key lies in between, so the bound stays exact. After U+FFFF, the character before is
 * incremented. Undefined if there is no such key. `prefix` must be well formed.
 */
export function keyAfterPrefix(prefix: string): string | undefined {
  return nextAfter(prefix, nextKeyCodePoint);
}

/** Like keyAfterPrefix, for a String property, which may contain every character. */
export function textAfterPrefix(prefix: string): string | undefined {
  return nextAfter(prefix, nextCodePoint);
}

/** A bound in key order: just before `text`, or with `after` just after it. */
export interface KeyEdge {
  readonly text: string;
  readonly after: boolean;
}

/** The smallest well-formed text at or above a text with a lone surrogate at `at`. */
function edgeAtSurrogate(before: string, text: string, at: number): KeyEdge {
  const unit = text.charCodeAt(at);
  const follows = text.charCodeAt(at + 1);
  // If the text ends here, `follows` is NaN and the comparison is false. Then the result is the first pair with this half.
  const high = follows > 0xdfff ? unit + 1 : unit;
  // U+E000 comes after all pairs. It is also next for a second half that stands alone.
  const next = high > 0xdbff ? '\ue000' : String.fromCharCode(high, 0xdc00);
  return { text: before + next, after: false };
}

/**
 * A bound that can be sent and divides the keys in the same way. A bound with U+0000 (a single key is `[k, k + U+0000)`) or another
 * character that keys cannot contain moves up to the next possible key. No key lies between the two.
 */
export function sendableEdge(bound: string): KeyEdge {
  const forbidden = findForbiddenInKey(bound);
  if (forbidden === undefined) {
    return { text: bound, after: false };
  }
  const before = bound.slice(0, forbidden.from);
  const codePoint = bound.codePointAt(forbidden.from) ?? 0;
  if (codePoint < 0x20) {
    return { text: before, after: true };
  }
  if (isSurrogate(codePoint)) {
    return edgeAtSurrogate(before, bound, forbidden.from);
  }
  const next = nextKeyCodePoint(codePoint);
  return { text: before + (next === undefined ? '\uffff' : String.fromCodePoint(next)), after: false };
}

/** Whether no key can lie between two bounds. An undefined bound is open. */
export function holdsNoKey(from: string | undefined, to: string | undefined): boolean {
  if (to === undefined) {
    return false;
  }
  return firstKeyFrom(sendableEdge(from ?? '')) >= firstKeyFrom(sendableEdge(to));
}

function firstKeyFrom(edge: KeyEdge): string {
  return edge.after ? edge.text + FIRST_KEY_CHARACTER : edge.text;
}

/**
 * 3 to 63 letters and digits, beginning with a letter; or one of the service's own metrics tables, which its list of tables omits.
 * Sources: Understanding the Table service data model, "Table names"; Storage Analytics metrics, "Table names".
 */
const TABLE_NAME = /^(?:[A-Za-z][A-Za-z0-9]{2,62}|\$Metrics[A-Za-z]{1,55})$/;

export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name);
}
