import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedCodes } from './packedCodes.ts';
import { packTexts, STEP_VALUES } from './packTexts.ts';
import type { PatternTexts } from './patternTexts.ts';
import { headerOf, newSlot, SPARE_BYTES, type ValueSlot } from './valueSlot.ts';

/** Packs in steps; counts them. */
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
  // From the end, so that nothing depends on the value read before.
  for (let index = values.length - 1; index >= 0; index--) {
    texts.read(index, into);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      into.bytes.subarray(into.from, into.to),
    );
    read[index] = { text, form: into.form, type: into.type, duplicate: into.duplicate };
    // The bytes behind a value may be read with it.
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
/** Values of some patterns, as columns of logs hold them. */
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
      { numRuns: 600 },
    );
  });

  it('gives back numbers of all sizes and distances', () => {
    const sizes = fc.array(fc.oneof(digits(1, 20), fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String)), {
      minLength: 5,
      maxLength: 40,
    });
    fc.assert(
      fc.property(sizes, fc.constantFrom('', 'n='), (list, before) => {
        const all = list.map((text) => ({ text: `${before}${text}`, form: 0, type: 1, duplicate: false }));
        expect(readAll(all)).toEqual(all);
      }),
      { numRuns: 400 },
    );
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
