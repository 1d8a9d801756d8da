import { fail, ok, type Result, type TextFault } from '../core/result.ts';
import { recognise } from '../state/base/secrets.ts';
import { createStore, type ReadableStore } from '../state/base/store.ts';
import type { Activity } from '../state/base/activity.ts';
import { type ConnectDiagnosis, watchAttempt } from '../state/connection/diagnosis.ts';
import type { IsolationLock } from '../state/connection/isolation.ts';
import { createCredentialWatch, type DropReason } from '../state/connection/watch.ts';
import type { TablesEnv } from '../tables/base/env.ts';
import { faultOf } from '../tables/base/tableError.ts';
import { openConnection } from '../tables/connection/connection.ts';
import { readConnectionText } from '../tables/connection/connectionText.ts';
import type { Connection, ConnectionText, TableEndpoint } from '../tables/connection/connectionTypes.ts';
import { readDemoAccount } from '../tables/connection/demoAccount.ts';
import type { DiagnosisPage } from '../tables/diagnosis/facts.ts';
import type { StressAccount } from '../tables/stress/account.ts';
import { writingFault } from '../tables/stress/rights.ts';
import { madeAtMs } from '../tables/stress/tableName.ts';

/** Why there is no connection. */
export type SessionFault =
  /** The pasted text, or what the service said. */
  | { readonly kind: 'text'; readonly fault: Pick<TextFault, 'message' | 'nextStep'> }
  | { readonly kind: 'diagnosis'; readonly diagnosis: ConnectDiagnosis }
  /** CORS lets this page read, and not write. */
  | { readonly kind: 'cors'; readonly endpoint: TableEndpoint };

/** A table of the stress lab that an earlier visit left behind. */
export interface Leftover {
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly madeAtMs: number;
  /** Another tab of this browser uses it. */
  readonly isInUse: boolean;
}

export interface Connected {
  readonly kind: 'connected';
  readonly account: StressAccount;
  readonly endpoint: TableEndpoint;
  /** Milliseconds since the Unix epoch; undefined: unknown. */
  readonly expiresAtMs: number | undefined;
  readonly leftovers: readonly Leftover[];
}

export type SessionState =
  | { readonly kind: 'none'; readonly fault?: SessionFault | undefined; readonly dropped?: DropReason }
  | { readonly kind: 'connecting' }
  | Connected;

export interface Session extends ReadableStore<SessionState> {
  readonly connect: (text: string) => Promise<void>;
  readonly connectDemo: () => Promise<void>;
  /** Lists the tables again. */
  readonly refresh: () => Promise<void>;
  readonly deleteLeftover: (name: string) => Promise<void>;
  readonly disconnect: () => void;
  /** Forgets the credential, because the page is left. */
  readonly leave: () => void;
  readonly touch: () => void;
}

export interface SessionDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  readonly lock: IsolationLock;
  readonly page: DiagnosisPage;
  /** Whether a load runs. */
  readonly isInUse: () => boolean;
  /** Names of the tables that tabs of this browser use. */
  readonly tablesInUse: () => Promise<ReadonlySet<string>>;
  readonly openAccount: (text: ConnectionText) => Promise<StressAccount>;
}

interface Opened extends Pick<Connected, 'account' | 'leftovers'> {
  readonly connection: Connection;
}

/** One account at a time, with a credential that may write. */
export function createSession(deps: SessionDeps): Session {
  const { env, activity, lock } = deps;
  const store = createStore<SessionState>({ kind: 'none' });
  let held: Pick<Opened, 'connection' | 'account'> | undefined;

  const drop = (next: SessionState): void => {
    watch.stop();
    held?.connection.close();
    held = undefined;
    store.set(next);
  };
  const watch = createCredentialWatch({
    env,
    isInUse: deps.isInUse,
    expiresAtMs: () => held?.connection.facts.expiresAtMs,
    drop: (reason) => drop({ kind: 'none', dropped: reason }),
  });
  const open = async (text: ConnectionText, isDemo: boolean): Promise<SessionState> => {
    const found = await openAndProve(text, isDemo, deps);
    if (!found.ok) {
      text.credential.drop();
      return none(found.error);
    }
    const { connection, ...shown } = found.value;
    held = found.value;
    watch.start();
    const { endpoint, facts } = connection;
    return { kind: 'connected', endpoint, expiresAtMs: facts.expiresAtMs, ...shown };
  };
  const attempt = async (work: () => Promise<SessionState>): Promise<void> => {
    if (store.get().kind === 'connecting') return;
    drop({ kind: 'connecting' });
    try {
      store.set(await activity.track(work()));
    } catch (caught) {
      const fault = faultOf(caught);
      store.set(fault === undefined ? { kind: 'none' } : none({ kind: 'text', fault }));
      if (fault === undefined) throw caught;
    }
  };
  const refresh = async (): Promise<void> => {
    if (held === undefined) return;
    const { connection } = held;
    const leftovers = await activity.track(leftoversOf(connection, deps)).catch(() => undefined);
    const now = store.get();
    if (leftovers !== undefined && now.kind === 'connected' && held?.connection === connection)
      store.set({ ...now, leftovers });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (pasted) => {
      const read = readConnectionText(pasted);
      if (read.ok) return attempt(() => open(read.value, false));
      drop(none({ kind: 'text', fault: read.error }));
      return Promise.resolve();
    },
    connectDemo: () =>
      attempt(async () => {
        const refused = lock.refusalOfDemo();
        if (refused !== undefined) return none({ kind: 'text', fault: refused });
        return open((await readDemoAccount(env, NEVER)).text, true);
      }),
    refresh,
    deleteLeftover: async (name) => {
      if (held === undefined || madeAtMs(name) === undefined) return;
      await activity.track(held.account.deleteTable(name, NEVER));
      await refresh();
    },
    disconnect: () => {
      drop({ kind: 'none' });
      lock.reload();
    },
    leave: () => {
      if (held !== undefined) drop({ kind: 'none', dropped: 'left' });
    },
    touch: watch.touch,
  };
}

/** Opens an account only if its credential may write, by its text and by the service's answer. Nothing is created. */
async function openAndProve(
  text: ConnectionText,
  isDemo: boolean,
  deps: SessionDeps,
): Promise<Result<Opened, SessionFault>> {
  const { env, lock, page, openAccount } = deps;
  const startedAtMs = env.monotonicMs();
  const unfit =
    writingFault(text.endpoint, text.factsAt(env.nowMs(), env.clock.reading())) ??
    // Nothing may carry the credential before the page is locked to its account.
    lock.lockTo({ endpoints: [text.endpoint.url], ownServer: isDemo });
  if (unfit !== undefined) return fail({ kind: 'text', fault: unfit });
  recognise((plain) => text.credential.knows(plain));
  const connection = openConnection(text, env);
  const attempt = watchAttempt({ connection, env, page, startedAtMs, onSlow: () => undefined });
  try {
    // A reading request first: its failures are the ones that a diagnosis tells apart.
    const leftovers = await leftoversOf(connection, deps);
    const account = await openAccount(text);
    const { status, code } = await account.tryWriting(NEVER);
    if (status === 404 || (status >= 200 && status < 300)) return ok({ connection, account, leftovers });
    return fail(
      status === 0
        ? { kind: 'cors', endpoint: text.endpoint }
        : { kind: 'text', fault: notAllowed(status, code) },
    );
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return fail({ kind: 'diagnosis', diagnosis: await attempt.explain(fault) });
  } finally {
    attempt.end();
  }
}

async function leftoversOf(
  connection: Connection,
  { tablesInUse }: SessionDeps,
): Promise<readonly Leftover[]> {
  const [{ names }, used] = await Promise.all([connection.listTables(NEVER), tablesInUse()]);
  return names.flatMap((name) => {
    const atMs = madeAtMs(name);
    return atMs === undefined ? [] : [{ name, madeAtMs: atMs, isInUse: used.has(name) }];
  });
}

const NEVER = new AbortController().signal;

function none(fault: SessionFault): SessionState {
  return { kind: 'none', fault };
}

function notAllowed(status: number, code: string | undefined): Pick<TextFault, 'message' | 'nextStep'> {
  return {
    message: `The service refuses to let this SAS write: HTTP ${status}${code === undefined ? '' : `, ${code}`}.`,
    nextStep: 'Create an account SAS with sp=rwdlacu and srt=co for the service Table. Nothing was created.',
  };
}
