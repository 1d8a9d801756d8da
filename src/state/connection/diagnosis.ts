import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { CLOCK_TOLERANCE_MS, type Diagnosis, diagnose } from '../../tables/diagnosis/diagnosis.ts';
import type {
  ClockReading,
  DiagnosisFacts,
  DiagnosisPage,
  LocalNetworkState,
  ReachabilityFacts,
} from '../../tables/diagnosis/facts.ts';
import { checkReachability, readOwnClock } from '../../tables/diagnosis/reachability.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
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
  readonly clock: ClockReading | undefined;
  /** When the user began to wait, on the monotonic clock. */
  readonly startedAtMs: number;
  /** No answer yet: called once, with what is known by then. */
  readonly onSlow: (diagnosis: ConnectDiagnosis) => void;
}

/** Collects the facts about a connect attempt while it runs. */
export interface AttemptWatch {
  /** Call after the attempt failed. Sends reachability checks without the SAS if they tell more. */
  readonly explain: (fault: TableFault) => Promise<ConnectDiagnosis>;
  readonly end: () => void;
}

/** A SAS that itself says that it cannot work: nothing was sent. */
export function diagnoseUnsent(
  connection: Connection,
  page: DiagnosisPage,
  env: TablesEnv,
  clock: ClockReading | undefined,
): ConnectDiagnosis {
  const known = knownFacts(connection, page, env);
  return diagnose({ ...known, isUnsent: true, ...(clock !== undefined && { clock }) });
}

function knownFacts(
  { endpoint, tableName, facts }: Connection,
  page: DiagnosisPage,
  env: TablesEnv,
): Omit<DiagnosisFacts, 'isUnsent'> {
  return {
    endpoint,
    ...(tableName !== undefined && { tableName }),
    sas: facts,
    origin: page.origin,
    isOnline: env.isOnline(),
    nowMs: env.nowMs(),
    elapsedMs: 0,
    isBlockedByPolicy: false,
  };
}

export function watchAttempt(deps: AttemptDeps): AttemptWatch {
  const { connection, env, page, startedAtMs } = deps;
  const { origin } = new URL(connection.endpoint.url);
  let isBlocked = false;
  let checking: Promise<ReachabilityFacts> | undefined;
  let asked: Promise<LocalNetworkState | undefined> | undefined;

  const endPolicyWatch = page.onPolicyBlock((blocked) => {
    // Blocked before any reachability check: it is the request with the SAS.
    isBlocked ||= blocked === origin && checking === undefined;
  });
  const facts = async (fault: TableFault | undefined): Promise<DiagnosisFacts> => {
    const isSilent = fault?.status === undefined;
    if (isSilent) {
      checking ??= checkReachability(connection.endpoint.url, page, env, CHECK_LIMIT_MS);
      if (connection.endpoint.kind === 'emulator') asked ??= page.localNetworkState();
    }
    const [reachability, localNetwork] = await Promise.all([isSilent ? checking : undefined, asked]);
    return {
      ...knownFacts(connection, page, env),
      isUnsent: false,
      elapsedMs: env.monotonicMs() - startedAtMs,
      isBlockedByPolicy: isBlocked,
      ...(fault !== undefined && { fault }),
      ...(deps.clock !== undefined && { clock: deps.clock }),
      ...(localNetwork !== undefined && { localNetwork }),
      ...(reachability !== undefined && { reachability }),
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
  const end = (): void => {
    isOver = true;
    env.clearTimer(timer);
    endPolicyWatch();
  };
  return {
    explain: async (fault) => {
      isOver = true;
      env.clearTimer(timer);
      return diagnose(await facts(fault));
    },
    end,
  };
}

/** Longest wait for the clock of this page's server. */
const OWN_CLOCK_LIMIT_MS = 1000;

/** The clock of this page's server: a second opinion on the time. */
export interface OwnClock {
  /** Asks once, and only before `close`. */
  readonly read: () => Promise<ClockReading | undefined>;
  /** How far this computer is ahead of it, in milliseconds; 0 if they agree or it is unknown. */
  readonly aheadMs: () => number;
  /** From now on the page's policy allows requests to the account only. */
  readonly close: () => void;
}

export function createOwnClock(env: TablesEnv, page: DiagnosisPage | undefined): OwnClock {
  let isClosed = page === undefined;
  let reading: Promise<ClockReading | undefined> = Promise.resolve(undefined);
  let wasAsked = false;
  let aheadMs = 0;
  return {
    aheadMs: () => aheadMs,
    read: () => {
      if (isClosed || wasAsked) return reading;
      wasAsked = true;
      reading = readOwnClock(env, OWN_CLOCK_LIMIT_MS).then((found) => {
        if (found !== undefined && Math.abs(found.aheadMs) >= CLOCK_TOLERANCE_MS) aheadMs = found.aheadMs;
        return found;
      });
      return reading;
    },
    close: () => {
      isClosed = true;
    },
  };
}
