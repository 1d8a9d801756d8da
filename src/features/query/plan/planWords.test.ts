import { describe, expect, it } from 'vitest';
import { planOf, windowOf } from '../../../core/plan/planRequest.fixture.ts';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { planNotes, planWords, ranWords } from './planWords.ts';

const EXACT = { schemeId: 'ticks19', volume: 1 } as const;

describe('a plan in one line', () => {
  it('counts its queries and says which time they read', () => {
    const window = {
      from: isoToTicks('2026-11-21T23:45:00Z'),
      to: isoToTicks('2026-11-22T01:45:00.0000001Z'),
    };
    const plan = planOf({ ...EXACT, window });
    expect(planWords(plan, undefined)).toBe(
      '1 partition range query, 23:45:00 \u2264 time < 01:45:00.0000001',
    );
    expect(planWords(plan, 'Asia/Tokyo')).toContain('08:45:00 \u2264 time < 10:45:00.0000001');
    expect(planNotes(plan)).toEqual([]);
  });

  it('says the time that is read, and why it is more than the window', () => {
    const window = windowOf('2026-11-21T02:24:31Z', '2026-11-21T02:39:02Z');
    const plan = planOf({ window, volume: 100 });
    expect(planWords(plan, undefined)).toBe('100 partition range queries, 02:24:00 \u2264 time < 02:40:00');
    expect(planNotes(plan)).toEqual([
      'Keys hold whole minutes, so this reads 2026-11-21T02:24:00Z to 2026-11-21T02:40:00Z.',
    ]);
  });

  it('is shorter once it was run', () => {
    expect(ranWords(planOf({ volume: 100 }))).toBe('100 queries');
    expect(ranWords(planOf(EXACT))).toBe('1 query');
  });

  it('warns of a scan', () => {
    const plan = planOf({ schemeId: 'none' });
    expect(planWords(plan, undefined)).toBe('1 table scan query');
    expect(planNotes(plan).join(' ')).toContain('table scan');
  });
});
