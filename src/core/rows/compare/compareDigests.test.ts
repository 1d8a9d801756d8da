import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDigests, type KeyComparison } from './compareDigests.ts';
import type { KeyDigests } from './rowDigests.ts';

/** The two halves of a row's digest, and the digest of its values. The row's number is its index in the list. */
type Row = readonly [high: number, low: number, value: number];

function digestsOf(rows: readonly Row[], hasValues = true): KeyDigests {
  const places = rows.map((_row, at) => at);
  const rowAt = (at: number): Row => rows[at] ?? [0, 0, 0];
  places.sort((a, b) => rowAt(a)[0] - rowAt(b)[0] || rowAt(a)[1] - rowAt(b)[1] || a - b);
  const of = (part: 0 | 1 | 2) => Uint32Array.from(places, (at) => rowAt(at)[part]);
  return { high: of(0), low: of(1), rows: Uint32Array.from(places), ...(hasValues && { values: of(2) }) };
}

function compared(
  here: KeyDigests,
  there: KeyDigests,
): { readonly steps: number; readonly found: KeyComparison } {
  const work = compareDigests(here, there);
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done === true) return { steps, found: step.value };
  }
}

const keyOf = ([high, low]: Row): string => `${high} ${low}`;
const countBy = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
/** How many names of two lists can be paired one to one. */
const pairable = (a: readonly string[], b: readonly string[]): number => {
  const other = countBy(b);
  return [...countBy(a)].reduce((sum, [name, count]) => sum + Math.min(count, other.get(name) ?? 0), 0);
};

const row = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2));
const rows = fc.array(row, { maxLength: 30 });

describe('two results by their digests', () => {
  it('have as many rows in both as keys can be paired, and changed ones where values cannot', () => {
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (here, there, hasValues) => {
        const { found } = compared(digestsOf(here, hasValues), digestsOf(there));
        const both = pairable(here.map(keyOf), there.map(keyOf));
        expect([found.both, found.onlyHere.length, found.onlyThere.length]).toStrictEqual([
          both,
          here.length - both,
          there.length - both,
        ]);
        // Which rows are in one list only follows from the counts of their keys; they are in the order of the rows.
        for (const [own, only, other] of [
          [here, found.onlyHere, there],
          [there, found.onlyThere, here],
        ] as const) {
          expect([...only]).toStrictEqual([...only].toSorted((a, b) => a - b));
          const lost = countBy([...only].map((at) => keyOf(own[at] as Row)));
          const others = countBy(other.map(keyOf));
          for (const [name, count] of countBy(own.map(keyOf)))
            expect(lost.get(name) ?? 0).toBe(Math.max(0, count - (others.get(name) ?? 0)));
        }
        const whole = ([high, low, value]: Row): string => `${high} ${low} ${value}`;
        const changed = both - pairable(here.map(whole), there.map(whole));
        expect(found.changed?.here.length).toBe(hasValues ? changed : undefined);
        expect(found.changed?.there.length).toBe(hasValues ? changed : undefined);
        for (const { here: at, there: other } of found.changed?.pairs ?? []) {
          expect(keyOf(here[at] as Row)).toBe(keyOf(there[other] as Row));
          expect((here[at] as Row)[2]).not.toBe((there[other] as Row)[2]);
        }
        const used = found.changed?.pairs.map((pair) => pair.here) ?? [];
        expect(used).toStrictEqual([...new Set(used)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('compare values only if both have them', () => {
    const [here, there] = [[[1, 1, 1]], [[1, 1, 2]]] as const;
    const changedOf = (a: boolean, b: boolean) =>
      compared(digestsOf(here, a), digestsOf(there, b)).found.changed;
    expect([changedOf(true, false), changedOf(false, true), changedOf(false, false)]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(changedOf(true, true)).toStrictEqual({
      here: Uint32Array.of(0),
      there: Uint32Array.of(0),
      pairs: [{ here: 0, there: 0 }],
    });
  });

  it('pair several rows of one key in the order of rows: first equal ones, then the others', () => {
    const { found } = compared(
      digestsOf([
        [5, 5, 1],
        [5, 5, 2],
        [5, 5, 3],
        [5, 5, 3],
      ]),
      digestsOf([
        [5, 5, 8],
        [5, 5, 3],
        [5, 5, 9],
      ]),
    );
    expect(found).toStrictEqual({
      both: 3,
      onlyHere: Uint32Array.of(3),
      onlyThere: new Uint32Array(0),
      changed: {
        here: Uint32Array.of(0, 1),
        there: Uint32Array.of(0, 2),
        pairs: [
          { here: 0, there: 0 },
          { here: 1, there: 2 },
        ],
      },
    });
  });

  it('name all changed rows, and the first 20 pairs, by their numbers here, in whatever order their digests are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 0, max: 2 ** 31 }), (count, turn) => {
        // Each key occurs once, and the digests are in another order than the rows.
        const keys = Array.from({ length: count }, (_, at) => (Math.imul(at + 1, 0x9e3779b1) ^ turn) >>> 0);
        const here = keys.map((key): Row => [key, 7, 1]);
        const there = keys.map((key): Row => [key, 7, 2]);
        const { found } = compared(digestsOf(here), digestsOf(there));
        expect(found.changed).toStrictEqual({
          here: Uint32Array.from(keys, (_, at) => at),
          there: Uint32Array.from(keys, (_, at) => at),
          pairs: Array.from({ length: Math.min(count, 20) }, (_, at) => ({ here: at, there: at })),
        });
      }),
    );
  });

  it('hold as many rows as there are, and pause after every 8,192 digests', () => {
    const many = digestsOf(
      Array.from({ length: 8191 }, (_, at): Row => [at, 0, 0]),
      false,
    );
    const none = digestsOf([], false);
    const { steps, found } = compared(many, none);
    expect([steps, found.both, found.onlyThere.length]).toStrictEqual([0, 0, 0]);
    expect(found.onlyHere).toStrictEqual(Uint32Array.from({ length: 8191 }, (_, at) => at));
    const more = digestsOf(
      Array.from({ length: 16_384 }, (_, at): Row => [at, 0, 0]),
      false,
    );
    expect([compared(none, more).steps, compared(more, more).found.both]).toStrictEqual([2, 16_384]);
  });
});
