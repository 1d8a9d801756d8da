import { describe, expect, it } from 'vitest';
import { ok } from '../core/result.ts';
import { createActivity } from '../state/base/activity.ts';
import { createVirtualClock } from '../tables/base/virtualClock.fixture.ts';
import { createSession, type SessionDeps } from './session.ts';

const MINUTE_MS = 60_000;
const never = (): Promise<never> => new Promise(() => undefined);

/** A session that is connected to an account. `isDeleted` answers attempts to delete a table. */
async function connected(isDeleted: () => Promise<boolean>, leaves = false) {
  const done: string[] = [];
  let isRunning = false;
  const opened = {
    account: {},
    leftovers: [],
    listLeftovers: async () => {
      done.push('list');
      return [];
    },
    deleteTable: isDeleted,
    close: () => done.push('forget'),
  };
  const clock = createVirtualClock(never);
  const session = createSession({
    env: clock.env,
    activity: createActivity((next) => next()),
    lock: { reload: () => done.push('reload') },
    isInUse: () => isRunning,
    load: async () => ({ openPasted: async () => ok(opened), openDemo: never }),
  } as unknown as SessionDeps);
  const connecting = session.connect('a SAS');
  if (leaves) session.leave();
  await connecting;
  return {
    session,
    done,
    clock,
    runTest: (running: boolean) => {
      isRunning = running;
    },
  };
}

describe('the connection of the stress lab', () => {
  it('keeps its credential during a test, whose table must be deleted with it', async () => {
    const { session, done, runTest } = await connected(never);
    runTest(true);
    session.disconnect();
    expect([session.get().kind, done]).toEqual(['connected', []]);
    runTest(false);
    session.disconnect();
    expect(done).toEqual(['forget', 'reload']);
  });

  it('forgets its credential after 30 minutes without use; a test is use', async () => {
    const { session, done, clock, runTest } = await connected(never);
    runTest(true);
    await clock.advance(40 * MINUTE_MS);
    expect([session.get().kind, done]).toEqual(['connected', []]);
    runTest(false);
    await clock.advance(31 * MINUTE_MS);
    expect([session.get(), done]).toEqual([{ kind: 'none', dropped: 'idle' }, ['forget']]);
  });

  it('forgets its credential if the page is left while it connects', async () => {
    const { session, done } = await connected(never, true);
    expect([session.get(), done]).toEqual([{ kind: 'none', dropped: 'left' }, ['forget']]);
  });

  it.each([
    { how: 'refused', answer: async () => false, said: false },
    { how: 'not answered', answer: () => Promise.reject(new Error('x')), said: false },
    { how: 'done', answer: async () => true, said: true },
  ])('says whether a table that was left behind is gone: $how', async ({ answer, said }) => {
    const { session, done } = await connected(answer);
    expect(await session.deleteLeftover('keyscopestress0mi5r2k00abc123')).toBe(said);
    expect(done).toEqual(['list']);
  });
});
