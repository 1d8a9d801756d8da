import type { KeyScheme, ReadHint } from '../base/keyScheme.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { findKeysSteps, type FoundKey, HOLDS_KEYS, isPlainDate } from '../pasted/findKeys.ts';
import { unquoted } from '../pasted/pastedLine.ts';
import { readLine } from '../pasted/readWord.ts';
import { type TableHeader, tableHeader } from '../pasted/pastedCsv.ts';
import { areNoTimes } from '../forms/neighbours.ts';
import { type FixedBytes, fixedBytesOf } from '../grammar/fixedBytes.ts';
import { type CompiledTemplate, compiled, cutKey } from '../grammar/keyForm.ts';
import { templateOf } from '../grammar/parseTemplate.ts';
import { isBeside, isSamePart } from '../grammar/timeBeside.ts';
import { keySignature } from '../base/keyShape.ts';
import type { KeyPart, KeyReading } from '../base/scheme.ts';
import { isNumber, isTimed } from '../base/schemeSpec.ts';
import { schemeById } from '../schemeRegistry.ts';
import { constantScheme, readConstantPart } from '../schemes/constants.ts';
import { templateSchemes } from '../templates/templateScheme.ts';
import { noneScheme } from '../schemes/none.ts';
import type { BulkHint } from './bulkTypes.ts';
import type { Steps } from '../../steps.ts';

export interface LineKey {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The form by which the bulk path reads this key, if it can. */
  readonly form?: ListForm;
  /** The scheme, and the reading if form and scheme do not say everything. */
  readonly scheme: Pick<KeyScheme, 'id' | 'title'>;
  readonly reading?: KeyReading;
  readonly prefix?: number | undefined;
  readonly ticks?: bigint | undefined;
}

/** A form of key that lists hold by the million, with its fast readers. */
export interface ListForm {
  readonly template: CompiledTemplate;
  /** Length of a key in bytes. */
  readonly length: number;
  /** Readers for lines that end with LF, and with CR LF. */
  readonly lf: FixedBytes;
  readonly crLf: FixedBytes;
}

/** Prefixes are below 100: as in readKey, a larger one is not an agent's. */
const LIST_FORMS = (['{Ticks}', '{InvertedTicks}', '{Writer mod 100:D19}___{Ticks}'] as const).map(
  (text): ListForm => {
    const [lf, crLf] = [fixedBytesOf(text, '\n'), fixedBytesOf(text, '\r\n')];
    return { template: compiled(templateOf(text)), length: lf.length - 1, lf, crLf };
  },
);
/** The longest line that the bulk path reads, in bytes with its line break. */
export const LONGEST_FORM = Math.max(...LIST_FORMS.map(({ crLf }) => crLf.length));

/** A time that the bulk path can read from a text. */
interface FormTime {
  readonly form: ListForm;
  readonly ticks: bigint;
  readonly prefix?: number | undefined;
}

/** The years 2000 to 2099, in whole seconds since year 1. Numbers outside are less certain to be ticks, so they are read one by one. */
export const LIKELY_FROM_SECONDS = 63_082_281_600;
export const LIKELY_TO_SECONDS = 66_238_041_600;
/** How many keys vote on the scheme of their form. */
const VOTES = 24;
/** The least confidence that makes a single key readable, with a time and without. These are the same values as in findKeys. */
const LEAST_TIMED = 0.3;
const LEAST_TIMELESS = 0.5;
const PARTS: readonly KeyPart[] = ['partition', 'row', 'table'];
/** Fewer keys of one form do not prove that they hold no time. */
const ENOUGH_TIMELESS = 6;
/** For how many characters of lines the keys are kept: logs repeat lines, and each key of a line is requested separately. */
const KEPT_CHARS = 1 << 21;

/** The time of the years 2000 to 2099 that the bulk path reads in a text; undefined for any other text. */
function formTime(text: string): FormTime | undefined {
  for (const form of LIST_FORMS) {
    const key = form.length === text.length ? cutKey(form.template, text) : undefined;
    const ticks = key?.time?.ticks;
    const seconds = ticks === undefined ? 0 : ticks / TICKS_PER_SECOND;
    if (ticks === undefined || seconds < LIKELY_FROM_SECONDS || seconds >= LIKELY_TO_SECONDS) continue;
    const [[, prefix] = []] = key?.fields ?? [];
    return { form, ticks, prefix: prefix === undefined ? undefined : Number(prefix) };
  }
  return undefined;
}

/** Texts that are read alike, because they have the same signature and the same fast form, if any. */
interface Alike {
  readonly signature: string;
  readonly time: FormTime | undefined;
  readonly texts: string[];
}

function alike(text: string): Alike | undefined {
  const isKey = !HOLDS_KEYS.test(text) && unquoted(text) === text;
  const signature = isKey ? keySignature(text) : undefined;
  return signature === undefined ? undefined : { signature, time: formTime(text), texts: [text] };
}

function groupOf({ signature, time }: Alike): string {
  return time === undefined ? signature : `${signature} ${time.form.template.text}`;
}

/** How keys of one form are read, as decided from a few of them that all schemes have read. */
interface Decision {
  readonly scheme: KeyScheme;
  readonly part: KeyPart;
  /** Whether the fast form reads the same times as the scheme. */
  readonly isForm: boolean;
  /** With some keys of the form, which can show that such keys are times. */
  readonly hint: ReadHint;
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
    prefix,
    ticks: reading.ticks,
  };
}

/**
 * Reads the lines of one list. Keys of one form are read by the scheme that the first of them voted for, which is much faster than trying
 * all schemes. A line that this scheme cannot read is searched like pasted text.
 */
export class LineReader {
  private readonly hint: ReadHint;
  private readonly decisions = new Map<string, Decision | undefined>();
  /** Signatures of keys that, seen together, are not times: not in any scheme (`any`), or not in schemes of plain numbers (`number`). */
  private readonly timeless = new Map<string, 'any' | 'number'>();
  private readonly kept = new Map<string, readonly LineKey[]>();
  private keptChars = 0;
  /** The header of the list, if its first line names the columns. */
  header: TableHeader | undefined;

  constructor({ templates = [], ...hint }: BulkHint) {
    const schemes = templateSchemes(templates);
    this.hint = schemes.length === 0 ? hint : { ...hint, templates: schemes };
  }

  /** Remembers a header that names key columns; then values of other columns are not read as keys. */
  takeHeader(text: string): void {
    const header = tableHeader(text);
    if (header !== undefined && header.names.length > 1 && header.next <= text.length) this.header = header;
  }

  /** Lets lines from all over the list vote, so that its first lines do not decide alone. */
  learn(lines: readonly string[]): void {
    const groups = new Map<string, Alike>();
    for (const line of lines) {
      const own = alike(line.trim());
      if (own === undefined) continue;
      const group = groups.get(groupOf(own));
      if (group === undefined) groups.set(groupOf(own), own);
      else group.texts.push(...own.texts);
    }
    for (const [id, { signature, time, texts }] of groups) {
      // Numbers that look like ticks may be part of a group of random numbers of the same width.
      const others = time === undefined ? [] : (groups.get(signature)?.texts ?? []);
      const isRandom = areNoTimes([...texts, ...others]);
      const decision = isRandom ? undefined : this.decide(texts, time);
      this.decisions.set(id, decision);
      if (isRandom) this.timeless.set(signature, 'any');
      else if (
        decision === undefined &&
        new Set(texts).size >= ENOUGH_TIMELESS &&
        !this.timeless.has(signature)
      )
        this.timeless.set(signature, 'number');
    }
  }

  /** The fast form of a text and its scheme; undefined if the keys of this list do not take their time from these digits. */
  formOf(text: string): (FormTime & { readonly scheme: KeyScheme }) | undefined {
    const own = alike(text);
    if (own?.time === undefined) return undefined;
    const decision = this.decisionOf(own);
    return decision?.isForm === true ? { ...own.time, scheme: decision.scheme } : undefined;
  }

  private decisionOf(own: Alike): Decision | undefined {
    const id = groupOf(own);
    if (!this.decisions.has(id)) this.decisions.set(id, this.decide(own.texts, own.time));
    return this.decisions.get(id);
  }

  /**
   * The keys of a line, or of a record below the header, in order; empty if nothing on it reads as a key.
   * @yields between words, because a line may be long
   */
  *read(line: string): Steps<readonly LineKey[]> {
    const text = line.trim();
    if (text === '') return [];
    const from = line.indexOf(text);
    const { header } = this;
    const whole = header === undefined ? this.readWhole(text, from) : undefined;
    if (whole !== undefined) return [whole];
    const kept = this.kept.get(line);
    if (kept !== undefined) return kept;
    const found = yield* findKeysSteps(line, { ...this.hint, header });
    // A log line begins with its own time, which is not the time of the key in it.
    const isLog = found.keys.some((key) => !isPlainDate(key) && key.readings[0] && isTimed(key.readings[0]));
    const keys = found.keys
      .filter((key) => !isLog || !isPlainDate(key))
      // The keys of a table that no scheme reads, such as the names of devices, only hide the others.
      .filter((key) => header === undefined || key.readings.length > 0)
      .filter((key) => !this.isTimeless(text, key.text, key.readings[0]))
      .map((key) => this.foundKey(key));
    this.keptChars += line.length;
    if (this.keptChars > KEPT_CHARS) {
      this.kept.clear();
      this.keptChars = line.length;
    }
    this.kept.set(line, keys);
    return keys;
  }

  /** Whether a line is a key that would be read as a time on its own, but the other keys of the list show that it is not one. */
  private isTimeless(line: string, text: string, reading: KeyReading | undefined): boolean {
    const kind = text === line ? this.timeless.get(keySignature(text) ?? '') : undefined;
    const scheme = kind === undefined || reading === undefined ? undefined : schemeById(reading.schemeId);
    return (
      (kind === 'any' || (scheme !== undefined && isNumber(scheme.entry))) &&
      scheme?.read(text, this.hint.part ?? 'partition', this.hint) !== undefined
    );
  }

  private foundKey({ text, from, to, readings }: FoundKey): LineKey {
    const place = { text, from, to };
    const [reading] = readings;
    if (reading === undefined) return { ...place, scheme: noneScheme };
    const form = this.formOf(text);
    return form === undefined ? lineKey(place, reading) : { ...place, ...form };
  }

  /** Reads a line that is nothing but a key; undefined if the line must be searched. */
  private readWhole(text: string, from: number): LineKey | undefined {
    const place = { text, from, to: from + text.length };
    const own = alike(text);
    const decision = own && this.decisionOf(own);
    if (decision === undefined) return undefined;
    if (decision.isForm) return { ...place, ...own?.time, scheme: decision.scheme };
    const reading = decision.scheme.read(text, decision.part, decision.hint);
    if (reading === undefined) return undefined;
    const constant = constantOf(text, reading, this.hint);
    if (constant !== undefined) return lineKey(place, constant);
    return reading.confidence >= (isTimed(reading) ? LEAST_TIMED : LEAST_TIMELESS)
      ? lineKey(place, reading)
      : undefined;
  }

  private decide(texts: readonly string[], time: FormTime | undefined): Decision | undefined {
    const sample = evenly(texts, VOTES);
    const hint = { ...this.hint, sample };
    const votes = new Map<string, number>();
    for (const text of sample) {
      const reading = readLine(text, hint);
      if (reading === undefined) continue;
      votes.set(reading.schemeId, (votes.get(reading.schemeId) ?? 0) + reading.confidence);
    }
    const named = [...votes]
      .toSorted((a, b) => b[1] - a[1])
      .flatMap(([id]): readonly Decision[] => {
        const scheme = schemeById(id);
        return scheme === undefined
          ? []
          : [{ scheme, part: this.partOf(scheme, sample), isForm: false, hint }];
      });
    const [first] = named;
    const winner = named.find((other) => other !== first && this.isOfMore(other, first, sample)) ?? first;
    const [text = ''] = texts;
    const read =
      time && winner?.scheme.read(text, winner.part, { ...this.hint, sample: texts.slice(0, VOTES) });
    return winner && { ...winner, isForm: read?.ticks !== undefined && read.ticks === time?.ticks };
  }

  /**
   * Whether another scheme reads keys that the winner cannot read, and gives the same but coarser time for all others. An example is a day
   * followed by a counter, whose low numbers look like hours.
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

  /** The kind of key as which a scheme reads these texts best, unless the caller named one. */
  private partOf(scheme: KeyScheme, sample: readonly string[]): KeyPart {
    if (this.hint.part !== undefined) return this.hint.part;
    const scoreOf = (part: KeyPart): number =>
      sample.reduce((sum, text) => sum + (scheme.read(text, part, this.hint)?.confidence ?? 0), 0);
    const scores = PARTS.map((part) => ({ part, score: scoreOf(part) }));
    return scores.toSorted((a, b) => b.score - a.score)[0]?.part ?? 'partition';
  }
}

/** The well-known constant that a text is, if another scheme read it as a time; undefined otherwise. */
function constantOf(text: string, reading: KeyReading, hint: ReadHint): KeyReading | undefined {
  if (!isTimed(reading) || hint.part === 'table') return undefined;
  const whole = constantScheme.read(text, hint.part ?? 'partition', hint);
  if (whole !== undefined || !isBeside(reading)) return whole;
  const part = readConstantPart(text, hint);
  return part !== undefined && isSamePart(part, reading) ? part : undefined;
}

function holds(window: KeyReading['window'], ticks: bigint | undefined): boolean {
  return window !== undefined && ticks !== undefined && ticks >= window.from && ticks < window.to;
}

/** At most `count` of the texts, evenly spread over the list. */
function evenly(texts: readonly string[], count: number): readonly string[] {
  const step = Math.max(1, texts.length / count);
  return Array.from(
    { length: Math.min(count, texts.length) },
    (_, index) => texts[Math.floor(index * step)] as string,
  );
}
