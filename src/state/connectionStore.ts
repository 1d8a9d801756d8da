import type { TextFault } from '../core/result.ts';
import { readConnectionText } from '../tables/connectionText.ts';
import type { Connection, TableList } from '../tables/connectionTypes.ts';
import { readDemoAccount } from '../tables/demoAccount.ts';
import type { DiagnosisPage } from '../tables/diagnosisFacts.ts';
import type { TablesEnv } from '../tables/env.ts';
import type { PageReader } from '../tables/pageReader.ts';
import type { TableFault } from '../tables/tableError.ts';
import type { Activity } from './activity.ts';
import { createAttempts, createFailed, createProver } from './connectionStoreAttempt.ts';
import { type ConnectDiagnosis, createOwnClock } from './connectionStoreDiagnosis.ts';
import { createHeldSession } from './connectionStoreHeld.ts';
import type { DropReason } from './connectionStoreWatch.ts';
import type { IsolationLock, LockRefusal } from './isolation.ts';
import { createStore, type ReadableStore } from './store.ts';

/** An account that is connected: what the shell shows and the views query. Holds no secret of its own. */
export interface Session {
  readonly connection: Connection;
  /** Present for the demo account: the window that holds its data, ISO. */
  readonly demo?: { readonly from: string; readonly to: string };
  /** Tables listed at connect; undefined where the SAS may not list them. */
  readonly tables?: TableList;
  /** False where CORS hides x-ms-* headers from this page: no result can be called complete. Absent: not known yet. */
  readonly headersExposed?: boolean;
  readonly warnings: readonly string[];
  readonly transport: TransportChoice;
}

/**
 * How pages are read. `automatic`: simple requests, and the SDK for good where the service refuses them;
 * `sdk`: @azure/data-tables from the start, with its headers and preflights.
 */
export type TransportChoice = 'automatic' | 'sdk';

/** How an address names the account of a session: `demo`, or its endpoint. */
export function accountName(session: Session): string {
  return session.demo === undefined ? session.connection.endpoint.url : 'demo';
}

/** The reader that a session's pages come through. */
export function readerOf(session: Session): PageReader {
  return session.transport === 'sdk' ? session.connection.sdk : session.connection.reader;
}

export type ConnectionState =
  | { readonly kind: 'none'; readonly dropped?: DroppedSas }
  | ({ readonly kind: 'connecting' } & Attempt)
  /** `attempt`: another connection is being tried; this one stays until that one works. */
  | { readonly kind: 'connected'; readonly session: Session; readonly attempt?: Attempt };

/** A connect attempt that goes on. */
export interface Attempt {
  /** No answer yet: what is known so far. */
  readonly slow?: ConnectDiagnosis;
}

/** A SAS that was forgotten without being asked to. */
export interface DroppedSas {
  readonly reason: DropReason;
  readonly host: string;
}

/** Why a connect attempt ended without a connection. */
export type ConnectFault =
  /** `diagnosis`: the SAS was read, and says itself that it cannot work. */
  | { readonly kind: 'text'; readonly fault: TextFault; readonly diagnosis?: ConnectDiagnosis }
  | {
      readonly kind: 'service';
      readonly fault: TableFault;
      readonly diagnosis?: ConnectDiagnosis;
      /** The SAS is still held for another try. */
      readonly canRetry?: boolean;
    }
  /** This page may not take this SAS: it is locked to another account, or shown inside another page. */
  | { readonly kind: 'isolation'; readonly fault: LockRefusal }
  /** Given up by the person, or for a newer attempt. */
  | { readonly kind: 'cancelled'; readonly fault: TextFault };

export interface ConnectionStore extends ReadableStore<ConnectionState> {
  /** Reads the pasted text, opens the account and asks it one question. Undefined: connected. */
  readonly connect: (text: string) => Promise<ConnectFault | undefined>;
  readonly connectDemo: () => Promise<ConnectFault | undefined>;
  /** Tries once more what has just failed. */
  readonly retry: () => Promise<ConnectFault | undefined>;
  /** Gives the attempt up: nothing more is sent, and what was connected before stays. */
  readonly cancelAttempt: () => void;
  /** Forgets the SAS of an attempt that failed. */
  readonly forgetFailed: () => void;
  /** Puts another SAS for the same account, table and keys in the place of the one in use; a run goes on. */
  readonly renew: (text: string) => Promise<ConnectFault | undefined>;
  /** Reads the clock of this page's server, which is out of reach once the page is locked to an account. */
  readonly prepare: () => Promise<void>;
  /** Holds for this connection. */
  readonly chooseTransport: (transport: TransportChoice) => void;
  /** The person did something: the SAS is not idle. */
  readonly touch: () => void;
  /** Looks at the clocks: timers of a tab that was frozen come late. */
  readonly checkIdle: () => void;
  /** The page was left and may be shown again as it is: the SAS is forgotten, the results stay. */
  readonly leave: () => void;
  /** Drops the SAS and loads the page anew, at its address: no trace of the account is left in it. */
  readonly disconnect: () => void;
}

export interface ConnectionStoreDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  readonly lock: IsolationLock;
  /** Undefined: faults are told as they come, without a diagnosis. */
  readonly page?: DiagnosisPage;
  /** A run reads with the SAS, or waits for another one: then it is not idle. */
  readonly isInUse?: () => boolean;
}

export function createConnectionStore(deps: ConnectionStoreDeps): ConnectionStore {
  const { env, activity, lock } = deps;
  const store = createStore<ConnectionState>({ kind: 'none' });
  const attempts = createAttempts(store);
  const failed = createFailed(env);
  const clock = createOwnClock(env, deps.page);
  const held = createHeldSession(deps, store);
  const prove = createProver({ ...deps, clock, attempts, failed, accept: held.accept });

  const attempt = (work: (signal: AbortSignal) => Promise<ConnectFault | undefined>) =>
    activity.track(attempts.run(work));
  const connectDemo = (): Promise<ConnectFault | undefined> =>
    attempt(async (signal) => {
      const refused = lock.refusalOfDemo();
      if (refused !== undefined) return { kind: 'isolation', fault: refused };
      failed.forget();
      const { text, expiresAtMs, window } = await readDemoAccount(env, signal);
      return prove({ connection: held.open(text), text, demo: { expiresAtMs, window } }, signal);
    });
  const letGo = (): void => {
    attempts.end();
    failed.forget();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (pasted) => {
      const read = readConnectionText(pasted);
      if (!read.ok) return Promise.resolve({ kind: 'text', fault: read.error });
      const text = read.value;
      failed.forget();
      return attempt((signal) => prove({ connection: held.open(text), text }, signal));
    },
    connectDemo,
    retry: () => {
      const candidate = failed.take();
      if (candidate === undefined) return Promise.resolve({ kind: 'text', fault: FORGOTTEN });
      if (candidate.demo === undefined) return attempt((signal) => prove(candidate, signal));
      candidate.connection.close();
      return connectDemo();
    },
    cancelAttempt: attempts.end,
    forgetFailed: failed.forget,
    renew: async (text) => {
      const current = held.session()?.connection;
      if (current === undefined) return { kind: 'text', fault: FORGOTTEN };
      const renewed = await activity.track(current.renew(text));
      return renewed.ok ? undefined : { kind: 'text', fault: renewed.error };
    },
    prepare: () => activity.track(clock.read()).then(() => undefined),
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
}

const FORGOTTEN: TextFault = {
  message: 'The SAS was forgotten meanwhile.',
  from: 0,
  to: 0,
  nextStep: 'Paste it again.',
};
