import { describe, expect, it } from 'vitest';
import { timeLeft } from './credentialWords.ts';

const NOW_MS = Date.UTC(2026, 10, 21);

describe('time left of a SAS', () => {
  it.each([
    [7 * 3_600_000 + 12 * 60_000 + 59_999, '7 h 12 min', 'ok'],
    [10 * 60_000, '10 min', 'ok'],
    [10 * 60_000 - 1, '9 min', 'warning'],
    [59_999, '59 s', 'warning'],
    [1, 'under 1 s', 'warning'],
    [0, 'expired', 'danger'],
    [-1, 'expired', 'danger'],
  ])('%i ms: %s, %s', (leftMs, text, tone) => {
    expect(timeLeft(NOW_MS + leftMs, NOW_MS)).toMatchObject({ text, tone });
  });

  it('is shorter in the bar, and never taken for months or metres', () => {
    const shortOf = (leftMs: number): string => timeLeft(NOW_MS + leftMs, NOW_MS).short;
    expect([7 * 3_600_000 + 12 * 60_000, 3_600_000, 12 * 60_000, 59_999, 0].map(shortOf)).toEqual([
      '7 h 12 m',
      '1 h',
      '12 min',
      '59 s',
      'expired',
    ]);
  });

  it('says so where a stored policy holds the expiry', () => {
    expect(timeLeft(undefined, NOW_MS).text).toBe('expiry held by policy');
  });
});
