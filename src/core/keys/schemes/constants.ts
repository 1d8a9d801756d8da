import { FILETIME_EPOCH_TICKS } from '../../time/ticks.ts';
import { key, type KeyScheme, type SchemeEntry } from '../base/keyScheme.ts';
import type { KeyHint, KeyReading } from '../base/scheme.ts';
import { CONSTANT_TIME, constantSegments, constantWords, findConstantPart } from '../codecs/constantTime.ts';
import { writerScheme } from '../grammar/compileScheme.ts';
import { isBeside, partReading, textShare } from '../grammar/timeBeside.ts';

const WORDS = 'a well-known constant, most often a time that was never set, or a limit';
const CONSTANT = key('{time}', () => 1, WORDS, { codec: CONSTANT_TIME, isExtra: true });

/** Well-known constants that stand for a time that was never set, or for the limit of a number type. */
export const CONSTANT_ENTRY: SchemeEntry = {
  id: 'constant',
  title: 'Famous constant',
  family: 'framework',
  source: '.NET, Windows, Unix',
  partition: CONSTANT,
  row: CONSTANT,
  code: { segments: constantSegments },
  example: { partition: '-62135596800000', row: '0001-01-01', time: '0001-01-01T00:00:00Z' },
};

export const constantScheme: KeyScheme = writerScheme(CONSTANT_ENTRY);

const ZERO = key(
  '{/0?504911232000000000/0}',
  0.98,
  'FILETIME 0 written as ticks: most often a time that was never set',
);

/** FILETIME 0 written as ticks, which an unset FILETIME becomes. No event has this time. */
export const FILETIME_ZERO: SchemeEntry = {
  id: 'filetime-ft0-in-ticks',
  title: 'FILETIME zero, as ticks',
  writer: 'Windows',
  family: 'dotNetNumber',
  source: 'FILETIME: 100 ns since 1601-01-01T00:00:00Z (DateTime.ToFileTimeUtc)',
  partition: ZERO,
  row: ZERO,
  refine: (reading) => ({ ...reading, ticks: FILETIME_EPOCH_TICKS }),
  example: { partition: '0504911232000000000', row: '504911232000000000', time: '1601-01-01T00:00:00Z' },
};

/** Whether a reading is a constant, that is, not the time of an event. */
export function isConstant({ schemeId }: Pick<KeyReading, 'schemeId'>): boolean {
  return schemeId === CONSTANT_ENTRY.id || schemeId === FILETIME_ZERO.id;
}

/** The confidence of a constant among other parts of a key. A time in another part ranks above it; see readKey. */
const PART_CONFIDENCE = 0.9;

/** Reads a key that has a constant among its parts. */
export function readConstantPart(text: string, hint: KeyHint): KeyReading | undefined {
  const found = hint.part === 'table' ? undefined : findConstantPart(text);
  if (found === undefined) return undefined;
  const { constant, place } = found;
  const reading = partReading(
    CONSTANT_ENTRY,
    text,
    place,
    { ticks: constant.ticks, window: undefined, fields: [['constant', constant.name]] },
    PART_CONFIDENCE * textShare(text, place, hint),
    `${WORDS}; ${constantWords(found.text, constant)}`,
  );
  // Punctuation around a constant is not another part of the key.
  return reading !== undefined && isBeside(reading) ? reading : undefined;
}
