import type { TableEndpoint } from './connectionTypes.ts';

/** The label of the host that contains the account's name. */
const ACCOUNT_HOST =
  /\/\/[a-z0-9]{3,24}(?=\.(?:z\d{1,2}\.table\.storage\.azure\.net|table\.core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|table(?:\.[a-z0-9-]+)*\.?localhost)(?![a-z0-9.-]))/iu;

/**
 * The address of the account's read-only copy (RA-GRS, RA-GZRS), which has "-secondary" after the account's name in the host
 * (learn.microsoft.com/azure/storage/common/geo-redundant-design). Undefined if this is the copy already, or if the account is in the path:
 * then the copy has the same host, and so no sockets of its own.
 */
export function secondaryUrlOf({
  url,
  secondary,
}: Pick<TableEndpoint, 'url' | 'secondary'>): string | undefined {
  return !secondary && ACCOUNT_HOST.test(url) ? url.replace(ACCOUNT_HOST, '$&-secondary') : undefined;
}

/** Whether an address is that of a read-only copy. Nothing else in an endpoint's address can end in "-secondary". */
export function isSecondaryUrl(url: string): boolean {
  return /-secondary(?:\.|$)/iu.test(url);
}
