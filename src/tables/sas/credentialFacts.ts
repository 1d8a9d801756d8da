import type { SasKeys } from '../../core/plan/sasReach.ts';
import { CLOCK_TOLERANCE_MS, type ClockReading } from '../base/serviceClock.ts';

/** A note about a credential that concerns one parameter of a SAS or one claim of a token. */
export interface CredentialNote {
  /** The SAS parameter, such as "sp", or the claim, such as "aud". */
  readonly parameter: string;
  readonly message: string;
  readonly nextStep: string;
}

/** What a credential allows according to its own text. The service may still refuse it. */
export interface CredentialFacts {
  /** Three kinds of SAS, and the access token of Microsoft Entra. */
  readonly kind: 'account' | 'table' | 'user-delegation' | 'token';
  /**
   * Words such as "read", "list" and "add", in the order of `sp`. Empty if a stored policy states the permissions, and for a token, whose
   * permissions depend on its roles.
   */
  readonly permissions: readonly string[];
  /** tn */
  readonly tableName?: string | undefined;
  readonly keyRange?: SasKeys | undefined;
  /** Milliseconds since the Unix epoch. Undefined if it is valid from the beginning, or if a stored policy states the start. */
  readonly startsAtMs?: number | undefined;
  /** Milliseconds since the Unix epoch: `exp`, or the earlier of `se` and `ske`. Undefined if a stored policy states the end. */
  readonly expiresAtMs?: number | undefined;
  /** si */
  readonly policyId?: string | undefined;
  /** For example "expires 2026-11-21T00:00:00Z" or "expiry held by policy <id>". */
  readonly expiryText: string;
  /** sip */
  readonly ipRange?: string | undefined;
  /** sv: the version of the service that will answer. */
  readonly version: string;
  /** tid: the tenant that issued the token, a GUID. */
  readonly tenantId?: string | undefined;
  readonly canQuery: boolean;
  readonly canListTables: boolean;
  /** Whether the statistics of the secondary may be read. True for a token, although its role may not allow it. */
  readonly canReadStats: boolean;
  /** Why `canQuery` is false; empty if it is true. */
  readonly problems: readonly CredentialNote[];
  /** Notes about rights that are not needed for reading. */
  readonly warnings: readonly CredentialNote[];
}

export function credentialName({ kind }: Pick<CredentialFacts, 'kind'>): 'SAS' | 'access token' {
  return kind === 'token' ? 'access token' : 'SAS';
}

function newCredential({ kind }: Pick<CredentialFacts, 'kind'>): string {
  return kind === 'token' ? 'Get a new access token' : 'Create a new SAS';
}

export function note(parameter: string, message: string, nextStep: string): CredentialNote {
  return { parameter, message, nextStep };
}

type Lifetime = Pick<CredentialFacts, 'kind' | 'startsAtMs' | 'expiresAtMs'>;

/**
 * By how many milliseconds `nowMs` of the env may be ahead; negative if it may be behind. The table service's clock leaves no doubt. The
 * clock of the page's server is no better than this computer's, so their difference is in doubt.
 */
export function doubtMs(clock: ClockReading | undefined): number {
  if (clock?.of !== 'the server of this page' || Math.abs(clock.aheadMs) < CLOCK_TOLERANCE_MS) return 0;
  return clock.aheadMs;
}

function whoseClock(clock: ClockReading | undefined): string {
  if (clock?.of === 'the table service') return "by the table service's clock";
  return doubtMs(clock) === 0
    ? "by this computer's clock"
    : "by this computer's clock and that of this page's server";
}

/**
 * Why a credential cannot be used at this time, by every clock that is known; empty if it can. If the clocks disagree, the request is sent
 * and the service decides.
 * @param nowMs `nowMs` of the env, in milliseconds since the Unix epoch.
 */
export function timeProblems(
  life: Lifetime,
  nowMs: number,
  clock: ClockReading | undefined,
): CredentialNote[] {
  const { startsAtMs, expiresAtMs } = life;
  const whose = whoseClock(clock);
  const isToken = life.kind === 'token';
  const name = credentialName(life);
  const found: CredentialNote[] = [];
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs - Math.max(0, doubtMs(clock))) {
    const said = `The ${name} expired at ${isoSeconds(expiresAtMs)}, ${whose}.`;
    found.push(note(isToken ? 'exp' : 'se', said, `${newCredential(life)}.`));
  }
  if (startsAtMs !== undefined && startsAtMs > nowMs - Math.min(0, doubtMs(clock))) {
    const said = `The ${name} is valid from ${isoSeconds(startsAtMs)} only, ${whose}.`;
    const next = isToken
      ? 'Turn on automatic time on this computer, then connect again.'
      : 'Wait, check the clock, or create a SAS without a start time.';
    found.push(note(isToken ? 'nbf' : 'st', said, next));
  }
  return found;
}

export function isoSeconds(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

/**
 * Which limit of the SAS an AuthorizationFailure of the service may be about. Undefined if neither its table nor its keys can be the
 * reason.
 */
export function missedScope(
  { tableName: only, keyRange }: CredentialFacts,
  tableName: string | undefined,
): 'sas-table' | 'sas-keys' | undefined {
  // For the service, names of tables that differ only in case are the same.
  const isOther = only !== undefined && tableName?.toLowerCase() !== only.toLowerCase();
  if (isOther && tableName !== undefined) return 'sas-table';
  return keyRange === undefined ? undefined : 'sas-keys';
}
