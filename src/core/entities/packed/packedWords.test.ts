import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PackedWords } from './packedWords.ts';

/** Words whose differences take 0 to 4 bytes, also at both ends of 32 bits. */
const word = fc.oneof(
  fc.constantFrom(
    0,
    1,
    254,
    255,
    256,
    65_535,
    65_536,
    2 ** 24 - 1,
    2 ** 24,
    2 ** 31,
    2 ** 32 - 2,
    2 ** 32 - 1,
  ),
  fc.nat(2 ** 32 - 1),
);
const stretch = fc.oneof(
  fc.array(word, { maxLength: 12 }),
  fc.tuple(word, fc.nat(12)).map(([one, count]) => Array.from({ length: count }, () => one)),
);
const step = fc.record({ words: stretch, packs: fc.nat(3), trims: fc.boolean() });

it('gives back every word, whichever were packed and freed before others arrived', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(3), (steps, bits) => {
      const packed = new PackedWords(bits);
      const wanted: number[] = [];
      for (const { words, packs, trims } of steps) {
        packed.reserve(wanted.length + words.length);
        for (const each of words) packed.set(wanted.push(each) - 1, each);
        for (let at = 0; at < packs && packed.canPack(wanted.length); at++) packed.pack();
        if (trims) packed.trim(wanted.length);
        expect(wanted.map((_, row) => packed.at(row))).toEqual(wanted);
      }
    }),
    { numRuns: 300 },
  );
});

it('a block waits until it is full, and takes as many bytes as its words differ by', () => {
  const words = (differ: number): PackedWords => {
    const packed = new PackedWords();
    packed.reserve(8192);
    for (let row = 0; row < 8192; row++) packed.set(row, 4_000_000_000 + (row % 2) * differ);
    expect([packed.canPack(8191), packed.canPack(8192)]).toEqual([false, true]);
    packed.pack();
    packed.trim(8192);
    return packed;
  };
  const held = [0, 255, 256, 65_536, 2 ** 24].map((differ) => words(differ).bytesHeld);
  const room = held[0] ?? 0;
  expect(held.map((bytes) => Math.floor((bytes - room) / 8192))).toEqual([0, 1, 2, 3, 4]);
});

it('frees the memory of many words once they are packed', () => {
  const packed = new PackedWords();
  packed.reserve(400_000);
  for (let row = 0; row < 400_000; row++) packed.set(row, row % 200);
  while (packed.canPack(400_000)) packed.pack();
  packed.trim(400_000);
  expect(packed.bytesHeld).toBeLessThan(400_000 * 1.3);
  expect([0, 8191, 8192, 399_999].map((row) => packed.at(row))).toEqual([0, 191, 192, 199]);
});
