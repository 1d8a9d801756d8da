import type { TextFault } from '../../core/result.ts';
import { readConnectionText, readTokenText } from '../../tables/connection/connectionText.ts';
import { readDemoAccount } from '../../tables/connection/demoAccount.ts';
import type { Connection, ConnectionText } from '../../tables/connection/connectionTypes.ts';
import { createAttempts, createFailed, createProver, credentialWarnings } from './attempt.ts';
import { createOwnClock } from './diagnosis.ts';
import { credentialOf, type DemoLease, type Session } from './session.ts';
import type {
  ConnectChoice,
  ConnectFault,
  ConnectionState,
  ConnectionStoreDeps,
  CreateLive,
} from './connectionState.ts';
import { openConnection } from '../../tables/connection/connection.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import { faultOf } from '../../tables/base/tableError.ts';
import { doubtMs } from '../../tables/sas/credentialFacts.ts';
import { createCredentialWatch, type DropReason } from './watch.ts';
import { recognise } from '../base/secrets.ts';
import type { Store } from '../base/store.ts';

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

/** The demo SAS is renewed this long before it expires. */
const DEMO_RENEWAL_MARGIN_MS = 5 * 60_000;
/** Delay before a failed renewal is retried. */
const DEMO_RENEWAL_RETRY_MS = 30_000;

/** The open session, and how long its credential is kept. */
function createHeldSession(deps: ConnectionStoreDeps, store: Store<ConnectionState>) {
  const { env } = deps;
  const session = (): Session | undefined => {
    const state = store.get();
    return state.kind === 'connected' ? state.session : undefined;
  };
  const change = (changed: Partial<Session>): void => {
    store.update((state) =>
      state.kind === 'connected' ? { ...state, session: { ...state.session, ...changed } } : state,
    );
  };
  const renewal = createDemoRenewal(env, session);
  const close = (): void => {
    renewal.stop();
    watch.stop();
    session()?.connection.close();
  };
  const drop = (reason: DropReason): void => {
    const before = session();
    if (before === undefined) return;
    close();
    const { host, url } = before.connection.endpoint;
    store.set({ kind: 'none', dropped: { reason, host, url, name: credentialOf(before) } });
  };
  const watch = createCredentialWatch({
    env,
    isInUse: () => deps.isInUse?.() === true || (session()?.connection.lanes.inFlight() ?? 0) > 0,
    expiresAtMs: () => {
      const facts = session()?.connection.facts;
      // While either of the two clocks says that it is valid, the service may accept it.
      return facts?.expiresAtMs === undefined
        ? undefined
        : facts.expiresAtMs + Math.max(0, doubtMs(env.clock.reading()));
    },
    drop,
  });
  const used: TablesEnv = {
    ...env,
    fetch: (url, init) => {
      watch.touch();
      return env.fetch(url, init);
    },
  };
  /** A connection that reports every request as a use of its credential. */
  const open = (text: ConnectionText, choice: ConnectChoice = {}): Connection => {
    recognise((plain) => text.credential.knows(plain));
    const connection = openConnection(text, used, {
      onRenewed: () => {
        if (session()?.connection !== connection) return;
        // Views read permissions and expiry from the connection; this change makes them look again.
        change({ warnings: credentialWarnings(connection, env.clock.reading()) });
        watch.start();
      },
      useSecondary: choice.secondary === true,
    });
    return connection;
  };

  return {
    session,
    open,
    change,
    drop,
    close,
    watch,
    /** Takes over a session that is proven to work and closes the previous one. */
    accept: (next: Session, demo: DemoLease | undefined): void => {
      const before = session()?.connection;
      renewal.stop();
      store.set({ kind: 'connected', session: next });
      before?.close();
      watch.start();
      if (demo !== undefined) renewal.schedule(demo.expiresAtMs - DEMO_RENEWAL_MARGIN_MS);
    },
  };
}

/** Keeps replacing the demo SAS with a fresh one in the same connection while the session lasts. */
function createDemoRenewal(env: TablesEnv, session: () => Session | undefined) {
  let timer: number | undefined;
  const stop = (): void => {
    if (timer !== undefined) env.clearTimer(timer);
    timer = undefined;
  };
  const schedule = (atMs: number): void => {
    stop();
    timer = env.setTimer(() => void renew(), Math.max(1000, atMs - env.nowMs()));
  };
  const renew = async (): Promise<void> => {
    const mine = session()?.connection;
    try {
      const demo = await readDemoAccount(env, new AbortController().signal);
      if (mine === undefined || session()?.connection !== mine) {
        demo.text.credential.drop();
        return;
      }
      const taken = mine.renewWith(demo.text).ok;
      schedule(taken ? demo.expiresAtMs - DEMO_RENEWAL_MARGIN_MS : env.nowMs() + DEMO_RENEWAL_RETRY_MS);
    } catch (caught) {
      if (faultOf(caught) === undefined) throw caught;
      if (session()?.connection === mine) schedule(env.nowMs() + DEMO_RENEWAL_RETRY_MS);
    }
  };
  return { schedule, stop };
}
