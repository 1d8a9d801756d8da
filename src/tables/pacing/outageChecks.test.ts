import { describe, expect, it } from 'vitest';
import { countedSignal } from '../base/listeners.fixture.ts';
import type { TableFault } from '../base/tableError.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { untilAnswered } from './outageChecks.ts';
import { createRunControl, type RunPause } from './pause.ts';
import { createSilence } from './silence.ts';
import { DEFAULT_RETRY_POLICY } from './retry.ts';

const fault = (kind: TableFault['kind']): TableFault => ({ kind, message: `scripted ${kind}`, nextStep: '' });
const REFUSED = fault('auth');
const EXPIRED = fault('expired');
const RESET = fault('network');

type Found = TableFault | 'not sent' | undefined;

/** Runs outage checks that bring what the script says, until one brings undefined. */
function wait(cause: TableFault, found: readonly Found[]) {
  const clock = createVirtualClock(() => Promise.reject(new Error('unused')));
  const counted = countedSignal();
  const inner = createRunControl();
  let waiters = 0;
  const pauses: (RunPause | undefined)[] = [];
  const sent: { readonly atMs: number; readonly attempt: number; readonly isSent: boolean }[] = [];
  const work = untilAnswered(
    {
      env: clock.env,
      policy: DEFAULT_RETRY_POLICY,
      signal: counted.signal,
      check: (attempt, isSent) => {
        sent.push({ atMs: clock.nowMs(), attempt, isSent });
        return Promise.resolve(found[sent.length - 1]);
      },
      control: {
        resume: inner.resume,
        onResume: (listener) => {
          waiters += 1;
          const letGo = inner.onResume(listener);
          return () => {
            waiters -= 1;
            letGo();
          };
        },
      },
      onPause: (pause) => pauses.push(pause),
      onPageAnswer: () => () => undefined,
      silence: createSilence(clock.env, DEFAULT_RETRY_POLICY.breaker),
    },
    { fault: cause, checks: 0 },
    () => 0,
  );
  return { work, clock, ...counted, resume: inner.resume, waiters: () => waiters, pauses, sent };
}

describe('waiting for an answer', () => {
  it('leaves no listener behind, however it goes: an outage, another SAS, a second one, and the end of the run', async () => {
    const outage = wait(RESET, [RESET, RESET, undefined]);
    await outage.clock.run(outage.work);
    expect([outage.listeners(), outage.waiters(), outage.clock.timers()]).toEqual([0, 0, 0]);

    const refused = wait(EXPIRED, [REFUSED, undefined]);
    for (let times = 0; times < 2; times += 1) {
      await refused.clock.settle();
      expect([refused.listeners(), refused.waiters()]).toEqual([1, 1]);
      refused.resume();
    }
    await refused.work;
    expect([refused.listeners(), refused.waiters()]).toEqual([0, 0]);

    for (const cause of [EXPIRED, RESET]) {
      const ended = wait(cause, [RESET]);
      await ended.clock.settle();
      ended.abort();
      await expect(ended.work).rejects.toMatchObject({ kind: 'cancelled' });
      expect([ended.waiters(), ended.clock.timers()]).toEqual([0, 0]);
    }
  });

  it('asks for another SAS first if it has expired, and sends whatever the host asked for then; nobody is asked if a check is answered', async () => {
    const asked = wait(EXPIRED, [undefined]);
    await asked.clock.settle();
    expect([asked.sent, asked.pauses.map((pause) => pause?.kind)]).toEqual([[], ['credential']]);
    asked.resume();
    await asked.work;
    expect(asked.sent).toEqual([{ atMs: asked.clock.nowMs(), attempt: 1, isSent: true }]);

    const told = wait(REFUSED, [undefined]);
    await told.clock.run(told.work);
    expect([told.sent[0]?.isSent, told.pauses]).toEqual([false, []]);

    const refused = wait(REFUSED, [REFUSED, undefined]);
    await refused.clock.settle();
    expect([refused.sent.length, refused.pauses.map((pause) => pause?.kind)]).toEqual([1, ['credential']]);
    refused.resume();
    await refused.work;
    expect(refused.sent.map(({ isSent }) => isSent)).toEqual([false, true]);
  });

  it('goes on with what it heard last where an outage check was not sent', async () => {
    const { work, clock, sent } = wait(RESET, ['not sent', RESET, undefined]);
    await clock.run(work);
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });
});
