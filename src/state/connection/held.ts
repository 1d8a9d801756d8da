import { openConnection } from '../../tables/connection/connection.ts';
import type { Connection, ConnectionText } from '../../tables/connection/connectionTypes.ts';
import { readDemoAccount } from '../../tables/connection/demoAccount.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import { faultOf } from '../../tables/base/tableError.ts';
import { doubtMs } from '../../tables/sas/credentialFacts.ts';
import { credentialWarnings } from './attempt.ts';
import { createCredentialWatch, type DropReason } from './watch.ts';
import { recognise } from '../base/secrets.ts';
import type { Store } from '../base/store.ts';
import { credentialOf, type DemoLease, type Session } from './session.ts';
import type { ConnectChoice, ConnectionState, ConnectionStoreDeps } from './connectionState.ts';

/** The demo SAS is renewed this long before it expires. */
const DEMO_RENEWAL_MARGIN_MS = 5 * 60_000;
/** Delay before a failed renewal is retried. */
const DEMO_RENEWAL_RETRY_MS = 30_000;

/** The open session, and how long its credential is kept. */
export function createHeldSession(deps: ConnectionStoreDeps, store: Store<ConnectionState>) {
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
