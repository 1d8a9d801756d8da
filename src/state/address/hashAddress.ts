import { holdsSecret } from '../base/secrets.ts';

/** The version in every address; an address of a later version is reported, not guessed at. */
const ADDRESS_VERSION = '1';

export interface HashAddress {
  /** "query", "decode"; empty if the address names no view. */
  readonly view: string;
  /** First value of each name, in order; empty if the version is unknown. */
  readonly params: ReadonlyMap<string, string>;
  /** Set if another version wrote the address: it is left unchanged. */
  readonly unknownVersion?: string;
}

/** Reads `#/view?name=value&...`. Never throws: text that cannot be decoded stays as it is. */
export function readHash(hash: string): HashAddress {
  const { view, pairs } = cutHash(hash);
  const params = new Map<string, string>();
  for (const [name, value] of pairs) if (!params.has(name)) params.set(name, value);
  const version = params.get('v');
  if (version !== undefined && version !== ADDRESS_VERSION) {
    return { view, params: new Map(), unknownVersion: version };
  }
  params.delete('v');
  return { view, params };
}

/** All names with their values, including repeated names; decoded once. */
function cutHash(hash: string): {
  readonly view: string;
  readonly pairs: readonly (readonly [string, string])[];
} {
  const text = hash.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  const pairs: (readonly [string, string])[] = [];
  for (const pair of mark < 0 ? [] : text.slice(mark + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    pairs.push([name, equals < 0 ? '' : decodePart(pair.slice(equals + 1))]);
  }
  return { view: decodePart(mark < 0 ? text : text.slice(0, mark)), pairs };
}

/** Writes an address; omits empty values and any value that may hold a credential (`leftOut`). */
export function writeHash(view: string, params: Iterable<readonly [string, string]>): string {
  const parts = [`v=${ADDRESS_VERSION}`];
  for (const [name, value] of params) {
    if (value === '' || isSecretPair(name, value)) continue;
    parts.push(`${encodePart(name)}=${encodePart(value)}`);
  }
  return `#/${view}?${parts.join('&')}`;
}

/** Names of the parameters that `writeHash` omits because they look like a credential. */
export function leftOut(params: Iterable<readonly [string, string]>): readonly string[] {
  return [...params].filter(([name, value]) => isSecretPair(name, value)).map(([name]) => name);
}

function isSecretPair(name: string, value: string): boolean {
  return holdsSecret(value) || holdsSecret(`${name}=${value}`);
}

/**
 * The same address without anything that may hold a credential; undefined if there is nothing to strip. Drops the whole
 * search part: we never write one.
 */
export function strippedAddress(
  search: string,
  hash: string,
): { readonly search: string; readonly hash: string } | undefined {
  const { view, pairs } = cutHash(hash);
  const inSearch = holdsSecret(search);
  const inView = holdsSecret(view);
  const clean = pairs.filter(([name, value]) => !isSecretPair(name, value));
  if (!inSearch && !inView && clean.length === pairs.length) return undefined;
  if (!inView && clean.length === pairs.length) return { search: '', hash };
  const { params } = readHash(
    `?${clean.map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).join('&')}`,
  );
  return { search: inSearch ? '' : search, hash: inView ? '' : writeHash(view, params) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes what an address must not hold; ':' and ',' stay readable. Lone surrogates become U+FFFD. */
function encodePart(text: string): string {
  return encodeURIComponent(
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  )
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',');
}
