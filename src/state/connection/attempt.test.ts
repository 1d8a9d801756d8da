import { describe, expect, it } from 'vitest';
import type { ClockReading } from '../../tables/base/serviceClock.ts';
import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { createVirtualClock } from '../../tables/base/virtualClock.fixture.ts';
import { createStore } from '../base/store.ts';
import { type Candidate, createAttempts, createFailed, credentialWarnings } from './attempt.ts';
import type { ConnectFault, ConnectionState } from './connectionState.ts';
import type { ConnectDiagnosis } from './diagnosis.ts';
import type { Session } from './session.ts';

const warning = (parameter: string) => ({
  parameter,
  message: `${parameter} is odd.`,
  nextStep: 'Change it.',
});
const said = (parameter: string): string => `${parameter} is odd. Change it.`;

function warningsOf(
  parameters: readonly string[],
  { kind = 'cloud', secondary = false, permissions = ['read'] } = {},
  clock?: ClockReading,
): readonly string[] {
  const connection = {
    facts: { warnings: parameters.map(warning), permissions },
    endpoint: { kind },
    ...(secondary && { secondary: {} }),
  } as unknown as Connection;
  return credentialWarnings(connection, clock);
}

describe('warnings about a SAS that works', () => {
  it('leave out what is needed: http for an emulator, the service for a secondary that is only read', () => {
    const all = ['spr', 'srt', 'sp'];
    expect(warningsOf(all)).toStrictEqual(all.map(said));
    expect(warningsOf(all, { kind: 'emulator' })).toStrictEqual([said('srt'), said('sp')]);
    expect(warningsOf(all, { secondary: true })).toStrictEqual([said('spr'), said('sp')]);
    expect(warningsOf(all, { secondary: true, permissions: ['read', 'list'] })).toStrictEqual([
      said('spr'),
      said('sp'),
    ]);
    for (const other of ['add', 'delete'])
      expect(warningsOf(all, { secondary: true, permissions: ['read', other, 'list'] })).toStrictEqual(
        all.map(said),
      );
    expect(warningsOf([])).toStrictEqual([]);
  });

  it('name a clock that is wrong by a minute or more, and whose time is used', () => {
    const clock = (aheadMs: number, of: ClockReading['of']) =>
      warningsOf(['sp'], {}, { aheadMs, of }).slice(1);
    expect(clock(59_999, 'the table service')).toStrictEqual([]);
    expect(clock(-60_000, 'the table service')).toStrictEqual([
      "This computer's clock is 1 min behind the table service. Here, now means the service's time.",
    ]);
    expect(clock(86_400_000, 'the server of this page')).toStrictEqual([
      "This computer's clock is 1 d ahead of the server of this page. " +
        "Here, now means this computer's time: let it set its clock from the network.",
    ]);
  });
});

describe('attempts to connect', () => {
  const FAULT = {
    kind: 'service',
    fault: { kind: 'network', message: 'No answer.', nextStep: 'Wait.' },
  } as unknown as ConnectFault;
  const SLOW = { id: 'slow' } as unknown as ConnectDiagnosis;
  const CANCELLED = {
    kind: 'cancelled',
    fault: { message: 'The attempt to connect was given up.', from: 0, to: 0, nextStep: 'Connect again.' },
  };
  function rig(state: ConnectionState = { kind: 'none' }) {
    const store = createStore<ConnectionState>(state);
    const attempts = createAttempts(store);
    const signals: AbortSignal[] = [];
    const ends: ((fault?: ConnectFault) => void)[] = [];
    const run = () =>
      attempts.run(
        (signal) =>
          new Promise((resolve) => {
            signals.push(signal);
            ends.push(resolve);
          }),
      );
    return { store, attempts, signals, ends, run };
  }

  it('show that they run, what is known meanwhile, and why they failed', async () => {
    const { store, attempts, signals, ends, run } = rig();
    const found = run();
    expect(store.get()).toStrictEqual({ kind: 'connecting' });
    attempts.showSlow(SLOW, new AbortController().signal);
    expect(store.get()).toStrictEqual({ kind: 'connecting' });
    const [signal] = signals;
    if (signal === undefined) throw new Error('Nothing was begun.');
    attempts.showSlow(SLOW, signal);
    expect(store.get()).toStrictEqual({ kind: 'connecting', slow: SLOW });
    ends[0]?.(FAULT);
    expect([await found, store.get()]).toStrictEqual([FAULT, { kind: 'none', fault: FAULT }]);
    // It is over: nothing more is shown of it, and its fault is forgotten on demand.
    attempts.showSlow(SLOW, signal);
    attempts.end();
    expect(store.get()).toStrictEqual({ kind: 'none', fault: FAULT });
    attempts.clearFault();
    expect(store.get()).toStrictEqual({ kind: 'none' });
    attempts.clearFault();
    const again = run();
    ends[1]?.();
    expect([await again, store.get()]).toStrictEqual([undefined, { kind: 'none' }]);
  });

  it('are one at a time: a newer one, or the end, discards what the one before found', async () => {
    const { store, attempts, signals, ends, run } = rig();
    const [first, second] = [run(), run()];
    expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true, false]);
    ends[0]?.(FAULT);
    expect([await first, store.get()]).toStrictEqual([CANCELLED, { kind: 'connecting' }]);
    attempts.end();
    expect([signals[1]?.aborted, store.get()]).toStrictEqual([true, { kind: 'none' }]);
    ends[1]?.(FAULT);
    expect([await second, store.get()]).toStrictEqual([CANCELLED, { kind: 'none' }]);
  });

  it('leave a connection that works as it is', async () => {
    const session = { transport: 'automatic' } as unknown as Session;
    const { store, attempts, ends, run } = rig({ kind: 'connected', session });
    const found = run();
    expect(store.get()).toStrictEqual({ kind: 'connected', session, attempt: {} });
    ends[0]?.(FAULT);
    expect([await found, store.get()]).toStrictEqual([FAULT, { kind: 'connected', session }]);
    attempts.clearFault();
    expect(store.get()).toStrictEqual({ kind: 'connected', session });
  });

  it('do not clear why the last SAS was dropped, when there is no fault to clear', () => {
    const dropped: ConnectionState = {
      kind: 'none',
      dropped: { reason: 'idle', host: 'a.example', url: 'https://a.example', name: 'SAS' },
    };
    const { store, attempts } = rig(dropped);
    attempts.clearFault();
    expect(store.get()).toBe(dropped);
  });

  it('end with what was thrown only if that is no fault of the service', async () => {
    const { attempts } = rig();
    await expect(attempts.run(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});

describe('a failed attempt', () => {
  function rig() {
    const clock = createVirtualClock(() => Promise.reject(new Error('Nothing is sent.')));
    const closed: string[] = [];
    const candidate = (name: string) =>
      ({ connection: { close: () => void closed.push(name) } }) as unknown as Candidate;
    return { clock, closed, candidate, failed: createFailed(clock.env) };
  }

  it('is kept for five minutes, and closed then', async () => {
    const { clock, closed, candidate, failed } = rig();
    failed.keep(candidate('a'));
    await clock.advance(299_999);
    expect(closed).toStrictEqual([]);
    await clock.advance(1);
    expect([closed, failed.take()]).toStrictEqual([['a'], undefined]);
  });

  it('is closed when it is forgotten or replaced, and not when it is handed over', async () => {
    const { clock, closed, candidate, failed } = rig();
    failed.forget();
    failed.keep(candidate('a'));
    failed.keep(candidate('b'));
    expect(closed).toStrictEqual(['a']);
    await clock.advance(200_000);
    const taken = failed.take();
    expect([taken !== undefined, failed.take()]).toStrictEqual([true, undefined]);
    await clock.advance(600_000);
    expect(closed).toStrictEqual(['a']);
    // The time of the one before does not count for the next.
    failed.keep(candidate('c'));
    await clock.advance(200_000);
    failed.keep(candidate('d'));
    expect(closed).toStrictEqual(['a', 'c']);
    await clock.advance(299_999);
    expect(closed).toStrictEqual(['a', 'c']);
    failed.forget();
    expect(closed).toStrictEqual(['a', 'c', 'd']);
  });
});
