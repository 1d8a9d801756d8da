import { READER_ROLE } from '../../core/entra.ts';
import type { TableFault } from '../base/tableError.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';

export type RefusalId =
  | 'sas-service'
  | 'sas-resource-type'
  | 'sas-permission'
  | 'sas-protocol'
  | 'sas-address'
  | 'sas-table'
  | 'sas-keys'
  | 'refused-alone'
  | 'sas-signature'
  | 'keys-off'
  | 'no-authentication'
  | 'token-refused'
  | 'token-tenant'
  | 'token-role'
  | 'account-disabled'
  | 'account-reads'
  | 'no-secondary'
  | 'network-rules'
  | 'table-not-found'
  | 'table-being-deleted'
  | 'not-implemented'
  | 'bad-query'
  | 'request-form';

/** Which text the page offers to copy, for correcting the fault. */
export type FixId =
  | 'cors'
  | 'cors-first'
  | 'sas'
  | 'network-rules'
  | 'clock'
  | 'reach'
  | 'emulator'
  | 'tables'
  | 'token'
  | 'role'
  | 'account';

/** A class of faults, which is a row of docs/diagnosis.md. */
export interface FaultClass<Id extends string = string> {
  readonly id: Id;
  /** The first line of the notice. */
  readonly title: string;
  /** Possible causes, the most likely first. An error that says little may have several. */
  readonly causes: readonly string[];
  /** How the page distinguishes it from other classes. */
  readonly told: string;
  /** What to do first. Shown in the notice of a failed connection, and after the error of a request. */
  readonly nextStep: string;
  /** Sure if the page knows it. Likely if a browser cannot tell more. */
  readonly certainty: 'sure' | 'likely';
  readonly fix?: FixId;
}

interface Refusal extends FaultClass<RefusalId> {
  /** The service's error codes for it, in a header or in the body. Empty if it follows from what the credential allows. */
  readonly codes: readonly string[];
  /** Set if the codes have this meaning only for a token. For a SAS they mean something else. */
  readonly isOfToken?: true;
}

/** How a run explains a request that is refused while others are answered. */
export const REFUSED_ALONE: Refusal = {
  id: 'refused-alone',
  codes: [],
  title: 'Refused, while other requests are answered',
  causes: [
    'The SAS allows one key range (spk, srk, epk, erk), and the query is outside',
    'A proxy or a web application firewall blocks its filter',
  ],
  told: '403 to the same request of a run twice, while others are answered with the same SAS or token',
  nextStep: 'Connect with a SAS without a key range, or from another network, then press Continue.',
  certainty: 'likely',
  fix: 'sas',
};

const LEAST_SAS = 'Create a SAS with service Table, types Container and Object, permissions Read and List.';

/**
 * The refusals of the table service. Sources: the common REST error codes and the table service error codes of the storage reference, and
 * recorded answers of the live service.
 */
export const REFUSALS: readonly Refusal[] = [
  {
    id: 'sas-service',
    codes: ['AuthorizationServiceMismatch'],
    title: 'The SAS is not for tables',
    causes: ['Made without the service Table (ss has no t)', 'Made for another service'],
    told: 'From ss, before anything is sent; or 403 AuthorizationServiceMismatch',
    nextStep: LEAST_SAS,
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-resource-type',
    codes: ['AuthorizationResourceTypeMismatch'],
    title: 'The SAS does not reach entities',
    causes: ['Made without the resource types Container and Object (srt)'],
    told: 'From srt, before anything is sent; or 403 AuthorizationResourceTypeMismatch',
    nextStep: LEAST_SAS,
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-permission',
    codes: ['AuthorizationPermissionMismatch'],
    title: 'The SAS does not allow reading',
    causes: [
      'Made without Read (sp has no r)',
      'The stored policy (si) does not allow it',
      'Bound to one user',
    ],
    told: 'From sp, si and sduoid, before anything is sent; or 403 AuthorizationPermissionMismatch',
    nextStep: LEAST_SAS,
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-protocol',
    codes: ['AuthorizationProtocolMismatch'],
    title: 'The SAS is for https only',
    causes: ['spr=https, and the address is http'],
    told: 'From spr, before anything is sent; or 403 AuthorizationProtocolMismatch',
    nextStep: 'Use the https address, or create a SAS that allows http for an emulator.',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-address',
    codes: ['AuthorizationSourceIPMismatch'],
    title: 'The SAS is bound to another IP address',
    causes: ['sip does not include the public address of this computer (VPN, proxy, another network)'],
    told: '403 AuthorizationSourceIPMismatch',
    nextStep: 'Create a SAS without an IP range, or for the address that you have now.',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-table',
    codes: [],
    title: 'The SAS is for another table',
    causes: ['The SAS names its only table (tn), and this is another one'],
    told: '403 AuthorizationFailure for a table that tn does not name',
    nextStep: 'Choose the table of the SAS, or connect with a SAS for the account.',
    certainty: 'sure',
    fix: 'sas',
  },
  {
    id: 'sas-keys',
    codes: [],
    title: 'The SAS does not reach these keys',
    causes: [
      'The SAS allows one key range (spk, srk, epk, erk), and the query is outside',
      'The firewall of the account (network rules) does not allow this address',
    ],
    told: '403 AuthorizationFailure, and the SAS has a key range',
    nextStep: 'Read keys within the range of the SAS, or connect with a SAS without a key range.',
    certainty: 'likely',
    fix: 'sas',
  },
  REFUSED_ALONE,
  {
    id: 'network-rules',
    codes: ['AuthorizationFailure'],
    title: 'The account blocks this request, probably by its firewall',
    causes: [
      'The firewall of the account (network rules) does not allow this address',
      'Public network access is off: only a private endpoint works',
      'The stored policy (si) was changed or deleted',
    ],
    told: '403 AuthorizationFailure, and the SAS is for this table and all its keys',
    nextStep: 'Ask an administrator of the account to add your address, then try again.',
    certainty: 'likely',
    fix: 'network-rules',
  },
  {
    id: 'keys-off',
    codes: ['KeyBasedAuthenticationNotPermitted'],
    title: 'Account keys are switched off',
    causes: ['"Allow storage account key access" is off: then no SAS signed with an account key works'],
    told: '403 KeyBasedAuthenticationNotPermitted',
    nextStep: 'Connect with an access token instead of a SAS.',
    certainty: 'sure',
    fix: 'token',
  },
  {
    id: 'account-disabled',
    codes: ['AccountIsDisabled'],
    title: 'The account is disabled',
    causes: [
      'Its subscription is disabled: a spending limit, an unpaid bill, an expired trial',
      'The account was disabled by Azure',
    ],
    told: '403 AccountIsDisabled',
    nextStep: 'Ask the owner of the subscription to enable it. Until then nothing can be read.',
    certainty: 'sure',
    fix: 'account',
  },
  {
    id: 'account-reads',
    codes: ['InsufficientAccountPermissions'],
    title: 'The account cannot be read at the moment',
    causes: ['Azure has blocked reads of this account', 'The account does not support this request'],
    told: '403 InsufficientAccountPermissions from the primary',
    nextStep: 'Ask the owner of the account, or Azure support.',
    certainty: 'likely',
    fix: 'account',
  },
  {
    id: 'no-secondary',
    codes: [],
    title: 'This account has no readable secondary',
    causes: ['Only accounts with RA-GRS or RA-GZRS have one'],
    told: '403 InsufficientAccountPermissions from an address with -secondary',
    nextStep: 'Read the primary only: connect to the address without -secondary.',
    certainty: 'sure',
  },
  {
    id: 'no-authentication',
    codes: ['InvalidAuthenticationInfo', 'NoAuthenticationInformation'],
    title: 'The request reached the service without a valid SAS',
    causes: [
      'A proxy, security software or a browser extension removes the SAS from the address',
      'The SAS lost a parameter when it was copied',
    ],
    told: '401 or 403 InvalidAuthenticationInfo or NoAuthenticationInformation',
    nextStep: 'Copy the SAS again with the copy button, and try without extensions or from another network.',
    certainty: 'likely',
    fix: 'sas',
  },
  {
    id: 'sas-signature',
    codes: ['AuthenticationFailed'],
    title: 'The service does not accept the signature',
    causes: [
      'The SAS was damaged when it was copied: cut off, or URL-encoded twice',
      'The account key that signed it was regenerated',
      'It was made for another account',
      'The stored policy (si) no longer exists, or has expired',
      "It has expired by the service's clock, which this page cannot see",
    ],
    told: '401 or 403 AuthenticationFailed although the SAS is valid by its times',
    nextStep: 'Copy the SAS again with the copy button. If that does not help, create a new one.',
    certainty: 'likely',
    fix: 'sas',
  },
  {
    id: 'token-role',
    codes: ['AuthorizationPermissionMismatch'],
    isOfToken: true,
    title: `The role ${READER_ROLE} is missing`,
    causes: [
      'You have no data role on this account: Owner and Contributor do not allow reading rows',
      'The role was assigned less than ten minutes ago',
      'The role is for one table only: add the table to the address',
    ],
    told: '403 AuthorizationPermissionMismatch to an access token',
    nextStep: `Ask an owner of the account to assign you the role ${READER_ROLE}, then try again.`,
    certainty: 'sure',
    fix: 'role',
  },
  {
    id: 'token-tenant',
    codes: [],
    title: 'The access token is from another tenant',
    causes: ['You signed in to one tenant, and the account belongs to another'],
    told: '401, whose WWW-Authenticate names the tenant of the account, or whose message says that the issuer did not match',
    nextStep: 'Sign in to the tenant of the account and get a token there.',
    certainty: 'sure',
    fix: 'token',
  },
  {
    id: 'token-refused',
    codes: ['AuthenticationFailed', 'InvalidAuthenticationInfo', 'NoAuthenticationInformation'],
    isOfToken: true,
    title: 'The service does not accept the access token',
    causes: [
      'It is from another tenant: compare the tenant in az account show with that of the account',
      'It was damaged when it was copied',
      'You were signed out, or must sign in again (conditional access)',
      'A proxy, security software or a browser extension changes the Authorization header',
    ],
    told: '401 or 403 AuthenticationFailed or InvalidAuthenticationInfo although the token is valid by its times',
    nextStep: 'Sign in to the tenant of the account and get a new access token.',
    certainty: 'likely',
    fix: 'token',
  },
  {
    id: 'table-not-found',
    codes: ['TableNotFound'],
    title: 'The account has no such table',
    causes: ['The table was deleted or renamed', 'The SAS was made for a table of another account'],
    told: '404 TableNotFound',
    nextStep: 'Check the table name, or choose one from the list of tables.',
    certainty: 'sure',
    fix: 'tables',
  },
  {
    id: 'table-being-deleted',
    codes: ['TableBeingDeleted'],
    title: 'The table is being deleted',
    causes: ['Somebody deleted it; the service takes a while to remove its rows'],
    told: '409 TableBeingDeleted',
    nextStep: 'The table is being deleted and cannot be read. Wait until it is gone.',
    certainty: 'sure',
  },
  {
    id: 'not-implemented',
    codes: ['NotImplemented'],
    title: 'The service does not support this kind of request',
    causes: [
      'The address is not that of the table service, or its path has a part too many',
      'It is an emulator or another service that does not support it',
    ],
    told: '501',
    nextStep: 'Compare the address with the Table endpoint that the account or the emulator shows.',
    certainty: 'sure',
  },
  {
    id: 'bad-query',
    codes: ['InvalidInput', 'InvalidResourceName'],
    title: 'The service does not understand the query',
    causes: [
      'The filter compares a property with a value that the service does not accept',
      'A table cannot have this name',
      'A proxy, security software or a browser extension changes the address',
    ],
    told: '400 InvalidInput or InvalidResourceName',
    nextStep: 'Check the filter, the selected columns and the table name.',
    certainty: 'likely',
  },
  {
    id: 'request-form',
    codes: [
      'AtomFormatNotSupported',
      'JsonFormatNotSupported',
      'JsonVerboseFormatNotSupported',
      'MediaTypeNotSupported',
      'InvalidHeaderValue',
      'MissingRequiredHeader',
      'UnsupportedHeader',
    ],
    title: 'The service refuses the format or the headers of the request',
    causes: ['It requires headers that neither transport sends'],
    told: '400, 406 or 415 through both transports',
    nextStep: 'Report this to the maintainers of Keyscope, with the error code of the service.',
    certainty: 'sure',
  },
];

const byCode = (refusals: readonly Refusal[]): ReadonlyMap<string, Refusal> =>
  new Map(refusals.flatMap((refusal) => refusal.codes.map((code) => [code, refusal])));
const BY_CODE = byCode(REFUSALS.filter(({ isOfToken }) => isOfToken !== true));
const BY_CODE_OF_TOKEN = byCode(REFUSALS.filter(({ isOfToken }) => isOfToken === true));

/** The meaning of an error code of the service; undefined if it is not known here. */
export function refusalOf(code: string | undefined): Refusal | undefined {
  return BY_CODE.get(code ?? '');
}

/**
 * What a refusal means for this credential: where a SAS has a signature and permissions, a token has a tenant and roles. It may also be
 * from a secondary endpoint, which not every account has.
 */
export function refusalFor(
  { code, message, tenantId }: TableFault,
  facts: CredentialFacts,
  isSecondary: boolean,
): Refusal | undefined {
  const plain = refusalOf(code);
  if (plain?.id === 'account-reads' && isSecondary) return REFUSALS.find(({ id }) => id === 'no-secondary');
  if (facts.kind !== 'token') return plain;
  const found = BY_CODE_OF_TOKEN.get(code ?? '') ?? plain;
  if (found?.id !== 'token-refused') return found;
  const isForeign = tenantId !== undefined && facts.tenantId !== undefined && tenantId !== facts.tenantId;
  if (!isForeign && !/issuer validation failed/iu.test(message)) return found;
  const foreign = REFUSALS.find(({ id }) => id === 'token-tenant');
  if (foreign === undefined || tenantId === undefined) return foreign;
  return {
    ...foreign,
    nextStep: `Sign in to the tenant ${tenantId}, which owns the account, and get a token there.`,
  };
}
