import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../time/ticks.ts';
import { completenessState, type RunFacts } from './completeness.ts';
import { completenessText } from './completenessText.ts';

const READ_AT_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;

/** One query per entry: minutes that its secondary lags, `unknown`, or undefined for the primary. */
function factsOf(
  windowEndsBefore: number | undefined,
  copies: readonly (number | 'unknown' | undefined)[],
  more: Partial<RunFacts> = {},
): RunFacts {
  return {
    phase: 'ended',
    rows: 7,
    queries: copies.map((behind, index) => ({
      label: `${index}`,
      tableName: 'Logs',
      state: 'done' as const,
      ...(behind !== undefined && {
        readsSecondary: true,
        secondarySyncMs: behind === 'unknown' ? 0 : READ_AT_MS - behind * MINUTE_MS,
      }),
    })),
    guards: [],
    unread: [],
    headersExposed: true,
    readAtMs: READ_AT_MS,
    ...(windowEndsBefore !== undefined && {
      windowTo: ticksFromUnixMs(READ_AT_MS - windowEndsBefore * MINUTE_MS),
    }),
    ...more,
  };
}

describe('a result that was read from the secondary', () => {
  it('is Complete if the window ended before the last sync, and names that time', () => {
    const found = completenessState(factsOf(16, [2, undefined, 5]));
    expect(found.state).toBe('complete');
    expect(found.arrivalNote).toBeUndefined();
    expect(completenessText(found)).toBe(
      'Complete: 7 rows from 3 of 3 prefixes. 2 queries were read from the secondary endpoint as of its last sync, 2026-11-21T11:55:00Z.',
    );
  });

  it('is Unverifiable if the window ends after the last sync, or is open', () => {
    for (const ends of [1, 4.9, -60, undefined]) {
      const found = completenessState(factsOf(ends, [5, undefined]));
      expect(found.state).toBe('unverifiable');
      expect('reasons' in found ? found.reasons : []).toMatchObject([
        { kind: 'secondary-lag', queries: ['0'] },
      ]);
      expect(completenessText(found)).toMatch(
        /^Unverifiable: 7 rows from 2 of 2 prefixes\. 1 query was read .*until 2026-11-21T11:55:00Z, and .*newer rows may be missing\. Connect.*before\.$/,
      );
    }
    expect(completenessState(factsOf(5, [5])).state).toBe('complete');
    expect(completenessState(factsOf(undefined, [undefined])).state).toBe('complete');
  });
});
