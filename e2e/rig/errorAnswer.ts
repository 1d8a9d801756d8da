// Errors of the table service. Their form depends on the stage that refuses the request: sign-in, the XML operations, or the data path.
import { type AnswerDraft, metadataOf, versionOf, type WireRequest } from './wireExchange.ts';
import type { Dialect, Metadata } from './wireText.ts';

export interface ServiceFault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The reason. Azure's table service never gives one; only the `plain` dialect does. */
  readonly detail?: string | undefined;
  /** Headers that this error adds to the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an error answer depends on besides the fault. */
export interface ErrorPlace {
  readonly dialect: Dialect;
  readonly request: WireRequest;
  readonly requestId: string;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

/** Forms of a body that tests can choose. `xml`: as the blob and queue services answer. `atom`: as old versions of the table service do. */
export type ErrorForm = 'json' | 'xml' | 'atom';

const NOT_ALLOWED = 'This request is not authorized to perform this operation';

/** Messages as recorded, or as documented if there is no recording. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['AccountIsDisabled', 'The specified account is disabled.'],
  ['AtomFormatNotSupported', 'Atom format is not supported.'],
  [
    'AuthenticationFailed',
    'Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.',
  ],
  ['AuthorizationFailure', `${NOT_ALLOWED}.`],
  ['AuthorizationPermissionMismatch', `${NOT_ALLOWED} using this permission.`],
  ['AuthorizationProtocolMismatch', `${NOT_ALLOWED} using this protocol.`],
  ['AuthorizationResourceTypeMismatch', `${NOT_ALLOWED} using this resource type.`],
  ['AuthorizationServiceMismatch', `${NOT_ALLOWED} using this service.`],
  ['AuthorizationSourceIPMismatch', `${NOT_ALLOWED} using this source IP.`],
  ['CorsPreflightFailure', 'CORS not enabled or no matching rule found for this request.'],
  ['CommandsInBatchActOnDifferentPartitions', 'All commands in a batch must operate on same entity group.'],
  ['EntityAlreadyExists', 'The specified entity already exists.'],
  ['InsufficientAccountPermissions', 'The account being accessed does not have sufficient permissions.'],
  [
    'InvalidAuthenticationInfo',
    'Server failed to authenticate the request. Please refer to the information in the www-authenticate header.',
  ],
  [
    'InvalidDuplicateRow',
    'The batch request contains multiple changes with same row key. An entity can appear only once in a batch request.',
  ],
  ['InvalidHeaderValue', 'The value for one of the HTTP headers is not in the correct format.'],
  ['InvalidInput', 'One of the request inputs is not valid.'],
  ['InvalidResourceName', 'The specifed resource name contains invalid characters.'],
  ['InvalidUri', 'The requested URI does not represent any resource on the server.'],
  [
    'KeyBasedAuthenticationNotPermitted',
    'Key based authentication is not permitted on this storage account.',
  ],
  [
    'NoAuthenticationInformation',
    'Server failed to authenticate the request. Please refer to the information in the www-authenticate header.',
  ],
  ['NotImplemented', 'The requested operation is not implemented on the specified resource.'],
  ['OperationTimedOut', 'Operation could not be completed within the specified time.'],
  ['PropertiesNeedValue', 'The values are not specified for all properties in the entity.'],
  ['RequestBodyTooLarge', 'The request body is too large and exceeds the maximum permissible limit.'],
  ['ResourceNotFound', 'The specified resource does not exist.'],
  ['ServerBusy', 'The server is busy.'],
  ['TableAlreadyExists', 'The table specified already exists.'],
  ['TableBeingDeleted', 'The specified table is being deleted. Try operation later.'],
  ['TableNotFound', 'The table specified does not exist.'],
  ['UnsupportedHttpVerb', 'The resource does not support the specified HTTP verb.'],
  ['UpdateConditionNotSatisfied', 'The update condition specified in the request was not satisfied.'],
]);

/** An error in the service's own words. */
export function serviceFault(status: number, code: string, detail?: string): ServiceFault {
  const message = MESSAGES.get(code) ?? 'The server encountered an internal error. Please retry the request.';
  return { status, code, message, detail };
}

/** These are refused before the table service sees the request, so the answer has other headers and is never chunked. */
const SIGN_IN_CODES: ReadonlySet<string> = new Set([
  'AccountIsDisabled',
  'AuthenticationFailed',
  'AuthorizationProtocolMismatch',
  'AuthorizationServiceMismatch',
  'AuthorizationSourceIPMismatch',
  'CorsPreflightFailure',
  'InsufficientAccountPermissions',
  'InvalidAuthenticationInfo',
  'KeyBasedAuthenticationNotPermitted',
  'NoAuthenticationInformation',
]);

export const TABLE_SERVER = 'Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0';

/** The error as the service answers it, or in a form that a test chooses. */
export function errorAnswer(fault: ServiceFault, place: ErrorPlace, form: ErrorForm = 'json'): AnswerDraft {
  const { dialect, request, requestId } = place;
  const { status, code } = fault;
  const metadata = metadataOf(request);
  const about = { metadata: metadata ?? 'minimalmetadata', version: versionOf(request), requestId } as const;
  const named = [['x-ms-error-code', code] as const, ...Object.entries(fault.headers ?? {})];
  if (dialect === 'plain' || form !== 'json') {
    const headers = new Map([...dataHeaders(about), ['Content-Type', TYPES[form]], ...named]);
    return { status, headers, body: BODIES[form](fault, place), isChunked: false };
  }
  const isSignIn = SIGN_IN_CODES.has(code);
  // Requests about the service, and not about rows, are answered in XML.
  const isAboutService = /[?&]comp=/.test(request.target);
  if (!isSignIn && !isAboutService)
    return { status, headers: dataHeaders(about), body: BODIES.json(fault, place), isChunked: true };
  const isXml = isAboutService || metadata === undefined;
  const headers = new Map([
    ['Content-Type', isXml ? 'application/xml' : 'application/json'],
    ...(isSignIn ? [] : ([['Server', TABLE_SERVER]] as const)),
    ['x-ms-request-id', requestId],
    ...named,
  ]);
  return { status, headers, body: BODIES[isXml ? 'atom' : 'json'](fault, place), isChunked: false };
}

/** Headers of the table service's answers about rows and tables, including errors. */
export function dataHeaders(about: {
  readonly metadata: Metadata;
  readonly version: string;
  readonly requestId: string;
}): Map<string, string> {
  return new Map([
    ['Cache-Control', 'no-cache'],
    ['Content-Type', `application/json;odata=${about.metadata};streaming=true;charset=utf-8`],
    ['Server', TABLE_SERVER],
    ['x-ms-request-id', about.requestId],
    ['x-ms-version', about.version],
    ['X-Content-Type-Options', 'nosniff'],
  ]);
}

const TYPES: Readonly<Record<ErrorForm, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  atom: 'application/atom+xml;charset=utf-8',
};

const BODIES: Readonly<Record<ErrorForm, (fault: ServiceFault, place: ErrorPlace) => string>> = {
  json: (fault, place) => {
    const message = { lang: 'en-US', value: messageOf(fault, place) };
    return JSON.stringify({ 'odata.error': { code: fault.code, message } });
  },
  xml: (fault, place) => {
    const { code, detail } = fault;
    const tag = 'AuthenticationErrorDetail';
    const more = detail === undefined ? '' : `<${tag}>${escapeXml(detail)}</${tag}>`;
    return (
      `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code>` +
      `<Message>${escapeXml(messageOf(fault, place))}</Message>${more}</Error>`
    );
  },
  atom: (fault, place) =>
    `<?xml version="1.0" encoding="utf-8"?>` +
    `<m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><m:code>${fault.code}</m:code>` +
    `<m:message xml:lang="en-US">${escapeXml(messageOf(fault, place))}</m:message></m:error>`,
};

/** Every message ends with the id of the request and the service's clock, in ticks. */
function messageOf(
  { code, message, detail }: ServiceFault,
  { dialect, requestId, nowMs }: ErrorPlace,
): string {
  const isReasonTold = dialect === 'plain' && code === 'InvalidInput' && detail !== undefined;
  const time = new Date(nowMs).toISOString().replace('Z', '0000Z');
  return `${isReasonTold ? detail : message}\nRequestId:${requestId}\nTime:${time}`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
