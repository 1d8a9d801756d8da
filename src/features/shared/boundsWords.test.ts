import { describe, expect, it } from 'vitest';
import { clampTicks, isoToTicks, TICKS_PER_DAY } from '../../core/time/ticks.ts';
import { boundsWords } from './boundsWords.ts';

const NOW = isoToTicks('2026-11-22T14:00:20.0000000Z');
const UTC = { timeZone: undefined, name: 'UTC' };

const words = (from: string | undefined, before: string, zone = UTC as Parameters<typeof boundsWords>[2]) =>
  boundsWords(
    {
      from: from === undefined ? undefined : isoToTicks(`2026-11-${from}Z`),
      before: isoToTicks(`2026-11-${before}Z`),
    },
    NOW,
    zone,
  );

describe('where a row is in time', () => {
  it('is an instant with all its digits only if it is one', () => {
    expect(words('22T13:06:53.0004750', '22T13:06:53.0004751')).toBe('13:06:53.0004750 UTC, 53 min 26 s ago');
    // A rounded key states only a minute, so no end of it may read like the time of the row.
    expect(words('22T13:05:00.0000000', '22T13:06:00.0000000')).toBe(
      'between 13:05 and 13:06 UTC, about 55 min ago',
    );
    expect(words('22T13:06:53.0004750', '22T13:06:53.0004752')).toBe(
      'between 13:06:53 and 13:06:54 UTC, about 53 min 27 s ago',
    );
  });

  it('is as wide as the bounds, on whole minutes where they are a minute apart', () => {
    expect(words('22T13:05:10.5000000', '22T13:11:52.5000000')).toBe(
      'between 13:05 and 13:12 UTC, about 55 min ago',
    );
    expect(words('22T23:00:00.0000000', '22T23:01:00.0000000')).toBe(
      'between 23:00 and 23:01 UTC, in about 9 h',
    );
    expect(words(undefined, '22T13:11:52.5000000')).toBe('before 13:12 UTC, 48 min ago');
  });

  it('has a date where that is not today, in the zone in sight', () => {
    expect(words('20T01:44:00.0000000', '20T01:52:00.0000000')).toBe(
      'between 2026-11-20 01:44 and 01:52 UTC, about 2 d 12 h ago',
    );
    expect(words('20T23:55:00.0000000', '21T00:03:00.0000000')).toBe(
      'between 2026-11-20 23:55 and 2026-11-21 00:03 UTC, about 1 d 14 h ago',
    );
    expect(words('22T13:05:00.0000000', '22T13:12:00.0000000', { timeZone: 'Asia/Tokyo', name: 'JST' })).toBe(
      'between 22:05 and 22:12 JST, about 55 min ago',
    );
    const first = clampTicks(0n);
    expect(boundsWords({ from: first, before: clampTicks(TICKS_PER_DAY) }, NOW, UTC)).toMatch(
      /^between 0001-01-01 00:00 and 0001-01-02 00:00 UTC, about 2025 y/,
    );
  });
});
