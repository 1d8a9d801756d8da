import {
  ISO_WORDS,
  NO_PREFIX,
  type NumberColumns,
  ticksLinesToIso,
  ticksLinesToNumbers,
} from '../../src/core/keys/bulk/ticksLines.ts';
import { readBest, readKey } from '../../src/core/keys/readKey.ts';
import { ticksToIso } from '../../src/core/time/ticks.ts';
import { type BenchKeys, benchKeys, isoByDate, ticksByBigInt } from './benchKeys.ts';
import { type Contest, type ContestResult, measure } from './sideBySide.ts';

const BULK_KEYS = 1_000_000;
const SINGLE_KEYS = 100_000;
/**
 * Number of items that a slow baseline handles per round, different ones each round. It then takes at least as long as our side
 * for all items.
 */
const SLICE = 20_000;
const ROUNDS = 24;
const SECOND = 10_000_000n;

/** Results are added here so that no engine can skip the work. */
let sink = 0;

/** Runs a text-to-text function over a slice. Reading single characters forces engines to build the whole text. */
function eachText(
  texts: readonly string[],
  round: number,
  decode: (text: string) => string,
  size: number,
): number {
  const from = (round % Math.floor(texts.length / size)) * size;
  let sum = 0;
  for (let index = from; index < from + size; index++) {
    const text = decode(texts[index] as string);
    sum = (sum + text.charCodeAt(2) + text.charCodeAt(text.length - 2)) | 0;
  }
  sink += sum;
  return size;
}

function wrongTexts(
  inputs: readonly string[],
  expected: readonly string[],
  decode: (text: string) => string,
): readonly string[] {
  const at = inputs.findIndex((text, index) => decode(text) !== expected[index]);
  return at < 0 ? [] : [`${inputs[at]} became ${decode(inputs[at] ?? '')}, not ${expected[at]}`];
}

/** Least speed of reading with all 116 schemes, as a share of the speed of BigInt and Date. */
const LEAST_SHARE = { best: 0.25, all: 0.06 } as const;

/** Reads one key as every paste does: all schemes, ranked, and the instant of the best. */
function readContest(form: BenchKeys['form'], how: keyof typeof LEAST_SHARE): Contest {
  const keys = benchKeys(form, form === 'prefixed' ? 'minutes' : 'dense', SINGLE_KEYS);
  const best = how === 'best' ? readBest : (text: string) => readKey(text)[0];
  const read = (text: string): string => ticksToIso(best(text)?.ticks ?? 0n);
  const naive = (text: string): string => isoByDate(ticksByBigInt(keys.form, text));
  return {
    name: `one key, ${keys.form}, ${how === 'best' ? 'best reading' : 'all readings'}`,
    baseline: {
      name: 'one form: BigInt + Date.toISOString',
      run: (round) => eachText(keys.texts, round, naive, SLICE),
    },
    ours: {
      name: how === 'best' ? 'readBest, every scheme' : 'readKey, every scheme',
      run: (round) => eachText(keys.texts, round, read, SLICE),
    },
    verify: () => wrongTexts(keys.texts, keys.isoTexts, read),
    goal: LEAST_SHARE[how],
  };
}

/** Decodes a slice of the bytes to texts in the usual way. */
function textsOfSlice(keys: BenchKeys, round: number): readonly string[] {
  const slices = Math.floor(keys.texts.length / SLICE);
  const sliceBytes = (keys.bytes.length / keys.texts.length) * SLICE;
  const from = (round % slices) * sliceBytes;
  // The last line break would add an empty text.
  return new TextDecoder().decode(keys.bytes.subarray(from, from + sliceBytes - 1)).split('\n');
}

/** Bytes to ISO bytes in the usual way: texts, BigInt, Date, one text, bytes. */
function isoBytesByDate(keys: BenchKeys, round: number): number {
  const texts = textsOfSlice(keys, round);
  const isoTexts = texts.map((text) => isoByDate(ticksByBigInt(keys.form, text)));
  sink += new TextEncoder().encode(isoTexts.join('')).length;
  return texts.length;
}

function bulkIsoContest(keys: BenchKeys, name: string, isTextGiven = false): Contest {
  const lines = { form: keys.form, from: 0, lines: keys.texts.length, lineBreak: 1 } as const;
  const iso = new Int32Array(keys.texts.length * ISO_WORDS);
  const naive = (text: string) => isoByDate(ticksByBigInt(keys.form, text));
  return {
    name,
    baseline: isTextGiven
      ? {
          name: 'BigInt + Date, texts given and not joined',
          run: (round) => eachText(keys.texts, round, naive, SLICE),
        }
      : { name: 'bytes to ISO bytes by BigInt + Date', run: (round) => isoBytesByDate(keys, round) },
    ours: {
      name: 'bytes to ISO bytes',
      run: () => {
        const count = ticksLinesToIso(keys.bytes, lines, iso);
        sink += iso[count - 1] ?? 0;
        return count;
      },
    },
    verify: () => {
      iso.fill(0);
      const count = ticksLinesToIso(keys.bytes, lines, iso);
      if (count !== keys.texts.length) return [`${count} of ${keys.texts.length} lines were read`];
      const text = new TextDecoder('latin1').decode(new Uint8Array(iso.buffer));
      const at = keys.isoTexts.findIndex(
        (expected, index) => !text.startsWith(expected, index * 4 * ISO_WORDS),
      );
      return at < 0 ? [] : [`line ${at + 1} is wrong: ${keys.texts[at]}`];
    },
    ...(isTextGiven ? {} : { goal: 40, aim: 100 }),
  };
}

/** Reads numbers from texts through BigInt. */
function numbersByBigInt(keys: BenchKeys, texts: readonly string[], into: NumberColumns): number {
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] as string;
    const ticks = ticksByBigInt(keys.form, text);
    into.seconds[index] = Number(ticks / SECOND);
    into.fraction[index] = Number(ticks % SECOND);
    into.prefix[index] = keys.form === 'prefixed' ? Number(text.slice(0, 19)) : NO_PREFIX;
  }
  return texts.length;
}

function bulkNumbersContest(keys: BenchKeys, name: string, isTextGiven = false): Contest {
  const count = keys.texts.length;
  const lines = { form: keys.form, from: 0, lines: count, lineBreak: 1 } as const;
  const into: NumberColumns = {
    seconds: new Float64Array(count),
    fraction: new Uint32Array(count),
    prefix: new Uint16Array(count),
  };
  const given = keys.texts.slice(0, SLICE);
  return {
    name,
    baseline: isTextGiven
      ? {
          name: 'BigInt to numbers, texts given',
          run: () => numbersByBigInt(keys, given, into),
        }
      : {
          name: 'bytes to numbers by BigInt',
          run: (round) => numbersByBigInt(keys, textsOfSlice(keys, round), into),
        },
    ours: { name: 'bytes to numbers', run: () => ticksLinesToNumbers(keys.bytes, lines, into) },
    verify: () => {
      into.seconds.fill(0);
      const read = ticksLinesToNumbers(keys.bytes, lines, into);
      if (read !== count) return [`${read} of ${count} lines were read`];
      const at = keys.instants.findIndex(
        (ticks, index) =>
          into.seconds[index] !== Number(ticks / SECOND) ||
          into.fraction[index] !== Number(ticks % SECOND) ||
          into.prefix[index] !== (keys.form === 'prefixed' ? keys.prefixes[index] : NO_PREFIX),
      );
      return at < 0 ? [] : [`line ${at + 1} is wrong: ${keys.texts[at]}`];
    },
    ...(isTextGiven ? {} : { goal: 6, aim: 15 }),
  };
}

/** Each contest makes its own keys when it starts, because a million texts of each form at once fill the heap. */
const CONTESTS: readonly (() => Contest)[] = [
  ...(['ticks', 'prefixed', 'inverted'] as const).flatMap((form) => [
    () => readContest(form, 'best'),
    () => readContest(form, 'all'),
  ]),
  () => bulkIsoContest(benchKeys('ticks', 'random', BULK_KEYS), 'bulk ISO, ticks, random'),
  () => bulkIsoContest(benchKeys('ticks', 'random', BULK_KEYS), 'bulk ISO, against texts', true),
  () => bulkIsoContest(benchKeys('ticks', 'dense', BULK_KEYS), 'bulk ISO, ticks, dense'),
  () => bulkIsoContest(benchKeys('prefixed', 'dense', BULK_KEYS), 'bulk ISO, prefixed, dense'),
  () => bulkIsoContest(benchKeys('inverted', 'random', BULK_KEYS), 'bulk ISO, inverted, random'),
  () => bulkNumbersContest(benchKeys('ticks', 'random', BULK_KEYS), 'bulk numbers, ticks, random'),
  () => bulkNumbersContest(benchKeys('ticks', 'random', BULK_KEYS), 'bulk numbers, against texts', true),
  () => bulkNumbersContest(benchKeys('prefixed', 'dense', BULK_KEYS), 'bulk numbers, prefixed, dense'),
  () => bulkNumbersContest(benchKeys('inverted', 'random', BULK_KEYS), 'bulk numbers, inverted, random'),
];

export const CONTEST_COUNT = CONTESTS.length;

/** Runs one contest. `sink` is returned so that all work has a use. */
export function runContest(index: number): ContestResult & { readonly sink: number } {
  const make = CONTESTS[index];
  if (make === undefined) throw new RangeError(`There is no contest ${index}.`);
  return { ...measure(make(), ROUNDS), sink };
}
