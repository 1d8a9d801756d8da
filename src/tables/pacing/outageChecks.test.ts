import { describe, expect, it } from 'vitest';
import { countedSignal } from '../base/listeners.fixture.ts';
import type { TableFault } from '../base/tableError.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { untilAnswered } from './outageChecks.ts';
import { createRunControl, type RunPause } from './pause.ts';
import { createSilence } from './silence.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry.ts';

const fault = (kind: TableFault['kind']): TableFault => ({ kind, message: `scripted ${kind}`, nextStep: '' });
const REFUSED = fault('auth');
const EXPIRED = fault('expired');
const RESET = fault('network');

type Found = TableFault | 'not sent' | undefined;

/** Runs outage checks that bring what the script says, until one brings undefined. */
function wait(cause: TableFault, found: readonly Found[]) {
  const clock = createVirtualClock();
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

const NO_PAGE: TableFault = { kind: 'protocol', message: 'a sign-in page.', nextStep: '' };

interface Scene {
  readonly cause?: TableFault;
  /** What the checks find, one after the other. Later checks are answered. */
  readonly found: readonly (TableFault | 'not sent')[];
  /** Until when the host wants to be left alone, in milliseconds from the start. */
  readonly askedUntilMs?: number;
  readonly isOnline?: (atMs: number) => boolean;
  readonly isWatched?: boolean;
  readonly policy?: RetryPolicy;
  readonly cancelAtMs?: number;
  /** Number of checks since the last page, before this scene. */
  readonly checks?: number;
  /** When the user asks to check at once. */
  readonly asksAtMs?: readonly number[];
}

/** Runs a scene. The random number is always 0.5, which makes the waits exact. */
async function run({
  cause = RESET,
  found,
  askedUntilMs = 0,
  isOnline,
  isWatched = true,
  asksAtMs = [],
  policy = DEFAULT_RETRY_POLICY,
  cancelAtMs,
  checks = 0,
}: Scene) {
  const clock = createVirtualClock();
  const startUnixMs = clock.env.nowMs();
  const control = createRunControl();
  const cancelling = new AbortController();
  if (cancelAtMs !== undefined) clock.env.setTimer(() => cancelling.abort(), cancelAtMs);
  for (const atMs of asksAtMs) clock.env.setTimer(() => control.resume(), atMs);
  const sentAtMs: number[] = [];
  const pauses: (readonly [atMs: number, pause: RunPause | undefined])[] = [];
  const work = untilAnswered(
    {
      env: { ...clock.env, random: () => 0.5, isOnline: () => isOnline?.(clock.nowMs()) ?? true },
      policy,
      signal: cancelling.signal,
      check: () => {
        sentAtMs.push(clock.nowMs());
        return Promise.resolve(found[sentAtMs.length - 1]);
      },
      ...(isWatched ? { control } : {}),
      onPause: (pause) => pauses.push([clock.nowMs(), pause]),
      onPageAnswer: () => () => undefined,
      silence: createSilence(clock.env, policy.breaker),
    },
    { fault: cause, checks },
    () => Math.max(0, askedUntilMs - clock.nowMs()),
  );
  const failed = await clock.run(
    work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  return { sentAtMs, pauses, failed, startUnixMs, endedAtMs: clock.nowMs() };
}

const times = (count: number, fault: TableFault): readonly TableFault[] =>
  Array.from({ length: count }, () => fault);

describe('when outage checks are sent', () => {
  it('each time later, at most 4 s apart, until no page was answered for 90 s, watched or not', async () => {
    for (const isWatched of [true, false]) {
      // 200 + 400 (2^x - 1) ms: 600, 1400, 3000, 6200, ...
      const { sentAtMs, pauses, failed } = await run({ found: times(90, RESET), isWatched });
      const gaps = sentAtMs.map((atMs, at) => atMs - (sentAtMs[at - 1] ?? 0));
      expect(gaps.slice(0, 3)).toEqual([600, 1400, 3000]);
      // Random between 2.8 and 4 s; 3.4 s with a random number of 0.5.
      expect(new Set(gaps.slice(3))).toEqual(new Set([3400]));
      expect([(sentAtMs.at(-2) ?? 0) < 90_000, (sentAtMs.at(-1) ?? 0) >= 90_000]).toEqual([true, true]);
      const message = `${RESET.message} No page was answered for 90 s.`;
      expect(failed).toMatchObject({ fault: { ...RESET, message } });
      // A pause is reported when a wait begins, which is at 600, 2000, 5000, 8400 and 11,800 ms, and only after a second of silence.
      const told = pauses.filter(([, pause], at) => pause?.kind !== pauses[at - 1]?.[1]?.kind);
      expect(told.map(([atMs, pause]) => [atMs, pause?.kind])).toEqual([
        [2000, 'busy'],
        [11_800, 'unanswered'],
      ]);
    }
  });

  it('every 30 s while offline, which is told at once and is no silence of the service', async () => {
    const { sentAtMs, pauses } = await run({ found: times(2, RESET), isOnline: (atMs) => atMs >= 30_000 });
    expect(sentAtMs).toEqual([30_000, 31_400, 34_400]);
    expect(pauses[0]).toEqual([0, { kind: 'offline', fault: RESET }]);
    const away = { found: times(30, RESET), isOnline: () => false } as const;
    expect(await run(away)).toMatchObject({ failed: undefined, endedAtMs: 31 * 30_000 });
    // If nobody watches, nobody can bring the network back.
    expect((await run({ ...away, isWatched: false })).sentAtMs).toEqual([30_000, 60_000, 90_000]);
  });

  it('not while the host asks for a wait; ten seconds or more are told with their end', async () => {
    const { retryAfterMaxMs } = DEFAULT_RETRY_POLICY;
    for (const [askedUntilMs, kind] of [
      [999, undefined],
      [1000, 'busy'],
      [9999, 'busy'],
      [10_000, 'asked-to-wait'],
    ] as const) {
      const short = await run({ found: [], askedUntilMs });
      expect([short.sentAtMs, short.pauses.map(([, pause]) => pause?.kind)]).toEqual([
        [askedUntilMs],
        [kind],
      ]);
    }
    const untilMs = retryAfterMaxMs + 1;
    // The user asks for a check twice meanwhile, which must not end the wait.
    const long = await run({ found: [], askedUntilMs: untilMs, asksAtMs: [5, untilMs - 1] });
    expect(long.sentAtMs).toEqual([untilMs]);
    // The pause is reported again each time something interrupted the wait.
    const untilUnixMs = long.startUnixMs + untilMs;
    expect(new Set(long.pauses.map(([, pause]) => JSON.stringify(pause)))).toEqual(
      new Set([JSON.stringify({ kind: 'asked-to-wait', fault: RESET, untilUnixMs })]),
    );
    // However long the wait was, one check is sent after it before the run gives up.
    const twice = await run({ found: [RESET], askedUntilMs: untilMs });
    expect(twice).toMatchObject({ sentAtMs: [untilMs], failed: { fault: { kind: 'network' } } });
  });

  it('sooner if the user asks, but never within a second', async () => {
    const early = await run({ found: times(3, RESET), asksAtMs: [2001] });
    // The waits last 600, 1400 and 3000 ms. The user asks at the start of the third one, which is then cut to its least time of one second.
    expect(early.sentAtMs).toEqual([600, 2000, 3000, 6400]);
    const later = await run({ found: times(3, RESET), asksAtMs: [4200] });
    expect(later.sentAtMs).toEqual([600, 2000, 4200, 7600]);
  });

  it('not any more once the run is cancelled, which ends a wait at once', async () => {
    // The first cancels within the second that is always waited for, the other one later.
    for (const cancelAtMs of [500, 5000]) {
      const ended = await run({ found: [], isOnline: () => false, cancelAtMs });
      expect(ended).toMatchObject({ sentAtMs: [], failed: { kind: 'cancelled' }, endedAtMs: cancelAtMs });
    }
  });

  it('three times in a row for answers that are no pages, then a person must act', async () => {
    const ended = await run({ found: times(9, NO_PAGE) });
    expect(ended.sentAtMs).toHaveLength(3);
    expect(ended.failed).toMatchObject({ fault: NO_PAGE });
    const mixed = await run({ found: [NO_PAGE, NO_PAGE, RESET, NO_PAGE, NO_PAGE] });
    expect([mixed.sentAtMs.length, mixed.failed]).toEqual([6, undefined]);
    // Only answers that are not pages count, even if none of them may be repeated.
    const none = { ...DEFAULT_RETRY_POLICY, maxRetries: { ...DEFAULT_RETRY_POLICY.maxRetries, protocol: 0 } };
    expect((await run({ found: times(2, RESET), policy: none })).failed).toBeUndefined();
    expect((await run({ found: [NO_PAGE], policy: none })).failed).toMatchObject({ fault: NO_PAGE });
  });
});
