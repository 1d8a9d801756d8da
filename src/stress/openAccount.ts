import { fail, ok, type Result, type TextFault } from '../core/result.ts';
import { isGone } from '../core/stress/answer.ts';
import { recognise } from '../state/base/secrets.ts';
import {
  type ConnectDiagnosis,
  diagnoseUnsent,
  type OwnClock,
  watchAttempt,
} from '../state/connection/diagnosis.ts';
import type { IsolationLock } from '../state/connection/isolation.ts';
import type { TablesEnv } from '../tables/base/clock.ts';
import { faultOf } from '../tables/base/tableError.ts';
import { openConnection } from '../tables/connection/connection.ts';
import { readConnectionText } from '../tables/connection/connectionText.ts';
import type { Connection, ConnectionText, TableEndpoint } from '../tables/connection/connectionTypes.ts';
import { readDemoAccount } from '../tables/connection/demoAccount.ts';
import type { DiagnosisPage } from '../tables/diagnosis/facts.ts';
import { openStressAccount, type StressAccount, writingFault } from '../tables/stress/account.ts';
import { madeAtMs } from '../tables/stress/tableName.ts';

export type SessionFault =
  /** The fault is in the pasted text, or the service refused it. */
  | { readonly kind: 'text'; readonly fault: Pick<TextFault, 'message' | 'nextStep'> }
  | { readonly kind: 'diagnosis'; readonly diagnosis: ConnectDiagnosis }
  /** CORS allows this page to read but not to write. */
  | { readonly kind: 'cors'; readonly endpoint: TableEndpoint };

/** A table of the stress lab that an earlier visit left behind. */
export interface Leftover {
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly madeAtMs: number;
  /** Whether another tab of this browser is using it. */
  readonly isInUse: boolean;
}

/** An account whose credential may write. */
export interface Opened {
  readonly account: StressAccount;
  readonly endpoint: TableEndpoint;
  /** Milliseconds since the Unix epoch; undefined if unknown. */
  readonly expiresAtMs: number | undefined;
  readonly leftovers: readonly Leftover[];
  /** @throws TableError */
  readonly listLeftovers: () => Promise<readonly Leftover[]>;
  /**
   * Returns whether the table is gone.
   * @throws TableError
   */
  readonly deleteTable: (name: string) => Promise<boolean>;
  readonly close: () => void;
}

export interface OpenDeps {
  readonly env: TablesEnv;
  readonly lock: IsolationLock;
  readonly page: DiagnosisPage;
  /** Asks other clocks for the time, in case a SAS looks expired because this computer's clock is wrong. */
  readonly clock: OwnClock;
  readonly tablesInUse: () => Promise<ReadonlySet<string>>;
}

const NEVER = new AbortController().signal;

export async function openPasted(pasted: string, deps: OpenDeps): Promise<Result<Opened, SessionFault>> {
  const read = readConnectionText(pasted);
  return read.ok ? open(read.value, false, deps) : fail({ kind: 'text', fault: read.error });
}

/**
 * Opens the demo account of this page's server.
 * @throws TableError
 */
export async function openDemo(deps: OpenDeps): Promise<Result<Opened, SessionFault>> {
  const refused = deps.lock.refusalOfDemo();
  if (refused !== undefined) return fail({ kind: 'text', fault: refused });
  return open((await readDemoAccount(deps.env, NEVER)).text, true, deps);
}

async function open(
  text: ConnectionText,
  isDemo: boolean,
  deps: OpenDeps,
): Promise<Result<Opened, SessionFault>> {
  const opened = await openAndProve(text, isDemo, deps);
  if (!opened.ok) text.credential.drop();
  return opened;
}

/** If a SAS looks expired, this computer's clock may be wrong. The diagnosis compares the clocks. */
const OF_TIME: ReadonlySet<string> = new Set<ConnectDiagnosis['id']>([
  'sas-expired',
  'sas-not-yet-valid',
  'clock-skew',
]);

/** Opens an account only if its credential may write, both according to its own text and to the service's answer. Creates nothing. */
async function openAndProve(
  text: ConnectionText,
  isDemo: boolean,
  deps: OpenDeps,
): Promise<Result<Opened, SessionFault>> {
  const { env, lock, page, clock } = deps;
  const { endpoint } = text;
  const startedAtMs = env.monotonicMs();
  await clock.ask();
  const connection = openConnection(text, env);
  const unfit = writingFault(endpoint, connection.facts);
  if (unfit !== undefined) {
    const diagnosis = diagnoseUnsent(connection, page, env);
    return fail(
      OF_TIME.has(diagnosis.id) ? { kind: 'diagnosis', diagnosis } : { kind: 'text', fault: unfit },
    );
  }
  // The page must be locked to the account before any request carries the credential.
  const refused = lock.lockTo({ endpoints: [endpoint.url], ownServer: isDemo });
  if (refused !== undefined) return fail({ kind: 'text', fault: refused });
  clock.close();
  recognise((plain) => text.credential.knows(plain));
  const attempt = watchAttempt({ connection, env, page, startedAtMs, onSlow: () => undefined });
  try {
    // The first request only reads, because the diagnosis can explain why a reading request failed.
    const leftovers = await leftoversOf(connection, deps);
    const account = openStressAccount(text, env);
    const tried = await account.tryWriting(NEVER);
    if (tried.status === 0) return fail({ kind: 'cors', endpoint });
    if (!isGone(tried)) return fail({ kind: 'text', fault: notAllowed(tried.status, tried.code) });
    return ok({
      account,
      endpoint,
      expiresAtMs: connection.facts.expiresAtMs,
      leftovers,
      listLeftovers: () => leftoversOf(connection, deps),
      deleteTable: async (name) => isGone(await account.deleteTable(name, NEVER)),
      close: connection.close,
    });
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return fail({ kind: 'diagnosis', diagnosis: await attempt.explain(fault) });
  } finally {
    attempt.end();
  }
}

async function leftoversOf(connection: Connection, { tablesInUse }: OpenDeps): Promise<readonly Leftover[]> {
  const { names } = await connection.listTables(NEVER);
  // Must come after the list of tables: a tab holds its lock before its table exists, so every listed table in use is found.
  const used = await tablesInUse();
  return names.flatMap((name) => {
    const atMs = madeAtMs(name);
    return atMs === undefined ? [] : [{ name, madeAtMs: atMs, isInUse: used.has(name) }];
  });
}

function notAllowed(status: number, code: string | undefined): Pick<TextFault, 'message' | 'nextStep'> {
  return {
    message: `The service refuses to let this SAS write: HTTP ${status}${code === undefined ? '' : `, ${code}`}.`,
    nextStep: 'Create an account SAS with sp=rwdlacu and srt=co for the service Table. Nothing was created.',
  };
}
