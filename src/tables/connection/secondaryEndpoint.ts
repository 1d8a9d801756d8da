import type { TableEndpoint } from './connectionTypes.ts';

/** The first part of a host that carries the account's name. */
const ACCOUNT_HOST =
  /\/\/[a-z0-9]{3,24}(?=\.(?:z\d{1,2}\.table\.storage\.azure\.net|table\.core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|table(?:\.[a-z0-9-]+)*\.?localhost)(?![a-z0-9.-]))/iu;

/**
 * Where the read-only copy of an account answers, if it has one (RA-GRS, RA-GZRS): the account's host with "-secondary"
 * behind the account's name (learn.microsoft.com/azure/storage/common/geo-redundant-design). Undefined: it is that
 * already, or the account stands in the path, where the copy has no host, and so no sockets, of its own.
 */
export function secondaryUrlOf({
  url,
  secondary,
}: Pick<TableEndpoint, 'url' | 'secondary'>): string | undefined {
  return !secondary && ACCOUNT_HOST.test(url) ? url.replace(ACCOUNT_HOST, '$&-secondary') : undefined;
}
