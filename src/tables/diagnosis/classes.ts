/** Classes of failed connections, as finely as a browser can tell them apart. */
export type DiagnosisId =
  | 'sas-expired'
  | 'sas-not-yet-valid'
  | 'clock-skew'
  | 'sas-service'
  | 'sas-resource-type'
  | 'sas-permission'
  | 'sas-protocol'
  | 'sas-address'
  | 'sas-signature'
  | 'network-rules'
  | 'table-not-found'
  | 'account-path'
  | 'cors'
  | 'headers-hidden'
  | 'request-filtered'
  | 'redirect'
  | 'page-policy'
  | 'offline'
  | 'unreachable'
  | 'local-unreachable'
  | 'local-network'
  | 'cosmos'
  | 'not-the-service'
  | 'busy'
  | 'request-form'
  | 'no-answer-yet'
  | 'other';

/** The copyable fix of a class. */
export type FixId = 'cors' | 'sas' | 'network-rules' | 'clock' | 'reach' | 'emulator' | 'tables';

export interface DiagnosisClass {
  readonly id: DiagnosisId;
  /** The first line of the notice. */
  readonly title: string;
  /** Possible causes, most likely first: one opaque error has several. */
  readonly causes: readonly string[];
  /** How the page tells it from other classes. */
  readonly told: string;
  /** Sure: the page knows. Likely: the best that a browser can tell. */
  readonly certainty: 'sure' | 'likely';
  readonly fix?: FixId;
}

/**
 * The table of classes: of the SAS, of an answer, of the page itself, of no answer. docs/diagnosis.md is printed from
 * it. A browser shows the same error for DNS, TLS, CORS and a refused connection, so requests without the SAS and known
 * facts tell them apart.
 */
export const DIAGNOSIS_CLASSES: readonly DiagnosisClass[] = [
  {
    id: 'cosmos',
    title: 'This is an Azure Cosmos DB endpoint, not a storage account',
    causes: ['The endpoint of Cosmos DB for Table was pasted'],
    told: 'From the host, before anything is sent',
    certainty: 'sure',
  },
  {
    id: 'sas-service',
    title: 'The SAS is not for tables',
    causes: ['Made without the service Table (ss has no t)', 'Made for another service'],
    told: 'From ss, before anything is sent; or 403 AuthorizationServiceMismatch',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-resource-type',
    title: 'The SAS does not reach entities',
    causes: ['Made without the resource types Container and Object (srt)'],
    told: 'From srt, before anything is sent; or 403 AuthorizationResourceTypeMismatch',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-permission',
    title: 'The SAS does not allow reading',
    causes: [
      'Made without Read (sp has no r)',
      'The stored policy (si) does not allow it',
      'Bound to one user',
    ],
    told: 'From sp, si and sduoid, before anything is sent; or 403 AuthorizationPermissionMismatch',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'clock-skew',
    title: "This computer's clock is wrong",
    causes: [
      'The clock or the time zone of this computer is off',
      'The SAS starts at the minute it was made',
    ],
    told:
      'The SAS is valid by one clock and not by another: the time in the 403 of the service, or the Date of the ' +
      'server of this page',
    certainty: 'sure',
    fix: 'clock',
  },
  {
    id: 'sas-expired',
    title: 'The SAS has expired',
    causes: ['Its expiry (se, ske) has passed'],
    told: 'From se and the clock, before anything is sent and before CORS is suspected; or 403 with the validity period of the SAS',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-not-yet-valid',
    title: 'The SAS is not valid yet',
    causes: ['Its start (st) is in the future'],
    told: 'From st and the clock, before anything is sent; or 403 with the validity period of the SAS',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-protocol',
    title: 'The SAS is for https only',
    causes: ['spr=https, and the address is http'],
    told: 'From spr, before anything is sent; or 403 AuthorizationProtocolMismatch',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-address',
    title: 'The SAS is bound to another IP address',
    causes: ['sip does not include the public address of this computer (VPN, proxy, another network)'],
    told: '403 AuthorizationSourceIPMismatch',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'network-rules',
    title: 'The account does not let this request in',
    causes: [
      'The firewall of the account (network rules) does not name this address',
      'Public network access is off: only a private endpoint works',
      'The stored policy (si) was changed or deleted',
    ],
    told: '403 AuthorizationFailure',
    certainty: 'likely',
    fix: 'network-rules',
  },
  {
    id: 'sas-signature',
    title: 'The service does not accept the signature',
    causes: [
      'The SAS was damaged when it was copied: cut, or encoded again',
      'The account key that signed it was renewed',
      'It was made for another account',
      'The stored policy (si) no longer exists',
      'It has expired by the clock of the service',
    ],
    told: '401 or 403 AuthenticationFailed although the SAS is valid by its times, or NoAuthenticationInformation',
    certainty: 'likely',
    fix: 'sas',
  },
  {
    id: 'table-not-found',
    title: 'The account has no such table',
    causes: ['The table was deleted or renamed', 'The SAS was made for a table of another account'],
    told: '404 TableNotFound',
    certainty: 'sure',
    fix: 'tables',
  },
  {
    id: 'account-path',
    title: 'The address names no account',
    causes: [
      'The account name in the path is wrong (emulators)',
      'The address is not that of the table service',
    ],
    told: '404 with another code',
    certainty: 'likely',
  },
  {
    id: 'busy',
    title: 'The service is there, and busy',
    causes: ['The account is at its limit (429, 503)', 'The service has a problem (500, 504)'],
    told: '429 or 5xx, three times in a row',
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
    certainty: 'likely',
  },
  {
    id: 'request-form',
    title: 'The service refuses the form of the request',
    causes: ['It requires headers that neither transport sends'],
    told: '400, 406 or 415 through both transports',
    certainty: 'sure',
  },
  {
    id: 'page-policy',
    title: 'The policy of this page blocks the request',
    causes: ['A Content-Security-Policy header of the host of this page', 'A browser extension'],
    told: 'The browser reports a violation (connect-src) for this account',
    certainty: 'sure',
  },
  {
    id: 'offline',
    title: 'This computer is offline',
    causes: ['No network'],
    told: 'navigator.onLine is false and the account is not on this computer',
    certainty: 'sure',
  },
  {
    id: 'local-network',
    title: 'The browser does not let this page reach this computer',
    causes: ['The permission for local network access was denied', 'Its question still waits for an answer'],
    told: 'The permission, if the page is public and the account is on this computer',
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
    certainty: 'sure',
  },
  {
    id: 'request-filtered',
    title: 'Something on the way blocks requests that carry a SAS',
    causes: [
      'A filter against leaked secrets (proxy, security software, browser extension)',
      'An unreliable connection',
    ],
    told: 'The same request without the SAS is answered, and the page may read the answer',
    certainty: 'likely',
  },
  {
    id: 'cors',
    title: 'The account answers, but this page may not read it: CORS',
    causes: [
      'No CORS rule for the table service (rules of Blob do not count)',
      'The rule names another origin: scheme, host, port and case must be the same, without a trailing slash',
      'The rule does not allow GET',
      'The rule was set less than a minute ago',
      'The SAS or the firewall refuses the request, and the service sends errors without CORS headers',
    ],
    told: 'Nothing can be read, but a request without the SAS is answered (no-cors)',
    certainty: 'likely',
    fix: 'cors',
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
    certainty: 'likely',
    fix: 'emulator',
  },
  {
    id: 'unreachable',
    title: 'No connection to the account',
    causes: [
      'No such account: its name does not resolve (DNS), often because of a typing mistake',
      'A firewall, proxy or VPN on your side, or a private endpoint that does not resolve here',
      'TLS: a proxy with a certificate that this browser does not trust, or a wrong clock',
      'The network is down although the browser says that it is online',
      'The browser hides every answer: then see CORS',
    ],
    told: 'A request without the SAS fails too',
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
    certainty: 'sure',
    fix: 'cors',
  },
  {
    id: 'other',
    title: 'The service refused',
    causes: ['See its message'],
    told: 'Any other answer',
    certainty: 'sure',
  },
];

/** The class of an id; each id has one. */
export function diagnosisClass(id: DiagnosisId): DiagnosisClass {
  const found = DIAGNOSIS_CLASSES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No class ${id}.`);
  return found;
}
