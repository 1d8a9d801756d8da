import { describe, expect, it } from 'vitest';
import { timeLeft } from './timeLeft.ts';

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
    expect(timeLeft({ expiresAtMs: NOW_MS + leftMs, clockAheadMs: 0 }, NOW_MS)).toMatchObject({ text, tone });
  });

  it('goes by the better clock', () => {
    const tenAhead = { expiresAtMs: NOW_MS, clockAheadMs: 600_000 };
    expect(timeLeft(tenAhead, NOW_MS).text).toBe('10 min');
    expect(timeLeft({ ...tenAhead, clockAheadMs: -60_000 }, NOW_MS).text).toBe('expired');
  });

  it('is shorter in the bar, and never taken for months or metres', () => {
    const shortOf = (leftMs: number): string =>
      timeLeft({ expiresAtMs: NOW_MS + leftMs, clockAheadMs: 0 }, NOW_MS).short;
    expect([7 * 3_600_000 + 12 * 60_000, 3_600_000, 12 * 60_000, 59_999, 0].map(shortOf)).toEqual([
      '7 h 12 m',
      '1 h',
      '12 min',
      '59 s',
      'expired',
    ]);
  });

  it('says so where a stored policy holds the expiry', () => {
    expect(timeLeft({ clockAheadMs: 0 }, NOW_MS).text).toBe('expiry held by policy');
  });
});
