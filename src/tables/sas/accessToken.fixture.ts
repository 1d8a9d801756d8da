/** Eight hours after a virtual clock begins, in milliseconds since the Unix epoch. */
const EXPIRES_AT_MS = Date.UTC(2026, 10, 21, 8);
export const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';

const STORAGE_CLAIMS = {
  aud: 'https://storage.azure.com',
  iss: `https://sts.windows.net/${TENANT}/`,
  nbf: EXPIRES_AT_MS / 1000 - 9 * 3600,
  exp: EXPIRES_AT_MS / 1000,
  tid: TENANT,
  name: 'Ada Example',
  upn: 'ada@example.com',
};

/** base64url (RFC 4648) without padding. */
export function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '');
}

/** As long as an RS256 signature, with a middle that is easy to find. */
export const FAKE_TOKEN_SIGNATURE =
  `${'aB3-_dE5'.repeat(20)}SignatureOfTheFakeToken${'xY9_-zW7'.repeat(20)}`.slice(0, 342);

/** A token in the form of Microsoft Entra, without a valid signature. A claim that is undefined is left out. */
export function fakeToken(
  claims: Readonly<Record<string, unknown>> = {},
  signature = FAKE_TOKEN_SIGNATURE,
): string {
  const header = { typ: 'JWT', alg: 'RS256', kid: 'a1b2' };
  const parts = [header, { ...STORAGE_CLAIMS, ...claims }].map((part) => base64Url(JSON.stringify(part)));
  return [...parts, signature].join('.');
}
