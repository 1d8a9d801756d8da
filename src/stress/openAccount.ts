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
import type { TablesEnv } from '../tables/base/env.ts';
import { faultOf } from '../tables/base/tableError.ts';
import { openConnection } from '../tables/connection/connection.ts';
import { readConnectionText } from '../tables/connection/connectionText.ts';
import type { Connection, ConnectionText, TableEndpoint } from '../tables/connection/connectionTypes.ts';
import { readDemoAccount } from '../tables/connection/demoAccount.ts';
import type { DiagnosisPage } from '../tables/diagnosis/facts.ts';
import { openStressAccount, type StressAccount } from '../tables/stress/account.ts';
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

/** An account whose credential may write. */
export interface Opened {
  readonly account: StressAccount;
  readonly endpoint: TableEndpoint;
  /** Milliseconds since the Unix epoch; undefined: unknown. */
  readonly expiresAtMs: number | undefined;
  readonly leftovers: readonly Leftover[];
  /** Throws TableError. */
  readonly listLeftovers: () => Promise<readonly Leftover[]>;
  /** Whether the table is gone. Throws TableError. */
  readonly deleteTable: (name: string) => Promise<boolean>;
  /** Forgets the credential. */
  readonly close: () => void;
}

export interface OpenDeps {
  readonly env: TablesEnv;
  readonly lock: IsolationLock;
  readonly page: DiagnosisPage;
  /** A second opinion on the time, for a SAS that looks expired. */
  readonly clock: OwnClock;
  /** Names of the tables that tabs of this browser use. */
  readonly tablesInUse: () => Promise<ReadonlySet<string>>;
}

const NEVER = new AbortController().signal;

/** Opens the account of a pasted text. */
export async function openPasted(pasted: string, deps: OpenDeps): Promise<Result<Opened, SessionFault>> {
  const read = readConnectionText(pasted);
  return read.ok ? open(read.value, false, deps) : fail({ kind: 'text', fault: read.error });
}

/** Opens the demo account of this page's server. Throws TableError. */
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

/** A SAS that looks expired may be a clock that is wrong: the diagnosis knows both clocks. */
const OF_TIME: ReadonlySet<string> = new Set<ConnectDiagnosis['id']>([
  'sas-expired',
  'sas-not-yet-valid',
  'clock-skew',
]);

/** Opens an account only if its credential may write, by its text and by the service's answer. Nothing is created. */
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
  // Nothing may carry the credential before the page is locked to its account.
  const refused = lock.lockTo({ endpoints: [endpoint.url], ownServer: isDemo });
  if (refused !== undefined) return fail({ kind: 'text', fault: refused });
  clock.close();
  recognise((plain) => text.credential.knows(plain));
  const attempt = watchAttempt({ connection, env, page, startedAtMs, onSlow: () => undefined });
  try {
    // A reading request first: its failures are the ones that a diagnosis tells apart.
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
  // Afterwards: a tab holds its lock before its table exists.
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
