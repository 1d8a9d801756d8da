import { describe, expect, it } from 'vitest';
import { findKeysSteps, type FindOptions } from './pasted/findKeys.ts';
import { readWord } from './pasted/readWord.ts';

/** Pieces that texts are made of: repeated often, each has stopped a reader somewhere. */
const PIECES = [
  "PartitionKey eq '",
  'PartitionKey eq ',
  "RowKey='",
  "'",
  "' ",
  "''",
  '"',
  '\\"',
  '{"a":',
  '[1,',
  '{"PartitionKey":"',
  '%',
  '%2525',
  '\u0301',
  'a\u0301 ',
  '\u200b',
  '\ud800',
  'abc123 ',
  '2024-03-05 10:00 ',
  '0634925952000000000 ',
  ',',
  '\t',
  '(',
  ')',
] as const;

/** How many words are read, and how many steps there are. */
function counted(
  text: string,
  options: FindOptions,
): { readonly words: number; readonly steps: number; readonly keys: number } {
  let words = 0;
  const found = findKeysSteps(text, {
    ...options,
    readWord: (...input) => {
      words += 1;
      return readWord(...input);
    },
  });
  for (let steps = 1; ; steps += 1) {
    const before = words;
    const step = found.next();
    // One word a step: the longest task is that of one word.
    if (words - before > 1) throw new Error(`${words - before} words in one step`);
    if (step.done === true) return { words, steps, keys: step.value.keys.length };
  }
}

describe('findKeysSteps', () => {
  it.each(PIECES)('reads %j, again and again, word by word and no word twice', (piece) => {
    const text = piece.repeat(Math.ceil(4000 / piece.length));
    const { words, steps } = counted(text, {});
    // As a line, and as what it holds.
    expect(words).toBeLessThanOrEqual(2 + text.length);
    expect(steps).toBeLessThanOrEqual(2 + 2 * text.length);
  });

  it('reads no word after the keys that were wanted, also within a line', () => {
    const key = '0634925952000000000 ';
    for (const text of [
      key.repeat(50_000),
      "PartitionKey eq 'x' ".repeat(6000),
      '{"PartitionKey":"a","RowKey":"b"}'.repeat(5000),
    ]) {
      const { words, keys } = counted(text, { limit: 20 });
      expect(keys).toBe(20);
      expect(words).toBeLessThanOrEqual(64);
    }
  });

  // A reader that looks at each character once for each other one would not end within the time of a test.
  it.each(PIECES)('ends on 256 KiB of %j', (piece) => {
    const { keys } = counted(piece.repeat(Math.ceil(262_144 / piece.length)), {
      limit: 5,
      readWord: () => undefined,
    });
    expect(keys).toBeLessThanOrEqual(5);
  });
});
