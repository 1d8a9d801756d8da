import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityKey } from '../../keys/base/entityKey.ts';
import { KeyIndex } from './keyIndex.ts';

const d19 = (value: number): string => String(value).padStart(19, '0');
const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'abc', 'b', '__proto__', '\ud800', '\u{1f600}'),
  fc.integer({ min: 0, max: 60 }).map(String),
);
const key: fc.Arbitrary<EntityKey> = fc.record({ partitionKey: text, rowKey: text });

/** A key as one text, which the index does without. */
function nameOf({ partitionKey, rowKey }: EntityKey): string {
  return JSON.stringify([partitionKey, rowKey]);
}

function indexOf(keys: readonly EntityKey[]): KeyIndex {
  const index = new KeyIndex((row) => keys[row] as EntityKey);
  for (const [row, each] of keys.entries()) index.add(each, row);
  return index;
}

describe('KeyIndex', () => {
  it('finds each row by its key, and no other', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { selector: nameOf, maxLength: 300 }),
        fc.array(key, { maxLength: 50 }),
        (keys, asked) => {
          const index = indexOf(keys);
          const truth = new Map(keys.map((each, row) => [nameOf(each), row]));
          for (const each of [...keys, ...asked]) expect(index.rowOf(each)).toBe(truth.get(nameOf(each)));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes at most 24 bytes for each of 200,000 rows, and a key is not where others are alike', () => {
    const keyAt = (row: number): EntityKey => ({
      partitionKey: `${d19(row % 100)}___${d19(row >> 7)}`,
      rowKey: `dep___role___in_${row % 300}___${d19(row)}`,
    });
    const index = new KeyIndex(keyAt);
    const rows = 200_000;
    for (let row = 0; row < rows; row += 1) index.add(keyAt(row), row);
    expect(index.bytes / rows).toBeLessThanOrEqual(24);
    for (const row of [0, 1, 777, 131_071, 131_072, rows - 1]) expect(index.rowOf(keyAt(row))).toBe(row);
    expect(index.rowOf(keyAt(rows))).toBeUndefined();
    expect(index.rowOf({ partitionKey: keyAt(5).partitionKey, rowKey: keyAt(6).rowKey })).toBeUndefined();
  });

  it('finds keys that were made to have one hash, however many', () => {
    const PRIME = 0x01000193;
    const step = (state: number, letter: number): number => Math.imul(state ^ letter, PRIME);
    /** Two texts of two letters that take the hash from one state to the same next one. */
    const pairFrom = (state: number): readonly [string, string, number] => {
      const seen = new Map<number, number>();
      for (let letter = 0x100; letter < 0xd800; letter += 1) {
        const high = step(state, letter) >>> 16;
        const other = seen.get(high);
        seen.set(high, letter);
        if (other === undefined) continue;
        // The second letter undoes the difference of the lower halves.
        const second = 0x4e00 ^ (step(state, letter) & 0xffff) ^ (step(state, other) & 0xffff);
        if (second >= 0xd800 || second === 0) continue;
        const end = step(step(state, other), 0x4e00);
        return [String.fromCharCode(other, 0x4e00), String.fromCharCode(letter, second), end];
      }
      throw new Error('no pair');
    };
    let state = step(step(0x811c9dc5, 'p'.charCodeAt(0)), 0);
    let texts = [''];
    for (let times = 0; times < 8; times += 1) {
      const [one, two, end] = pairFrom(state);
      texts = texts.flatMap((each) => [each + one, each + two]);
      state = end;
    }
    const ends = texts.map((each) =>
      Array.from(each).reduce((at, letter) => step(at, letter.charCodeAt(0)), step(step(0x811c9dc5, 112), 0)),
    );
    expect([texts.length, new Set(ends).size]).toEqual([256, 1]);
    const keys = texts.map((rowKey) => ({ partitionKey: 'p', rowKey }));
    let compared = 0;
    const index = new KeyIndex((row) => {
      compared += 1;
      return keys[row] as EntityKey;
    });
    for (const [row, each] of keys.entries()) index.add(each, row);
    for (const [row, each] of keys.entries()) expect(index.rowOf(each)).toBe(row);
    // Not every pair of keys is compared.
    expect(compared).toBeLessThanOrEqual(64 * keys.length);
  });
});
