import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../time/ticks.ts';
import { completenessState, type RunFacts } from './completeness.ts';
import { completenessText } from './completenessText.ts';

const READ_AT_MS = Date.UTC(2026, 10, 21, 12);

function factsOf(minutesBefore: number, more: Partial<RunFacts>, secondary: readonly boolean[]): RunFacts {
  return {
    phase: 'ended',
    rows: 7,
    queries: secondary.map((readsSecondary, index) => ({
      label: `${index}`,
      tableName: 'Logs',
      state: 'done' as const,
      ...(readsSecondary && { readsSecondary }),
    })),
    guards: [],
    unread: [],
    headersExposed: true,
    readAtMs: READ_AT_MS,
    windowTo: ticksFromUnixMs(READ_AT_MS - minutesBefore * 60_000),
    ...more,
  };
}

describe('a result that was read from the secondary', () => {
  it('is Complete where the window ended long ago, and says which copy was read', () => {
    const found = completenessState(factsOf(16, {}, [true, false, true]));
    expect(found.state).toBe('complete');
    expect(found.arrivalNote).toBeUndefined();
    expect(completenessText(found)).toBe(
      'Complete: 7 rows from 3 of 3 prefixes. 2 queries were read from the secondary endpoint: rows newer than its last sync, which is not known, may be missing.',
    );
  });

  it('says that rows may still arrive for a window that ends within 15 min; the primary alone within 10', () => {
    expect(completenessState(factsOf(14, {}, [true])).arrivalNote).toMatch(/less than 15 min before/);
    expect(completenessState(factsOf(14, {}, [false])).arrivalNote).toBeUndefined();
    expect(completenessState(factsOf(9, {}, [false])).arrivalNote).toMatch(/less than 10 min before/);
  });

  it('says why it was given up, also where nothing came from it', () => {
    const found = completenessState(factsOf(60, { secondaryFailure: 'The SAS is refused.' }, [false]));
    expect(found.secondaryNote).toBe(
      'The secondary endpoint was given up, and the primary was read instead: The SAS is refused.',
    );
    expect(completenessState(factsOf(60, {}, [false])).secondaryNote).toBeUndefined();
  });
});
