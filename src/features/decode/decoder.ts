import { type Decoded, SHOWN_KEYS } from './decoded.ts';
import { keySignature } from '../../core/keys/base/keyShape.ts';
import { findKeysSteps, type FoundKey, isPlainDate } from '../../core/keys/pasted/findKeys.ts';
import { readKey } from '../../core/keys/readKey.ts';
import type { KeyPart, KeyReading } from '../../core/keys/base/scheme.ts';
import { type Ticks, clampTicks, MIN_TICKS } from '../../core/time/ticks.ts';
import { readTypedInstant } from '../../core/time/typedTime.ts';
import { readQuery } from '../../core/design/query/readQuery.ts';
import type { Steps } from '../../core/steps.ts';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { type ReadWord, readWord } from '../../core/keys/pasted/readWord.ts';

/**
 * The code that reads texts. It holds all key schemes, so it loads right after the first screen, from a file
 * of its own.
 */
export const decoder = { createDecodeMemory, decodeSteps, isTime } as const;

export type Decoder = typeof decoder;

/** Whether a text is a time and nothing else: according to the grammar of times, or as a date that might also be a key. */
function isTime(decoded: Decoded): boolean {
  if (decoded.kind !== 'keys') return decoded.kind === 'time';
  const [key, ...others] = decoded.keys;
  return key !== undefined && others.length === 0 && isPlainDate(key);
}

export interface DecodeHint {
  readonly tableName: string;
  readonly part: KeyPart | undefined;
  /** The zone of times that are typed without one; undefined: UTC. */
  readonly timeZone?: string | undefined;
}

/** How many other keys are used as evidence for reading a key. More of them only take time. */
const SAMPLE_KEYS = 24;
const ENOUGH_KEYS = 3;

/**
 * Keys that look alike: the same part, form and first character. Their schemes do not count, because a lone key at
 * midnight looks like one of another scheme.
 */
function groupOf({ part, text }: FoundKey): string {
  return `${part ?? ''} ${keySignature(text) ?? ''} ${text.charAt(0)}`;
}

/**
 * Reads keys again, with the keys around them as evidence of rounding and order.
 * @yields after each key
 */
function* readTogether(keys: readonly FoundKey[], memory: DecodeMemory): Steps<readonly FoundKey[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const group = groups.get(groupOf(key)) ?? [];
    if (group.length < SAMPLE_KEYS) group.push(key.text);
    groups.set(groupOf(key), group);
  }
  const together: FoundKey[] = [];
  for (const key of keys) {
    const sample = groups.get(groupOf(key)) ?? [];
    const isLone = sample.length < ENOUGH_KEYS || key.note !== undefined || key.readings.length === 0;
    const readings = isLone ? key.readings : memory.readTogether(key, sample);
    together.push(readings.length === 0 || isLone ? key : { ...key, readings });
    yield;
  }
  return together;
}

/** Matches what begins as a typed time does: with a date and more, a time of day, a length, or the name of a day. */
const LIKE_A_TIME =
  /^(?:\d{4}-\d\d-\d\d(?:[t ]\d\d|\s*[^\d\s])|\d\d?(?::\d\d|h)|\d{1,9} ?[mdw]\b|(?:today|yesterday|last)\b)/i;

/**
 * Reads every key in a text. A text that is only a time and not a key ("now-1h", "2013-01-01 10:00") is a time to encode.
 * @yields between words, so that a long text is decoded in short tasks
 */
export function* decodeSteps(
  text: string,
  nowTicks: Ticks,
  hint: DecodeHint,
  memory: DecodeMemory,
): Steps<Decoded> {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  const tableName = hint.tableName.trim();
  const { part } = hint;
  const found = yield* findKeysSteps(text, {
    readWord: memory.readWord,
    limit: SHOWN_KEYS,
    part,
    tableName: tableName || undefined,
  });
  if (found.keys.length > 0) {
    const keys = yield* readTogether(found.keys, memory);
    return { kind: 'keys', ...found, keys: withRanges(trimmed, keys) };
  }
  if (/[\r\n]/.test(trimmed)) return { kind: 'keys', ...found };
  const time = readTypedInstant(trimmed, nowTicks, hint.timeZone);
  if (time.ok) return { kind: 'time', time: time.value };
  const unlikely = readKey(trimmed, {
    templates: memory.templates,
    part,
    tableName: tableName || undefined,
  });
  const { message, nextStep } = time.error;
  const why = LIKE_A_TIME.test(trimmed) ? { why: `${message}. ${nextStep ?? ''}` } : {};
  return { kind: 'nothing', text: trimmed, unlikely, ...why };
}

/** The keys of a `$filter`, with the two bounds of a key joined into one time range. The keys of other texts stay as they are. */
function withRanges(text: string, keys: readonly FoundKey[]): readonly FoundKey[] {
  const read = keys.length < 2 ? undefined : readQuery(text);
  const node = read?.ok === true ? read.value.node : undefined;
  if (node?.kind !== 'and') return keys;
  const bound = (part: FoundKey['part'], operators: readonly string[]): Bound | undefined => {
    const property = part === 'row' ? 'RowKey' : 'PartitionKey';
    const [only, ...others] = node.operands.flatMap((each) =>
      each.kind === 'comparison' && each.property === property && operators.includes(each.operator)
        ? each
        : [],
    );
    const value = only?.literal.kind === 'string' && others.length === 0 ? only.literal.value : undefined;
    const key = keys.find((each) => each.part === part && each.text === value);
    return key && { key, isIncluded: only?.operator === operators[0] };
  };
  return (['partition', 'row'] as const).reduce((left, part) => {
    const [low, high] = [bound(part, ['ge', 'gt']), bound(part, ['le', 'lt'])];
    const range = low && high && rangeOf(low, high);
    return range ? left.flatMap((key) => (key === low?.key ? range : key === high?.key ? [] : key)) : left;
  }, keys);
}

interface Bound {
  readonly key: FoundKey;
  readonly isIncluded: boolean;
}

/** The first instant of a key, or with `isAfter` the first instant after it. */
function edge({ ticks, window }: KeyReading, isAfter: boolean): Ticks {
  const first = ticks ?? window?.from ?? MIN_TICKS;
  return isAfter ? (window?.to ?? clampTicks(first + 1n)) : first;
}

/**
 * The range between two keys as one key, with a reading for each scheme that can read both. Undefined if the lower bound is above the upper
 * one, which no key meets, or if only readings are left that are unlikely for the lower bound by itself.
 */
function rangeOf(low: Bound, high: Bound): FoundKey | undefined {
  if (low.key.text > high.key.text) return undefined;
  const sure = low.key.readings[0]?.confidence ?? 0;
  const readings = low.key.readings.flatMap((a) => {
    const b = high.key.readings.find(
      ({ schemeId, fields }) => schemeId === a.schemeId && fields.get('prefix') === a.fields.get('prefix'),
    );
    if (b === undefined || (a.ticks ?? a.window) === undefined || a.confidence * 2 < sure) return [];
    // For keys that count down, the lower key is the later time.
    const isDown = edge(a, false) > edge(b, false);
    const from = isDown ? edge(b, !high.isIncluded) : edge(a, !low.isIncluded);
    const to = isDown ? edge(a, low.isIncluded) : edge(b, high.isIncluded);
    const { ticks: _, ...rest } = a;
    return from < to
      ? [{ ...rest, confidence: Math.max(a.confidence, b.confidence), window: { from, to } }]
      : [];
  });
  if (readings.length === 0) return undefined;
  const note = `One range of keys: this one is its lower bound, ${high.key.text} the upper.`;
  return { ...low.key, readings: readings.toSorted((a, b) => b.confidence - a.confidence), note };
}

/**
 * Remembers the readings of the last decoded text. A keystroke among 200 keys changes only one of them; the others are neither read nor
 * drawn again. Keeps no more than one text needs.
 */
export interface DecodeMemory {
  readonly readWord: typeof readWord;
  /** The user's own templates, which the readings take into account. */
  readonly templates: readonly KeyScheme[];
  /** Reads a key with other keys that look like it as evidence. */
  readonly readTogether: (key: FoundKey, sample: readonly string[]) => readonly KeyReading[];
  /** Call after each text: forgets what the previous text needed and this one did not. */
  readonly next: () => void;
}

/** Remembers values for two texts: the one that is being decoded, and the previous one. */
function remembered<T>(): { readonly of: (name: string, read: () => T) => T; readonly next: () => void } {
  let before = new Map<string, T>();
  let now = new Map<string, T>();
  return {
    of: (name, read) => {
      const known = now.get(name);
      if (known !== undefined) return known;
      const value = before.get(name) ?? read();
      now.set(name, value);
      return value;
    },
    next: () => {
      before = now;
      now = new Map();
    },
  };
}

export function createDecodeMemory(templates: readonly KeyScheme[] = []): DecodeMemory {
  const words = remembered<{ readonly found: ReadWord | undefined }>();
  const together = remembered<readonly KeyReading[]>();
  const own = templates.length === 0 ? {} : { templates };
  const samples = remembered<number>();
  let lastSample = 0;
  const numbers = new WeakMap<readonly string[], number>();
  /** Equal samples of keys get the same number. If the names contained the keys themselves, each keystroke would build 200 kB of text. */
  const numberOf = (sample: readonly string[]): number => {
    const known = numbers.get(sample);
    if (known !== undefined) return known;
    const number = samples.of(JSON.stringify(sample), () => (lastSample += 1));
    numbers.set(sample, number);
    return number;
  };
  return {
    templates,
    readWord: (word, place, hint) => {
      const name = JSON.stringify([place, hint.part, hint.tableName, word]);
      return words.of(name, () => ({ found: readWord(word, place, { ...hint, ...own }) })).found;
    },
    readTogether: ({ text, part, tableName }, sample) =>
      together.of(JSON.stringify([part, tableName, numberOf(sample), text]), () =>
        readKey(text, {
          sample,
          ...own,
          part,
          tableName,
        }),
      ),
    next: () => {
      words.next();
      together.next();
      samples.next();
    },
  };
}
