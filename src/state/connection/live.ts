import type { TextFault } from '../../core/result.ts';
import { readConnectionText, readTokenText } from '../../tables/connection/connectionText.ts';
import { readDemoAccount } from '../../tables/connection/demoAccount.ts';
import type { ConnectionText } from '../../tables/connection/connectionTypes.ts';
import { createAttempts, createFailed, createProver } from './attempt.ts';
import { createOwnClock } from './diagnosis.ts';
import { createHeldSession } from './held.ts';
import type { DemoLease } from './session.ts';
import type { ConnectChoice, ConnectFault, CreateLive } from './connectionState.ts';

type Open = (
  text: ConnectionText,
  signal: AbortSignal,
  more?: { readonly choice?: ConnectChoice; readonly demo?: DemoLease },
) => Promise<ConnectFault | undefined>;

/** Builds everything needed for connecting; `store` keeps the state. */
export const createLiveConnection: CreateLive = (deps, store) => {
  const { env, activity, lock } = deps;
  const attempts = createAttempts(store);
  const failed = createFailed(env);
  const clock = createOwnClock(env, deps.page);
  const held = createHeldSession(deps, store);
  const prove = createProver({ ...deps, clock, attempts, failed, accept: held.accept });

  /** Judges the validity of the SAS by two clocks, if the second one is known. */
  const openAndProve: Open = async (text, signal, { choice, demo } = {}) => {
    const startedAtMs = env.monotonicMs();
    await clock.ask();
    const connection = held.open(text, choice);
    return prove({ connection, text, demo }, signal, startedAtMs);
  };
  const attempt = (work: (signal: AbortSignal) => Promise<ConnectFault | undefined>) =>
    activity.track(attempts.run(work));
  const connectDemo = (): Promise<ConnectFault | undefined> =>
    attempt(async (signal) => {
      const refused = lock.refusalOfDemo();
      if (refused !== undefined) return { kind: 'isolation', fault: refused };
      failed.forget();
      // Awaited before its SAS is used.
      void clock.ask();
      const { text, expiresAtMs, window } = await readDemoAccount(env, signal);
      return openAndProve(text, signal, { demo: { expiresAtMs, window } });
    });
  const letGo = (): void => {
    attempts.end();
    failed.forget();
  };

  return {
    connect: (pasted, choice = {}) => {
      const read = typeof pasted === 'string' ? readConnectionText(pasted) : readTokenText(pasted);
      if (!read.ok) return Promise.resolve({ kind: 'text', fault: read.error });
      const text = read.value;
      failed.forget();
      return attempt((signal) => openAndProve(text, signal, { choice }));
    },
    connectDemo,
    retry: () => {
      const candidate = failed.take();
      if (candidate === undefined) return Promise.resolve({ kind: 'text', fault: FORGOTTEN });
      if (candidate.demo === undefined) {
        return attempt((signal) => prove(candidate, signal, env.monotonicMs()));
      }
      candidate.connection.close();
      return connectDemo();
    },
    cancelAttempt: attempts.end,
    forgetFailed: () => {
      failed.forget();
      attempts.clearFault();
    },
    renew: async (text, reads) => {
      const current = held.session()?.connection;
      if (current === undefined) return { kind: 'text', fault: FORGOTTEN };
      const renewed = await activity.track(current.renew(text, reads));
      return renewed.ok ? undefined : { kind: 'text', fault: renewed.error };
    },
    prepare: () => activity.track(clock.ask()),
    chooseTransport: (transport) => held.change({ transport }),
    touch: held.watch.touch,
    checkIdle: held.watch.check,
    leave: () => {
      letGo();
      held.drop('left');
    },
    disconnect: () => {
      letGo();
      held.close();
      store.set({ kind: 'none' });
      lock.reload();
    },
  };
};

const FORGOTTEN: TextFault = {
  message: 'The pasted text is no longer kept.',
  from: 0,
  to: 0,
  nextStep: 'Paste it again.',
};
