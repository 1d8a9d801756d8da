import { describe, expect, it } from 'vitest';
import { isoToTicks, TICKS_PER_HOUR, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { newestPrecision, newestWindow, newestWords, windowLength } from './newestWords.ts';

const NOW = isoToTicks('2026-11-22T12:00:00.0000000Z');
const UTC = { timeZone: undefined, name: 'UTC' };

describe('the window of the newest rows', () => {
  it('is as long as the one before, and ends after them on a whole minute', () => {
    expect(windowLength({ from: 'now-2h', to: 'now' }, NOW)).toBe(2n * TICKS_PER_HOUR);
    const before = isoToTicks('2026-11-20T01:44:07.1234567Z');
    expect(newestWindow(before, 2n * TICKS_PER_HOUR)).toEqual({
      from: '2026-11-19T23:45:00Z',
      to: '2026-11-20T01:45:00Z',
    });
    expect(newestWindow(before, 90n * TICKS_PER_SECOND)).toEqual({
      from: '2026-11-20T01:42:38Z',
      to: '2026-11-20T01:44:08Z',
    });
  });

  it('is an hour long where the form has none', () => {
    for (const [from, to] of [
      ['', 'now'],
      ['now-1h', ''],
      ['x', 'now'],
      ['now', 'now-1h'],
    ] as const)
      expect(windowLength({ from, to }, NOW)).toBe(TICKS_PER_HOUR);
    expect(newestPrecision(8n * TICKS_PER_HOUR)).toBe(TICKS_PER_HOUR);
    expect(newestPrecision(1n)).toBe(TICKS_PER_SECOND);
  });

  it('is said with how it was found', () => {
    const seen = isoToTicks('2026-11-22T11:05:00.0000000Z');
    const found = { seen, before: seen, looked: 6, ranges: 100, requests: 17 };
    expect(newestWords(found, NOW, UTC, false)).toBe(
      'Newest row: 2026-11-22 11:05:00 UTC, 55 min ago, looked for in 6 of 100 prefixes (17 requests). The time range now ends there.',
    );
    const later = { ...found, before: isoToTicks('2026-11-22T11:08:59.5000000Z') };
    expect(newestWords(later, NOW, UTC, false)).toContain('55 min ago, or at most 4 min later, looked for');
    const one = { ...found, seen: undefined, looked: 1, ranges: 1, requests: 1 };
    expect(newestWords(one, NOW, UTC, true)).toBe(
      'The newest rows are before 2026-11-22 11:05:00 UTC, 55 min ago (1 request). The filter was left out. The time range now ends there.',
    );
  });
});
