import { describe, expect, it, vi } from 'vitest';
import { findKeysSteps, type FindOptions } from './pasted/findKeys.ts';
import { readWord } from './pasted/readWord.ts';

/** Pieces that texts are repeated from. Each of them once made some reader slow. */
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

/** Counts the words that are read, and the steps this takes. */
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
    // At most one word is read per step, so no task takes longer than one word.
    if (words - before > 1) throw new Error(`${words - before} words in one step`);
    if (step.done === true) return { words, steps, keys: step.value.keys.length };
  }
}

describe('findKeysSteps', () => {
  it.each(PIECES)('reads %j, again and again, word by word and no word twice', (piece) => {
    const text = piece.repeat(Math.ceil(4000 / piece.length));
    const { words, steps } = counted(text, {});
    // The text is read as a line, then what it contains.
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

  // A reader of quadratic time would exceed the time limit of a test.
  it.each(PIECES)('ends on 64 KiB of %j', (piece) => {
    const { keys } = counted(piece.repeat(Math.ceil(65_536 / piece.length)), {
      limit: 5,
      readWord: () => undefined,
    });
    expect(keys).toBeLessThanOrEqual(5);
  });
});

interface Execs {
  readonly exec: (this: RegExp, text: string) => RegExpExecArray | null;
}
interface Matches {
  readonly matchAll: (this: string, pattern: RegExp) => RegExpStringIterator<RegExpExecArray>;
}
interface Pops {
  readonly pop: (this: unknown[]) => unknown;
}

/**
 * The most that any step does: how many regular expressions it runs, how many characters of lines it searches for words, how many brackets
 * it closes.
 */
function mostInStep(text: string) {
  const work = { regexes: 0, lineChars: 0, closed: 0 };
  const most = { ...work };
  const { exec } = RegExp.prototype as Execs;
  const { matchAll } = String.prototype as Matches;
  const { pop } = Array.prototype as Pops;
  const spies = [
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, line) {
      work.regexes++;
      return exec.call(this, line);
    }),
    vi.spyOn(String.prototype, 'matchAll').mockImplementation(function (this: string, pattern) {
      work.lineChars += this.length;
      return matchAll.call(this, pattern);
    }),
    vi.spyOn(Array.prototype, 'pop').mockImplementation(function (this: unknown[]) {
      work.closed++;
      return pop.call(this);
    }),
  ];
  try {
    const steps = findKeysSteps(text, { limit: 5, readWord: () => undefined });
    for (let isDone = false; !isDone; ) {
      isDone = steps.next().done === true;
      for (const kind of ['regexes', 'lineChars', 'closed'] as const) {
        most[kind] = Math.max(most[kind], work[kind]);
        work[kind] = 0;
      }
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return most;
}

describe('a step', () => {
  it.each([
    ['open arrays', '['.repeat(20_000)],
    ['open objects', '{"a":'.repeat(20_000)],
    ['members that are no keys', `{${'"PartitionKey":1,'.repeat(5000)}`],
    ['members, closed', `[{${'"a":"1",'.repeat(5000)}"b":2}]`],
    ['quotes', "'".repeat(20_000)],
    ['quotes and blanks', "' ".repeat(10_000)],
    ['quotes in pairs', "''a".repeat(7000)],
  ])('is bounded for %s', (_what, text) => {
    const { regexes, lineChars, closed } = mostInStep(text);
    expect(regexes).toBeLessThanOrEqual(64 * 8);
    expect(closed).toBeLessThanOrEqual(64 * 4);
    // A step searches a line only once; the literals in it are searched in later steps.
    expect(lineChars).toBeLessThanOrEqual(text.length + 8192);
  });
});
