import { type DiagnosisId, diagnosisClass } from './classes.ts';
import { CLOCK_TOLERANCE_MS, type ClockReading } from '../base/serviceClock.ts';
import type { DiagnosisFacts, ReachabilityFacts } from './facts.ts';
import { causesOf, evidenceOf, nextStepOf } from './words.ts';
import { missedScope } from '../sas/credentialFacts.ts';
import { isLoopback } from '../connection/endpoint.ts';
import type { TableFault } from '../base/tableError.ts';
import { type FixId, refusalFor } from '../wire/refusals.ts';

/** Why there is no connection, as finely as a browser can tell. */
export interface Diagnosis {
  readonly id: DiagnosisId;
  readonly title: string;
  readonly certainty: 'sure' | 'likely';
  /** Observations, one line each. */
  readonly evidence: readonly string[];
  /** Possible causes, most likely first; just one if it is sure. */
  readonly causes: readonly string[];
  readonly nextStep: string;
  readonly fix?: FixId | undefined;
  /** The endpoint that the fix is written for. */
  readonly endpoint: DiagnosisFacts['endpoint'];
  readonly origin: string;
  /** The tenant of the account, if its answer named it. */
  readonly tenantId?: string | undefined;
  /** The attempt is still running. */
  readonly isOpen: boolean;
}

/** Facts in, diagnosis out. Pure: the caller has already read clocks, reachability and the browser. */
export function diagnose(facts: DiagnosisFacts): Diagnosis {
  const clock = bestClock(facts);
  const known: DiagnosisFacts = clock === undefined ? facts : { ...facts, clock };
  const id = classOf(known);
  const { title, certainty, fix } = diagnosisClass(id);
  return {
    id,
    title,
    certainty,
    evidence: evidenceOf(known, id),
    causes: causesOf(known, id),
    nextStep: nextStepOf(known, id),
    fix: fix && fixOf(known, fix),
    endpoint: facts.endpoint,
    origin: facts.origin,
    tenantId: facts.fault?.tenantId,
    isOpen: facts.goesOn === true || (facts.fault === undefined && !facts.isUnsent),
  };
}

/** An emulator on this computer needs no name resolution, so its own settings are what can be fixed. */
function fixOf({ endpoint }: DiagnosisFacts, fix: FixId): FixId {
  return fix === 'reach' && endpoint.kind === 'emulator' ? 'emulator' : fix;
}

/** The table service's clock decides: its answer may tell it. */
function bestClock({ fault, clock, nowMs }: DiagnosisFacts): ClockReading | undefined {
  if (fault?.serviceTimeMs === undefined) return clock;
  return { aheadMs: nowMs - fault.serviceTimeMs, of: 'the table service' };
}

function classOf(facts: DiagnosisFacts): DiagnosisId {
  const { fault } = facts;
  if (facts.isUnsent) return classOfText(facts);
  if (fault === undefined) return isAskedFor(facts) ? 'local-network' : 'no-answer-yet';
  return fault.status === undefined ? classOfSilence(facts, fault) : classOfAnswer(facts, fault);
}

type TimeClass = 'sas-expired' | 'sas-not-yet-valid' | 'token-expired' | 'clock-skew';

/** Whether an instant is outside the credential's validity, by its own text. A token begins when it is made. */
function timeClassAt({ credential }: DiagnosisFacts, atMs: number): TimeClass | undefined {
  const isToken = credential.kind === 'token';
  if (credential.expiresAtMs !== undefined && credential.expiresAtMs <= atMs)
    return isToken ? 'token-expired' : 'sas-expired';
  if (credential.startsAtMs === undefined || credential.startsAtMs <= atMs) return undefined;
  return isToken ? 'clock-skew' : 'sas-not-yet-valid';
}

/**
 * The same by the best clock. Where this computer's clock disagrees, it is wrong, unless the service's own says that the
 * credential is valid: then a refusal has another reason.
 */
function timeClass(facts: DiagnosisFacts): TimeClass | undefined {
  const own = timeClassAt(facts, facts.nowMs);
  const { clock } = facts;
  if (clock === undefined) return own;
  const other = timeClassAt(facts, facts.nowMs - clock.aheadMs);
  const isService = clock.of === 'the table service';
  if (other === own || (isService && other === undefined)) return other;
  if (Math.abs(clock.aheadMs) >= CLOCK_TOLERANCE_MS) return 'clock-skew';
  return isService ? other : own;
}

const CLASS_BY_PARAMETER: ReadonlyMap<string, DiagnosisId> = new Map([
  ['sp', 'sas-permission'],
  ['sduoid', 'sas-permission'],
  ['ss', 'sas-service'],
  ['srt', 'sas-resource-type'],
  ['aud', 'token-audience'],
]);

/** The credential itself says why it cannot work. */
function classOfText(facts: DiagnosisFacts): DiagnosisId {
  const [first] = facts.credential.problems;
  return CLASS_BY_PARAMETER.get(first?.parameter ?? '') ?? timeClass(facts) ?? 'other';
}

function classOfAnswer(facts: DiagnosisFacts, fault: TableFault): DiagnosisId {
  const { kind, status } = fault;
  const { credential, endpoint } = facts;
  const refusal =
    refusalFor(fault, credential, endpoint.secondary)?.id ?? (status === 501 ? 'not-implemented' : undefined);
  // This refusal is about headers, whatever its code.
  if (kind === 'transport-refused') return 'request-form';
  if (kind === 'expired')
    return timeClass(facts) ?? (credential.kind === 'token' ? 'token-expired' : 'sas-expired');
  switch (refusal) {
    case undefined:
      return classOfKind(facts, fault);
    case 'sas-signature':
    case 'no-authentication':
    case 'token-refused':
      return timeClass(facts) ?? refusal;
    case 'network-rules':
      return timeClass(facts) ?? classOfScope(facts);
    default:
      return refusal;
  }
}

function classOfKind(facts: DiagnosisFacts, { kind, code }: TableFault): DiagnosisId {
  switch (kind) {
    case 'auth':
      return timeClass(facts) ?? (code === undefined ? notAccepted(facts) : 'other');
    case 'not-found':
      return 'account-path';
    case 'throttled':
    case 'service':
      return 'busy';
    case 'protocol':
      return 'not-the-service';
    default:
      return 'other';
  }
}

function notAccepted({ credential }: DiagnosisFacts): DiagnosisId {
  return credential.kind === 'token' ? 'token-refused' : 'sas-signature';
}

/** The three meanings of AuthorizationFailure, and that of Azurite: a wrong signature. */
function classOfScope(facts: DiagnosisFacts): DiagnosisId {
  const { endpoint, credential, tableName } = facts;
  if (endpoint.kind === 'emulator') return notAccepted(facts);
  return missedScope(credential, tableName) ?? 'network-rules';
}

function isPublicPage({ origin }: DiagnosisFacts): boolean {
  return !isLoopback(new URL(origin).hostname);
}

/** The browser may be asking the user whether a public page may reach this computer. */
function isAskedFor(facts: DiagnosisFacts): boolean {
  return facts.endpoint.kind === 'emulator' && isPublicPage(facts) && facts.localNetwork === 'prompt';
}

/** What keeps this page from the account before anything leaves the computer; undefined: nothing. */
function classOfBarrier(facts: DiagnosisFacts): DiagnosisId | undefined {
  const isLocal = facts.endpoint.kind === 'emulator';
  if (facts.isBlockedByPolicy) return 'page-policy';
  if (!facts.isOnline && !isLocal) return 'offline';
  const isDenied = isLocal && isPublicPage(facts) && facts.localNetwork === 'denied';
  return isDenied || isAskedFor(facts) ? 'local-network' : undefined;
}

const SILENT: ReadonlySet<TableFault['kind']> = new Set<TableFault['kind']>([
  'network',
  'timeout',
  'expired',
]);

/** No answer that the page may read. */
function classOfSilence(facts: DiagnosisFacts, fault: TableFault): DiagnosisId {
  if (fault.kind === 'protocol') return 'not-the-service';
  if (fault.kind === 'redirected') return 'redirect';
  return SILENT.has(fault.kind) ? (classOfBarrier(facts) ?? classOfReachability(facts)) : 'other';
}

function classOfReachability(facts: DiagnosisFacts): DiagnosisId {
  const { opaque, bare, headers, isLedAway } = facts.reachability ?? UNCHECKED;
  if (bare.kind === 'redirected' || isLedAway) return 'redirect';
  if (opaque !== 'answered' && bare.kind !== 'read') {
    return facts.endpoint.kind === 'emulator' ? 'local-unreachable' : 'unreachable';
  }
  // Once expired, it may cause an answer without CORS headers, so the time is checked before CORS is blamed.
  const untimely = timeClass(facts);
  if (untimely !== undefined || bare.kind !== 'read') return untimely ?? 'cors';
  return headers === 'refused' ? 'cors-headers' : 'request-filtered';
}

const UNCHECKED: ReachabilityFacts = { opaque: 'failed', bare: { kind: 'unread' }, isLedAway: false };
