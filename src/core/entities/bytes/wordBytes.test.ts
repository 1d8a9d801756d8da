import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWords, hashWords, sameWords, wordBytes } from './wordBytes.ts';

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
