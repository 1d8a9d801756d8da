// Checks shared access signatures like the table service, with a clock that tests set.
import { createHmac } from 'node:crypto';
import { type ServiceFault, serviceFault } from './errorAnswer.ts';
import type { WriteOperation } from './writeSide.ts';

export interface Account {
  readonly name: string;
  /** Base64 */
  readonly key: string;
}

/** A stored access policy of a table. */
export interface StoredPolicy {
  readonly permissions: string;
  /** ISO 8601 */
  readonly startsAt?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** The part of the table that a SAS allows (spk, srk, epk, erk), with both ends included. Undefined if there is no limit. */
export interface KeyBounds {
  readonly startPk: string | undefined;
  readonly startRk: string | undefined;
  readonly endPk: string | undefined;
  readonly endRk: string | undefined;
}

export interface SasQuestion {
  readonly account: Account;
  readonly policies: ReadonlyMap<string, StoredPolicy>;
  readonly nowMs: number;
  /** What the request does: reads rows, lists tables, reads the statistics of the copy, or writes. */
  readonly operation: 'rows' | 'tables' | 'statistics' | WriteOperation;
  readonly tableName?: string;
}

export type SasVerdict =
  | { readonly allowed: true; readonly bounds: KeyBounds }
  | { readonly allowed: false; readonly fault: ServiceFault };

const OPEN: KeyBounds = { startPk: undefined, startRk: undefined, endPk: undefined, endRk: undefined };
/** The resource type, and for each right the letters of which one suffices. */
const NEEDED: Readonly<Record<SasQuestion['operation'], readonly [type: string, ...rights: string[]]>> = {
  rows: ['o', 'r'],
  tables: ['c', 'l'],
  statistics: ['s', 'r'],
  'create table': ['c', 'cw'],
  'delete table': ['c', 'd'],
  insert: ['o', 'a'],
  upsert: ['o', 'a', 'u'],
};

function hasRights({ permissions }: StoredPolicy, operation: SasQuestion['operation']): boolean {
  const [, ...rights] = NEEDED[operation];
  return rights.every((letters) => letters.split('').some((letter) => permissions.includes(letter)));
}

/** The service's verdict on a request with these parameters. */
export function checkSas(parameters: URLSearchParams, question: SasQuestion): SasVerdict {
  const signature = parameters.get('sig');
  if (signature === null) return failed('The request carries no signature.');
  const isTableSas = parameters.has('tn');
  const expected = sign(
    question.account,
    isTableSas
      ? tableStringToSign(parameters, question.account)
      : accountStringToSign(parameters, question.account),
  );
  if (signature !== expected) return failed('Signature did not match.');

  const policy = policyOf(parameters, question);
  if (policy === undefined) return failed('The stored access policy does not exist.');
  const late = checkTime(policy, question.nowMs);
  if (late !== undefined) return failed(late);

  return isTableSas
    ? checkTableSas(parameters, policy, question)
    : checkAccountSas(parameters, policy, question);
}

function checkAccountSas(
  parameters: URLSearchParams,
  policy: StoredPolicy,
  { operation }: SasQuestion,
): SasVerdict {
  if (!(parameters.get('ss') ?? '').includes('t')) return denied('AuthorizationServiceMismatch');
  if (!(parameters.get('srt') ?? '').includes(NEEDED[operation][0]))
    return denied('AuthorizationResourceTypeMismatch');
  if (!hasRights(policy, operation)) return denied('AuthorizationPermissionMismatch');
  return { allowed: true, bounds: OPEN };
}

function checkTableSas(parameters: URLSearchParams, policy: StoredPolicy, question: SasQuestion): SasVerdict {
  if (NEEDED[question.operation][0] !== 'o') return denied('AuthorizationResourceTypeMismatch');
  if (parameters.get('tn')?.toLowerCase() !== question.tableName?.toLowerCase())
    return denied('AuthorizationFailure');
  if (!hasRights(policy, question.operation)) return denied('AuthorizationPermissionMismatch');
  return {
    allowed: true,
    bounds: {
      startPk: parameters.get('spk') ?? undefined,
      startRk: parameters.get('srk') ?? undefined,
      endPk: parameters.get('epk') ?? undefined,
      endRk: parameters.get('erk') ?? undefined,
    },
  };
}

/** Whether a row is in the part of the table that the SAS allows. The service silently omits other rows. */
export function isWithin(partitionKey: string, rowKey: string, bounds: KeyBounds): boolean {
  const { startPk, startRk = '', endPk, endRk } = bounds;
  if (startPk !== undefined && (partitionKey < startPk || (partitionKey === startPk && rowKey < startRk)))
    return false;
  if (endPk === undefined || partitionKey < endPk) return true;
  return partitionKey === endPk && (endRk === undefined || rowKey <= endRk);
}

/** The parameters of a SAS for one table, without `?`. Only the fields given here are signed and included. */
export function createTableSas(
  account: Account,
  tableName: string,
  fields: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ sv: '2019-02-02', tn: tableName, ...fields });
  const signature = sign(account, tableStringToSign(parameters, account));
  return [...parameters, ['sig', signature] as const]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** https://learn.microsoft.com/rest/api/storageservices/create-account-sas */
function accountStringToSign(parameters: URLSearchParams, account: Account): string {
  const version = parameters.get('sv') ?? '';
  const names = ['sp', 'ss', 'srt', 'st', 'se', 'sip', 'spr', 'sv'];
  // Since this version the string to sign includes the encryption scope.
  if (version >= '2020-12-06') names.push('ses');
  return `${[account.name, ...names.map((name) => parameters.get(name) ?? '')].join('\n')}\n`;
}

/** https://learn.microsoft.com/rest/api/storageservices/create-service-sas */
function tableStringToSign(parameters: URLSearchParams, account: Account): string {
  const of = (name: string) => parameters.get(name) ?? '';
  const resource = `/table/${account.name}/${of('tn').toLowerCase()}`;
  return [
    ...['sp', 'st', 'se'].map(of),
    resource,
    ...['si', 'sip', 'spr', 'sv', 'spk', 'srk', 'epk', 'erk'].map(of),
  ].join('\n');
}

function sign(account: Account, text: string): string {
  return createHmac('sha256', Buffer.from(account.key, 'base64')).update(text, 'utf8').digest('base64');
}

function policyOf(parameters: URLSearchParams, { policies }: SasQuestion): StoredPolicy | undefined {
  const identifier = parameters.get('si');
  const stored = identifier === null ? undefined : policies.get(identifier);
  if (identifier !== null && stored === undefined) return undefined;
  const startsAt = parameters.get('st') ?? stored?.startsAt;
  const expiresAt = parameters.get('se') ?? stored?.expiresAt;
  return {
    permissions: parameters.get('sp') ?? stored?.permissions ?? '',
    startsAt,
    expiresAt,
  };
}

/** The service's error if the SAS is not valid at this time; undefined if it is. */
function checkTime({ startsAt, expiresAt }: StoredPolicy, nowMs: number): string | undefined {
  const tooEarly = startsAt !== undefined && nowMs < Date.parse(startsAt);
  const tooLate = expiresAt === undefined || nowMs >= Date.parse(expiresAt);
  if (!tooEarly && !tooLate) return undefined;
  const words = (iso: string | undefined) => (iso === undefined ? '' : new Date(iso).toUTCString());
  return `Signature not valid in the specified time frame: Start [${words(startsAt)}] - Expiry [${words(expiresAt)}] - Current [${new Date(nowMs).toUTCString()}]`;
}

function failed(detail: string): SasVerdict {
  return denied('AuthenticationFailed', detail);
}

function denied(code: string, detail?: string): SasVerdict {
  return { allowed: false, fault: serviceFault(403, code, detail) };
}
