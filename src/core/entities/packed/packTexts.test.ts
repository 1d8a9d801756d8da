import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedCodes } from './packedBlock.ts';
import { packTexts, STEP_VALUES } from './packTexts.ts';
import { type PatternTexts, RAW_CODE } from './patternTexts.ts';
import { headerOf, newSlot, SPARE_BYTES, type ValueSlot } from './valueSlot.ts';

/** Packs in steps, and counts them. */
function packed(...[valueAt, count, rowOf]: Parameters<typeof packTexts>): PatternTexts & { steps: number } {
  const work = packTexts(valueAt, count, rowOf);
  for (let steps = 1; ; steps += 1) {
    const step = work.next();
    if (step.done === true) return Object.assign(step.value, { steps });
  }
}

interface Value {
  readonly text: string;
  readonly form: number;
  readonly type: number;
  readonly duplicate: boolean;
}

function slotOf({ text, form, type, duplicate }: Value): ValueSlot {
  const value = new TextEncoder().encode(text);
  const bytes = new Uint8Array(value.length + 1 + SPARE_BYTES).fill(0x22);
  bytes.set(value, 1);
  return { bytes, view: new DataView(bytes.buffer), form, type, duplicate, from: 1, to: 1 + value.length };
}

function readAll(values: readonly Value[]): readonly Value[] {
  const slots = values.map(slotOf);
  const texts = packed(
    (index) => slots[index] as ValueSlot,
    values.length,
    (index) => index,
  );
  const into = newSlot();
  const read: Value[] = [];
  // Read from the end, so that nothing depends on the value that was read before.
  for (let index = values.length - 1; index >= 0; index--) {
    texts.read(index, into);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      into.bytes.subarray(into.from, into.to),
    );
    read[index] = { text, form: into.form, type: into.type, duplicate: into.duplicate };
    // The bytes after a value may be read with it.
    expect(into.bytes.length).toBeGreaterThanOrEqual(into.to + SPARE_BYTES);
  }
  return read;
}

const letters = (text: string): readonly string[] => text.split('');
const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters('0123456789')), minLength: least, maxLength: most });
const hex = (units: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters(units)), minLength: length, maxLength: length });
const guid = fc
  .tuple(fc.uuid(), fc.nat(2))
  .map(
    ([text, how]) =>
      [text, text.toUpperCase(), `${text.slice(0, 9)}${text.slice(9).toUpperCase()}`][how] ?? '',
  );
const number = fc.oneof(
  digits(1, 4),
  digits(8, 11),
  digits(17, 21),
  digits(35, 60),
  fc.constantFrom(
    '0',
    '00',
    '007',
    '999999999',
    '1000000000',
    '9'.repeat(18),
    '9'.repeat(19),
    '10',
    '-1',
    '1e5',
    '.001',
  ),
  fc.nat({ max: 5000 }).map((value) => String(630_000_000_000_000_000n + BigInt(value) ** 3n)),
  guid,
  hex('0123456789abcdef', 16),
  hex('0123456789ABCDEF', 32),
  hex('0123456789abcdefABCDEF', 33),
);
const literal = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'a',
    'face',
    'attempt ',
    '___',
    '-',
    '\\u0041',
    '\\"',
    'é',
    '😀',
    '{\n\t"a":',
    'x'.repeat(600),
  ),
  fc.string({ unit: fc.constantFrom(...letters('abgz .-_é')), maxLength: 9 }),
);
/** Values of some patterns, as in columns of logs. */
const values = fc
  .array(fc.array(fc.tuple(literal, fc.nat(7)), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .chain((patterns) =>
    fc
      .array(
        fc.tuple(
          fc.nat(patterns.length - 1),
          fc.array(number, { minLength: 4, maxLength: 4 }),
          fc.nat(1),
          fc.boolean(),
        ),
        { maxLength: 40 },
      )
      .map((rows) =>
        rows.map(([pattern, numbers, odd, duplicate], row): Value => {
          const parts = (patterns[pattern] ?? []).map(([text, at]) => `${text}${at > 3 ? '' : numbers[at]}`);
          return {
            text: parts.join(''),
            form: odd,
            type: row % 11 === 5 ? 300 : odd * 3,
            duplicate: odd === 1 && duplicate,
          };
        }),
      ),
  );

describe('packTexts', () => {
  it('gives back every value byte for byte, with its form, type and mark', () => {
    fc.assert(
      fc.property(values, (list) => {
        expect(readAll(list)).toEqual(list);
      }),
      { numRuns: 250 },
    );
  });

  it('gives back numbers of 1 to 21 digits whose last ones differ, however many these are', () => {
    const whole = '987654321098765432109';
    for (let length = 1; length <= whole.length; length++)
      for (let tail = 1; tail <= length; tail++) {
        const texts = [0, 3, 7, 8, 9].map(
          (digit) => `${whole.slice(0, length - tail)}${String(digit).repeat(tail)}`,
        );
        const all = texts.map((text) => ({ text, form: 0, type: 1, duplicate: false }));
        expect(readAll(all)).toEqual(all);
      }
  });

  it('gives back free text, and more patterns than it keeps', () => {
    const words = Array.from({ length: 3000 }, (_, index) => {
      const word = letters(String(index))
        .map((digit) => String.fromCharCode(0x61 + Number(digit)))
        .join('');
      return { text: `${word} ${index % 5}`.repeat(1 + (index % 3)), form: 0, type: 0, duplicate: false };
    });
    expect(readAll(words)).toEqual(words);
    const many = words.map((value, index) => ({
      ...value,
      text: `${words[index % 300]?.text ?? ''}${index}`,
    }));
    expect(readAll(many)).toEqual(many);
  });

  it('a long line of log takes its number alone', () => {
    const lines = Array.from({ length: 4000 }, (_, index) => ({
      text: `Request ${index * 7} finished for c7a1f2e0-0000-4000-8000-${String(index).padStart(12, '0')}`,
      form: 0,
      type: 0,
      duplicate: false,
    }));
    const slots = lines.map(slotOf);
    const block = packed(
      (index) => slots[index] as ValueSlot,
      lines.length,
      (index) => index,
    );
    expect(readAll(lines)).toEqual(lines);
    expect(block.bytesHeld / lines.length).toBeLessThan(6);
    // Once while patterns are found, and once while they are written.
    expect(block.steps).toBeGreaterThanOrEqual((2 * lines.length) / STEP_VALUES - 1);
  });

  it('names one row for values that are the same', () => {
    const texts = ['a', 'b 1', 'a', 'b 2', 'a', 'a', 'b 1', 'b 9'].map((text) => ({
      text,
      form: 0,
      type: 0,
      duplicate: false,
    }));
    const slots = texts.map(slotOf);
    const block = packed(
      (index) => slots[index] as ValueSlot,
      texts.length,
      (index) => 100 + index,
    );
    expect(texts.map((_, index) => block.sameRow(index) ?? -1)).toEqual([100, -1, 100, -1, 100, 100, -1, -1]);
    expect(headerOf(slots[0] as ValueSlot)).toBe(0);
  });
});

/** Packs plain texts; the row of a value is 1000 more than its index. */
function blockOf(texts: readonly string[]) {
  const slots = texts.map((text) => slotOf({ text, form: 0, type: 0, duplicate: false }));
  return packed(
    (index) => slots[index] as ValueSlot,
    texts.length,
    (index) => 1000 + index,
  );
}

describe('what is known of all values of a pattern', () => {
  it('is true of each: backslash, greatest length, first row', () => {
    fc.assert(
      fc.property(values, (list) => {
        const block = blockOf(list.map(({ text }) => text));
        const first = new Map<number, number>();
        for (const [index, { text }] of list.entries()) {
          const code = block.codeOf(index);
          if (code !== RAW_CODE && !first.has(code)) first.set(code, index);
          const form = block.forms[code];
          expect(form === undefined).toBe(code === RAW_CODE);
          if (form === undefined) continue;
          const bytes = new TextEncoder().encode(text);
          expect(form.hasBackslash).toBe(text.includes('\\'));
          expect(bytes.length).toBeLessThanOrEqual(form.most);
          expect(form.firstRow).toBe(1000 + (first.get(code) ?? -1));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has numbers that differ, and writes out what all share', () => {
    const formOf = (texts: readonly string[]) => {
      const block = blockOf(texts);
      const form = block.forms[0];
      const fixed = new TextDecoder().decode(form?.fixed.bytes.subarray(0, form.fixedEnd));
      return [
        fixed,
        ...(form?.numbers.map(({ digits: count, bytes, fixedTo }) => [count, bytes, fixedTo]) ?? []),
      ];
    };
    const four = <T>(of: (at: number) => T): readonly T[] => Array.from({ length: 4 }, (_, at) => of(at));
    // [digits that are written, bytes of a difference, where the fixed bytes before it end]
    expect(formOf(four((at) => `n=${250 + at}, x 7`))).toEqual(['n=, x 7', [0, 1, 2]]);
    expect(formOf(four((at) => `n=${at * 85}`))).toEqual(['n=', [0, 1, 2]]);
    expect(formOf(four((at) => `n=${at * 86}`))).toEqual(['n=', [0, 2, 2]]);
    expect(formOf(four((at) => `63845229600000000${at}`))).toEqual(['63845229600000000', [1, 1, 17]]);
    expect(formOf(four((at) => `6384522${at}00000000000`))).toEqual(['6384522', [12, 5, 7]]);
    expect(formOf(four((at) => `at 000${at}00 b`))).toEqual(['at 000 b', [3, 2, 6]]);
    expect(formOf(four(() => 'deadbeefdeadbeef 9'))).toEqual(['deadbeefdeadbeef 9']);
  });

  it('is kept from four values on, and for as many patterns as half of the first values', () => {
    const kept = (texts: readonly string[]): readonly boolean[] => {
      const block = blockOf(texts);
      return texts.map((_, index) => block.codeOf(index) !== RAW_CODE);
    };
    const word = (at: number): string =>
      letters(String(at))
        .map((digit) => String.fromCharCode(0x61 + Number(digit)))
        .join('');
    expect(kept(['long text a', 'long text a', 'long text a'])).toEqual([false, false, false]);
    expect(kept(['long text a', 'long text a', 'long text a', 'long text a'])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    // 600 values with this many patterns, all of them among the first 513 values.
    const of = (patterns: number): readonly string[] =>
      Array.from({ length: 600 }, (_, at) => `a longer text ${word(at < patterns ? at : 0)}`);
    expect(kept(of(257)).some(Boolean)).toBe(false);
    expect(kept(of(256)).filter(Boolean)).toHaveLength(600 - 255);
  });
});

describe('PackedCodes', () => {
  it('gives back every number, however many there are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 65_536, 65_537, 2 ** 32),
        fc.array(fc.nat(2 ** 31 - 1), { maxLength: 70 }),
        (count, list) => {
          const codes = Uint32Array.from(list, (code) => code % count);
          const packed = new PackedCodes(codes, count);
          expect(Array.from(codes, (_, index) => packed.at(index))).toEqual([...codes]);
        },
      ),
    );
  });
});
