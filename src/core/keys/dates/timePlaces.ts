import { hasZone, type ScannedDate, scanDateAt } from './dateScan.ts';
import { zoneLength } from './zoneText.ts';

/** A part of a key that may be a time; half-open offsets. */
export interface TimePlace {
  readonly from: number;
  readonly to: number;
}

/** A time has at least the six digits of `yyyyMM`. */
const FEWEST_DIGITS = 6;
/** From this many digits on, a number is ticks, even directly after a hexadecimal letter. */
const SURELY_TICKS = 18;
/** One or two letters directly after a number are the suffix of a literal, as in `1709632830L` and `634925952000000000UL`. */
const FEWEST_LETTERS = 3;
/** A GUID with hyphens, with no letter or digit directly before or after it. */
const GUID = String.raw`(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])`;
const GUID_LENGTH = 36;
const A_GUID = new RegExp(GUID, 'i');
/** A GUID, or the digits with which a time may begin. */
const GUID_OR_DIGITS = new RegExp(String.raw`${GUID}|\d{4,}`, 'gi');
/** A part of a key: letters, digits and everything outside ASCII. All other characters separate parts. */
const PART = new RegExp(String.raw`${GUID}|[\da-z\u0080-\uffff]+`, 'gi');

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether the letters [from, to) next to digits are a word and not part of an id: an id would consist of hexadecimal letters only. */
function isWord(text: string, from: number, to: number): boolean {
  return /[g-z]/i.test(text.slice(from, to));
}

/** Whether the characters around a position separate it from other parts. */
function isClear(text: string, place: TimePlace): boolean {
  let from = place.from;
  while (isLetter(text.charCodeAt(from - 1))) from--;
  let to = place.to;
  while (isLetter(text.charCodeAt(to))) to++;
  const isSure = place.to - place.from >= SURELY_TICKS;
  const isBeforeClear =
    from === place.from || isSure || (!isDigit(text.charCodeAt(from - 1)) && isWord(text, from, place.from));
  const isAfterClear =
    to === place.to ||
    (to - place.to >= FEWEST_LETTERS && !isDigit(text.charCodeAt(to)) && isWord(text, place.to, to));
  return isBeforeClear && isAfterClear;
}

/**
 * An offset such as `+01:00` or `+01` after a time of day. After a minus, two digits alone may be a counter, and four digits that are not
 * whole quarters of an hour certainly are one.
 */
const OFFSET = /^(?:[+-]\d\d(?::\d\d|00|15|30|45)(?!\d)|\+\d\d(?![\d:]))/;
/**
 * Matches what may be meant as an offset after a time of day: at most 14 hours, in quarters. A sign, four digits and letters can also be an
 * id. After a minus, two digits are either an offset as PostgreSQL writes it or a counter; nobody can tell.
 */
const LIKELY_OFFSET =
  /^(?:[+-](?:0\d|1[0-4])(?::?(?:00|15|30|45)(?!\d)|:(?:00|15|30|45))|-(?:0[1-9]|1[0-2])(?![\da-z]))/i;
/**
 * A plus and one to four digits, followed by a colon or at most two letters, is meant as an offset, although it may be malformed. The plus
 * may be percent-encoded or follow a blank. More digits or letters are an id.
 */
const PLUS_OFFSET = /^(?: ?\+|%2B)(?:\d{1,2}:|\d{1,4}[a-z]{0,2}(?![\da-z]))/i;
/** A minus and an offset with a colon, which a counter would not have: at most 14 hours, in quarters. */
const MINUS_OFFSET = /^-(?:0\d|1[0-4]):(?:00|15|30|45)(?!\d)/;
/**
 * A negative offset in ISO 8601 without marks, as in `20240705T043000-0530`: there is a `T` before the time, and some place on Earth has
 * this offset. A counter that happens to look the same is not read either.
 */
const BASIC_OFFSET = /^-(?:0[1-9]|1[0-2])(?:00|30|45)(?!\d)/;
const LONGEST_OFFSET = 12;

/** The longest date with marks, a time of day and a separator. */
const LONGEST_DATE = 36;

/** The text up to the next GUID near `from`, because digits of a GUID must not be read as those of a date. */
function beforeGuid(text: string, from: number): string {
  const at = text.slice(from, from + LONGEST_DATE + GUID_LENGTH + 1).search(A_GUID);
  return at < 0 ? text : text.slice(0, from + at);
}

/** The offset after a date. `length` is 0 if there is none that can be read; `isMeant` is true if one seems to be intended. */
function offsetAfter(
  text: string,
  { layout, end }: ScannedDate,
): { readonly length: number; readonly isMeant: boolean } {
  if (!layout.includes('HH') || hasZone(layout)) return { length: 0, isMeant: false };
  const rest = text.slice(end, end + LONGEST_OFFSET);
  const isPlus = PLUS_OFFSET.test(rest);
  if (layout.includes('HH:mm'))
    return { length: OFFSET.exec(rest)?.[0].length ?? 0, isMeant: isPlus || LIKELY_OFFSET.test(rest) };
  const isBasic = layout.includes('ddTHH') && BASIC_OFFSET.test(rest);
  return { length: 0, isMeant: isPlus || isBasic || MINUS_OFFSET.test(rest) };
}

/** The end of a zone other than UTC after a date, which is therefore not read as a time; undefined if there is none. */
function zoneEnd(text: string, { layout, end }: ScannedDate): number | undefined {
  if (hasZone(layout) || !layout.includes('dd')) return undefined;
  const length = zoneLength(text, end, layout.includes('HH') ? 'time' : 'day');
  return length === 0 ? undefined : end + length;
}

/**
 * Where the date that begins at `from` may end: first the whole date, or as much of it as ends at a separator, then its day. If a zone
 * other than UTC follows, it returns the end of that zone instead, before which nothing is read as a time.
 */
function dateEnds(text: string, from: number, runEnd: number): readonly number[] | number {
  const first = text.charCodeAt(from);
  const mayBeYear = first === 49 || first === 50 || first === 48 || text.startsWith('9999', from);
  if (!mayBeYear) return [];
  const known = beforeGuid(text, from);
  const date = scanDateAt(known, from);
  if (date === undefined) return [];
  const elsewhere = zoneEnd(known, date);
  if (elsewhere !== undefined) return elsewhere;
  if (date.end <= runEnd) return [];
  const offset = offsetAfter(known, date);
  const whole = date.end + offset.length;
  // Read without its offset, the time would be wrong by hours.
  if (offset.isMeant && (offset.length === 0 || !isClear(text, { from, to: whole }))) return [];
  // What looks like the last fields may begin another part, such as a hexadecimal id.
  const shorter = date.shorter.map(({ end }) => end);
  const end = [whole, ...shorter].find((to) => isClear(text, { from, to }));
  // The day alone is added too, because other keys of the list may show that the apparent time of day is a counter.
  return end === undefined ? [] : [end, date.dayEnd];
}

/** Adds the times that begin with the digits [from, runEnd), the longest first. Returns the offset at which to continue. */
function placesAt(text: string, from: number, runEnd: number, into: TimePlace[]): number {
  let end = runEnd;
  const ends = dateEnds(text, from, runEnd);
  if (typeof ends === 'number') return ends;
  for (const to of ends) {
    const place = { from, to };
    if (to <= runEnd || to === end || !isClear(text, place)) continue;
    into.push(place);
    end = Math.max(end, to);
  }
  const run = { from, to: runEnd };
  if (runEnd - from >= FEWEST_DIGITS && isClear(text, run)) into.push(run);
  return end;
}

/** Whether a longer time begins at the same place: this one is a date without its time of day. */
export function isCutPlace(text: string, { from, to }: TimePlace): boolean {
  return timePlaces(text).some((place) => place.from === from && place.to > to);
}

/** What is left of a text without its times. */
export function textOutsideTimes(text: string): string {
  let outside = '';
  let at = 0;
  for (const { from, to } of timePlaces(text)) {
    if (from < at) continue;
    outside += text.slice(at, from);
    at = to;
  }
  return outside + text.slice(at);
}

function findPlaces(text: string): readonly TimePlace[] {
  const places: TimePlace[] = [];
  GUID_OR_DIGITS.lastIndex = 0;
  for (let found = GUID_OR_DIGITS.exec(text); found !== null; found = GUID_OR_DIGITS.exec(text)) {
    const end = found.index + found[0].length;
    GUID_OR_DIGITS.lastIndex = found[0].includes('-') ? end : placesAt(text, found.index, end, places);
  }
  return places;
}

let lastText = '';
let lastPlaces: readonly TimePlace[] = [];

/**
 * Finds the parts of a key that may be a time: numbers of at least six digits, and dates with marks. Each must be next to a separator or a
 * word; GUIDs are skipped. Linear in the text. The result for the last text is kept, because every scheme needs it.
 */
export function timePlaces(text: string): readonly TimePlace[] {
  if (text !== lastText) {
    lastPlaces = findPlaces(text);
    lastText = text;
  }
  return lastPlaces;
}

/** A part of a key besides its time. */
export interface OtherPart {
  /** Its number among all parts of the key, counted from 1; the time counts as a part. */
  readonly number: number;
  readonly text: string;
}

/** The parts of a key before and after the time, each with its number, and the number of all parts. */
export function otherParts(
  text: string,
  { from, to }: TimePlace,
): { readonly parts: readonly OtherPart[]; readonly timeNumber: number; readonly count: number } {
  const before: readonly string[] = text.slice(0, from).match(PART) ?? [];
  const after: readonly string[] = text.slice(to).match(PART) ?? [];
  const timeNumber = before.length + 1;
  return {
    parts: [
      ...before.map((part, index) => ({ number: index + 1, text: part })),
      ...after.map((part, index) => ({ number: timeNumber + 1 + index, text: part })),
    ],
    timeNumber,
    count: timeNumber + after.length,
  };
}
