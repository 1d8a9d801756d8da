import { describe, expect, it } from 'vitest';
import { dayStart } from './TimeRange.tsx';

describe('the beginning of a day', () => {
  it.each([
    ['2026-11-22', 0, undefined, '2026-11-22T00:00:00Z'],
    ['2026-12-31', 1, undefined, '2027-01-01T00:00:00Z'],
    ['2026-11-22', 0, 'America/Los_Angeles', '2026-11-22T08:00:00Z'],
    ['2026-03-08', 1, 'America/Los_Angeles', '2026-03-09T07:00:00Z'],
    ['2026-07-01', 0, 'Asia/Kathmandu', '2026-06-30T18:15:00Z'],
    // On these days clocks skipped midnight, or the whole day.
    ['2018-11-04', 0, 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2011-12-30', 0, 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ] as const)('%s plus %i days in %s', (date, plus, zone, iso) => {
    expect(dayStart(date, plus, zone)).toBe(iso);
  });

  it('ends with the calendar', () => {
    expect(dayStart('9999-12-31', 1, undefined)).toBe('9999-12-31T23:59:59.9999999Z');
    expect(dayStart('0001-01-01', 0, 'Asia/Tokyo')).toBe('0001-01-01T00:00:00Z');
  });
});
