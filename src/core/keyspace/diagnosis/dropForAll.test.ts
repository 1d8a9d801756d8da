import { describe, expect, it } from 'vitest';
import { viewOf } from './cells.fixture.ts';
import { dropForAll } from './dropForAll.ts';
import { sentenceText } from './phrase.ts';

/** `low` in every column, except for ranges with a count of their own. */
const columns = (length: number, low: number, ...ranges: readonly (readonly [number, number, number])[]) =>
  Array.from({ length }, (_, at) => ranges.find(([from, to]) => at >= from && at < to)?.[2] ?? low);
const wordsOf = (counts: readonly number[]) =>
  dropForAll.find(viewOf([counts])).map(({ title, sentence }) => `${title}: ${sentenceText(sentence)}`);

describe('a drop', () => {
  it('misses thirty rows at least', () => {
    expect(wordsOf(columns(60, 31, [30, 31, 1]))).toEqual([
      'Drop for all to 3 %: All together wrote 3 % of what they wrote just before and after, from 2026-01-01T00:30:00Z to 2026-01-01T00:31:00Z (60 s): 1 row instead of about 31.',
    ]);
    expect(wordsOf(columns(60, 30, [30, 31, 1]))).toEqual([]);
  });

  it('may be a third of the list', () => {
    expect(wordsOf(columns(36, 100, [12, 24, 10]))).toEqual([
      'Drop for all to 10 %: All together wrote 10 % of what they wrote just before and after, from 2026-01-01T00:12:00Z to 2026-01-01T00:24:00Z (12 min): 120 rows instead of about 1,200.',
    ]);
  });

  it('is named by itself up to three, and with all others from four on', () => {
    const three = [
      [20, 25, 10],
      [60, 66, 10],
      [111, 116, 10],
    ] as const;
    expect(wordsOf(columns(200, 100, ...three)).map((words) => words.split(':')[0])).toEqual([
      'Drop for all to 10 %',
      'Drop for all to 10 %',
      'Drop for all to 10 %',
    ]);
    expect(wordsOf(columns(200, 100, ...three, [130, 136, 10]))).toEqual([
      '4 drops for all: All together wrote 10 % of what they wrote just before and after, 4 times, the first from 2026-01-01T00:20:00Z to 2026-01-01T00:25:00Z (5 min): 220 rows instead of about 2,200.',
    ]);
  });

  it('is looked for in twelve columns with rows or more', () => {
    const isBlind = (length: number) => dropForAll.isBlind?.(viewOf([[0, ...columns(length, 5), 0, 0]]));
    expect([isBlind(11), isBlind(12)]).toEqual([true, false]);
  });

  it('says what to do, and that a regular one is no outage', () => {
    const advice = (counts: readonly number[]) =>
      dropForAll.find(viewOf([counts])).map(({ severity, advice: words }) => [severity, words]);
    expect(advice(columns(60, 100, [20, 30, 10]))).toEqual([
      [
        'fault',
        'Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
      ],
    ]);
    const even = columns(200, 100, [40, 45, 10], [80, 85, 10], [120, 125, 10]);
    expect(advice(even)).toEqual([['note', 'Working hours or a timer: no outage.']]);
  });
});
