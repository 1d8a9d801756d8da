import { TOKEN_COMMAND } from '../../core/entra.ts';
import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import { cleanPasted } from './pastedText.ts';

/** What a token says of itself. The signature is not verified, because only the service can do that. */
export interface TokenClaims {
  /** aud: the services that the token is for. */
  readonly audiences: readonly string[];
  /** exp, in milliseconds since the Unix epoch. */
  readonly expiresAtMs: number;
  /** nbf, in milliseconds since the Unix epoch. */
  readonly startsAtMs?: number | undefined;
  /** tid: a GUID. */
  readonly tenantId?: string | undefined;
}

/** An access token of Microsoft Entra: a JSON Web Token (RFC 7519). */
export interface AccessToken {
  /** Exactly as it will be sent. Secret. */
  readonly raw: string;
  readonly claims: TokenClaims;
}

/** Entra may list the groups of a user in a token, which makes some very long, but a header has at most 16 KiB. */
const MAX_TOKEN_CHARS = 16_384;

const GET_ONE = `Run ${TOKEN_COMMAND} and paste what it prints.`;
const PASTE_AGAIN = 'Copy the whole token again and paste it.';

function refuse(message: string, nextStep: string): Result<never, TextFault> {
  // The field hides what was pasted, so a position in it would not help.
  return fail({ message, from: 0, to: 0, nextStep });
}

/** The answers of `az account get-access-token` without `--query` and of the token endpoint have such a member. */
const JSON_MEMBER = /"access_?token"\s*:\s*"([^"]*)"/iu;

/** Reads a pasted token: bare, after `Bearer`, in quotes, broken into lines by a terminal, or in the JSON that `az` prints. */
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

/** Reads one part of a token: a JSON object in base64url. */
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

/** A signature has at least 256 bytes for RSA (Entra uses RS256), otherwise at least 32; in base64url. Source: RFC 7518, section 3. */
function fewestSignatureChars(header: Members): number {
  return /^[RP]S\d/u.test(String(header.get('alg'))) ? 342 : 43;
}

function readClaims(claims: Members): TokenClaims | undefined {
  const audiences = [claims.get('aud')].flat().filter((each) => typeof each === 'string');
  const expiresAtMs = instantOf(claims.get('exp'));
  if (audiences.length === 0 || expiresAtMs === undefined) return undefined;
  const startsAtMs = instantOf(claims.get('nbf'));
  return { audiences, expiresAtMs, startsAtMs, tenantId: guidIn(claims.get('tid')) };
}

/** The end of the year 9999, the last that can be printed. */
const LAST_SECOND = 253_402_300_799;

/** Converts the seconds of a claim to milliseconds since the Unix epoch. */
function instantOf(value: unknown): number | undefined {
  const isInstant = typeof value === 'number' && value >= 0 && value <= LAST_SECOND;
  return isInstant ? Math.floor(value * 1000) : undefined;
}

const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iu;

/** The first GUID in a text, in lower case. */
export function guidIn(value: unknown): string | undefined {
  return typeof value === 'string' ? GUID.exec(value)?.[0].toLowerCase() : undefined;
}
