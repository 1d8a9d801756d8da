import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { storeOf } from '../../entities/store/storeOf.fixture.ts';
import { KeyDigest } from './keyDigest.ts';
import { ValueDigest } from './rowDigests.ts';

const u32 = (value: bigint): bigint => BigInt.asUintN(32, value);
const turned = (value: bigint, count: bigint): bigint => u32(value << count) | (value >> (32n - count));

/** The last step of MurmurHash3 (fmix32), as its author defines it. */
function finished(value: bigint): bigint {
  let mix = value ^ (value >> 16n);
  mix = u32(mix * 0x85ebca6bn);
  mix ^= mix >> 13n;
  mix = u32(mix * 0xc2b2ae35n);
  return mix ^ (mix >> 16n);
}

/**
 * Both halves of a digest over whole units: the first as in 32-bit MurmurHash3, the second with the constants of the second and third lane
 * of its 128-bit form. It computes with BigInt, so that it shares no rounding and no sign with the digest's own arithmetic.
 */
function digestOf(units: readonly bigint[]): readonly [high: number, low: number] {
  let [one, two] = [0n, 0x9747b28cn];
  for (const unit of units) {
    const first = u32(turned(u32(u32(unit) * 0xcc9e2d51n), 15n) * 0x1b873593n);
    one = u32(turned(one ^ first, 13n) * 5n + 0xe6546b64n);
    const second = u32(turned(u32(u32(unit) * 0x239b961bn), 16n) * 0xab0e9789n);
    two = u32((turned(two ^ second, 15n) + one) * 5n + 0x38b34ae5n);
  }
  const count = BigInt(units.length);
  return [Number(finished(one ^ count)), Number(finished(two ^ u32(one * 0x1b873593n) ^ count))];
}

const unitsOf = (text: string): readonly bigint[] =>
  Array.from({ length: text.length }, (_, at) => BigInt(text.charCodeAt(at)));

describe('the 64 bits of texts', () => {
  type Step =
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'byte'; readonly byte: number }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: 'end' }
    | { readonly kind: 'left out' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }).map((text): Step => ({ kind: 'text', text })),
    fc.nat(255).map((byte): Step => ({ kind: 'byte', byte })),
    fc.maxSafeInteger().map((value): Step => ({ kind: 'number', value })),
    fc.constantFrom<Step>(
      { kind: 'end' },
      { kind: 'left out' },
      { kind: 'number', value: -1 },
      { kind: 'number', value: 2 ** 32 },
    ),
  );
  const unitsOfStep = (each: Step): readonly bigint[] => {
    if (each.kind === 'text') return unitsOf(each.text);
    if (each.kind === 'byte') return [BigInt(each.byte)];
    // Marks are above all units of a text.
    if (each.kind === 'end') return [0x1_0000n];
    if (each.kind === 'left out') return [0x1_0001n];
    const value = BigInt(each.value);
    return [value >> 32n, u32(value)];
  };

  it('are those of MurmurHash3 over their units, marks and numbers', () => {
    const digest = new KeyDigest();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        digest.begin();
        for (const each of steps) {
          if (each.kind === 'text') digest.text(each.text);
          else if (each.kind === 'byte') digest.byte(each.byte);
          else if (each.kind === 'number') digest.number(each.value);
          else if (each.kind === 'end') digest.end();
          else digest.leftOut();
        }
        expect([digest.high, digest.low]).toEqual(digestOf(steps.flatMap(unitsOfStep)));
      }),
    );
    // The example of the reference implementation: empty input with the seed of the first half.
    digest.begin();
    expect(digest.high).toBe(0);
  });
});

describe('the 32 bits of the values of a row', () => {
  const row = (at: number, rest: string): string => `{"PartitionKey":"p","RowKey":"${at}"${rest}}`;
  /** Which rows are alike: for each row, the first one that has the same bits. */
  const alike = (rests: readonly string[], names?: readonly string[]) => {
    const digest = new ValueDigest(storeOf(rests.map((rest, at) => row(at, rest))), names);
    const bits = rests.map((_rest, at) => digest.of(at));
    expect(bits.every((each) => Number.isInteger(each) && each >= 0 && each < 2 ** 32)).toBe(true);
    return { firsts: bits.map((each) => bits.indexOf(each)), held: digest.heldNames() };
  };

  it('are of names, types and texts, in whatever order and however they are written', () => {
    const { firsts, held } = alike([
      ',"A":"x","B":"y"',
      ',"B":"y","A":"x"',
      ',"A":"\\u0078","B":"y"',
      ',"A":"y","B":"x"',
      ',"A":"x","B":"z"',
      ',"A":"x"',
      ',"A":"x","C":null',
      ',"C":"x"',
      ',"A":"5"',
      ',"A":5',
      ',"A@odata.type":"Edm.Int64","A":"5"',
      ',"A":5.0',
      ',"A":true',
      '',
      ',"B":null',
      ',"A":"x","Timestamp":"2026-01-01T00:00:00Z"',
    ]);
    expect(firsts).toEqual([0, 0, 0, 3, 4, 5, 5, 7, 8, 9, 10, 11, 12, 13, 13, 5]);
    expect(held).toEqual(['A', 'B', 'C']);
  });

  it('are of the named properties alone; those that no row has a value of are not named', () => {
    const { firsts, held } = alike(
      [',"A":1,"B":2', ',"A":1,"B":3', ',"A":1,"D":null', ',"A":2', ',"B":9'],
      ['A', 'D', 'E'],
    );
    expect([firsts, held]).toEqual([[0, 0, 0, 3, 4], ['A']]);
    expect(alike([',"A":1'], []).held).toEqual([]);
    // A later row brings another column.
    expect(alike([',"A":1', ',"Z":1', ',"Z":1,"A":1']).firsts).toEqual([0, 1, 2]);
  });
});
