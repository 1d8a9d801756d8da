import { CLOCK_TOLERANCE_MS, type ClockReading } from '../base/serviceClock.ts';

/** A note about a credential, tied to a parameter of its SAS or a claim of its token. */
export interface CredentialNote {
  /** SAS parameter, such as "sp", or claim, such as "aud". */
  readonly parameter: string;
  readonly message: string;
  readonly nextStep: string;
}

/** The keys that a SAS may read; both ends included, as the service compares. Absent ends are open. */
interface SasKeyRange {
  readonly fromPartition?: string;
  readonly fromRow?: string;
  readonly toPartition?: string;
  readonly toRow?: string;
}

/** What a credential allows by its own text. The service decides. */
export interface CredentialFacts {
  /** Three kinds of SAS, and the access token of Microsoft Entra. */
  readonly kind: 'account' | 'table' | 'user-delegation' | 'token';
  /** "read", "list", "add", ... in the order of `sp`; empty if a stored policy holds them, and for a token: its roles do. */
  readonly permissions: readonly string[];
  /** tn */
  readonly tableName?: string;
  readonly keyRange?: SasKeyRange | undefined;
  /** Milliseconds since the Unix epoch; undefined: valid from the start, or set by the policy. */
  readonly startsAtMs?: number | undefined;
  /** Milliseconds since the Unix epoch, the earlier of `se` and `ske`, or `exp`; undefined: set by the policy. */
  readonly expiresAtMs?: number | undefined;
  /** si */
  readonly policyId?: string;
  /** "expires 2026-11-21T00:00:00Z" or "expiry held by policy <id>". */
  readonly expiryText: string;
  /** sip */
  readonly ipRange?: string;
  /** sv: the service version that answers. */
  readonly version: string;
  /** The tenant that issued the token (tid): a GUID. */
  readonly tenantId?: string | undefined;
  readonly canQuery: boolean;
  readonly canListTables: boolean;
  /** Whether the stats of the secondary may be read; a token may, if its role allows it. */
  readonly canReadStats: boolean;
  /** Why `canQuery` is false; empty if it is true. */
  readonly problems: readonly CredentialNote[];
  /** Rights that reading does not need. */
  readonly warnings: readonly CredentialNote[];
}

/** "SAS" or "access token", in a sentence. */
export function credentialName({ kind }: Pick<CredentialFacts, 'kind'>): 'SAS' | 'access token' {
  return kind === 'token' ? 'access token' : 'SAS';
}

/** How to get another one. */
function newCredential({ kind }: Pick<CredentialFacts, 'kind'>): string {
  return kind === 'token' ? 'Get a new access token' : 'Create a new SAS';
}

export function note(parameter: string, message: string, nextStep: string): CredentialNote {
  return { parameter, message, nextStep };
}

type Lifetime = Pick<CredentialFacts, 'kind' | 'startsAtMs' | 'expiresAtMs'>;

/**
 * How far `nowMs` of the env may be ahead, in milliseconds; negative: behind. The table service's clock leaves no doubt; that
 * of the page's server is as good as this computer's.
 */
export function doubtMs(clock: ClockReading | undefined): number {
  if (clock?.of !== 'the server of this page' || Math.abs(clock.aheadMs) < CLOCK_TOLERANCE_MS) return 0;
  return clock.aheadMs;
}

/**
 * Whether a credential has expired at `nowMs` (of the env, milliseconds since the Unix epoch), by every known clock: if they
 * disagree, the service is asked.
 */
function isOver(
  { expiresAtMs }: Pick<Lifetime, 'expiresAtMs'>,
  nowMs: number,
  clock: ClockReading | undefined,
): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs - Math.max(0, doubtMs(clock));
}

/** The same for one that is not valid yet. */
function isAhead({ startsAtMs }: Lifetime, nowMs: number, clock: ClockReading | undefined): boolean {
  return startsAtMs !== undefined && startsAtMs > nowMs - Math.min(0, doubtMs(clock));
}

function whoseClock(clock: ClockReading | undefined): string {
  if (clock?.of === 'the table service') return "by the table service's clock";
  return doubtMs(clock) === 0
    ? "by this computer's clock"
    : "by this computer's clock and that of this page's server";
}

/** Why a credential cannot be used at this time. */
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
  if (expiresAtMs !== undefined && isOver(life, nowMs, clock)) {
    const said = `The ${name} expired at ${isoSeconds(expiresAtMs)}, ${whose}.`;
    found.push(note(isToken ? 'exp' : 'se', said, `${newCredential(life)}.`));
  }
  if (startsAtMs !== undefined && isAhead(life, nowMs, clock)) {
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

/** What an AuthorizationFailure of the service may be about, by the text of the SAS. Undefined: not its table or keys. */
export function missedScope(
  { tableName: only, keyRange }: CredentialFacts,
  tableName: string | undefined,
): 'sas-table' | 'sas-keys' | undefined {
  // The service compares names of tables without regard to case.
  const isOther = only !== undefined && tableName?.toLowerCase() !== only.toLowerCase();
  if (isOther && tableName !== undefined) return 'sas-table';
  return keyRange === undefined ? undefined : 'sas-keys';
}
