import { MAX_TICKS, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { newRowTime, rowTimeTicks } from '../base/digits.ts';
import { findKeysSteps, type Steps } from '../pasted/findKeys.ts';
import { readLine } from '../pasted/readWord.ts';
import { areNoTimes } from '../forms/randomNumbers.ts';
import { type FixedBytes, fixedBytesOf } from '../grammar/fixedBytes.ts';
import { compiled, cutKey, wholeReader } from '../grammar/keyForm.ts';
import { templateOf } from '../grammar/parseTemplate.ts';
import { isBeside, isSamePart } from '../grammar/timeBeside.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme, RowTime } from '../base/scheme.ts';
import { isNumber } from '../base/schemeSpec.ts';
import { schemeById } from '../schemeRegistry.ts';
import { constantScheme, readConstantPart } from '../schemes/constants.ts';
import { templateSchemes } from '../templates/templateScheme.ts';
import { noneScheme } from '../schemes/none.ts';
import type { BulkHint } from './bulkTypes.ts';
import { keySignature } from './keySignature.ts';

/** A key on a line. */
export interface LineKey {
  readonly text: string;
  /** Its position on the line, as written; half-open. */
  readonly from: number;
  readonly to: number;
  /** How the bulk path reads its time, if it can. */
  readonly form?: ListForm;
  /** Its scheme, and how to read it if form and scheme are not enough. */
  readonly scheme: Pick<KeyScheme, 'id' | 'title'>;
  readonly reading?: KeyReading;
  readonly prefix?: number;
  /** The instant in the key. */
  readonly ticks?: bigint;
}

/** A form by which long lists are read. */
export interface ListForm {
  /** Bytes of a key. */
  readonly length: number;
  /** Reads a key; false if it is of another form. */
  readonly read: (text: string, into: RowTime) => boolean;
  readonly prefixOf: (text: string) => number | undefined;
  /** Reads lines that end with LF, and with CR LF. */
  readonly lf: FixedBytes;
  readonly crLf: FixedBytes;
}

function listForm(template: string): ListForm {
  const form = compiled(templateOf(template));
  const [lf, crLf] = [fixedBytesOf(template, '\n'), fixedBytesOf(template, '\r\n')];
  return {
    length: lf.length - 1,
    read: wholeReader(form, form.timeIndex),
    prefixOf: (text) => {
      const prefix = cutKey(form, text)?.fields.find(([name]) => name === 'prefix')?.[1];
      return prefix === undefined ? undefined : Number(prefix);
    },
    lf,
    crLf,
  };
}

/** As in readKey, a prefix of 100 is not from an agent. */
export const LIST_FORMS = ['{Ticks}', '{InvertedTicks}', '{Writer mod 100:D19}___{Ticks}'].map(listForm);

/** A time that a form reads in a text. */
export interface FormTime {
  readonly form: ListForm;
  readonly ticks: bigint;
  readonly prefix?: number;
}

/** Years 2000 .. 2100 in whole seconds since year 1. Other numbers are less certain to be ticks and are read one by one. */
export const LIKELY_FROM_SECONDS = 63_082_281_600;
export const LIKELY_TO_SECONDS = 66_238_041_600;
/** Number of keys that vote on the scheme of their form. */
const VOTES = 24;
/** Least confidence of a reading with a time, and without, for a key that is alone; the same as in findKeys. */
const LEAST_TIMED = 0.3;
const LEAST_TIMELESS = 0.5;
const PARTS: readonly KeyPart[] = ['partition', 'row', 'table'];
/** Fewer keys of one form cannot show that the form holds no time. */
const ENOUGH_TIMELESS = 6;
/** Number of lines whose reading is cached, because logs repeat themselves. */
const KEPT_LINES = 2048;
/** Longer lines rarely repeat, and would fill the memory. */
const LONGEST_KEPT = 1024;

function isLikely({ seconds }: RowTime): boolean {
  return seconds >= LIKELY_FROM_SECONDS && seconds < LIKELY_TO_SECONDS;
}

const TIME = newRowTime();

/** The form of a text, for the years 2000 .. 2100; undefined for any other text. */
export function formOf(text: string): FormTime | undefined {
  const form = LIST_FORMS.find(
    (each) => each.length === text.length && each.read(text, TIME) && isLikely(TIME),
  );
  if (form === undefined) return undefined;
  const prefix = form.prefixOf(text);
  return { form, ticks: rowTimeTicks(TIME), ...(prefix !== undefined && { prefix }) };
}

/** How keys of one form are read. Decided after some of them were read by all schemes. */
interface Decision {
  readonly scheme: KeyScheme;
  readonly part: KeyPart;
}

function best(readings: readonly KeyReading[] | undefined): KeyReading | undefined {
  return readings?.[0];
}

function isTimed(reading: KeyReading): boolean {
  return reading.ticks !== undefined || reading.window !== undefined;
}

function prefixField(reading: KeyReading): number | undefined {
  const prefix = Number(reading.fields.get('prefix') ?? Number.NaN);
  return Number.isInteger(prefix) && prefix >= 0 && prefix < 10_000 ? prefix : undefined;
}

function lineKey(place: { text: string; from: number; to: number }, reading: KeyReading): LineKey {
  const prefix = prefixField(reading);
  return {
    ...place,
    scheme: { id: reading.schemeId, title: reading.title },
    reading,
    ...(prefix === undefined ? {} : { prefix }),
    ...(reading.ticks === undefined ? {} : { ticks: reading.ticks }),
  };
}

/**
 * Reads the lines of one list. Keys of one form are read by the scheme that the first of them voted for, which is much faster
 * than trying all schemes. A line that this scheme cannot read is searched like a paste.
 */
export class LineReader {
  private readonly hint: KeyHint;
  private readonly forms = new Map<ListForm, Decision | undefined>();
  private readonly decisions = new Map<number, Decision | undefined>();
  /** Signatures whose keys, seen together, are no times: in no scheme (`any`), or in no scheme of plain numbers. */
  private readonly timeless = new Map<number, 'any' | 'number'>();
  /** The last long line. Its keys are read one by one. */
  private long: { readonly line: string; readonly keys: readonly LineKey[] } | undefined;
  private readonly kept = new Map<string, readonly LineKey[]>();

  constructor({ templates = [], ...hint }: BulkHint) {
    const schemes = templateSchemes(templates);
    this.hint = schemes.length === 0 ? hint : { ...hint, templates: schemes };
  }

  /** Lets lines from the whole list vote, so that the first lines alone do not decide. */
  learn(lines: readonly string[]): void {
    const byForm = new Map<ListForm, string[]>();
    const bySignature = new Map<number, string[]>();
    for (const line of lines) {
      const text = line.trim();
      const form = formOf(text)?.form;
      const signature = keySignature(text);
      if (form !== undefined) push(byForm, form, text);
      else if (signature !== undefined) push(bySignature, signature, text);
    }
    for (const [signature, texts] of bySignature) {
      const isRandom = areNoTimes(texts);
      const decision = isRandom ? undefined : this.decide(texts);
      this.decisions.set(signature, decision);
      if (isRandom) this.timeless.set(signature, 'any');
      else if (decision === undefined && new Set(texts).size >= ENOUGH_TIMELESS)
        this.timeless.set(signature, 'number');
    }
    for (const [form, texts] of byForm)
      this.forms.set(form, this.isAmongRandom(texts, bySignature) ? undefined : this.decideForm(texts));
  }

  /** Whether numbers that look like ticks are among random ones of the same width. */
  private isAmongRandom(
    texts: readonly string[],
    bySignature: ReadonlyMap<number, readonly string[]>,
  ): boolean {
    const signature = keySignature(texts[0] ?? '') ?? -1;
    const isRandom = areNoTimes([...texts, ...(bySignature.get(signature) ?? [])]);
    if (isRandom) this.timeless.set(signature, 'any');
    return isRandom;
  }

  /** The scheme for keys of a form; undefined if the list's keys have another time than their digits. */
  schemeOfForm(form: ListForm, text: string): KeyScheme | undefined {
    if (!this.forms.has(form)) this.forms.set(form, this.decideForm([text]));
    return this.forms.get(form)?.scheme;
  }

  /**
   * The keys of a line in order; empty if nothing on it reads as a key.
   * @yields between words: a line may be long
   */
  *read(line: string): Steps<readonly LineKey[]> {
    const text = line.trim();
    if (text === '') return [];
    const from = line.indexOf(text);
    const whole = this.readWhole(text, from);
    if (whole !== undefined) return [whole];
    const kept = this.kept.get(line) ?? (this.long?.line === line ? this.long.keys : undefined);
    if (kept !== undefined) return kept;
    const found = yield* findKeysSteps(line, this.hint);
    const keys = found.keys
      .filter((key) => !this.isTimeless(text, key.text, best(key.readings)))
      .map((key) => this.foundKey(key.text, key));
    if (line.length > LONGEST_KEPT) {
      this.long = { line, keys };
      return keys;
    }
    if (this.kept.size >= KEPT_LINES) this.kept.clear();
    this.kept.set(line, keys);
    return keys;
  }

  /** Whether a line is a key that alone would be read as a time, while the other keys of the list show that it is none. */
  private isTimeless(line: string, text: string, reading: KeyReading | undefined): boolean {
    const kind = text === line ? this.timeless.get(keySignature(text) ?? -1) : undefined;
    const scheme = kind === undefined || reading === undefined ? undefined : schemeById(reading.schemeId);
    return (
      (kind === 'any' || (scheme !== undefined && isNumber(scheme))) &&
      scheme?.read(text, this.hint.part ?? 'partition', this.hint) !== undefined
    );
  }

  private foundKey(
    text: string,
    found: { readonly from: number; readonly to: number; readonly readings: readonly KeyReading[] },
  ): LineKey {
    const place = { text, from: found.from, to: found.to };
    const reading = best(found.readings);
    if (reading === undefined) return { ...place, scheme: noneScheme };
    return this.formKey(place) ?? lineKey(place, reading);
  }

  /** Reads a line that is nothing but a key; undefined if the line must be searched. */
  private readWhole(text: string, from: number): LineKey | undefined {
    const place = { text, from, to: from + text.length };
    const formed = this.formKey(place);
    if (formed !== undefined) return formed;
    const signature = keySignature(text);
    if (signature === undefined) return undefined;
    if (!this.decisions.has(signature)) this.decisions.set(signature, this.decide([text]));
    const decision = this.decisions.get(signature);
    const reading = decision?.scheme.read(text, decision.part, this.hint);
    if (reading === undefined) return undefined;
    const constant = constantOf(text, reading, this.hint);
    if (constant !== undefined) return lineKey(place, constant);
    return reading.confidence >= (isTimed(reading) ? LEAST_TIMED : LEAST_TIMELESS)
      ? lineKey(place, reading)
      : undefined;
  }

  private formKey(place: { text: string; from: number; to: number }): LineKey | undefined {
    const time = formOf(place.text);
    const scheme = time === undefined ? undefined : this.schemeOfForm(time.form, place.text);
    if (time === undefined || scheme === undefined) return undefined;
    return { ...place, ...time, scheme };
  }

  /** Like decide; undefined if the winner reads another time than the digits. */
  private decideForm(texts: readonly string[]): Decision | undefined {
    const decision = this.decide(texts);
    const [text = ''] = texts;
    const read = decision?.scheme.read(text, decision.part, { ...this.hint, sample: texts.slice(0, VOTES) });
    return read?.ticks !== undefined && read.ticks === formOf(text)?.ticks ? decision : undefined;
  }

  private decide(texts: readonly string[]): Decision | undefined {
    const sample = evenly(texts, VOTES);
    const votes = new Map<string, number>();
    for (const text of sample) {
      const reading = readLine(text, { ...this.hint, sample });
      if (reading === undefined) continue;
      votes.set(reading.schemeId, (votes.get(reading.schemeId) ?? 0) + reading.confidence);
    }
    const named = [...votes]
      .toSorted((a, b) => b[1] - a[1])
      .flatMap(([id]): readonly Decision[] => {
        const scheme = schemeById(id);
        return scheme === undefined ? [] : [{ scheme, part: this.partOf(scheme, sample) }];
      });
    const [winner] = named;
    return named.find((other) => other !== winner && this.isOfMore(other, winner, sample)) ?? winner;
  }

  /**
   * Whether a scheme also reads keys that the winner cannot read, and gives the same but coarser time for all others. Example: a
   * counter after a day, whose low numbers look like hours.
   */
  private isOfMore(other: Decision, winner: Decision | undefined, sample: readonly string[]): boolean {
    let isMore = false;
    for (const text of sample) {
      const own = winner?.scheme.read(text, winner.part, this.hint);
      const reading = other.scheme.read(text, other.part, this.hint);
      if (reading === undefined) return false;
      if (own === undefined) isMore = true;
      else if (!holds(reading.window, own.ticks)) return false;
    }
    return isMore;
  }

  /** The kind of key for which a scheme reads these texts best, if the caller did not say. */
  private partOf(scheme: KeyScheme, sample: readonly string[]): KeyPart {
    if (this.hint.part !== undefined) return this.hint.part;
    const scoreOf = (part: KeyPart): number =>
      sample.reduce((sum, text) => sum + (scheme.read(text, part, this.hint)?.confidence ?? 0), 0);
    const scores = PARTS.map((part) => ({ part, score: scoreOf(part) }));
    return scores.toSorted((a, b) => b.score - a.score)[0]?.part ?? 'partition';
  }
}

/** The well-known constant, if another scheme read it as a time; undefined otherwise. */
function constantOf(text: string, reading: KeyReading, hint: KeyHint): KeyReading | undefined {
  if (!isTimed(reading) || hint.part === 'table') return undefined;
  const whole = constantScheme.read(text, hint.part ?? 'partition', hint);
  if (whole !== undefined || !isBeside(reading)) return whole;
  const part = readConstantPart(text, hint);
  return part !== undefined && isSamePart(part, reading) ? part : undefined;
}

function holds(window: KeyReading['window'], ticks: bigint | undefined): boolean {
  return window !== undefined && ticks !== undefined && ticks >= window.from && ticks < window.to;
}

/** At most `count` of the texts, spread over the list. */
function evenly(texts: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, texts.length / count);
  return Array.from(
    { length: Math.min(count, texts.length) },
    (_, index) => texts[Math.floor(index * step)] as string,
  );
}

function push<K>(groups: Map<K, string[]>, key: K, text: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [text]);
  else group.push(text);
}

/** Whole seconds and ticks within the second of an instant, exact in doubles; 0 .. MAX_TICKS. */
export function splitTicks(ticks: bigint): RowTime {
  const inside = ticks > MAX_TICKS ? MAX_TICKS : ticks;
  return { seconds: Number(inside / TICKS_PER_SECOND), fraction: Number(inside % TICKS_PER_SECOND) };
}
