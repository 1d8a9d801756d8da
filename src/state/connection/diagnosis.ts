import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { type Diagnosis, diagnose } from '../../tables/diagnosis/diagnosis.ts';
import type {
  DiagnosisFacts,
  DiagnosisPage,
  LocalNetworkState,
  ReachabilityFacts,
} from '../../tables/diagnosis/facts.ts';
import { askOwnServer, checkReachability } from '../../tables/diagnosis/reachability.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import type { TableFault } from '../../tables/base/tableError.ts';

/** Why there is no connection, for the screen. */
export type ConnectDiagnosis = Diagnosis;
/** The copyable fix of a diagnosis. */
export type FixId = NonNullable<Diagnosis['fix']>;

/** An attempt that takes longer is examined while it continues... */
const CHECK_AFTER_MS = 1200;
/** ...and the check takes no longer than this, so that a cause, or "no answer yet", shows within three seconds. */
const CHECK_LIMIT_MS = 1200;

interface AttemptDeps {
  readonly connection: Connection;
  readonly env: TablesEnv;
  readonly page: DiagnosisPage;
  /** When the user began to wait, on the monotonic clock. */
  readonly startedAtMs: number;
  /** Called once if there is no answer yet, with what is known so far. */
  readonly onSlow: (diagnosis: ConnectDiagnosis) => void;
}

/** The diagnosis of a SAS that cannot work judging by its own text, so that nothing was sent. */
export function diagnoseUnsent(
  connection: Connection,
  page: DiagnosisPage,
  env: TablesEnv,
): ConnectDiagnosis {
  return diagnose({ ...knownFacts(connection, page, env), isUnsent: true });
}

function knownFacts(
  { endpoint, tableName, facts }: Connection,
  page: DiagnosisPage,
  env: TablesEnv,
): Omit<DiagnosisFacts, 'isUnsent'> {
  return {
    endpoint,
    tableName,
    credential: facts,
    origin: page.origin,
    isOnline: env.isOnline(),
    nowMs: env.clock.computerMs(),
    clock: env.clock.reading(),
    elapsedMs: 0,
    isBlockedByPolicy: false,
  };
}

/** Collects the facts about a connect attempt while it runs. */
export function watchAttempt(deps: AttemptDeps) {
  const { connection, env, page, startedAtMs } = deps;
  const { origin } = new URL(connection.endpoint.url);
  let isBlocked = false;
  let checking: Promise<ReachabilityFacts> | undefined;
  let asked: Promise<LocalNetworkState | undefined> | undefined;

  const endPolicyWatch = page.onPolicyBlock((blocked) => {
    // Blocked before any reachability check, so it is the request with the SAS.
    isBlocked ||= blocked === origin && checking === undefined;
  });
  const facts = async (fault: TableFault | undefined): Promise<DiagnosisFacts> => {
    const isSilent = fault?.status === undefined;
    if (isSilent) {
      const isToken = connection.facts.kind === 'token';
      checking ??= checkReachability(connection.endpoint.url, page, env, {
        limitMs: CHECK_LIMIT_MS,
        isToken,
      });
      if (connection.endpoint.kind === 'emulator') asked ??= page.localNetworkState();
    }
    const [reachability, localNetwork] = await Promise.all([isSilent ? checking : undefined, asked]);
    return {
      ...knownFacts(connection, page, env),
      isUnsent: false,
      elapsedMs: env.monotonicMs() - startedAtMs,
      isBlockedByPolicy: isBlocked,
      fault,
      localNetwork,
      reachability,
    };
  };

  let isOver = false;
  const timer = env.setTimer(
    () => {
      const last = connection.lastFault();
      // If an answer said "retry later", it explains more than the missing answer to the next request.
      void facts(last?.status === undefined ? undefined : last).then((found) => {
        if (!isOver) deps.onSlow(diagnose({ ...found, goesOn: true }));
      });
    },
    Math.max(0, startedAtMs + CHECK_AFTER_MS - env.monotonicMs()),
  );
  const endTimer = (): void => {
    isOver = true;
    env.clearTimer(timer);
  };
  return {
    /** Call after the attempt failed. Sends reachability checks without the SAS if they can tell more. */
    explain: async (fault: TableFault): Promise<ConnectDiagnosis> => {
      endTimer();
      return diagnose(await facts(fault));
    },
    end: (): void => {
      endTimer();
      endPolicyWatch();
    },
  };
}

/** Longest wait for the clock of this page's server. */
const OWN_CLOCK_LIMIT_MS = 1000;

/** The clock of this page's server, as a second opinion on the time. */
export function createOwnClock(env: TablesEnv, page: DiagnosisPage | undefined) {
  let asked = page === undefined ? Promise.resolve() : undefined;
  return {
    /** Asks once, and only before `close`. */
    ask: (): Promise<void> => (asked ??= askOwnServer(env, OWN_CLOCK_LIMIT_MS)),
    /** From now on the page's policy allows requests to the account only. */
    close: (): void => void (asked ??= Promise.resolve()),
  };
}

export type OwnClock = ReturnType<typeof createOwnClock>;
