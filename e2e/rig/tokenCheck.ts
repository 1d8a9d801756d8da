// Checks access tokens as the table service would, with the clock, tenant and role that tests set. They are signed with a key of the rig,
// since nobody has the keys of Microsoft Entra.
import { createHmac } from 'node:crypto';
import { serviceFault } from './errorAnswer.ts';
import type { Account, SasVerdict } from './sasCheck.ts';

/** Who may read with a token. */
export interface TokenRules {
  /** The tenant of the account: a GUID. */
  readonly tenantId: string;
  /** Whether the user has the role Storage Table Data Reader. */
  readonly hasRole: boolean;
}

/** The first version of the service that accepts tokens. */
const FIRST_VERSION = '2020-12-06';
const STORAGE = 'https://storage.azure.com';

type Claims = Readonly<Record<string, unknown>>;

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(account: Account, text: string): string {
  return createHmac('sha256', Buffer.from(account.key, 'base64')).update(text).digest('base64url');
}

/** A token for storage, valid for an hour around `nowMs`. `claims` replace its usual claims. */
export function createToken(account: Account, nowMs: number, claims: Claims = {}): string {
  const now = Math.floor(nowMs / 1000);
  const times = { iat: now - 300, nbf: now - 300, exp: now + 3600 };
  // Azurite checks the beginning of the issuer.
  const usual = { aud: STORAGE, iss: 'https://sts.windows.net/', tid: RIG_TENANT, upn: 'ada@example.com' };
  const parts = [base64Url({ typ: 'JWT', alg: 'HS256' }), base64Url({ ...usual, ...times, ...claims })].join(
    '.',
  );
  return `${parts}.${sign(account, parts)}`;
}

/** The tenant of the tokens of the rig. */
export const RIG_TENANT = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9';

export interface TokenQuestion {
  readonly account: Account;
  readonly rules: TokenRules | undefined;
  readonly nowMs: number;
  /** The version that the request names in x-ms-version. */
  readonly version: string | undefined;
}

const OPEN = { startPk: undefined, startRk: undefined, endPk: undefined, endRk: undefined };

/** The service's verdict on a request with this Authorization header. It never says what is wrong with a token. */
export function checkToken(authorization: string, question: TokenQuestion): SasVerdict {
  const { rules } = question;
  if (rules === undefined || !isAuthentic(authorization, rules, question)) return unauthenticated(rules);
  if (rules.hasRole) return { allowed: true, bounds: OPEN };
  return { allowed: false, fault: serviceFault(403, 'AuthorizationPermissionMismatch') };
}

function isAuthentic(
  authorization: string,
  { tenantId }: TokenRules,
  { account, nowMs, version = '' }: TokenQuestion,
): boolean {
  const [head = '', body = '', signature] = authorization.replace('Bearer ', '').split('.');
  if (version < FIRST_VERSION || signature !== sign(account, `${head}.${body}`)) return false;
  const { aud, tid, exp } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims;
  return tid === tenantId && aud === STORAGE && typeof exp === 'number' && exp * 1000 > nowMs;
}

/** The answer names the tenant of the account in a header. */
function unauthenticated(rules: TokenRules | undefined): SasVerdict {
  const uri = `https://login.microsoftonline.com/${rules?.tenantId ?? RIG_TENANT}/oauth2/authorize`;
  return {
    allowed: false,
    fault: {
      ...serviceFault(401, 'InvalidAuthenticationInfo'),
      headers: { 'WWW-Authenticate': `Bearer authorization_uri=${uri} resource_id=${STORAGE}` },
    },
  };
}
