import type { Connection } from '../../tables/connection/connectionTypes.ts';
import { CLOCK_TOLERANCE_MS, type Diagnosis, diagnose } from '../../tables/diagnosis/diagnosis.ts';
import type {
  ClockReading,
  DiagnosisFacts,
  DiagnosisPage,
  LocalNetworkState,
  ProbeFacts,
} from '../../tables/diagnosis/facts.ts';
import { probeEndpoint, readOwnClock } from '../../tables/diagnosis/probes.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import type { TableFault } from '../../tables/base/tableError.ts';

/** Why there is no connection, for the screen. */
export type ConnectDiagnosis = Diagnosis;
/** What a copyable fix mends. */
export type FixId = NonNullable<Diagnosis['fix']>;

/** An attempt that takes longer is looked into while it goes on... */
const PROBE_AFTER_MS = 1200;
/** ...and each look takes no longer than this: a name, or "no answer yet", stands within three seconds. */
const PROBE_LIMIT_MS = 1200;

interface AttemptDeps {
  readonly connection: Connection;
  readonly env: TablesEnv;
  readonly page: DiagnosisPage;
  readonly clock: ClockReading | undefined;
  /** When somebody began to wait, on the monotonic clock. */
  readonly startedAtMs: number;
  /** No answer yet: called once, with what is known by then. */
  readonly onSlow: (diagnosis: ConnectDiagnosis) => void;
}

/** Collects what a connect attempt is judged by, while it runs. */
export interface AttemptWatch {
  /** After the attempt ended with a fault. Asks the host without the SAS where that says more. */
  readonly explain: (fault: TableFault) => Promise<ConnectDiagnosis>;
  readonly end: () => void;
}

/** A SAS that says itself that it cannot work: nothing was sent. */
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
  let probing: Promise<ProbeFacts> | undefined;
  let asked: Promise<LocalNetworkState | undefined> | undefined;

  const endPolicyWatch = page.onPolicyBlock((blocked) => {
    // Blocked before anything was probed: it is the request with the SAS itself.
    isBlocked ||= blocked === origin && probing === undefined;
  });
  const facts = async (fault: TableFault | undefined): Promise<DiagnosisFacts> => {
    const isSilent = fault?.status === undefined;
    if (isSilent) {
      probing ??= probeEndpoint(connection.endpoint.url, page, env, PROBE_LIMIT_MS);
      if (connection.endpoint.kind === 'emulator') asked ??= page.localNetworkState();
    }
    const [probes, localNetwork] = await Promise.all([isSilent ? probing : undefined, asked]);
    return {
      ...knownFacts(connection, page, env),
      isUnsent: false,
      elapsedMs: env.monotonicMs() - startedAtMs,
      isBlockedByPolicy: isBlocked,
      ...(fault !== undefined && { fault }),
      ...(deps.clock !== undefined && { clock: deps.clock }),
      ...(localNetwork !== undefined && { localNetwork }),
      ...(probes !== undefined && { probes }),
    };
  };

  let isOver = false;
  const timer = env.setTimer(
    () => {
      const last = connection.lastFault();
      // An answer that said to come again later tells more than the absence of the next one.
      void facts(last?.status === undefined ? undefined : last).then((found) => {
        if (!isOver) deps.onSlow(diagnose({ ...found, goesOn: true }));
      });
    },
    Math.max(0, startedAtMs + PROBE_AFTER_MS - env.monotonicMs()),
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

/** The clock of this page's server is not waited for longer. */
const OWN_CLOCK_LIMIT_MS = 1000;

/** The clock of this page's server: another opinion on what time it is. */
export interface OwnClock {
  /** Asks once, and only before `close`. */
  readonly read: () => Promise<ClockReading | undefined>;
  /** Milliseconds that this computer is ahead of it; 0 where they agree, or where it is not known. */
  readonly aheadMs: () => number;
  /** From now on the policy of the page lets nothing but the account be asked. */
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
