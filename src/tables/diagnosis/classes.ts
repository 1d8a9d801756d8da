import { STORAGE_RESOURCE } from '../../core/entra.ts';
import { type FaultClass, REFUSALS, type RefusalId } from '../wire/refusals.ts';

/** Classes of failed connections, as finely as a browser can tell them apart. */
export type DiagnosisId = RefusalId | OwnId;

/** Classes that no error code of the service reveals. */
type OwnId =
  | 'cosmos'
  | 'clock-skew'
  | 'sas-expired'
  | 'sas-not-yet-valid'
  | 'token-audience'
  | 'token-expired'
  | 'account-path'
  | 'busy'
  | 'not-the-service'
  | 'page-policy'
  | 'offline'
  | 'local-network'
  | 'redirect'
  | 'request-filtered'
  | 'cors'
  | 'cors-headers'
  | 'local-unreachable'
  | 'unreachable'
  | 'no-answer-yet'
  | 'headers-hidden'
  | 'other';

const OWN_CLASSES: readonly FaultClass<OwnId>[] = [
  {
    id: 'cosmos',
    title: 'This is an Azure Cosmos DB endpoint, not a storage account',
    causes: ['The endpoint of Cosmos DB for Table was pasted'],
    told: 'From the host, before anything is sent',
    nextStep: 'Connect to a storage account: https://<account>.table.core.windows.net.',
    certainty: 'sure',
  },
  {
    id: 'clock-skew',
    title: "This computer's clock is wrong",
    causes: [
      'The clock or the time zone of this computer is off',
      'The SAS starts in the minute in which it was created',
    ],
    told:
      'The SAS is valid by this computer and not by the service, whose answer says its time; or by one of this computer ' +
      'and the server of this page (its Date)',
    nextStep:
      'Turn on automatic time on this computer, then connect again. A SAS that was created with the wrong clock must be created again.',
    certainty: 'sure',
    fix: 'clock',
  },
  {
    id: 'sas-expired',
    title: 'The SAS has expired',
    causes: ['Its expiry (se, ske) has passed'],
    told: 'From se and the clock, before anything is sent and before CORS is suspected; or 401 or 403 later than se by the time in its message',
    nextStep: 'Create a new SAS and connect again.',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-not-yet-valid',
    title: 'The SAS is not valid yet',
    causes: ['Its start (st) is in the future'],
    told: 'From st and the clock, before anything is sent; or 401 or 403 earlier than st by the time in its message',
    nextStep: 'Wait until then, or create a SAS without a start time.',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'token-audience',
    title: 'The access token is not for Azure Storage',
    causes: [`Made without --resource ${STORAGE_RESOURCE}`, 'Made for another account'],
    told: 'From aud, before anything is sent',
    nextStep: 'Get a token for storage and connect again.',
    certainty: 'sure',
    fix: 'token',
  },
  {
    id: 'token-expired',
    title: 'The access token has expired',
    causes: ['Its expiry (exp) has passed: most tokens live about an hour'],
    told: 'From exp and the clock, before anything is sent; or 401 later than exp by the time in its message',
    nextStep: 'Get a new access token and connect again.',
    certainty: 'sure',
    fix: 'token',
  },
  {
    id: 'account-path',
    title: 'The address names no account',
    causes: [
      'The account name in the path is wrong (emulators)',
      'The address is not that of the table service',
    ],
    told: '404 with another code',
    nextStep: 'Compare the address with the Table endpoint that the account or the emulator shows.',
    certainty: 'likely',
  },
  {
    id: 'busy',
    title: 'The service is busy',
    causes: ['The account is at its limit (429, 503)', 'The service has a problem (500, 504)'],
    told: '429 or 5xx, three times in a row',
    nextStep: 'Wait a moment and try again.',
    certainty: 'sure',
  },
  {
    id: 'not-the-service',
    title: 'Something other than the table service answered',
    causes: [
      'A sign-in page of a network (captive portal)',
      'A proxy or a VPN gateway',
      'Another server on this port',
    ],
    told: 'An answer that is not JSON, or that ends early',
    nextStep: 'Sign in to the network, or leave the proxy or VPN, then try again.',
    certainty: 'likely',
  },
  {
    id: 'page-policy',
    title: 'The policy of this page blocks the request',
    causes: ['A Content-Security-Policy header of the host of this page', 'A browser extension'],
    told: 'The browser reports a violation (connect-src) for this account',
    nextStep: 'Allow the endpoint in connect-src where this page is served, or serve it elsewhere.',
    certainty: 'sure',
  },
  {
    id: 'offline',
    title: 'This computer is offline',
    causes: ['No network'],
    told: 'navigator.onLine is false and the account is not on this computer',
    nextStep: 'Connect to the network, then try again.',
    certainty: 'sure',
  },
  {
    id: 'local-network',
    title: 'The browser does not let this page reach this computer',
    causes: ['The permission for local network access was denied', 'Its question has not been answered yet'],
    told: 'The permission, if the page is public and the account is on this computer',
    nextStep: 'Allow local network access for this page (icon before the address), then try again.',
    certainty: 'sure',
  },
  {
    id: 'redirect',
    title: 'The request was redirected to another address',
    causes: [
      'A sign-in page of a network (captive portal)',
      'A proxy',
      'A custom domain in front of the account',
    ],
    told: 'The request, or one without the SAS, is answered by a redirect, or redirected to where the policy of the page blocks it',
    nextStep: 'Sign in to the network, or use the address of the account itself, then try again.',
    certainty: 'sure',
  },
  {
    id: 'request-filtered',
    title: 'Something between this page and the account blocks requests with a SAS or a token',
    causes: [
      'A filter against leaked secrets (proxy, security software, browser extension)',
      'An unreliable connection',
    ],
    told: 'The same request without the SAS is answered, and the page may read the answer',
    nextStep: 'Try again without extensions, or from another network.',
    certainty: 'likely',
  },
  {
    id: 'cors',
    title: 'The account answers, but this page may not read it: CORS',
    causes: [
      'No CORS rule for the table service (rules of Blob do not count)',
      'The rule names another origin: scheme, host, port and case must be the same, without a trailing slash',
      'The rule does not allow GET',
      'Its allowed headers lack authorization or x-ms-*, which a token needs',
      'The rule was set less than a minute ago',
      'The SAS or the firewall refuses the request, and the service sends errors without CORS headers',
    ],
    told: 'Nothing can be read, but a request without the SAS is answered (no-cors)',
    nextStep:
      'Add a CORS rule for this page to the table service, and keep the existing rules. Then try again.',
    certainty: 'likely',
    fix: 'cors',
  },
  {
    id: 'cors-headers',
    title: 'The CORS rule does not allow the headers of an access token',
    causes: [
      'The allowed headers of the rule lack authorization or x-ms-*',
      'An earlier rule matches this page, and its allowed headers lack them: the first match wins',
      'The rule was changed less than a minute ago',
    ],
    told: 'A request without the token is answered and can be read; with the same headers, empty, it is not',
    nextStep:
      'Add authorization and x-ms-* to the allowed headers of the first rule that matches this page. Then try again.',
    certainty: 'likely',
    fix: 'cors-first',
  },
  {
    id: 'local-unreachable',
    title: 'Nothing answers on this computer at that address',
    causes: [
      'The emulator is not running, or listens on another port',
      'http although the emulator uses https, or vice versa; or its certificate is not trusted',
      'Mixed content: Safari does not let an https page reach http on this computer',
    ],
    told: 'A request without the SAS fails too, and the account is on this computer',
    nextStep: 'Start the emulator, compare the port, then try again.',
    certainty: 'likely',
    fix: 'emulator',
  },
  {
    id: 'unreachable',
    title: 'No connection to the account',
    causes: [
      'There is no such account (DNS finds no address), often because of a typo',
      'A firewall, proxy or VPN on your side, or a private endpoint that does not resolve here',
      'TLS: a proxy with a certificate that this browser does not trust, or a wrong clock',
      'The network is down although the browser says that it is online',
      'CORS, if this browser hides all answers from the page',
    ],
    told: 'A request without the SAS fails too',
    nextStep:
      'Compare the account name letter by letter, then check whether the host answers outside the browser.',
    certainty: 'likely',
    fix: 'reach',
  },
  {
    id: 'no-answer-yet',
    title: 'No answer yet',
    causes: [
      'A firewall that drops packets, or a VPN that is not connected',
      'A very slow network or a very busy account',
      'The emulator hangs, or another server listens on its port',
    ],
    told: 'Neither an answer nor an error after two and a half seconds; the attempt continues',
    nextStep: 'Wait, or cancel and check whether the host answers outside the browser.',
    certainty: 'likely',
    fix: 'reach',
  },
  {
    id: 'headers-hidden',
    title: "CORS hides the service's headers from this page",
    causes: [
      'The CORS rule does not expose x-ms-*',
      'An earlier rule, such as one for *, matches this page first: the first match wins',
    ],
    told: 'Connected; one of two rows was requested, and no continuation token could be read',
    nextStep: 'Expose x-ms-* in the CORS rule of this page, then connect again.',
    certainty: 'sure',
    fix: 'cors',
  },
  {
    id: 'other',
    title: 'The service refused',
    causes: ['See its message'],
    told: 'Any other answer',
    nextStep: 'Read what the service says, and try again.',
    certainty: 'sure',
  },
];

/**
 * All classes: those that an error code reveals, and those that follow from the SAS, from other answers, from the page, or from getting no
 * answer. docs/diagnosis.md is printed from this table. A browser reports the same error for DNS, TLS, CORS and a refused connection, so
 * requests without the SAS and other known facts must tell these apart.
 */
export const DIAGNOSIS_CLASSES: readonly FaultClass<DiagnosisId>[] = [...REFUSALS, ...OWN_CLASSES];

/** Every id has exactly one class. */
export function diagnosisClass(id: DiagnosisId): FaultClass<DiagnosisId> {
  const found = DIAGNOSIS_CLASSES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No class ${id}.`);
  return found;
}
