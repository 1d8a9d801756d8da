// For `npm run bench -- codec`: compares reading keys with BigInt and Date in a page of a real browser.
import { createIsoWriter, ISO_WORDS } from '../../src/core/time/isoBytes.ts';
import { fixedBytesOf, NO_PREFIX, type NumberColumns } from '../../src/core/keys/grammar/fixedBytes.ts';
import { readBest } from '../../src/core/keys/readKey.ts';
import { ticksToIso } from '../../src/core/time/ticks.ts';
import { bestQuarter, seeded, type Timed, timeOf } from './timing.ts';

const FORMS = {
  ticks: '{Ticks}',
  prefixed: '{Writer mod 100:D19}___{Ticks}',
  inverted: '{InvertedTicks}',
} as const;
type Form = keyof typeof FORMS;

const BULK_KEYS = 1_000_000;
/** How many keys the baseline reads in a round, and reading one key at a time too. Each round reads other keys. */
const SLICE = 20_000;
const ROUNDS = 24;
const WARM_UP = 6;
const MAX_TICKS = 3155378975999999999n;
/** 1990-01-01 in seconds since year 1, and the length of a century. Numbers outside this century are rarely ticks. */
const FIRST_SECOND = 62_766_748_800;
const CENTURY_SECONDS = 3_155_760_000;
const UNIX_EPOCH_MS = 62_135_596_800_000;
const SECOND = 10_000_000n;

/** Keys with times from 1990 to 2089 as texts and as lines of bytes, with their instants, which only BigInt has calculated. */
interface BenchKeys {
  readonly form: Form;
  readonly texts: readonly string[];
  readonly instants: readonly bigint[];
  /** Each text followed by LF. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const d19 = (value: bigint | number): string => String(value).padStart(19, '0');

function benchKeys(form: Form, count: number): BenchKeys {
  const random = seeded(count);
  const instants = Array.from({ length: count }, () => {
    const seconds = FIRST_SECOND + Math.floor((random() / 2 ** 32) * CENTURY_SECONDS);
    return BigInt(seconds) * SECOND + BigInt((random() >>> 8) % 1e7);
  });
  const written = instants.map((ticks, index) => {
    if (form === 'prefixed') return `${d19(index % 100)}___${d19(ticks)}`;
    return d19(form === 'inverted' ? MAX_TICKS - ticks : ticks);
  });
  const bytes = new TextEncoder().encode(`${written.join('\n')}\n`);
  // A round trip through JSON makes flat strings, like those of a response. Strings that were just joined would still be in parts.
  return { form, texts: JSON.parse(JSON.stringify(written)) as string[], instants, bytes };
}

function ticksByBigInt(form: Form, text: string): bigint {
  if (form === 'prefixed') return BigInt(text.slice(22));
  return form === 'inverted' ? MAX_TICKS - BigInt(text) : BigInt(text);
}

/** The usual way: Date.toISOString, and the four digits that Date does not have. */
function isoByDate(ticks: bigint): string {
  const text = new Date(Number(ticks / 10_000n) - UNIX_EPOCH_MS).toISOString();
  return `${text.slice(0, -1)}${String(ticks % 10_000n).padStart(4, '0')}Z`;
}

/** A part of the bytes as texts, in the usual way. */
function textsOfSlice(keys: BenchKeys, round: number): readonly string[] {
  const bytes = (keys.bytes.length / keys.texts.length) * SLICE;
  const from = (round % (keys.texts.length / SLICE)) * bytes;
  // The last line break is left out, because it would add an empty text.
  return new TextDecoder().decode(keys.bytes.subarray(from, from + bytes - 1)).split('\n');
}

/** Reads one key after the other, considering all schemes for each. `us` is the time for a key in microseconds. */
function bestReading(form: Form): { readonly us: number; readonly faults: readonly string[] } {
  const { texts, instants } = benchKeys(form, 5 * SLICE);
  const read = (text: string): string => ticksToIso(readBest(text)?.ticks ?? 0n);
  const wrong = texts.find((text, index) => read(text) !== isoByDate(instants[index] ?? 0n));
  let sum = 0;
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const from = (round % 5) * SLICE;
    const slice = texts.slice(from, from + SLICE);
    return timeOf(() => {
      // Reading a character forces the engine to build the whole text.
      for (const text of slice) sum += read(text).charCodeAt(2);
    });
  });
  const faults = wrong === undefined && sum > 0 ? [] : [`${wrong} became ${read(wrong ?? '')}`];
  return { us: (bestQuarter(times) * 1000) / SLICE, faults };
}

/** Measures both sides alternately, so that both run under the same load of the machine. */
function contest(baseline: (round: number) => void, ours: () => void, faults: readonly string[]): Timed {
  const times = Array.from({ length: WARM_UP + ROUNDS }, (_, round) => ({
    baseline: timeOf(() => baseline(round)) * (BULK_KEYS / SLICE),
    ours: timeOf(ours),
  })).slice(WARM_UP);
  return {
    oursMs: bestQuarter(times.map((time) => time.ours)),
    baselineMs: bestQuarter(times.map((time) => time.baseline)),
    faults,
  };
}

function reader({ form, bytes }: BenchKeys, into: NumberColumns): () => void {
  const lines = fixedBytesOf(FORMS[form], '\n');
  const view = new DataView(bytes.buffer);
  return () => void lines.read(view, 0, BULK_KEYS, into, 0);
}

function columns(): NumberColumns {
  return {
    seconds: new Float64Array(BULK_KEYS),
    fraction: new Uint32Array(BULK_KEYS),
    prefix: new Uint16Array(BULK_KEYS),
  };
}

/** Converts bytes to ISO texts in bytes. */
function bulkIso(keys: BenchKeys): Timed {
  const iso = new Int32Array(BULK_KEYS * ISO_WORDS);
  const numbers = columns();
  const read = reader(keys, numbers);
  const writeIso = createIsoWriter();
  const ours = (): void => {
    read();
    const { seconds, fraction } = numbers;
    for (let at = 0; at < BULK_KEYS; at++)
      writeIso(seconds[at] as number, fraction[at] as number, iso, at * ISO_WORDS);
  };
  ours();
  const text = new TextDecoder('latin1').decode(new Uint8Array(iso.buffer));
  const wrong = keys.instants.findIndex(
    (ticks, index) => !text.startsWith(isoByDate(ticks), index * 4 * ISO_WORDS),
  );
  return contest(
    (round) => {
      const texts = textsOfSlice(keys, round).map((key) => isoByDate(ticksByBigInt(keys.form, key)));
      new TextEncoder().encode(texts.join(''));
    },
    ours,
    wrong < 0 ? [] : [`line ${wrong + 1} is wrong: ${keys.texts[wrong]}`],
  );
}

/** Converts bytes to numbers: seconds, the rest of a second, and the prefix. */
function bulkNumbers(keys: BenchKeys): Timed {
  const [into, theirs] = [columns(), columns()];
  const ours = reader(keys, into);
  const baseline = (texts: readonly string[]): void =>
    texts.forEach((text, index) => {
      const ticks = ticksByBigInt(keys.form, text);
      theirs.seconds[index] = Number(ticks / SECOND);
      theirs.fraction[index] = Number(ticks % SECOND);
      theirs.prefix[index] = keys.form === 'prefixed' ? Number(text.slice(0, 19)) : NO_PREFIX;
    });
  ours();
  baseline(keys.texts);
  const wrong = keys.texts.findIndex((_, index) =>
    (['seconds', 'fraction', 'prefix'] as const).some((name) => into[name][index] !== theirs[name][index]),
  );
  return contest(
    (round) => baseline(textsOfSlice(keys, round)),
    ours,
    wrong < 0 ? [] : [`line ${wrong + 1} is wrong: ${keys.texts[wrong]}`],
  );
}

function bulk(form: Form, into: 'iso' | 'numbers'): Timed {
  const keys = benchKeys(form, BULK_KEYS);
  return into === 'iso' ? bulkIso(keys) : bulkNumbers(keys);
}

Object.assign(globalThis, { keyscopeBench: { bestReading, bulk } });
