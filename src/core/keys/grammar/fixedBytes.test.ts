import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertTicks, MAX_TICKS, MIN_TICKS, ticksToIso } from '../../time/ticks.ts';
import { createIsoWriter, ISO_WORDS } from '../../time/isoBytes.ts';
import { fixedBytesOf, NO_PREFIX, type NumberColumns } from './fixedBytes.ts';
import { d19 } from '../keyRanges.fixture.ts';

const TEMPLATES = {
  ticks: '{Ticks}',
  inverted: '{InvertedTicks}',
  prefixed: '{Writer mod 100:D19}___{Ticks}',
} as const;
type TicksForm = keyof typeof TEMPLATES;

const writeIso = createIsoWriter();

/** An ISO text has 28 characters of one byte each. */
const ISO_BYTES = 4 * ISO_WORDS;
const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');
const SECOND = 10_000_000n;

function keyOf(form: TicksForm, ticks: bigint, prefix: number): string {
  if (form === 'prefixed') return `${d19(prefix)}___${d19(ticks)}`;
  return d19(form === 'inverted' ? invertTicks(ticks) : ticks);
}

function columns(size: number): NumberColumns {
  return {
    seconds: new Float64Array(size),
    fraction: new Uint32Array(size),
    prefix: new Uint16Array(size),
  };
}

function numbersOf(form: TicksForm, bytes: Uint8Array, count: number, from = 0, end = '\n') {
  const numbers = columns(count);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { numbers, read: fixedBytesOf(TEMPLATES[form], end).read(view, from, count, numbers, 0) };
}

/** The ISO texts of numbers, without separators. */
function isoOf({ seconds, fraction }: NumberColumns): string {
  const iso = new Int32Array(seconds.length * ISO_WORDS);
  for (let at = 0; at < seconds.length; at++)
    writeIso(seconds[at] ?? 0, fraction[at] ?? 0, iso, at * ISO_WORDS);
  return decoder.decode(new Uint8Array(iso.buffer));
}

/** The text and numbers of each line that is read. */
function decoded(form: TicksForm, bytes: Uint8Array, count: number, from = 0, end = '\n') {
  const { numbers, read } = numbersOf(form, bytes, count, from, end);
  const text = isoOf(numbers);
  return Array.from({ length: read }, (_, index) => ({
    iso: text.slice(index * ISO_BYTES, (index + 1) * ISO_BYTES),
    ticks: BigInt(numbers.seconds[index] ?? 0) * SECOND + BigInt(numbers.fraction[index] ?? 0),
    prefix: numbers.prefix[index],
  }));
}

function linesOf(keys: readonly string[], lineBreak = '\n'): Uint8Array {
  return encoder.encode(keys.map((key) => key + lineBreak).join(''));
}

/** A small generator with a seed (mulberry32): the same keys on every run. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function digits(into: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let index = at + width - 1; index >= at; index--) {
    into[index] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** Calls `tell` for every day of the calendar, counted by hand, without any formula for days. */
function eachDay(tell: (day: number, year: number, month: number, ofMonth: number) => void): void {
  let day = 0;
  for (let year = 1; year <= 9999; year++) {
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const months = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [index, length] of months.entries()) {
      for (let ofMonth = 1; ofMonth <= length; ofMonth++) tell(day++, year, index + 1, ofMonth);
    }
  }
}

const FORMS: readonly TicksForm[] = ['ticks', 'inverted', 'prefixed'];
const KEYS = 20_000;

/** Random instants and what the BigInt path makes of them, shared by all forms of key. */
const sample = (() => {
  const random = randomSource(20261121);
  const seconds = new Float64Array(KEYS);
  const fraction = new Uint32Array(KEYS);
  const isoTexts: string[] = [];
  const keys: string[] = [];
  for (let index = 0; index < KEYS; index++) {
    seconds[index] = Math.floor(random() * 315_537_897_600);
    fraction[index] = Math.floor(random() * 1e7);
    const ticks = BigInt(seconds[index] ?? 0) * SECOND + BigInt(fraction[index] ?? 0);
    isoTexts.push(ticksToIso(ticks));
    keys.push(d19(ticks));
  }
  return { seconds, fraction, isoText: isoTexts.join(''), keys };
})();

/** A key of the form with the given digits. For inverted ticks, the digits are subtracted from MaxValue. */
function keyOfDigits(form: TicksForm, digits: string, prefix: number): string {
  if (form === 'prefixed') return `${d19(prefix)}___${digits}`;
  return form === 'inverted' ? d19(invertTicks(BigInt(digits))) : digits;
}

describe.each(FORMS)('lines of the form %s', (form) => {
  it('agree with the bigint path on random keys', () => {
    const bytes = linesOf(sample.keys.map((digits, index) => keyOfDigits(form, digits, index % 100)));
    const { numbers, read } = numbersOf(form, bytes, KEYS);
    expect(read).toBe(KEYS);
    expect(isoOf(numbers) === sample.isoText).toBe(true);
    let wrong = 0;
    for (let index = 0; index < KEYS; index++) {
      if (
        numbers.seconds[index] !== sample.seconds[index] ||
        numbers.fraction[index] !== sample.fraction[index] ||
        numbers.prefix[index] !== (form === 'prefixed' ? index % 100 : NO_PREFIX)
      )
        wrong++;
    }
    expect(wrong).toBe(0);
  }, 60_000);

  it('agree with the .NET table', () => {
    const rows = readFileSync(new URL('../../time/fixtures/datetime.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t'));
    const bytes = linesOf(
      rows.map(([digits = '']) => keyOf(form, BigInt(digits), 7)),
      '\r\n',
    );
    const results = decoded(form, bytes, rows.length, 0, '\r\n');
    expect(results.map(({ iso }) => iso)).toEqual(rows.map(([, iso]) => iso));
    expect(results.map(({ ticks }) => d19(ticks))).toEqual(rows.map(([digits]) => digits));
  });

  it('end with the last tick of the year 9999', () => {
    const last = `${form === 'prefixed' ? '0000000000000000007___' : ''}3155378975999999999`;
    expect(numbersOf(form, linesOf([last]), 1).read).toBe(1);
    for (const beyond of ['3155378976000000000', '3155379000000000000', '3155380000000000000'])
      expect(numbersOf(form, linesOf([last.replace(/\d{19}$/, beyond)]), 1).read).toBe(0);
  });

  it('begin and end anywhere, and end with the first line that does not fit', () => {
    const anyTicks = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });
    const change = fc.record({
      at: fc.nat({ max: form === 'prefixed' ? 41 : 19 }),
      unit: fc.constantFrom('0', '9', ':', '/', '_', 'a', ' ', '\n', '\r', 'é', '\0', '\u00b0'),
    });
    fc.assert(
      fc.property(
        fc.array(anyTicks, { minLength: 1, maxLength: 600 }),
        fc.nat(),
        change,
        fc.constantFrom('\n', '\r\n'),
        fc.string({ maxLength: 9 }),
        (ticks, seed, { at, unit }, lineBreak, before) => {
          const keys = ticks.map((instant, index) => keyOf(form, instant, index % 100));
          const broken = seed % keys.length;
          const right = keys[broken] ?? '';
          const line = right.slice(0, at) + unit + right.slice(at + 1);
          const wellFormed =
            form === 'prefixed' ? /^0{17}\d\d___(\d{19})$/.exec(line)?.[1] : /^(\d{19})$/.exec(line)?.[1];
          const isGood = wellFormed !== undefined && BigInt(wellFormed) <= MAX_TICKS;
          const text = keys.with(broken, line).map((key) => key + lineBreak);
          const head = encoder.encode(before);
          const bytes = encoder.encode(before + text.join(''));
          const results = decoded(form, bytes, keys.length, head.length, lineBreak);
          // After an extra line break the first line is still right, and only the next one is wrong.
          const isNextWrong = lineBreak === '\n' && line === `${right}\n`;
          const expected = isGood ? ticks.length : broken + (isNextWrong ? 1 : 0);
          expect(results.length).toBe(expected);
          results.forEach((result, index) => {
            if (index === broken) return;
            expect(result.iso).toBe(ticksToIso(ticks[index] ?? 0n));
            expect(result.ticks).toBe(ticks[index]);
          });
        },
      ),
    );
  });
});

it('ISO texts know every day of the calendar', () => {
  const iso = new Int32Array(ISO_WORDS);
  const expected = encoder.encode('0000-00-00T00:00:00.0000000Z');
  const words = new Int32Array(expected.buffer, expected.byteOffset, ISO_WORDS);
  let wrong = 0;
  eachDay((day, year, month, ofMonth) => {
    digits(expected, 0, 4, year);
    digits(expected, 5, 2, month);
    digits(expected, 8, 2, ofMonth);
    writeIso(day * 86_400, 0, iso, 0);
    for (let index = 0; index < ISO_WORDS; index++) if (iso[index] !== words[index]) wrong++;
  });
  expect(wrong).toBe(0);
}, 60_000);
