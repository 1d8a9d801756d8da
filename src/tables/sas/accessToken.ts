import { TOKEN_COMMAND } from '../../core/entra.ts';
import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import { cleanPasted } from './pastedText.ts';

/** What a token says of itself. Read, never verified: only the service can do that. */
export interface TokenClaims {
  /** aud: whom the token is for. */
  readonly audiences: readonly string[];
  /** exp, milliseconds since the Unix epoch. */
  readonly expiresAtMs: number;
  /** nbf */
  readonly startsAtMs?: number | undefined;
  /** tid: a GUID. */
  readonly tenantId?: string | undefined;
}

/** An access token of Microsoft Entra: a JSON Web Token (RFC 7519). */
export interface AccessToken {
  /** Byte for byte as it will be sent. Secret. */
  readonly raw: string;
  readonly claims: TokenClaims;
}

/** The claims name the groups of a user, which makes some tokens long. Headers end at 16 KiB. */
const MAX_TOKEN_CHARS = 16_384;

const GET_ONE = `Run ${TOKEN_COMMAND} and paste what it prints.`;
const PASTE_AGAIN = 'Copy the whole token again and paste it.';

function refuse(message: string, nextStep: string): Result<never, TextFault> {
  // The text is masked, so no place in it helps.
  return fail({ message, from: 0, to: 0, nextStep });
}

/** The answer of `az account get-access-token` without `--query`, and of the token endpoint. */
const JSON_MEMBER = /"access_?token"\s*:\s*"([^"]*)"/iu;

/** Reads a pasted token: bare, behind `Bearer`, in quotes, broken by a terminal, or in the JSON that `az` prints. */
export function readAccessToken(text: string): Result<AccessToken, TextFault> {
  const clean = cleanPasted(text.slice(0, 2 * MAX_TOKEN_CHARS)).text;
  const raw = (JSON_MEMBER.exec(clean)?.[1] ?? clean)
    .replace(/^[\s"'`]*(?:authorization\s*:\s*)?(?:bearer\s+)?/iu, '')
    .replace(/[\s"'`]+/gu, '');
  if (raw === '') return refuse('No access token was pasted.', GET_ONE);
  if (raw.length > MAX_TOKEN_CHARS) {
    return refuse(`The text has more than ${MAX_TOKEN_CHARS} characters; no token is that long.`, GET_ONE);
  }
  const parts = raw.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const header = parts.every((part) => /^[\w-]*$/u.test(part)) ? readPart(head) : undefined;
  if (header === undefined) {
    return refuse(
      'This is not an access token of Microsoft Entra, which has three parts with dots between them.',
      GET_ONE,
    );
  }
  if (parts.length > 3) {
    return refuse('This token is encrypted, so its account and expiry cannot be read.', GET_ONE);
  }
  const claims = readPart(body);
  if (claims === undefined) {
    return refuse('The access token is damaged: its claims cannot be read.', PASTE_AGAIN);
  }
  const fewest = fewestSignatureChars(header);
  if (signature.length < fewest) {
    const said = `The access token was cut off: its signature has ${signature.length} of ${fewest} characters.`;
    return refuse(said, PASTE_AGAIN);
  }
  const read = readClaims(claims);
  if (read === undefined) {
    return refuse(
      'This is not an access token: it does not say whom it is for and when it expires.',
      GET_ONE,
    );
  }
  return ok({ raw, claims: read });
}

type Members = ReadonlyMap<string, unknown>;

/** The members of one part: an object in JSON, in the Base64 of addresses. */
function readPart(part: string): Members | undefined {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const json = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (unit) => unit.charCodeAt(0)),
    );
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? new Map(Object.entries(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

/** Base64 of 256 bytes for RSA (Entra signs with RS256), else of 32. Source: RFC 7518, section 3. */
function fewestSignatureChars(header: Members): number {
  return /^[RP]S\d/u.test(String(header.get('alg'))) ? 342 : 43;
}

function readClaims(claims: Members): TokenClaims | undefined {
  const audiences = [claims.get('aud')].flat().filter((each) => typeof each === 'string');
  const expiresAtMs = instantOf(claims.get('exp'));
  if (audiences.length === 0 || expiresAtMs === undefined) return undefined;
  const startsAtMs = instantOf(claims.get('nbf'));
  const tenantId = guidIn(claims.get('tid'));
  return {
    audiences,
    expiresAtMs,
    startsAtMs,
    tenantId,
  };
}

/** The end of the year 9999, the last that can be printed. */
const LAST_SECOND = 253_402_300_799;

/** Milliseconds since the Unix epoch of seconds since then. */
function instantOf(value: unknown): number | undefined {
  const isInstant = typeof value === 'number' && value >= 0 && value <= LAST_SECOND;
  return isInstant ? Math.floor(value * 1000) : undefined;
}

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

/** The first GUID of a text, in lower case. */
export function guidIn(value: unknown): string | undefined {
  return typeof value === 'string' ? GUID.exec(value)?.[0].toLowerCase() : undefined;
}
