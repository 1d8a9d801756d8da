import { describe, expect, it } from 'vitest';
import { NEW_YEAR } from './clean.fixture.ts';
import { boundText, phrase, sentenceText } from './phrase.ts';

const HOUR = 36_000_000_000n;
const JULY = NEW_YEAR + 181n * 24n * HOUR;

describe('phrase', () => {
  it('writes its instants in the zone that is shown, with the offset that held then', () => {
    const inner = phrase`from ${NEW_YEAR}`;
    const words = phrase`${3} rows ${inner} to ${JULY}: ${'x'}.`;
    expect(sentenceText(words)).toBe('3 rows from 2026-01-01T00:00:00Z to 2026-07-01T00:00:00Z: x.');
    expect(sentenceText(words, 'America/New_York')).toBe(
      '3 rows from 2025-12-31T19:00:00-05:00 to 2026-06-30T20:00:00-04:00: x.',
    );
  });

  it('prints the time of a row with all digits, and a bound in the seconds that hold it', () => {
    const from = NEW_YEAR + 4750n;
    expect(boundText({ from, before: from + 1n })).toBe('2026-01-01T00:00:00.0004750Z');
    // Keys that hold milliseconds.
    expect(boundText({ from, before: from + 10_000n })).toBe(
      'between 2026-01-01T00:00:00Z and 2026-01-01T00:00:01Z',
    );
    expect(boundText({ from: NEW_YEAR, before: NEW_YEAR + HOUR })).toBe(
      'between 2026-01-01T00:00:00Z and 2026-01-01T01:00:00Z',
    );
  });
});
