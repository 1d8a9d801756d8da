import { clampTicks, MAX_TICKS, TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { secondText } from '../../time/formatInstant.ts';
import { newRowTime, rowTimeTicks } from '../base/digits.ts';
import { DIGIT, type KeyShape } from '../base/keyShape.ts';
import type { KeyHint, KeyReading, KeySegment, RowTime, TickSpan } from '../base/scheme.ts';
import { plausibility, readingOf } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import type { ShapeTest } from '../base/shapeTests.ts';
import { type FormPart, parseForm, type Sketch } from './parseForm.ts';
import type { TimeCodec } from './timeCodec.ts';

/** How sure a reading is, if the text, its time or its neighbours decide that. */
export type Judge = (text: string, ticks: bigint, hint: KeyHint) => number;

/** A form of a key, as an entry lists it. */
export interface KeyFormEntry {
  readonly template: string;
  /** Confidence of a likely instant, or of a key without time. */
  readonly confidence: number | Judge;
  /** The highest that a judge gives; default: 1. Forms with more are tried first. */
  readonly most?: number;
  /** The same in the writer's own tables; 'only': it is read only there. */
  readonly own?: number;
  readonly isOwnOnly?: true;
  readonly reason: string;
  /** The time of `{time}`, which the grammar cannot say. */
  readonly codec?: TimeCodec;
  /** True if keys of this form are read, but a window never selects them. */
  readonly isExtra?: true;
}

/** A form of keys: `{Ticks}_{nodeUniqueEventId}`. */
export function key(
  template: string,
  confidence: number | Judge,
  reason: string,
  more: Pick<KeyFormEntry, 'own' | 'isOwnOnly' | 'codec' | 'isExtra' | 'most'> = {},
): KeyFormEntry {
  return { template, confidence, reason, ...more };
}

/** A form that can match texts. */
export interface KeyForm extends KeyFormEntry {
  readonly parts: readonly FormPart[];
  readonly shape: ShapeTest;
  /** Index of the time among the parts; -1: none. */
  readonly timeIndex: number;
  readonly time: TimeCodec | undefined;
  /** The texts of all parts; undefined for a text that is not of this form. */
  readonly match: (text: string) => readonly string[] | undefined;
}

/** Facts about the digits with which keys begin: their least and greatest number. */
function leadOf(sketch: readonly Sketch[]): readonly [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const piece of sketch) {
    if (piece.kinds !== DIGIT) return (piece.kinds & DIGIT) === 0 ? [least, most] : [least, 31];
    least += piece.least;
    most += piece.most;
  }
  return [least, most];
}

function shapeOf(parts: readonly FormPart[]): ShapeTest {
  const [only, more] = parts;
  if (only?.codec?.shape !== undefined && more === undefined) return only.codec.shape;
  const sketch = parts.flatMap((part) => part.sketch);
  const least = sketch.reduce((sum, piece) => sum + piece.least, 0);
  const most = sketch.reduce((sum, piece) => sum + piece.most, 0);
  const kinds = sketch.reduce((all, piece) => all | piece.kinds, 0);
  const needed = sketch.reduce((all, piece) => all | piece.needed, 0);
  const [leastLead, mostLead] = leadOf(sketch);
  const { first } = parts.find(({ kind }) => kind !== 'fact') ?? {};
  return (shape: KeyShape) =>
    shape.length >= least &&
    shape.length <= most &&
    (shape.kinds & ~kinds) === 0 &&
    (shape.kinds & needed) === needed &&
    shape.lead >= Math.min(leastLead, 31) &&
    shape.lead <= mostLead &&
    (first === undefined || (shape.first !== '' && first.includes(shape.first)));
}

function matcherOf(parts: readonly FormPart[], timeIndex: number): KeyForm['match'] {
  if (timeIndex === 0 && parts.every(({ kind }, at) => at === 0 || kind === 'fact')) {
    const rest = parts.slice(1).map(() => '');
    return (text) => [text, ...rest];
  }
  const pattern = new RegExp(`^${parts.map((part) => `(${part.pattern})`).join('')}$`, 's');
  return (text) => pattern.exec(text)?.slice(1);
}

/** Makes a form ready to match texts. */
export function compileForm(entry: KeyFormEntry): KeyForm {
  const parts = parseForm(entry.template, entry.codec);
  const timeIndex = parts.findIndex(({ kind }) => kind === 'time');
  return {
    ...entry,
    parts,
    shape: shapeOf(parts),
    timeIndex,
    time: parts[timeIndex]?.codec,
    match: matcherOf(parts, timeIndex),
  };
}

/** Number of characters of some parts if that is the same in all keys; -1 if it is not. */
function fixedLength(parts: readonly FormPart[]): number {
  const sketch = parts.flatMap((part) => part.sketch);
  return sketch.every(({ least, most }) => least === most)
    ? sketch.reduce((sum, { least }) => sum + least, 0)
    : -1;
}

/** Bulk path: reads the time of a key of this form. It only looks at the length of what follows a time of fixed width. */
export function timeReader(form: KeyForm): (text: string, into: RowTime) => boolean {
  const { time, timeIndex, parts } = form;
  if (time === undefined) return () => false;
  const before = parts.slice(0, timeIndex);
  const at = before.every(({ kind }) => kind !== 'text') ? fixedLength(before) : -1;
  const [width, more] = time.widths === 'any' ? [] : time.widths;
  const rest = fixedLength(parts.slice(timeIndex + 1));
  if (at === 0 && rest === 0) {
    // Keys that begin with ticks have a time too, whatever follows.
    return time.isTicks === true && width !== undefined
      ? (text, into) => text.length >= width && time.read(text, 0, width, into)
      : (text, into) => time.read(text, 0, text.length, into);
  }
  if (at >= 0 && width !== undefined && more === undefined) {
    const { kind, text: mark = '' } = parts[timeIndex + 1] ?? {};
    const after = kind === 'literal' ? mark : '';
    const end = at + width;
    // The bound of a range may be the ticks alone.
    const isWhole = (text: string): boolean =>
      (rest < 0 ? text.length >= end : text.length === end + rest) && text.startsWith(after, end);
    return (text, into) =>
      ((time.isTicks === true && text.length === end) || isWhole(text)) && time.read(text, at, end, into);
  }
  return (text, into) => {
    const pieces = form.match(text);
    if (
      pieces === undefined ||
      parts.some((part, index) => shown(part, pieces[index] as string) === undefined)
    )
      return false;
    const from = pieces.slice(0, timeIndex).join('').length;
    return time.read(text, from, from + (pieces[timeIndex] as string).length, into);
  };
}

/** What a form says of a key's instant. */
export interface FormTime {
  readonly ticks: bigint;
  readonly window: TickSpan | undefined;
  readonly isSpan: boolean;
  readonly fields: readonly (readonly [string, string])[];
  readonly note: string | undefined;
}

const INTO = newRowTime();

/** The time in [from, to) of a text, with all that the neighbours say of it. */
export function timeIn(
  codec: TimeCodec,
  text: string,
  from: number,
  to: number,
  hint: KeyHint,
): FormTime | undefined {
  if (!codec.read(text, from, to, INTO)) return undefined;
  const ticks = rowTimeTicks(INTO);
  const facts =
    codec.facts === undefined
      ? {}
      : codec.facts(from === 0 && to === text.length ? text : text.slice(from, to), ticks, hint);
  if (facts === undefined) return undefined;
  const { window, fields = [], note, isSpan = false } = facts;
  const own = codec.step > 1n ? { from: ticks, to: ticks + codec.step } : undefined;
  const span = window === 'instant' ? undefined : (window ?? own);
  return {
    ticks,
    window: span === undefined || span.to - span.from === 1n ? undefined : span,
    fields,
    note,
    isSpan,
  };
}

/** How sure a form is of a text. */
export function confidenceOf(
  form: Pick<KeyForm, 'confidence'>,
  text: string,
  time: bigint | undefined,
  hint: KeyHint,
): number {
  if (typeof form.confidence === 'function') return form.confidence(text, time ?? 0n, hint);
  return time === undefined ? form.confidence : form.confidence * plausibility(time);
}

interface Pieces {
  readonly fields: readonly (readonly [string, string])[];
  readonly time: FormTime | undefined;
}

/** What the pieces of a key say; undefined if one of them is not of this form. */
function piecesOf(
  { parts }: KeyForm,
  pieces: readonly string[],
  text: string,
  hint: KeyHint,
): Pieces | undefined {
  const fields: (readonly [string, string])[] = [];
  let time: FormTime | undefined;
  let at = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as FormPart;
    const piece = pieces[index] as string;
    if (part.codec !== undefined) {
      time = timeIn(part.codec, text, at, at + piece.length, hint);
      if (time === undefined) return undefined;
      fields.push(...time.fields);
    }
    const value = part.kind === 'time' ? countText(part, piece, time?.ticks ?? 0n) : shown(part, piece);
    if (value === undefined) return undefined;
    if (part.kind !== 'literal' && part.text !== '') fields.push([part.text, value]);
    at += piece.length;
  }
  return { fields, time };
}

function shown({ show }: FormPart, piece: string): string | undefined {
  return show === undefined ? piece : show(piece);
}

/** Reads a key of a form. `isOwn`: it is from a table of the writer. */
export function readForm(
  scheme: { readonly id: string; readonly title: string },
  form: KeyForm,
  text: string,
  hint: KeyHint,
  isOwn: boolean,
): KeyReading | undefined {
  const pieces = form.isOwnOnly === true && !isOwn ? undefined : form.match(text);
  const found = pieces === undefined ? undefined : piecesOf(form, pieces, text, hint);
  if (found === undefined) return undefined;
  const { fields, time } = found;
  const confidence =
    isOwn && form.own !== undefined
      ? form.own * (time === undefined ? 1 : plausibility(time.ticks))
      : confidenceOf(form, text, time?.ticks, hint);
  const reason = time?.note === undefined ? form.reason : `${form.reason}; ${time.note}`;
  const ticks = time?.isSpan === true ? undefined : time?.ticks;
  return readingOf(scheme, ticks, time?.window, fields, confidence, reason);
}

/** A named time as its field: Unix milliseconds, or the count in decimal. */
function countText({ codec, text }: FormPart, piece: string, ticks: bigint): string {
  if (text === '') return '';
  if (text === 'unixMs') return String((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS);
  return codec?.count?.(piece) ?? piece;
}

/** `nodeUniqueEventId` as "node unique event id". */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The pieces of a key in colour; undefined if it is not of this form. */
export function formSegments(form: KeyForm, title: string, text: string): readonly KeySegment[] | undefined {
  const pieces = form.match(text);
  if (pieces === undefined) return undefined;
  const segments: KeySegment[] = [];
  let at = 0;
  for (const [index, part] of form.parts.entries()) {
    const piece = pieces[index] as string;
    if (part.codec === undefined) {
      const value = part.kind === 'text' ? part.show?.(piece) : undefined;
      if (part.kind === 'text' && part.show !== undefined && value === undefined) return undefined;
      segments.push(
        segment(
          part.segment,
          piece,
          part.text === '' ? 'not time' : wordsOf(part.text),
          value === piece ? undefined : value,
        ),
      );
    } else {
      const found = timeSegments(part.codec, title, text, at, at + piece.length);
      if (found === undefined) return undefined;
      segments.push(...found);
    }
    at += piece.length;
  }
  return nonEmpty(
    segments.map((each) => (each.kind === 'separator' ? { ...each, label: 'separator' } : each)),
  );
}

function timeSegments(
  codec: TimeCodec,
  title: string,
  text: string,
  from: number,
  to: number,
): readonly KeySegment[] | undefined {
  const time = timeIn(codec, text, from, to, {});
  if (time === undefined) return undefined;
  if (codec.isTicks === true && to - from >= 18)
    return ticksSegments(text, from, to - from, codec.isDescending);
  const label = time.isSpan ? `${codec.isDescending ? 'inverted ' : ''}ticks, cut short` : `${title}, time`;
  const shown =
    time.isSpan && time.window !== undefined
      ? `${secondText(clampTicks(time.window.from))} .. ${secondText(clampTicks(time.window.to - 1n))}`
      : secondText(clampTicks(time.ticks > MAX_TICKS ? MAX_TICKS : time.ticks));
  return [segment(codec.isDescending ? 'inverted-date' : 'date', text.slice(from, to), label, shown)];
}
