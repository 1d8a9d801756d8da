import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invertTicks, MAX_TICKS, MIN_TICKS, ticksToIso } from '../../time/ticks.ts';
import {
  FORM_LENGTH,
  ISO_WORDS,
  NO_PREFIX,
  type NumberColumns,
  type TicksForm,
  type TicksLines,
  ticksLinesToIso,
  ticksLinesToNumbers,
} from './ticksLines.ts';

/** 28 characters of one byte each. */
const ISO_BYTES = 4 * ISO_WORDS;
const encoder = new TextEncoder();
const decoder = new TextDecoder('latin1');
const SECOND = 10_000_000n;
const d19 = (value: bigint | number): string => String(value).padStart(19, '0');

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

/** Both results of lines, a text and numbers a line. */
function decoded(bytes: Uint8Array, lines: TicksLines) {
  const iso = new Int32Array(lines.lines * ISO_WORDS);
  const numbers = columns(lines.lines);
  const count = ticksLinesToIso(bytes, lines, iso);
  expect(ticksLinesToNumbers(bytes, lines, numbers)).toBe(count);
  const text = decoder.decode(new Uint8Array(iso.buffer));
  return Array.from({ length: count }, (_, index) => ({
    iso: text.slice(index * ISO_BYTES, (index + 1) * ISO_BYTES),
    ticks: BigInt(numbers.seconds[index] ?? 0) * SECOND + BigInt(numbers.fraction[index] ?? 0),
    prefix: numbers.prefix[index],
  }));
}

function linesOf(keys: readonly string[], lineBreak = '\n'): Uint8Array {
  return encoder.encode(keys.map((key) => key + lineBreak).join(''));
}

/** A small generator with a seed (mulberry32): the same million keys on every run. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Writes a number in decimal digits. */
function digits(into: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let index = at + width - 1; index >= at; index--) {
    into[index] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** Tells of every day of the calendar as one counts it by hand, without any formula of days. */
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

/** Lines of the ticks of every midnight: whole seconds and seven zeros. */
function midnights(): Uint8Array {
  const days = 3_652_059;
  const bytes = new Uint8Array(days * 20).fill(48);
  for (let day = 0; day < days; day++) {
    digits(bytes, day * 20, 12, day * 86_400);
    bytes[day * 20 + 19] = 10;
  }
  return bytes;
}

const FORMS: readonly TicksForm[] = ['ticks', 'inverted', 'prefixed'];
const MILLION = 1_000_000;

/** Random instants and what the bigint path says of them: the same for every form of key. */
const million = (() => {
  const random = randomSource(20261121);
  const seconds = new Float64Array(MILLION);
  const fraction = new Uint32Array(MILLION);
  const isoTexts: string[] = [];
  const keys: string[] = [];
  for (let index = 0; index < MILLION; index++) {
    seconds[index] = Math.floor(random() * 315_537_897_600);
    fraction[index] = Math.floor(random() * 1e7);
    const ticks = BigInt(seconds[index] ?? 0) * SECOND + BigInt(fraction[index] ?? 0);
    isoTexts.push(ticksToIso(ticks));
    keys.push(d19(ticks));
  }
  return { seconds, fraction, isoText: isoTexts.join(''), keys };
})();

/** A key of the form from its digits; inverted digits are the complement of those of MaxValue. */
function keyOfDigits(form: TicksForm, digits: string, prefix: number): string {
  if (form === 'prefixed') return `${d19(prefix)}___${digits}`;
  return form === 'inverted' ? d19(invertTicks(BigInt(digits))) : digits;
}

describe.each(FORMS)('lines of the form %s', (form) => {
  it('agree with the bigint path on 1,000,000 random keys', () => {
    const bytes = linesOf(million.keys.map((digits, index) => keyOfDigits(form, digits, index % 100)));
    const lines: TicksLines = { form, from: 0, lines: MILLION, lineBreak: 1 };
    const iso = new Int32Array(MILLION * ISO_WORDS);
    const numbers = columns(MILLION);
    expect(ticksLinesToIso(bytes, lines, iso)).toBe(MILLION);
    expect(ticksLinesToNumbers(bytes, lines, numbers)).toBe(MILLION);
    expect(decoder.decode(new Uint8Array(iso.buffer)) === million.isoText).toBe(true);
    let wrong = 0;
    for (let index = 0; index < MILLION; index++) {
      if (
        numbers.seconds[index] !== million.seconds[index] ||
        numbers.fraction[index] !== million.fraction[index] ||
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
    const results = decoded(bytes, { form, from: 0, lines: rows.length, lineBreak: 2 });
    expect(results.map(({ iso }) => iso)).toEqual(rows.map(([, iso]) => iso));
    expect(results.map(({ ticks }) => d19(ticks))).toEqual(rows.map(([digits]) => digits));
  });

  it('know every day of the calendar', () => {
    // Each day of the calendar for the plain form; the others differ by less than a table.
    const step = form === 'ticks' ? 1 : 97;
    const days = Math.ceil(3_652_059 / step);
    const bytes =
      form === 'ticks'
        ? midnights()
        : linesOf(
            Array.from({ length: days }, (_, day) => keyOf(form, BigInt(day * step) * 864_000_000_000n, 0)),
          );
    const iso = new Int32Array(days * ISO_WORDS);
    expect(ticksLinesToIso(bytes, { form, from: 0, lines: days, lineBreak: 1 }, iso)).toBe(days);
    const expected = encoder.encode('0000-00-00T00:00:00.0000000Z');
    const words = new Int32Array(expected.buffer, expected.byteOffset, ISO_WORDS);
    let wrong = 0;
    eachDay((day, year, month, ofMonth) => {
      if (day % step !== 0) return;
      digits(expected, 0, 4, year);
      digits(expected, 5, 2, month);
      digits(expected, 8, 2, ofMonth);
      const at = (day / step) * ISO_WORDS;
      for (let index = 0; index < ISO_WORDS; index++) if (iso[at + index] !== words[index]) wrong++;
    });
    expect(wrong).toBe(0);
  }, 60_000);

  it('end with the last tick of the year 9999', () => {
    const last = `${form === 'prefixed' ? '0000000000000000007___' : ''}3155378975999999999`;
    const numbers = columns(1);
    const lines: TicksLines = { form, from: 0, lines: 1, lineBreak: 1 };
    expect(ticksLinesToNumbers(linesOf([last]), lines, numbers)).toBe(1);
    for (const beyond of ['3155378976000000000', '3155379000000000000', '3155380000000000000'])
      expect(ticksLinesToNumbers(linesOf([last.replace(/\d{19}$/, beyond)]), lines, numbers)).toBe(0);
  });

  it('begin and end anywhere, and end with the first line that does not fit', () => {
    const anyTicks = fc.bigInt({ min: MIN_TICKS, max: MAX_TICKS });
    const change = fc.record({
      at: fc.nat({ max: FORM_LENGTH[form] }),
      unit: fc.constantFrom('0', '9', ':', '/', '_', 'a', ' ', '\n', '\r', 'é', '\0', '\u00b0'),
    });
    fc.assert(
      fc.property(
        fc.array(anyTicks, { minLength: 1, maxLength: 600 }),
        fc.nat(),
        change,
        fc.constantFrom<1 | 2>(1, 2),
        fc.string({ maxLength: 9 }),
        (ticks, seed, { at, unit }, lineBreak, before) => {
          const keys = ticks.map((instant, index) => keyOf(form, instant, index % 100));
          const broken = seed % keys.length;
          const right = keys[broken] ?? '';
          const line = right.slice(0, at) + unit + right.slice(at + 1);
          const wellFormed =
            form === 'prefixed' ? /^0{17}\d\d___(\d{19})$/.exec(line)?.[1] : /^(\d{19})$/.exec(line)?.[1];
          const isGood = wellFormed !== undefined && BigInt(wellFormed) <= MAX_TICKS;
          const text = keys.with(broken, line).map((key) => key + (lineBreak === 1 ? '\n' : '\r\n'));
          const head = encoder.encode(before);
          const bytes = encoder.encode(before + text.join(''));
          const results = decoded(bytes, { form, from: head.length, lines: keys.length, lineBreak });
          // A line break too many ends the right line, and only the next one is wrong.
          const isNextWrong = lineBreak === 1 && line === `${right}\n`;
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

  it('write no more than there is room for, and read no more than there is', () => {
    const bytes = linesOf([1n, 2n, 3n].map((ticks) => keyOf(form, ticks, 1)));
    const lines: TicksLines = { form, from: 0, lines: 99, lineBreak: 1 };
    expect(ticksLinesToIso(bytes, lines, new Int32Array(2 * ISO_WORDS + 5))).toBe(2);
    expect(ticksLinesToNumbers(bytes, lines, columns(5), 4)).toBe(1);
    expect(ticksLinesToNumbers(bytes.subarray(0, -1), lines, columns(5))).toBe(2);
    expect(ticksLinesToNumbers(bytes, { ...lines, from: 10_000 }, columns(5))).toBe(0);
  });
});
