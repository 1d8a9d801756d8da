import { describe, expect, it } from 'vitest';
import { NEW_YEAR } from './clean.fixture.ts';
import { phrase, sentenceText } from './phrase.ts';
import { findingTitles } from './finding.ts';
import { isoToTicks } from '../../time/ticks.ts';

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

  it('tells titles that are the same apart by when they begin', () => {
    const at = (from: bigint) => ({ title: 'Gap for all', cells: [{ from, to: from + HOUR }] });
    const other = { title: 'Skewed load', cells: [] };
    expect(findingTitles([at(NEW_YEAR), other])).toEqual(['Gap for all', 'Skewed load']);
    expect(findingTitles([at(NEW_YEAR), other, at(JULY + 50_000_000n)], 'Europe/Berlin')).toEqual([
      'Gap for all, 01-01 01:00',
      'Skewed load',
      'Gap for all, 07-01 02:00:05',
    ]);
    // 01:42 occurs twice: the clock of New York is put back at 06:00Z.
    const first = isoToTicks('2026-11-01T05:42:00Z');
    expect(findingTitles([at(first), at(first + HOUR), at(first + 2n * HOUR)], 'America/New_York')).toEqual([
      'Gap for all, 11-01 01:42 -04:00',
      'Gap for all, 11-01 01:42 -05:00',
      'Gap for all, 11-01 02:42',
    ]);
  });
});
