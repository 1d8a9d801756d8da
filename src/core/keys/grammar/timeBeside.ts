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
  /** The same codec for bulk: a table may also hold times of another form, such as ISO 8601 with and without an offset. */
  readonly anyForm: TimeCodec;
}

/** The form among other parts, if the entry says that there may be some. */
export function partFormOf(entry: SchemeEntry, [form]: readonly KeyForm[]): PartForm | undefined {
  const isPart = entry.either === 'parts' || typeof entry.either === 'number';
  if (!isPart || form?.time === undefined) return undefined;
  const { facts: _ofForm, ...anyForm } = form.time;
  return { entry, form, codec: form.time, anyForm };
}

/** Where a time is among the parts of a key: first, or after text. */
export type Beside = 'first' | 'after';

/** A time next to other parts keeps this share of its confidence, because another part may be the time. */
const SHARE: Readonly<Record<Beside, number>> = { first: 0.84, after: 0.8 };
/** Characters that are more common in lists, sentences and log lines than in keys. */
const IS_TEXT = /[\s,;"'()<>{}=&?#/\\]/;
const TEXT_SHARE = 0.25;
/**
 * A date keeps this share of its confidence if a time of day follows that it does not include. The form that reads both is more
 * certain.
 */
const CUT_SHARE = 0.7;
/** A letter, a digit or a character outside ASCII. Everything else is a separator. */
const HOLDS_PART = /[^\0-/:-@[-`{-\u007f]/;
/** Unix seconds, milliseconds and microseconds may have a fraction. */
const WITH_FRACTION = [10, 13, 16];
/** Wider numbers are ticks and have no fraction. */
const WIDEST_WITH_FRACTION = 16;
/** Of `yyyyMMdd`. */
const DATE_DIGITS = 8;
/** Fewer letters behind a fraction are a literal's suffix. */
const FEWEST_LETTERS = 3;

/** Whether a dot and a fraction follow a number that its form does not include. A GUID or another id is a part of its own. */
function hasFraction(text: string, { from, to }: TimePlace): boolean {
  if (to - from > WIDEST_WITH_FRACTION || text.charCodeAt(to) !== 46 || !isDigits(text, from, to))
    return false;
  const [, digits = '', rest = ''] = /^(\d*)([\da-z]*-?)/iu.exec(text.slice(to + 1, to + 41)) ?? [];
  if (digits === '' || rest.endsWith('-') || rest.length >= FEWEST_LETTERS) return false;
  return rest !== '' || WITH_FRACTION.includes(to - from);
}

/** A sign, or the point of a number below one, with no part before it. */
const NUMBER_START = /(?:^|[^\p{L}\p{N}.])(?:-|-?0\.)$/u;

/** Whether digits are of a number that is no count from an epoch on: `-1709633862`, `0.1709633862`. Before a date, these are marks. */
function isOtherNumber(text: string, { from, to }: TimePlace): boolean {
  return (
    to - from > DATE_DIGITS &&
    isDigits(text, from, to) &&
    NUMBER_START.test(text.slice(Math.max(0, from - 4), from))
  );
}

/** The places of a text at which a form's time may stand. */
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

/** Finds the time of a form among other parts: the first one in 1990 .. 2100, otherwise the first in 1900 .. 2200. */
function findTime(codec: TimeCodec, text: string, beside: Beside, hint: KeyHint): Found | undefined {
  const found = placesOf(codec, text, beside).flatMap((place) => {
    const time = timeIn(codec, text, place.from, place.to, hint);
    return time === undefined || plausibility(time.ticks) < 0.5 ? [] : [{ place, time }];
  });
  return found.find(({ time }) => isLikelyInstant(time.ticks)) ?? found[0];
}

/**
 * Whether a text that reads as a time among other parts is more likely a list, a sentence or a log line. A blank between a date
 * and its time of day does not count, unless there is nothing else, as in brackets.
 */
export function isLikelyText(text: string, reading: KeyReading): boolean {
  if (!IS_TEXT.test(text) || !isBeside(reading)) return false;
  const outside = textOutsideTimes(text);
  return IS_TEXT.test(outside) || !HOLDS_PART.test(outside);
}

/** Whether a reading's time is only one part of the key. */
export function isBeside({ schemeId, fields }: KeyReading): boolean {
  return isAfterText({ id: schemeId }) || fields.has('part 1') || fields.has('part 2');
}

/** Whether two readings of a part are of the same part. */
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
  const { parts, timeNumber, count } = otherParts(text, place);
  const share =
    textShare(text, place, hint) *
    (isCutPlace(text, place) ? CUT_SHARE : 1) *
    // A number before 1990 or after 2100 is more likely no time, but a date is one.
    (entry.family === 'date' ? 1 : plausibility(time.ticks));
  const own =
    typeof entry.either === 'number'
      ? entry.either * plausibility(time.ticks)
      : confidenceOf(form, text.slice(place.from, place.to), time.ticks, hint);
  const fields = [
    ...time.fields,
    ...parts.map(({ number, text: part }) => [`part ${number}`, part] as const),
  ];
  const reason = `part ${timeNumber} of ${count} is ${form.reason}`;
  return readingOf(scheme, time.ticks, time.window, fields, own * SHARE[beside] * share, reason);
}

const [TEXT] = templateOf('{:all}').parts;

/** The form of a whole key in which the time is one of several parts. */
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

/** Bulk version of `readBeside`. Returns where the time is. */
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
