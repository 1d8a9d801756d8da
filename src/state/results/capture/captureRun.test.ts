import { describe, expect, it } from 'vitest';
import type { EndedRun } from '../../run/runState.ts';
import { captureRun } from './captureRun.ts';

const COMPLETENESS = {
  state: 'unverifiable',
  rows: 75,
  queriesDone: 3,
  queriesAsked: 3,
  readAtMs: 1000,
  firstReadAtMs: 900,
  arrivalNote: 'Late rows possible.',
  reasons: [{ kind: 'unread', text: 'A file.', queries: ['a'] }],
  unread: [],
  resumable: false,
} as const;

function runOf(more: object = {}): EndedRun {
  return {
    phase: 'ended',
    runId: 9,
    plan: {},
    rows: 75,
    bytes: 100,
    dataVersion: 4,
    completeness: { ...COMPLETENESS, ...more },
  } as unknown as EndedRun;
}

/** The run of a file, and a way to make its worker die. */
function opened(run: EndedRun) {
  let lose: (words: string) => void = () => undefined;
  const started: unknown[] = [];
  const onLost = (listener: (words: string) => void) => {
    lose = listener;
    return () => undefined;
  };
  const store = captureRun(run, { onLost }, (...query) => {
    started.push(query);
  });
  return { store, started, lose: (words: string) => lose(words) };
}

describe('the run of a file', () => {
  it('has ended: it cannot be continued, and a new query starts elsewhere', () => {
    const run = runOf();
    const { store, started } = opened(run);
    let changes = 0;
    store.subscribe(() => void (changes += 1));
    store.resume({} as never);
    store.cancel();
    store.unpause();
    expect([store.get(), store.canResume({} as never), changes]).toEqual([run, false, 0]);
    const query = [{ plan: 1 }, { session: 1 }, { form: 1 }] as const;
    store.start(...(query as unknown as Parameters<typeof store.start>));
    expect([started, store.get()]).toEqual([[query], run]);
  });

  it.each([{}, { tables: 4 }])('has no rows once its worker has died, and says so: %j', (more) => {
    const run = runOf(more);
    const { store, lose } = opened(run);
    let changes = 0;
    store.subscribe(() => void (changes += 1));
    lose('The worker stopped.');
    expect(changes).toBe(1);
    expect(store.get()).toEqual({
      ...run,
      rows: 0,
      dataVersion: 5,
      completeness: {
        state: 'stopped',
        rows: 0,
        queriesDone: 0,
        queriesAsked: 3,
        readAtMs: 1000,
        ...more,
        reasons: [{ kind: 'cancelled', text: 'The worker stopped. Open the file again.', queries: [] }],
        unread: [],
        resumable: false,
      },
    });
  });
});
