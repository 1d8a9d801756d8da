import { describe, expect, it } from 'vitest';
import { clockOffsetTicks } from './clockOffset.ts';

const HOUR = 36_000_000_000n;

describe('the clock of a writer', () => {
  it.each([
    ['', 0n],
    ['utc', 0n],
    [' Z ', 0n],
    ['+02:00', 2n * HOUR],
    ['-8', -8n * HOUR],
    ['\u22128', -8n * HOUR],
    ['+0530', 5n * HOUR + HOUR / 2n],
    ['-14:00', -14n * HOUR],
  ])('%j', (text, ticks) => {
    expect(clockOffsetTicks(text)).toBe(ticks);
  });

  it.each(['2', '+14:01', '+15', '+2:75', 'CET', '+', '+1:2:3'])('%j is none', (text) => {
    expect(clockOffsetTicks(text)).toBeUndefined();
  });
});
