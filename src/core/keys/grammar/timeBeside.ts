import type { SchemeEntry } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { isDigits, newRowTime, setTicks } from '../base/digits.ts';
import type { KeyHint, KeyReading, RowTime } from '../base/scheme.ts';
import { isAfterText, isLikelyInstant, readingOf, plausibility } from '../base/schemeSpec.ts';
import { isCutPlace, otherParts, textOutsideTimes, type TimePlace, timePlaces } from '../dates/timePlaces.ts';
import { confidenceOf, type FormTime, type KeyForm, timeIn } from './keyForm.ts';
import { templateOf } from './parseTemplate.ts';

/** A time that may be one of several parts of a key. */
export interface PartForm {
  readonly entry: SchemeEntry;
  readonly form: KeyForm;
  readonly codec: TimeCodec;
  /**
   * The codec without the facts that tell forms apart, for reading many rows: a table may also hold times of another form, such as ISO 8601
   * with and without an offset.
   */
  readonly anyForm: TimeCodec;
}

/** How a time is read as one of several parts of a key; undefined if the entry does not allow that. */
export function partFormOf(entry: SchemeEntry, [form]: readonly KeyForm[]): PartForm | undefined {
  const isPart = entry.either === 'parts' || typeof entry.either === 'number';
  if (!isPart || form?.time === undefined) return undefined;
  const { facts: _ofForm, ...anyForm } = form.time;
  return { entry, form, codec: form.time, anyForm };
}

/** Where a time is among the parts of a key: first, or after text. */
export type Beside = 'first' | 'after';

/** The share of its confidence that a time keeps next to other parts, because one of them may be the real time. */
const SHARE: Readonly<Record<Beside, number>> = { first: 0.84, after: 0.8 };
/** Characters that are more common in lists, sentences and log lines than in keys. */
const IS_TEXT = /[\s,;"'()<>{}=&?#/\\]/;
const TEXT_SHARE = 0.25;
/**
 * The share of its confidence that a date keeps if it is followed by a time of day that it does not include. The form that reads both is
 * more certain.
 */
const CUT_SHARE = 0.7;
/** Matches a letter, a digit or a character outside ASCII; everything else is a separator. */
const HOLDS_PART = /[^\0-/:-@[-`{-\u007f]/;
/** The digits of Unix seconds, milliseconds and microseconds, which may be followed by a fraction. */
const WITH_FRACTION = [10, 13, 16];
/** Wider numbers are ticks, which never have a fraction. */
const WIDEST_WITH_FRACTION = 16;
/** The number of digits in `yyyyMMdd`. */
const DATE_DIGITS = 8;
/** Fewer letters after a fraction are the suffix of a literal. */
const FEWEST_LETTERS = 3;

/**
 * Whether a dot and a fraction follow that the form of the number does not include. After the dot, a GUID or another id is a part of its
 * own, not a fraction.
 */
function hasFraction(text: string, { from, to }: TimePlace): boolean {
  if (to - from > WIDEST_WITH_FRACTION || text.charCodeAt(to) !== 46 || !isDigits(text, from, to))
    return false;
  const [, digits = '', rest = ''] = /^(\d*)([\da-z]*-?)/iu.exec(text.slice(to + 1, to + 41)) ?? [];
  if (digits === '' || rest.endsWith('-') || rest.length >= FEWEST_LETTERS) return false;
  return rest !== '' || WITH_FRACTION.includes(to - from);
}

/** Matches a minus, or the `0.` of a number below one, with no part directly before it. */
const NUMBER_START = /(?:^|[^\p{L}\p{N}.])(?:-|-?0\.)$/u;

/**
 * Whether digits belong to a number that cannot count from an epoch: a negative one (`-1709633862`) or a fraction (`0.1709633862`). Dates
 * are exempt, because they may follow such marks.
 */
function isOtherNumber(text: string, { from, to }: TimePlace): boolean {
  return (
    to - from > DATE_DIGITS &&
    isDigits(text, from, to) &&
    NUMBER_START.test(text.slice(Math.max(0, from - 4), from))
  );
}

/** The places of a text where the time of a form may stand. */
function placesOf({ widths }: TimeCodec, text: string, beside: Beside): readonly TimePlace[] {
  return timePlaces(text).filter(
    (place) =>
      (beside === 'after') === place.from > 0 &&
      (widths === 'any' || widths.includes(place.to - place.from)) &&
      (beside === 'after' ? !isOtherNumber(text, place) : HOLDS_PART.test(text.slice(place.to))) &&
      !hasFraction(text, place),
  );
}

interface Found {
  readonly place: TimePlace;
  readonly time: FormTime;
}

/** Finds the time of a form among other parts: the first in 1990 .. 2099, otherwise the first in 1900 .. 2199. */
function findTime(codec: TimeCodec, text: string, beside: Beside, hint: KeyHint): Found | undefined {
  const found = placesOf(codec, text, beside).flatMap((place) => {
    const time = timeIn(codec, text, place.from, place.to, hint);
    return time === undefined || plausibility(time.ticks) < 0.5 ? [] : [{ place, time }];
  });
  return found.find(({ time }) => isLikelyInstant(time.ticks)) ?? found[0];
}

/**
 * Whether a text that reads as a time among other parts is more likely a list, a sentence or a log line. The blank between a date and its
 * time of day does not count as a sign of that, unless only marks surround the time, such as brackets.
 */
export function isLikelyText(text: string, reading: KeyReading): boolean {
  if (!IS_TEXT.test(text) || !isBeside(reading)) return false;
  const outside = textOutsideTimes(text);
  return IS_TEXT.test(outside) || !HOLDS_PART.test(outside);
}

export function isBeside({ schemeId, fields }: KeyReading): boolean {
  return isAfterText({ id: schemeId }) || fields.has('part 1') || fields.has('part 2');
}

/** Whether two readings found their time in the same part of a key. */
export function isSamePart(a: KeyReading, b: KeyReading): boolean {
  return a.fields.has('part 1') === b.fields.has('part 1') && partsText(a) === partsText(b);
}

function partsText({ fields }: KeyReading): string {
  return JSON.stringify([...fields].filter(([name]) => name.startsWith('part ')));
}

/** The share of its confidence that a time keeps: less if the text around it looks like a list or a sentence. */
export function textShare(text: string, { from, to }: TimePlace, { part }: KeyHint): number {
  const isText = part === undefined && (IS_TEXT.test(text.slice(0, from)) || IS_TEXT.test(text.slice(to)));
  return isText ? TEXT_SHARE : 1;
}

/** Reads a key in which the time is one of several parts; undefined if no part is a time of this form. */
export function readBeside(
  { entry, form, codec }: PartForm,
  scheme: { readonly id: string; readonly title: string },
  text: string,
  beside: Beside,
  hint: KeyHint,
): KeyReading | undefined {
  if (isDigits(text)) return undefined;
  const found = findTime(codec, text, beside, hint);
  if (found === undefined) return undefined;
  const { place, time } = found;
  const share =
    textShare(text, place, hint) *
    (isCutPlace(text, place) ? CUT_SHARE : 1) *
    // A number before 1990 or from 2100 on is unlikely to be a time; a date is one in any year.
    (entry.family === 'date' ? 1 : plausibility(time.ticks));
  const own =
    typeof entry.either === 'number'
      ? entry.either * plausibility(time.ticks)
      : confidenceOf(form, text.slice(place.from, place.to), time.ticks, hint);
  return partReading(scheme, text, place, time, own * SHARE[beside] * share, form.reason);
}

/** The reading of a key of which one part, at `place`, has a meaning. */
export function partReading(
  scheme: { readonly id: string; readonly title: string },
  text: string,
  place: TimePlace,
  { ticks, window, fields }: Pick<FormTime, 'window' | 'fields'> & { readonly ticks: bigint | undefined },
  confidence: number,
  reason: string,
): KeyReading | undefined {
  const { parts, timeNumber, count } = otherParts(text, place);
  const all = [...fields, ...parts.map(({ number, text: part }) => [`part ${number}`, part] as const)];
  return readingOf(scheme, ticks, window, all, confidence, `part ${timeNumber} of ${count}: ${reason}`);
}

const [TEXT] = templateOf('{:all}').parts;

/** A form that matches whole keys in which the time is one of several parts. */
export function besideForm(part: PartForm, beside: Beside): KeyForm {
  const before = beside === 'after' ? [TEXT] : [];
  const parts = [...before, ...part.form.parts, TEXT].filter((each) => each !== undefined);
  const match = (text: string): readonly string[] | undefined => {
    const place = timeBeside(part, text, beside, newRowTime());
    if (place === undefined) return undefined;
    const rest = [text.slice(place.from, place.to), text.slice(place.to)];
    return beside === 'after' ? [text.slice(0, place.from), ...rest] : rest;
  };
  return { ...part.form, parts, timeIndex: before.length, match };
}

/** Like `readBeside`, without a reading, for many rows. Returns the place of the time. */
export function timeBeside(
  { anyForm }: PartForm,
  text: string,
  beside: Beside,
  into: RowTime,
): TimePlace | undefined {
  const found = findTime(anyForm, text, beside, {});
  if (found !== undefined) setTicks(found.time.ticks, into);
  return found?.place;
}
