import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWords, hashWords, sameWords, wordBytes } from './wordBytes.ts';
import { FORM_PLAIN, FORM_STRING, JsonBytes } from './jsonBytes.ts';
import { NarrowColumn } from './narrowColumn.ts';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { isInSpan } from '../../keys/rangeTruth.fixture.ts';
import { isPlainInSpan } from './plainSpan.ts';

const stretch = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(40), fc.nat(40))
  .map(([bytes, a, b]) => {
    const from = Math.min(a, b) % bytes.length;
    return { bytes, from, to: Math.min(bytes.length, from + Math.abs(a - b)) };
  });

describe('wordBytes', () => {
  it('equal stretches are the same and hash alike; one changed byte makes them differ', () => {
    fc.assert(
      fc.property(stretch, fc.nat(7), fc.nat(), ({ bytes, from, to }, at, change) => {
        const source = wordBytes(bytes);
        const copy = wordBytes(new Uint8Array(to - from + 16));
        const length = to - from;
        copy.bytes.set(bytes.slice(from, to), at);
        expect(sameWords(source, from, copy, at, length)).toBe(true);
        expect(hashWords(copy, at, at + length, 7)).toBe(hashWords(source, from, to, 7));
        const changed = at + (change % Math.max(1, length));
        copy.bytes[changed] = (copy.bytes[changed] ?? 0) ^ 1;
        expect(sameWords(source, from, copy, at, length)).toBe(length === 0);
      }),
    );
  });

  it('orders two stretches of bytes at any offsets, also where they share whole words', () => {
    // Words repeat, so that a read at a wrong place often finds an equal one.
    const text = fc
      .array(fc.constantFrom('aaaaaaaa', 'aaaaaaab', 'baaaaaaa', 'a', 'ab'), { maxLength: 5 })
      .map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, fc.nat(9), fc.nat(9), fc.boolean(), (a, b, before, between, isSwapped) => {
        const [early, late] = isSwapped ? [b, a] : [a, b];
        const whole = `${'z'.repeat(before)}${early}${'y'.repeat(between)}${late}`;
        const source = wordBytes(new TextEncoder().encode(whole));
        const [first, second] = [before, whole.length - late.length];
        const [aFrom, bFrom] = isSwapped ? [second, first] : [first, second];
        const order = compareWords(source, aFrom, aFrom + a.length, bFrom, bFrom + b.length);
        expect(Math.sign(order)).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
      { numRuns: 400 },
    );
  });
});

/** The form of a string and where it ends, if `after` follows it. */
function scanned(text: string, after: string): readonly [form: number, to: number] {
  const json = new JsonBytes(new TextEncoder().encode(`"${text}"${after}`), 1);
  json.scanString();
  return [json.form, json.valueTo];
}

it('a string is plain if it is ASCII without escapes, whatever its length and whatever follows it', () => {
  for (let length = 0; length <= 17; length++) {
    const text = 'ab~ c'.repeat(4).slice(0, length);
    for (const after of ['', ',', ':"\u00e9\u20ac"}', '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9'])
      expect(scanned(text, after)).toEqual([FORM_PLAIN, 1 + length]);
    // Each takes two bytes.
    for (const odd of ['\\n', '\u00e9'])
      expect(scanned(`${text}${odd}`, ',"a":1')).toEqual([FORM_STRING, 3 + length]);
  }
});

it('holds every number that was set, in as few bytes as the greatest needs', () => {
  const number = fc.oneof(
    fc.nat(300),
    fc.constantFrom(254, 255, 256, 65_534, 65_535, 65_536, 2 ** 32 - 1),
    fc.nat(),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.nat(3)), { maxLength: 60 }), (steps) => {
      const column = new NarrowColumn();
      const wanted: number[] = [];
      for (const [value, more] of steps) {
        const from = wanted.length;
        column.reserve(from + more + 1);
        if (more === 0) column.set(from, value);
        else column.fill(value, from, from + more + 1);
        for (let at = 0; at <= more; at++) wanted.push(value);
      }
      expect([...column.codes.subarray(0, wanted.length)]).toEqual(wanted);
      const greatest = Math.max(0, ...wanted);
      expect(column.codes.BYTES_PER_ELEMENT).toBe(greatest <= 255 ? 1 : greatest <= 65_535 ? 2 : 4);
    }),
  );
});

const near = fc.string({ unit: fc.constantFrom('0', '1', '_'), maxLength: 4 });
const end = fc.option(
  fc.oneof(near, fc.string({ unit: anyCharacter, maxLength: 4 }), fc.constant('0\u0000')),
  {
    nil: undefined,
  },
);

it('a key in bytes lies where its text does', () => {
  fc.assert(
    fc.property(
      fc.oneof(near, fc.string({ unit: 'binary-ascii', maxLength: 4 })),
      end,
      end,
      (key, from, to) => {
        const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        const bytes = new TextEncoder().encode(`0${key}0`);
        expect(isPlainInSpan(bytes, 1, 1 + key.length, span)).toBe(isInSpan(key, span));
      },
    ),
    { numRuns: 200 },
  );
});
