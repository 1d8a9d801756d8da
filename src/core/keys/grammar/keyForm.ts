import { smaller } from '../../bigints.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import type { KeyFormEntry } from '../base/keyScheme.ts';
import { clampTicks, MAX_TICKS, TICKS_PER_DAY, TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { isCoarse } from '../dates/dateLayouts.ts';
import { secondText } from '../../time/formatInstant.ts';
import { newRowTime, rowTimeTicks, setTicks } from '../base/digits.ts';
import { DIGIT, type KeyShape, type ShapeTest } from '../base/keyShape.ts';
import type { KeyHint, KeyReading, KeySegment, RowTime, TickSpan } from '../base/scheme.ts';
import { plausibility, readingOf } from '../base/schemeSpec.ts';
import { areTimesClose, roundingOf, sampleFact } from '../forms/neighbours.ts';
import { SEPARATOR } from '../forms/prefixedKey.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import type { KeyTemplate, Sketch, TemplatePart } from './keyTemplate.ts';
import { templateOf } from './parseTemplate.ts';

type TimePart = Extract<TemplatePart, { kind: 'time' }>;

/** A template that is ready to match texts. */
export interface CompiledTemplate extends KeyTemplate {
  readonly shape: ShapeTest;
  /** Index of the first part that is a time; -1 if there is none. */
  readonly timeIndex: number;
  readonly time: TimeCodec | undefined;
  /** Splits a text into the texts of all parts; undefined if the text does not match the template. */
  readonly match: (text: string) => readonly string[] | undefined;
}

/** A form that is ready to read keys. */
export interface KeyForm extends KeyFormEntry, CompiledTemplate {
  /** Whether neighbouring keys, read by this form, are times close to each other; undefined if they do not tell. */
  readonly areClose?: (sample: readonly string[] | undefined) => boolean | undefined;
  /** The interval to which neighbouring keys that begin with ticks are rounded; undefined if they do not tell. */
  readonly rounding?: (sample: readonly string[] | undefined) => bigint | undefined;
}

/** The least and greatest number of digits that keys can begin with. */
function leadOf(sketch: readonly Sketch[]): readonly [least: number, most: number] {
  let [least, most] = [0, 0];
  for (const piece of sketch) {
    if (piece.kinds !== DIGIT) return (piece.kinds & DIGIT) === 0 ? [least, most] : [least, 31];
    least += piece.least;
    most += piece.most;
  }
  return [least, most];
}

function shapeOf(parts: readonly TemplatePart[]): ShapeTest {
  const [only, more] = parts;
  if (only?.kind === 'time' && only.codec.shape !== undefined && more === undefined) return only.codec.shape;
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

function matcherOf(parts: readonly TemplatePart[], timeIndex: number): CompiledTemplate['match'] {
  if (timeIndex === 0 && parts.every(({ kind }, at) => at === 0 || kind === 'fact')) {
    const rest = parts.slice(1).map(() => '');
    return (text) => [text, ...rest];
  }
  const pattern = new RegExp(`^${parts.map((part) => `(${part.pattern})`).join('')}$`, 's');
  return (text) => pattern.exec(text)?.slice(1);
}

function compile({ text, parts }: KeyTemplate): CompiledTemplate {
  const timeIndex = parts.findIndex(({ kind }) => kind === 'time');
  const time = parts[timeIndex];
  return {
    text,
    parts,
    shape: shapeOf(parts),
    timeIndex,
    time: time?.kind === 'time' ? time.codec : undefined,
    match: matcherOf(parts, timeIndex),
  };
}

const COMPILED = new WeakMap<KeyTemplate, CompiledTemplate>();

/** Makes a template ready to match texts. The result is kept. */
export function compiled(template: KeyTemplate): CompiledTemplate {
  let known = COMPILED.get(template);
  if (known === undefined) {
    known = compile(template);
    COMPILED.set(template, known);
  }
  return known;
}

/** Makes a form ready to read keys. */
export function compileForm(entry: KeyFormEntry): KeyForm {
  const form = { ...entry, ...compile(templateOf(entry.template, entry.codec)) };
  const { time } = form;
  const [width] = time?.widths === 'any' ? [] : (time?.widths ?? []);
  return {
    ...form,
    ...(entry.close && {
      areClose: sampleFact((sample) =>
        areTimesClose(sample, (text) => cutKey(form, text, { sample })?.time?.ticks),
      ),
    }),
    ...(time?.isTicks === true && {
      rounding: sampleFact((sample) =>
        roundingOf(
          sample.flatMap((text) =>
            time.read(text.slice(0, width), 0, width as number, INTO) ? [rowTimeTicks(INTO)] : [],
          ),
        ),
      ),
    }),
  };
}

/** The shortest month. A codec counts months and longer fields as days, which would make them look as fine as days. */
const LEAST_MONTH = 28n * TICKS_PER_DAY;

/** The step of the finest time of a form. */
export function finestStep({ parts }: KeyTemplate): bigint {
  const steps = parts.flatMap((part) => {
    if (part.kind !== 'time') return [];
    const { style, codec } = part;
    return [style.kind === 'date' && isCoarse(style.layout) ? LEAST_MONTH : codec.step];
  });
  return steps.reduce(smaller, steps[0] ?? 1n);
}

/**
 * Bulk path: makes a function that reads the time of a key. It also reads the bound of a range, which may end directly after the ticks.
 */
export function timeReader(form: CompiledTemplate): (text: string, into: RowTime) => boolean {
  const { parts, time, timeIndex } = form;
  if (time === undefined) return () => false;
  if (parts.length === 1) return (text, into) => time.read(text, 0, text.length, into);
  const isBound = time.isTicks === true && parts.slice(0, timeIndex).every(({ kind }) => kind === 'literal');
  const bound = isBound ? compile({ text: '', parts: parts.slice(0, timeIndex + 1) }) : undefined;
  return (text, into) => {
    const found = cutKey(form, text) ?? (bound && cutKey(bound, text));
    if (found?.time === undefined) return false;
    setTicks(found.time.ticks, into);
    return true;
  };
}

/** What a form tells about the time in a key. */
export interface FormTime {
  readonly ticks: bigint;
  readonly window: TickSpan | undefined;
  readonly isSpan: boolean;
  readonly fields: readonly (readonly [string, string])[];
  readonly note: string | undefined;
}

const INTO = newRowTime();

/** The time in [from, to) of a text, with what the neighbouring keys tell about it. */
export function timeIn(
  codec: TimeCodec,
  text: string,
  from: number,
  to: number,
  hint: KeyHint,
): FormTime | undefined {
  if (!codec.read(text, from, to, INTO)) return undefined;
  const ticks = rowTimeTicks(INTO);
  const facts = codec.facts === undefined ? {} : codec.facts(text.slice(from, to), ticks, hint);
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

/** The confidence of a form for a text. */
export function confidenceOf(
  form: Pick<KeyForm, 'confidence'>,
  text: string,
  time: bigint | undefined,
  hint: KeyHint,
): number {
  if (typeof form.confidence === 'function') return form.confidence(text, time ?? 0n, hint);
  return time === undefined ? form.confidence : form.confidence * plausibility(time);
}

/** The confidence as the neighbouring keys decide it; undefined if they do not. */
function neighbourly(form: KeyForm, time: FormTime | undefined, { sample }: KeyHint): number | undefined {
  if (form.close === undefined || time === undefined) return undefined;
  const isClose = form.areClose?.(sample);
  const [close, far] = form.close;
  return isClose === undefined ? undefined : plausibility(time.ticks) * (isClose ? close : far);
}

type Fields = readonly (readonly [name: string, value: string])[];

/**
 * The fields that a reading shows for the pieces of a key; undefined if a piece does not fit the form. `times`: the times in the key, by
 * index of the piece.
 */
function fieldsOf(
  { parts }: KeyTemplate,
  pieces: readonly string[],
  times: readonly (FormTime | undefined)[] = [],
): Fields | undefined {
  const fields: (readonly [string, string])[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as TemplatePart;
    const piece = pieces[index] as string;
    const time = times[index];
    if (part.kind === 'time' && time !== undefined) {
      fields.push(...time.fields);
      if (part.name !== '') fields.push([part.name, countText(part, piece, time.ticks)]);
    }
    if (part.kind === 'literal' || part.kind === 'time') continue;
    const value = part.show === undefined ? piece : part.show(piece);
    if (value === undefined) return undefined;
    const name = fieldName(part, index);
    if (name === '') continue;
    // A property that occurs twice must have the same value both times.
    if (part.kind === 'property' && fields.some(([own, known]) => own === name && known !== value))
      return undefined;
    fields.push([name, value]);
  }
  return fields;
}

/** The name of the field that shows a part; '' for none. A bucket with which keys begin is shown as their prefix. */
function fieldName(part: TemplatePart, index: number): string {
  if (part.kind === 'property' || part.kind === 'fact') return part.name;
  return index === 0 && (part.kind === 'writer' || part.kind === 'hash') ? 'prefix' : '';
}

/** A key cut into the parts of its template. */
export interface KeyPieces {
  readonly pieces: readonly string[];
  readonly fields: Fields;
  /** The times in the key, by index of the piece. */
  readonly times: readonly (FormTime | undefined)[];
  /** The finest of these times. */
  readonly time: FormTime | undefined;
}

function isFiner(a: FormTime, b: FormTime | undefined): boolean {
  const length = ({ window: { from, to } = { from: 0n, to: 1n } }: FormTime): bigint => to - from;
  return b === undefined || length(a) < length(b);
}

/** Cuts a key into the parts of a template; undefined if it does not match. */
export function cutKey(template: CompiledTemplate, text: string, hint: KeyHint = {}): KeyPieces | undefined {
  const pieces = template.match(text);
  if (pieces === undefined) return undefined;
  const times: FormTime[] = [];
  let found: FormTime | undefined;
  let at = 0;
  for (let index = 0; index < pieces.length; index++) {
    const part = template.parts[index] as TemplatePart;
    const piece = pieces[index] as string;
    if (part.kind === 'time') {
      const time = timeIn(part.codec, text, at, at + piece.length, hint);
      if (time === undefined) return undefined;
      times[index] = time;
      if (isFiner(time, found)) found = time;
    }
    at += piece.length;
  }
  const fields = fieldsOf(template, pieces, times);
  return fields && { pieces, fields, times, time: found };
}

/** Reads a key by a form. `isOwn`: the key is from one of the writer's own tables. */
export function readForm(
  scheme: { readonly id: string; readonly title: string },
  form: KeyForm,
  text: string,
  hint: KeyHint,
  isOwn: boolean,
): KeyReading | undefined {
  const found = form.isOwnOnly === true && !isOwn ? undefined : cutKey(form, text, hint);
  if (found === undefined) return undefined;
  const { fields, time } = found;
  const confidence =
    isOwn && form.own !== undefined
      ? form.own * (time === undefined ? 1 : plausibility(time.ticks))
      : (neighbourly(form, time, hint) ?? confidenceOf(form, text, time?.ticks, hint));
  const reason = time?.note === undefined ? form.reason : `${form.reason}; ${time.note}`;
  const ticks = time?.isSpan === true ? undefined : time?.ticks;
  return readingOf(scheme, ticks, time?.window, fields, confidence, reason);
}

/** The value of a named time: Unix milliseconds, or the count in decimal. */
function countText({ codec, name }: TimePart, piece: string, ticks: bigint): string {
  if (name === 'unixMs') return String((ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS);
  return codec.count?.(piece) ?? piece;
}

/** `nodeUniqueEventId` as "node unique event id". */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The label of a part. */
function labelOf(part: TemplatePart, at: number, timeIndex: number): string {
  if (part.kind === 'literal' || part.segment === 'separator') return 'separator';
  if (part.kind === 'writer') return `prefix of ${part.buckets}`;
  if (part.kind === 'hash') return `hash of ${part.name}`;
  if (part.kind === 'guid') return 'GUID';
  if (part.name !== '') return wordsOf(part.name);
  if (timeIndex < 0) return 'not time';
  return at < timeIndex ? 'before the time' : 'after the time';
}

/** The coloured segments of a key; undefined if it does not match this form. */
export function formSegments(
  form: CompiledTemplate,
  title: string,
  text: string,
): readonly KeySegment[] | undefined {
  const key = cutKey(form, text);
  if (key === undefined) return undefined;
  const segments: KeySegment[] = [];
  for (const [index, part] of form.parts.entries()) {
    const piece = key.pieces[index] as string;
    if (part.kind === 'time') {
      segments.push(...timeSegments(part.codec, title, piece, key.times[index] as FormTime));
    } else if (part.kind === 'property' && part.name === 'identity') {
      const names = piece.split(SEPARATOR).map((one) => segment('identity', one, 'identity'));
      const between = segment('separator', SEPARATOR, 'separator');
      segments.push(...names.flatMap((name, place) => (place === 0 ? [name] : [between, name])));
    } else {
      const value = part.kind === 'fact' ? undefined : part.show?.(piece);
      segments.push(
        segment(
          part.segment,
          piece,
          labelOf(part, index, form.timeIndex),
          value === piece ? undefined : value,
        ),
      );
    }
  }
  return nonEmpty(segments);
}

function timeSegments(codec: TimeCodec, title: string, text: string, time: FormTime): readonly KeySegment[] {
  if (codec.isTicks === true) return ticksSegments(text, time.ticks, codec.isDescending);
  const label = time.isSpan
    ? `${codec.isDescending ? 'inverted ' : ''}ticks, cut short`
    : title === ''
      ? 'time'
      : `${title}, time`;
  const shown =
    time.isSpan && time.window !== undefined
      ? `${secondText(clampTicks(time.window.from))} .. ${secondText(clampTicks(time.window.to - 1n))}`
      : secondText(clampTicks(time.ticks > MAX_TICKS ? MAX_TICKS : time.ticks));
  return [segment(codec.isDescending ? 'inverted-date' : 'date', text, label, shown)];
}
