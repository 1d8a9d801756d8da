import { capital } from '../../core/words.ts';
import { clockWords, lengthWords } from '../base/serviceClock.ts';
import { credentialName, isoSeconds } from '../sas/credentialFacts.ts';
import { refusalFor } from '../wire/refusals.ts';
import { type DiagnosisId, diagnosisClass } from './classes.ts';
import type { DiagnosisFacts } from './facts.ts';

const isOfService = ({ clock }: DiagnosisFacts): boolean => clock?.of === 'the table service';

/** The period of validity that the credential states, compared with the service's clock if that is known. */
function timeLine(facts: DiagnosisFacts): string {
  const { credential, nowMs, clock } = facts;
  const name = credentialName(credential);
  const { expiresAtMs, startsAtMs, policyId } = credential;
  const whose = isOfService(facts) ? "by the table service's clock" : 'by this computer';
  const atMs = nowMs - (isOfService(facts) ? (clock?.aheadMs ?? 0) : 0);
  if (startsAtMs !== undefined && startsAtMs > atMs) {
    return `The ${name} starts at ${isoSeconds(startsAtMs)}, ${lengthWords(startsAtMs - atMs)} from now ${whose}.`;
  }
  if (expiresAtMs === undefined) {
    return `The SAS does not say when it expires${policyId === undefined ? '' : `: the policy ${policyId} does`}.`;
  }
  const leftMs = expiresAtMs - atMs;
  return leftMs <= 0
    ? `The ${name} expired at ${isoSeconds(expiresAtMs)}, ${lengthWords(leftMs)} ago ${whose}.`
    : `The ${name} says that it is valid until ${isoSeconds(expiresAtMs)}, ${lengthWords(leftMs)} from now.`;
}

/** If the clocks differ by less, the page says that they agree. */
const AGREES_MS = 5000;

function clockLine({ clock, nowMs }: DiagnosisFacts): string {
  if (clock === undefined) return `This computer's clock says ${isoSeconds(nowMs)}.`;
  return Math.abs(clock.aheadMs) < AGREES_MS
    ? `This computer's clock agrees with ${clock.of}.`
    : clockWords(clock);
}

function reachabilityLine({ reachability, endpoint, credential }: DiagnosisFacts): string | undefined {
  if (reachability === undefined) return undefined;
  const { opaque, bare, headers, isLedAway } = reachability;
  const without = `Without the ${credentialName(credential)} ${endpoint.host}`;
  if (bare.kind === 'read') {
    const refused =
      headers === 'refused' ? '; with the headers authorization and x-ms-version added, it may not' : '';
    return `${without} answers HTTP ${bare.status}, and this page may read it${refused}.`;
  }
  if (bare.kind === 'redirected' || isLedAway) {
    return `${without} answers with a redirect, which is not followed.`;
  }
  switch (opaque) {
    case 'answered':
      return `${without} answers too, but this page may not read it: its name, the network and TLS work.`;
    case 'failed':
      return `${without} gives no answer either.`;
    case 'waiting':
      return `${without} has not answered either.`;
  }
}

const ABOUT_TIME: ReadonlySet<DiagnosisId> = new Set<DiagnosisId>([
  'sas-expired',
  'sas-not-yet-valid',
  'clock-skew',
  'sas-signature',
  'token-expired',
  'token-refused',
  'network-rules',
  'cors',
  'request-filtered',
]);

const ABOUT_CLOCK: ReadonlySet<DiagnosisId> = new Set<DiagnosisId>([
  'sas-expired',
  'sas-not-yet-valid',
  'clock-skew',
  'sas-signature',
  'token-expired',
  'unreachable',
]);

function happened(
  { fault, credential, isUnsent, goesOn, elapsedMs }: DiagnosisFacts,
  id: DiagnosisId,
): readonly string[] {
  if (isUnsent) return [...credential.problems.map(({ message }) => message), 'Nothing was sent.'];
  if (fault === undefined) return [`Sent ${lengthWords(elapsedMs)} ago; the attempt continues.`];
  // The error of a request may begin with the title of the notice, which must not appear twice.
  const title = `${diagnosisClass(id).title}: `;
  const said = fault.message.startsWith(title) ? fault.message.slice(title.length) : fault.message;
  return [capital(said), ...(goesOn === true ? ['The attempt continues.'] : [])];
}

const originLine = ({ origin }: DiagnosisFacts): string => `This page comes from ${origin}.`;

/** Evidence that matters for one class only. */
const OWN_LINES: ReadonlyMap<DiagnosisId, (facts: DiagnosisFacts) => string | undefined> = new Map<
  DiagnosisId,
  (facts: DiagnosisFacts) => string | undefined
>([
  ['cors', originLine],
  ['cors-headers', originLine],
  ['token-tenant', tenantLine],
  ['token-refused', tenantLine],
  [
    'local-network',
    ({ localNetwork = 'unknown' }) => `Local network access is ${localNetwork} for this page.`,
  ],
  ['unreachable', ({ isOnline }) => (isOnline ? 'The browser says that it is online.' : undefined)],
]);

/** What was observed, one line each, without the secret. */
export function evidenceOf(facts: DiagnosisFacts, id: DiagnosisId): readonly string[] {
  const { fault } = facts;
  const seen: (string | undefined)[] = [];
  seen.push(...happened(facts, id));
  if (fault?.requestId !== undefined) seen.push(`Request ${fault.requestId}.`);
  if (fault === undefined || fault.status === undefined) seen.push(reachabilityLine(facts));
  seen.push(OWN_LINES.get(id)?.(facts));
  if (ABOUT_TIME.has(id) && !facts.isUnsent) seen.push(timeLine(facts));
  if (ABOUT_CLOCK.has(id)) seen.push(clockLine(facts));
  return seen.filter((line) => line !== undefined);
}

/** Only the service's 401 names the tenant of the account. */
function tenantLine({ fault, credential }: DiagnosisFacts): string {
  const own = credential.tenantId === undefined ? '' : ` The token is of the tenant ${credential.tenantId}.`;
  if (fault?.tenantId !== undefined) return `The account belongs to the tenant ${fault.tenantId}.${own}`;
  const why = fault?.status === 401 ? 'CORS hides the header WWW-Authenticate' : 'only HTTP 401 names it';
  return `The tenant of the account is not known: ${why}.${own}`;
}

/**
 * If a SAS began so recently, the service's clock may not have reached its start. Source: the SAS best practices, which advise a start 15
 * minutes in the past.
 */
const YOUNG_MS = 15 * 60_000;

type Refine = (causes: readonly string[], facts: DiagnosisFacts) => readonly string[];

const isPolicy = (cause: string): boolean => cause.includes('(si)');

/** Adjusts the causes of a class to the facts: drops impossible ones, and moves likely ones to the front. */
const REFINE: ReadonlyMap<DiagnosisId, Refine> = new Map<DiagnosisId, Refine>([
  [
    'sas-signature',
    (causes, facts) => {
      const { credential, nowMs } = facts;
      const own = causes.filter((cause) => credential.policyId !== undefined || !isPolicy(cause));
      // The service's clock is known, and by it the SAS has not expired.
      if (isOfService(facts)) return own.filter((cause) => !cause.startsWith('It has expired'));
      const ageMs = nowMs - (credential.startsAtMs ?? Number.NEGATIVE_INFINITY);
      if (ageMs >= YOUNG_MS) return own;
      return [`It began ${lengthWords(ageMs)} ago: the service's clock may be behind`, ...own];
    },
  ],
  [
    'clock-skew',
    (causes, { credential, nowMs, clock }) => {
      const isTooEarly = (credential.startsAtMs ?? 0) > nowMs - Math.max(0, clock?.aheadMs ?? 0);
      return isTooEarly && credential.kind !== 'token'
        ? causes
        : causes.filter((cause) => !cause.startsWith('The SAS starts'));
    },
  ],
  [
    'network-rules',
    (causes, { credential }) =>
      credential.policyId === undefined
        ? causes.filter((cause) => !isPolicy(cause))
        : causes.toSorted((a, b) => Number(isPolicy(b)) - Number(isPolicy(a))),
  ],
  [
    'cors',
    (causes, { credential }) =>
      causes.filter((cause) => credential.kind === 'token' || !cause.includes('a token')),
  ],
  [
    'token-refused',
    // If the service named a tenant, it is that of the token.
    (causes, { fault }) =>
      causes.filter((cause) => fault?.tenantId === undefined || !cause.includes('tenant')),
  ],
  [
    'unreachable',
    (causes, { endpoint }) =>
      endpoint.secondary
        ? ['The account has no readable secondary (RA-GRS): its -secondary name does not resolve', ...causes]
        : causes,
  ],
  [
    'local-unreachable',
    (causes, { origin, endpoint }) =>
      causes.filter(
        (cause) =>
          !cause.startsWith('Mixed content') ||
          (origin.startsWith('https:') && endpoint.url.startsWith('http:')),
      ),
  ],
  [
    'sas-permission',
    (causes, { credential: { problems } }) => {
      const [first] = problems;
      if (first === undefined) return causes;
      return causes.filter((cause) => cause.startsWith(first.parameter === 'sp' ? 'Made' : 'Bound'));
    },
  ],
  [
    'local-network',
    (causes, { localNetwork }) =>
      causes.filter((cause) => cause.startsWith('Its question') === (localNetwork === 'prompt')),
  ],
  [
    'no-answer-yet',
    (causes, { endpoint }) =>
      // The browser's question to the user is a class of its own.
      causes.filter((cause) => (endpoint.kind === 'emulator') === cause.startsWith('The emulator')),
  ],
  ['other', () => []],
]);

/** The possible causes of a class, adjusted to the facts. */
export function causesOf(facts: DiagnosisFacts, id: DiagnosisId): readonly string[] {
  const { causes } = diagnosisClass(id);
  return REFINE.get(id)?.(causes, facts) ?? causes;
}

export function nextStepOf(facts: DiagnosisFacts, id: DiagnosisId): string {
  if (id === 'no-answer-yet' && facts.endpoint.kind === 'emulator') {
    return 'Wait, or cancel, restart the emulator and compare the port.';
  }
  if (id === 'local-network' && facts.localNetwork === 'prompt') {
    return 'Answer the question of the browser, then try again.';
  }
  if (id === 'token-tenant' && facts.fault !== undefined) {
    return (
      refusalFor(facts.fault, facts.credential, facts.endpoint.secondary)?.nextStep ??
      diagnosisClass(id).nextStep
    );
  }
  // The next step for the service's own code is more specific than that of the class.
  const { nextStep } = diagnosisClass(id);
  return id === 'other' ? (facts.fault?.nextStep ?? nextStep) : nextStep;
}
