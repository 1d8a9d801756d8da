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

const FORMS: readonly TicksForm[] = ['ticks', 'inverted', 'prefixed'];

describe.each(FORMS)('lines of the form %s', (form) => {
  it('agree with the bigint path on 1,000,000 random keys', () => {
    const random = randomSource(20261121);
    const count = 1_000_000;
    const ticks = Array.from(
      { length: count },
      () =>
        ((BigInt(Math.floor(random() * 2 ** 40)) * (MAX_TICKS / SECOND)) / 2n ** 40n) * SECOND +
        BigInt(Math.floor(random() * 1e7)),
    );
    const bytes = linesOf(ticks.map((instant, index) => keyOf(form, instant, index % 100)));
    const lines: TicksLines = { form, from: 0, lines: count, lineBreak: 1 };
    const iso = new Int32Array(count * ISO_WORDS);
    const numbers = columns(count);
    expect(ticksLinesToIso(bytes, lines, iso)).toBe(count);
    expect(ticksLinesToNumbers(bytes, lines, numbers)).toBe(count);
    const text = decoder.decode(new Uint8Array(iso.buffer));
    let wrong = 0;
    for (const [index, instant] of ticks.entries()) {
      const isRight =
        text.startsWith(ticksToIso(instant), index * ISO_BYTES) &&
        numbers.seconds[index] === Number(instant / SECOND) &&
        numbers.fraction[index] === Number(instant % SECOND) &&
        numbers.prefix[index] === (form === 'prefixed' ? index % 100 : NO_PREFIX);
      if (!isRight) wrong++;
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
    const bytes = linesOf(
      Array.from({ length: days }, (_, day) => keyOf(form, BigInt(day * step) * 864_000_000_000n, 0)),
    );
    const iso = new Int32Array(days * ISO_WORDS);
    expect(ticksLinesToIso(bytes, { form, from: 0, lines: days, lineBreak: 1 }, iso)).toBe(days);
    const text = decoder.decode(new Uint8Array(iso.buffer));
    let wrong = 0;
    for (let day = 0; day < days; day++) {
      const date = new Date(day * step * 86_400_000 - 62_135_596_800_000).toISOString().slice(0, 19);
      if (!text.startsWith(`${date}.0000000Z`, day * ISO_BYTES)) wrong++;
    }
    expect(wrong).toBe(0);
  }, 60_000);

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
