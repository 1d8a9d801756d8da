import { hasZone, type ScannedDate, scanDateAt } from './dateScan.ts';
import { zoneLength } from './zoneText.ts';

/** A part of a key that may be a time; half-open offsets. */
export interface TimePlace {
  readonly from: number;
  readonly to: number;
}

/** Shorter numbers are not times: `yyyyMM` has six digits. */
const FEWEST_DIGITS = 6;
/** This many digits are ticks, even after a hexadecimal letter. */
const SURELY_TICKS = 18;
/** Fewer letters after a number are a literal's suffix: `1709632830L`, `634925952000000000UL`. */
const FEWEST_LETTERS = 3;
/** A GUID with hyphens, with no letter or digit directly before or after it. */
const GUID = String.raw`(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])`;
const GUID_LENGTH = 36;
const A_GUID = new RegExp(GUID, 'i');
/** A GUID, or the digits with which a time may begin. */
const GUID_OR_DIGITS = new RegExp(String.raw`${GUID}|\d{4,}`, 'gi');
/** A part of a key: letters, digits and everything outside ASCII. Others are separators. */
const PART = new RegExp(String.raw`${GUID}|[\da-z\u0080-\uffff]+`, 'gi');

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** Whether letters next to digits, [from, to), are a word and not part of an id: letters only, and not all hexadecimal. */
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
 * An offset such as `+01:00` or `+01` after a time of day. After a minus, two digits alone may be a counter, and four that are no whole
 * quarters of an hour are one.
 */
const OFFSET = /^(?:[+-]\d\d(?::\d\d|00|15|30|45)(?!\d)|\+\d\d(?![\d:]))/;
/**
 * What follows a time of day and can be meant as an offset: at most 14 hours, in quarters. Any sign, four digits and letters
 * may be an id too. Two digits behind a minus are what PostgreSQL writes, or a counter: nobody can tell.
 */
const LIKELY_OFFSET =
  /^(?:[+-](?:0\d|1[0-4])(?::?(?:00|15|30|45)(?!\d)|:(?:00|15|30|45))|-(?:0[1-9]|1[0-2])(?![\da-z]))/i;
/**
 * A plus and one to four digits, with a colon or at most two letters behind them: an offset, if a broken one. The plus may be
 * percent-encoded, or have a blank before it. More digits or letters are an id.
 */
const PLUS_OFFSET = /^(?: ?\+|%2B)(?:\d{1,2}:|\d{1,4}[a-z]{0,2}(?![\da-z]))/i;
/** A minus and an offset whose colon shows that it is no counter: at most 14 hours, in quarters. */
const MINUS_OFFSET = /^-(?:0\d|1[0-4]):(?:00|15|30|45)(?!\d)/;
/**
 * The offset of ISO 8601 without marks (`20240705T043000-0530`): `T` before the time, and hours that a place on Earth has, in quarters. A
 * counter that happens to look so stays unread too.
 */
const BASIC_OFFSET = /^-(?:0[1-9]|1[0-2])(?:00|30|45)(?!\d)/;
const LONGEST_OFFSET = 12;

/** Longest date with marks and a time of day, and a mark. */
const LONGEST_DATE = 36;

/** The text up to the next GUID near `from`: its digits are not those of a date. */
function beforeGuid(text: string, from: number): string {
  const at = text.slice(from, from + LONGEST_DATE + GUID_LENGTH + 1).search(A_GUID);
  return at < 0 ? text : text.slice(0, from + at);
}

/** The offset behind a date: its length, 0 if it is none that is read, and whether one is meant. */
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

/** Where the zone behind a date ends that says that it is not of UTC, so that it is not read; undefined: there is none. */
function zoneEnd(text: string, { layout, end }: ScannedDate): number | undefined {
  if (hasZone(layout) || !layout.includes('dd')) return undefined;
  const length = zoneLength(text, end, layout.includes('HH') ? 'time' : 'day');
  return length === 0 ? undefined : end + length;
}

/**
 * Where the date that begins at `from` ends: the whole, else as much as is next to a separator; and where its day ends. A number:
 * where the zone behind it ends, up to which nothing is a time of UTC.
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
  // Without its offset, a time is hours off.
  if (offset.isMeant && (offset.length === 0 || !isClear(text, { from, to: whole }))) return [];
  // What looks like the last fields may begin another part, such as a hexadecimal id.
  const shorter = date.shorter.map(({ end }) => end);
  const end = [whole, ...shorter].find((to) => isClear(text, { from, to }));
  // Other keys of a list may show that an apparent time of day is a counter, so the day alone is added too.
  return end === undefined ? [] : [end, date.dayEnd];
}

/** Adds the times that begin with the digits [from, runEnd), the longest first. Returns where to continue. */
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

/** Whether this time is the beginning of a longer one: a date without its time of day. */
export function isCutPlace(text: string, { from, to }: TimePlace): boolean {
  return timePlaces(text).some((place) => place.from === from && place.to > to);
}

/** A text without its times. */
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
 * Finds the parts of a key that may be a time: numbers of at least six digits, and dates with marks, each next to a separator or
 * a word. GUIDs are skipped. Linear. The result for the last text is cached, because every time form needs it.
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
  /** Number among all parts, from 1; the time counts as one. */
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
