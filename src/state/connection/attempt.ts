import { faultText } from '../../core/result.ts';
import { type ClockReading, clockNote } from '../../tables/base/serviceClock.ts';
import type { Connection, ConnectionText } from '../../tables/connection/connectionTypes.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import { checkHeaders } from '../../tables/connection/headerCheck.ts';
import { faultOf } from '../../tables/base/tableError.ts';
import { type ConnectDiagnosis, diagnoseUnsent, type OwnClock, watchAttempt } from './diagnosis.ts';
import type { Store } from '../base/store.ts';
import type { Session, DemoLease } from './session.ts';
import type { Attempt, ConnectFault, ConnectionState, ConnectionStoreDeps } from './connectionState.ts';

/** How long the credential of a failed attempt is kept for a retry, while the user adds a CORS rule. */
const FAILED_LIFE_MS = 5 * 60_000;

const CANCELLED: ConnectFault = {
  kind: 'cancelled',
  fault: { message: 'Connecting was cancelled.', from: 0, to: 0, nextStep: 'Connect again.' },
};

/** An opened account that is not yet proven to work. */
export interface Candidate {
  readonly connection: Connection;
  readonly text: ConnectionText;
  readonly demo?: DemoLease | undefined;
}

/** One attempt at a time. A newer one, or `end`, discards the result of the previous one. */
export function createAttempts(store: Store<ConnectionState>) {
  let current: AbortController | undefined;

  const show = (attempt: Attempt | undefined, fault?: ConnectFault): void => {
    store.update((state) => {
      if (state.kind === 'connected') {
        return { kind: 'connected', session: state.session, attempt };
      }
      if (attempt !== undefined) return { kind: 'connecting', ...attempt };
      return { kind: 'none', fault };
    });
  };
  return {
    end: () => {
      if (current === undefined) return;
      current.abort();
      current = undefined;
      show(undefined);
    },
    /** Removes the last attempt's fault from the state. */
    clearFault: () => {
      const state = store.get();
      if (state.kind === 'none' && state.fault !== undefined) store.set({ kind: 'none' });
    },
    showSlow: (slow: ConnectDiagnosis, signal: AbortSignal) => {
      if (current?.signal === signal) show({ slow });
    },
    run: async (work: (signal: AbortSignal) => Promise<ConnectFault | undefined>) => {
      current?.abort();
      // Created before any wait, so that a later press wins over an earlier answer.
      const mine = new AbortController();
      current = mine;
      show({});
      const found = await faultInstead(work(mine.signal));
      if (current !== mine) return CANCELLED;
      current = undefined;
      show(undefined, found);
      return found;
    },
  };
}

/** Keeps a failed attempt, so that the user can retry without pasting again. */
export function createFailed(env: TablesEnv) {
  let kept: Candidate | undefined;
  let timer: number | undefined;
  /** Hands the candidate over; the next attempt then owns it. */
  const take = (): Candidate | undefined => {
    const taken = kept;
    kept = undefined;
    if (timer !== undefined) env.clearTimer(timer);
    timer = undefined;
    return taken;
  };
  const forget = (): void => take()?.connection.close();
  return {
    take,
    forget,
    keep: (candidate: Candidate) => {
      forget();
      kept = candidate;
      timer = env.setTimer(forget, FAILED_LIFE_MS);
    },
  };
}

interface ProverDeps extends ConnectionStoreDeps {
  readonly clock: OwnClock;
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly failed: ReturnType<typeof createFailed>;
  readonly accept: (next: Session, demo: DemoLease | undefined) => void;
}

/**
 * Proves that an opened account works before replacing the current one: a failed attempt must not cost a working
 * connection.
 */
export function createProver(deps: ProverDeps) {
  /** `startedAtMs`: when the user started to wait, on the monotonic clock. */
  return async (
    candidate: Candidate,
    signal: AbortSignal,
    startedAtMs: number,
  ): Promise<ConnectFault | undefined> => {
    const { connection, demo } = candidate;
    await deps.clock.ask();
    const found = signal.aborted ? CANCELLED : await tryCandidate(candidate, startedAtMs, deps, signal);
    if (signal.aborted) {
      connection.close();
      return CANCELLED;
    }
    if ('connection' in found) {
      deps.accept(found, demo);
      return undefined;
    }
    if (found.kind !== 'service') {
      connection.close();
      return found;
    }
    deps.failed.keep(candidate);
    return { ...found, canRetry: true };
  };
}

async function tryCandidate(
  { connection, text, demo }: Candidate,
  startedAtMs: number,
  deps: ProverDeps,
  signal: AbortSignal,
): Promise<Session | ConnectFault> {
  const useless = uselessFault(connection, deps);
  if (useless !== undefined) return useless;
  // Nothing may carry the credential before the page is locked to its account.
  const { endpoint, secondary } = connection;
  const endpoints = [endpoint.url, ...(secondary === undefined ? [] : [secondary.url])];
  const refused = deps.lock.lockTo({ endpoints, ownServer: demo !== undefined });
  if (refused !== undefined) return { kind: 'isolation', fault: refused };
  deps.clock.close();
  const { env, page, attempts } = deps;
  const watch =
    page === undefined
      ? undefined
      : watchAttempt({
          connection,
          env,
          page,
          startedAtMs,
          onSlow: (slow) => attempts.showSlow(slow, signal),
        });
  try {
    return await verify(connection, text, demo, env, signal);
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    if (signal.aborted || watch === undefined) return { kind: 'service', fault };
    return { kind: 'service', fault, diagnosis: await watch.explain(fault) };
  } finally {
    watch?.end();
  }
}

/** Why this credential cannot read anything, judging by its own text. Reported at once, without sending anything. */
function uselessFault(connection: Connection, { page, env }: ProverDeps): ConnectFault | undefined {
  const { problems } = connection.facts;
  const [first] = problems;
  if (first === undefined) return undefined;
  const message = problems.map((problem) => problem.message).join(' ');
  return {
    kind: 'text',
    fault: { message, from: 0, to: 0, nextStep: first.nextStep },
    diagnosis: page && diagnoseUnsent(connection, page, env),
  };
}

/** Sends the one request that the credential allows, so that only a working connection counts as connected. */
async function verify(
  connection: Connection,
  text: ConnectionText,
  demo: DemoLease | undefined,
  env: TablesEnv,
  signal: AbortSignal,
): Promise<Session> {
  const { tableName, facts } = connection;
  const tables = facts.canListTables ? await connection.listTables(signal) : undefined;
  const asked = tables === undefined && facts.canQuery ? tableName : undefined;
  const exposure =
    (asked === undefined ? tables?.exposure : await checkHeaders(connection.reader, [asked], signal)) ??
    'unknown';
  return {
    connection,
    transport: 'automatic',
    demo: demo?.window,
    tables,
    headersExposed: exposure === 'unknown' ? undefined : exposure === 'exposed',
    // Computed last, because by now the answers have told the service's time.
    warnings: [...text.repairs, ...credentialWarnings(connection, env.clock.reading())],
  };
}

export function credentialWarnings(
  { facts, endpoint, secondary }: Connection,
  clock: ClockReading | undefined,
): readonly string[] {
  const onlyReads = facts.permissions.every((permission) => permission === 'read' || permission === 'list');
  const isNeeded: Readonly<Partial<Record<string, boolean>>> = {
    // An emulator on this computer speaks http.
    spr: endpoint.kind === 'emulator',
    // Needed to read the Last Sync Time; it allows no changes.
    srt: secondary !== undefined && onlyReads,
  };
  return [
    ...facts.warnings.filter(({ parameter }) => isNeeded[parameter] !== true).map(faultText),
    ...[clockNote(clock)].filter((line) => line !== undefined),
  ];
}

/** A refusal by the service or the network, as data; anything else is a bug and is thrown on. */
async function faultInstead(work: Promise<ConnectFault | undefined>): Promise<ConnectFault | undefined> {
  try {
    return await work;
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined) throw caught;
    return { kind: 'service', fault };
  }
}
