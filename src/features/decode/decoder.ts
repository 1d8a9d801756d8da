import { type Decoded, SHOWN_KEYS } from './decoded.ts';
import { createDecodeMemory, type DecodeMemory } from './decodeMemory.ts';
import { withRanges } from './keyRange.ts';
import { isDateText } from './isDateText.ts';
import { keySignature } from '../../core/keys/base/keyShape.ts';
import { findKeysSteps, type FoundKey, type Steps } from '../../core/keys/pasted/findKeys.ts';
import { readKey } from '../../core/keys/readKey.ts';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import type { Ticks } from '../../core/time/ticks.ts';
import { readTypedInstant } from '../../core/time/typedTime.ts';

/**
 * The code that reads texts. It holds all key schemes, so it loads right after the first screen, from a file
 * of its own.
 */
export const decoder = { createDecodeMemory, decodeSteps, isTime } as const;

export type Decoder = typeof decoder;

/** A time and nothing else: as the grammar of times reads it, or as a date that could be a key. */
function isTime(decoded: Decoded): boolean {
  if (decoded.kind !== 'keys') return decoded.kind === 'time';
  const [key, ...others] = decoded.keys;
  return key !== undefined && others.length === 0 && key.part === undefined && isDateText(key.readings[0]);
}

export interface DecodeHint {
  readonly tableName: string;
  readonly part: KeyPart | undefined;
  /** Of a time that is typed without one; undefined: UTC. */
  readonly timeZone?: string | undefined;
}

/** Distinct keys beside a key that sharpen its reading; more add nothing but time. */
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
 * Reads keys again, now with the keys around them as evidence of rounding and order.
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

/**
 * Every key in the text; a lone time that is no key ("now-1h", "2013-01-01 10:00") is a time to be encoded.
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
  // Why a text is not an ISO 8601 time, if it begins like one: a date with a time of day or a zone.
  const isBrokenTime = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d|\s*[^\d\s])/.test(trimmed);
  return { kind: 'nothing', text: trimmed, unlikely, ...(isBrokenTime ? { why: time.error.message } : {}) };
}
