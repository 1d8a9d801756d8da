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
  /** What was observed, one line each. */
  readonly evidence: readonly string[];
  /** Possible causes, the most likely first. Only one if it is certain. */
  readonly causes: readonly string[];
  readonly nextStep: string;
  readonly fix?: FixId | undefined;
  readonly endpoint: DiagnosisFacts['endpoint'];
  readonly origin: string;
  /** The account's tenant, if the service named it. */
  readonly tenantId?: string | undefined;
  /** Whether the attempt is still running. */
  readonly isOpen: boolean;
}

/** Finds out why there is no connection. Pure: the caller passes what the clocks, the reachability check and the browser say. */
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

/** An emulator is on this computer, where names and networks cannot be the cause, so the fix is about its own settings. */
function fixOf({ endpoint }: DiagnosisFacts, fix: FixId): FixId {
  return fix === 'reach' && endpoint.kind === 'emulator' ? 'emulator' : fix;
}

/** The table service's clock decides. A refusal may state it in its message, even if no header could be read. */
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

/**
 * Whether the credential has expired or is not valid yet at an instant, by the times that it states itself. Tokens are valid from the
 * moment they are issued, so one that has not begun means that a clock is wrong.
 */
function timeClassAt({ credential }: DiagnosisFacts, atMs: number): TimeClass | undefined {
  const isToken = credential.kind === 'token';
  if (credential.expiresAtMs !== undefined && credential.expiresAtMs <= atMs)
    return isToken ? 'token-expired' : 'sas-expired';
  if (credential.startsAtMs === undefined || credential.startsAtMs <= atMs) return undefined;
  return isToken ? 'clock-skew' : 'sas-not-yet-valid';
}

/**
 * The same at the present time, by the most trusted clock. If this computer's clock leads to another result, the class is that the clock is
 * wrong. The exception: if the service's clock says that the credential is valid, a refusal must have another reason.
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

/** The credential itself shows that it cannot work. */
function classOfText(facts: DiagnosisFacts): DiagnosisId {
  const [first] = facts.credential.problems;
  return CLASS_BY_PARAMETER.get(first?.parameter ?? '') ?? timeClass(facts) ?? 'other';
}

function classOfAnswer(facts: DiagnosisFacts, fault: TableFault): DiagnosisId {
  const { kind, status } = fault;
  const { credential, endpoint } = facts;
  const refusal =
    refusalFor(fault, credential, endpoint.secondary)?.id ?? (status === 501 ? 'not-implemented' : undefined);
  // This kind of refusal is about headers, whatever its code.
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

/** AuthorizationFailure has three meanings at Azure, and a fourth at Azurite, which uses it for a wrong signature. */
function classOfScope(facts: DiagnosisFacts): DiagnosisId {
  const { endpoint, credential, tableName } = facts;
  if (endpoint.kind === 'emulator') return notAccepted(facts);
  return missedScope(credential, tableName) ?? 'network-rules';
}

function isPublicPage({ origin }: DiagnosisFacts): boolean {
  return !isLoopback(new URL(origin).hostname);
}

/** Whether the browser may still be asking the user if a public page may send to this computer. */
function isAskedFor(facts: DiagnosisFacts): boolean {
  return facts.endpoint.kind === 'emulator' && isPublicPage(facts) && facts.localNetwork === 'prompt';
}

/** What stops requests of this page before they leave the computer; undefined if nothing does. */
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

/** There was no answer that the page may read. */
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
  // A refusal of an expired credential may lack the CORS headers, so the time is checked before CORS is blamed.
  const untimely = timeClass(facts);
  if (untimely !== undefined || bare.kind !== 'read') return untimely ?? 'cors';
  return headers === 'refused' ? 'cors-headers' : 'request-filtered';
}

const UNCHECKED: ReachabilityFacts = { opaque: 'failed', bare: { kind: 'unread' }, isLedAway: false };
