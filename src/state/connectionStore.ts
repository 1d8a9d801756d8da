import type { TextFault } from '../core/result.ts';
import { openConnection } from '../tables/connection.ts';
import { readConnectionText } from '../tables/connectionText.ts';
import type { Connection, ConnectionText, TableList } from '../tables/connectionTypes.ts';
import { readDemoAccount } from '../tables/demoAccount.ts';
import type { TablesEnv } from '../tables/env.ts';
import { type HeaderExposure, probeExposure } from '../tables/exposureProbe.ts';
import type { PageReader } from '../tables/pageReader.ts';
import { faultOf, type TableFault } from '../tables/tableError.ts';
import type { Activity } from './activity.ts';
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
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly session: Session };

/** Why a connect attempt ended without a connection. */
export type ConnectFault =
  | { readonly kind: 'text'; readonly fault: TextFault }
  | { readonly kind: 'service'; readonly fault: TableFault }
  /** This page may not take this SAS: it is locked to another account, or shown inside another page. */
  | { readonly kind: 'isolation'; readonly fault: LockRefusal };

export interface ConnectionStore extends ReadableStore<ConnectionState> {
  /** Reads the pasted text, opens the account and asks it one question. Undefined: connected. */
  readonly connect: (text: string) => Promise<ConnectFault | undefined>;
  readonly connectDemo: () => Promise<ConnectFault | undefined>;
  /** Holds for this connection. */
  readonly chooseTransport: (transport: TransportChoice) => void;
  /** Drops the SAS and loads the page anew, at its address: no trace of the account is left in it. */
  readonly disconnect: () => void;
}

/** The demo SAS is renewed this long before it expires. */
const DEMO_RENEWAL_MARGIN_MS = 5 * 60_000;
/** A renewal that failed is tried again after this long. */
const DEMO_RENEWAL_RETRY_MS = 30_000;

interface DemoLease {
  readonly expiresAtMs: number;
  readonly window: { readonly from: string; readonly to: string };
}

export function createConnectionStore(
  env: TablesEnv,
  activity: Activity,
  lock: IsolationLock,
): ConnectionStore {
  const store = createStore<ConnectionState>({ kind: 'none' });
  // Each attempt takes a number; an answer that comes after a newer attempt or a disconnect is dropped.
  let attempt = 0;
  let renewal: number | undefined;

  const closeCurrent = (): void => {
    const current = store.get();
    if (current.kind === 'connected') current.session.connection.close();
    if (renewal !== undefined) env.clearTimer(renewal);
    renewal = undefined;
  };

  const open = async (text: ConnectionText, demo?: DemoLease): Promise<ConnectFault | undefined> => {
    attempt += 1;
    const mine = attempt;
    closeCurrent();
    store.set({ kind: 'connecting' });
    const connection = openConnection(text, env);
    const refused = uselessFault(connection) ?? lockFault(lock, connection, demo !== undefined);
    const found = refused ?? (await faultInstead(verify(connection, text, demo)));
    const isCurrent = mine === attempt;
    if (isCurrent && 'connection' in found) {
      store.set({ kind: 'connected', session: found });
      if (demo !== undefined) scheduleRenewal(demo.expiresAtMs - DEMO_RENEWAL_MARGIN_MS);
      return undefined;
    }
    connection.close();
    if (!isCurrent || 'connection' in found) return undefined;
    store.set({ kind: 'none' });
    return found;
  };

  const scheduleRenewal = (atMs: number): void => {
    renewal = env.setTimer(() => void renewDemo(), Math.max(1000, atMs - env.nowMs()));
  };

  /** A fresh demo SAS for the same account; the old connection stays usable for what still runs on it. */
  const renewDemo = async (): Promise<void> => {
    const mine = attempt;
    try {
      const demo = await readDemoAccount(env, new AbortController().signal);
      const current = store.get();
      if (mine !== attempt || current.kind !== 'connected') return;
      store.set({
        kind: 'connected',
        session: { ...current.session, connection: openConnection(demo.text, env) },
      });
      scheduleRenewal(demo.expiresAtMs - DEMO_RENEWAL_MARGIN_MS);
    } catch (caught) {
      if (faultOf(caught) === undefined) throw caught;
      if (mine === attempt) scheduleRenewal(env.nowMs() + DEMO_RENEWAL_RETRY_MS);
    }
  };

  const openDemo = async (): Promise<ConnectFault | undefined> => {
    const refused = lock.refusalOfDemo();
    if (refused !== undefined) return { kind: 'isolation', fault: refused };
    const demo = await readDemoAccount(env, new AbortController().signal);
    return open(demo.text, { expiresAtMs: demo.expiresAtMs, window: demo.window });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (text) => {
      const read = readConnectionText(text);
      if (!read.ok) return Promise.resolve({ kind: 'text', fault: read.error });
      return activity.track(open(read.value));
    },
    connectDemo: () => activity.track(faultInstead(openDemo())),
    chooseTransport: (transport) => {
      const current = store.get();
      if (current.kind !== 'connected') return;
      store.set({ kind: 'connected', session: { ...current.session, transport } });
    },
    disconnect: () => {
      attempt += 1;
      closeCurrent();
      store.set({ kind: 'none' });
      lock.reload();
    },
  };
}

/** Locks the page to the account of a connection, before anything carries the SAS; or says why it cannot be. */
function lockFault(
  lock: IsolationLock,
  { endpoint }: Connection,
  ownServer: boolean,
): ConnectFault | undefined {
  const refused = lock.lockTo({ endpoints: [endpoint.url], ownServer });
  return refused === undefined ? undefined : { kind: 'isolation', fault: refused };
}

/** Why nothing could be read with this SAS, by its own text: said at once, and nothing is sent. */
function uselessFault({ facts }: Connection): ConnectFault | undefined {
  const [first] = facts.problems;
  if (first === undefined) return undefined;
  return {
    kind: 'text',
    fault: {
      message: facts.problems.map((problem) => problem.message).join(' '),
      from: 0,
      to: 0,
      nextStep: first.nextStep,
    },
  };
}

/** Asks the account the one question that its SAS allows, so that a connection that cannot work is not called one. */
async function verify(
  connection: Connection,
  text: ConnectionText,
  demo: DemoLease | undefined,
): Promise<Session> {
  const session: Session = {
    connection,
    transport: 'automatic',
    ...(demo !== undefined && { demo: demo.window }),
    warnings: [
      ...text.repairs,
      ...connection.facts.warnings.map((note) => `${note.message} ${note.nextStep}`),
    ],
  };
  const { signal } = new AbortController();
  if (connection.facts.canListTables) {
    const tables = await connection.listTables(signal);
    return { ...session, tables, ...exposed(tables.exposure) };
  }
  if (connection.tableName !== undefined && connection.facts.canQuery) {
    return { ...session, ...exposed(await probeExposure(connection.reader, [connection.tableName], signal)) };
  }
  return session;
}

function exposed(exposure: HeaderExposure): Pick<Session, 'headersExposed'> {
  return exposure === 'unknown' ? {} : { headersExposed: exposure === 'exposed' };
}

/** What the service or the network refused, as data; anything else is a bug and goes on. */
async function faultInstead<T>(work: Promise<T>): Promise<T | ConnectFault> {
  try {
    return await work;
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { kind: 'service', fault };
  }
}
