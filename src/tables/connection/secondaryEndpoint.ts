import type { TableEndpoint } from './connectionTypes.ts';

/** The host label that carries the account's name. */
const ACCOUNT_HOST =
  /\/\/[a-z0-9]{3,24}(?=\.(?:z\d{1,2}\.table\.storage\.azure\.net|table\.core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|table(?:\.[a-z0-9-]+)*\.?localhost)(?![a-z0-9.-]))/iu;

/**
 * The address of an account's read-only copy, if it has one (RA-GRS, RA-GZRS): "-secondary" after the account's name in
 * the host (learn.microsoft.com/azure/storage/common/geo-redundant-design). Undefined: this is the copy already, or the
 * account is in the path; then the copy has no host, and so no sockets, of its own.
 */
export function secondaryUrlOf({
  url,
  secondary,
}: Pick<TableEndpoint, 'url' | 'secondary'>): string | undefined {
  return !secondary && ACCOUNT_HOST.test(url) ? url.replace(ACCOUNT_HOST, '$&-secondary') : undefined;
}

/** Whether an endpoint's address is that of a copy: no other part of it can end like that. */
export function isSecondaryUrl(url: string): boolean {
  return /-secondary(?:\.|$)/iu.test(url);
}
