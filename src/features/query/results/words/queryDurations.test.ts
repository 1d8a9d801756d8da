import { describe, expect, it } from 'vitest';
import { unfinished } from './queryDurations.ts';

type Run = Parameters<typeof unfinished>[0];

const progress = (...states: readonly Run['progress'][number]['state'][]) =>
  states.map((state) => ({ state }));
const ended = { state: 'incomplete' } as const;

describe('queries that did not finish', () => {
  it('are those that a run left before their end', () => {
    expect(
      unfinished({ completeness: ended, progress: progress('done', 'failed', 'stopped', 'waiting') }),
    ).toBe(3);
  });

  it('are none where rows are missing for another reason: every planned query was read', () => {
    expect(unfinished({ completeness: ended, progress: progress('done', 'done') })).toBe(0);
  });

  it('are not counted while a run goes on', () => {
    const running = { state: 'running' } as const;
    expect(unfinished({ completeness: running, progress: progress('reading', 'waiting') })).toBe(0);
  });
});
