import { MOST_CHECKED_CHARS } from '../../core/secrets.ts';
import { holdsSecret, lookOf } from '../base/secrets.ts';
import { decodedOrSame, percentEncoded } from '../../core/percentText.ts';

/** The version in every address; an address of a later version is reported, not guessed at. */
const ADDRESS_VERSION = '1';
/** An address with more parameters is not checked, and loses all its values; ours have about twenty. */
const MOST_PARAMS = 100;

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

/** All names and values of a hash, each decoded once; a name may repeat. */
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
    const name = decodedOrSame(equals < 0 ? pair : pair.slice(0, equals));
    pairs.push([name, equals < 0 ? '' : decodedOrSame(pair.slice(equals + 1))]);
  }
  return { view: decodedOrSame(mark < 0 ? text : text.slice(0, mark)), pairs };
}

/** Writes an address; omits empty values and any value that `leftOut` names. */
export function writeHash(view: string, params: Iterable<readonly [string, string]>): string {
  return `#/${view}?${[`v=${ADDRESS_VERSION}`, ...judged(view, params).parts].join('&')}`;
}

/** Names of the parameters that `writeHash` omits because they look like a credential or are too long to check. */
export function leftOut(params: Iterable<readonly [string, string]>): readonly string[] {
  const { secret, long } = judged('', params);
  return [...secret, ...long];
}

/** Names of the parameters that `writeHash` omits because the address would become too long to check. */
export function tooLong(params: Iterable<readonly [string, string]>): readonly string[] {
  return judged('', params).long;
}

/** The encoded parameters of an address that is short enough to be checked when it is opened, and the names of those left out. */
function judged(view: string, params: Iterable<readonly [string, string]>) {
  const parts: string[] = [];
  const secret: string[] = [];
  const long: string[] = [];
  let left = MOST_CHECKED_CHARS - 100 - view.length;
  for (const [name, value] of params) {
    if (value === '') continue;
    const part = value.length > left ? undefined : `${encodePart(name)}=${encodePart(value)}`;
    if (part === undefined || part.length >= left || parts.length >= MOST_PARAMS - 1) long.push(name);
    else if (isSecretPair(name, value)) (lookOf(value) === 'long' ? long : secret).push(name);
    else {
      parts.push(part);
      left -= part.length + 1;
    }
  }
  return { parts, secret, long };
}

/** A parameter named like a secret counts as one, whatever its value, because none of ours has such a name. */
function isSecretPair(name: string, value: string): boolean {
  return holdsSecret(`${name}=${value}`) || holdsSecret(`${name}=x`);
}

/**
 * The same address without anything that may hold a credential; undefined if there is nothing to strip. Drops the whole
 * search part, because we never write one, and all values of a hash that is too long to check.
 */
export function strippedAddress(
  search: string,
  hash: string,
): { readonly search: string; readonly hash: string } | undefined {
  const isLong = isTooLong('', hash);
  const { view, pairs } = cutHash(isLong ? (/^[^?]{0,99}/u.exec(hash)?.[0] ?? '') : hash);
  const inSearch = holdsSecret(search);
  const inView = holdsSecret(view);
  const clean = pairs.filter(([name, value]) => !isSecretPair(name, value));
  const isWhole = !isLong && !inView && clean.length === pairs.length;
  if (isWhole) return inSearch ? { search: '', hash } : undefined;
  const { params } = readHash(
    `?${clean.map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).join('&')}`,
  );
  return { search: inSearch ? '' : search, hash: inView ? '' : writeHash(view, params) };
}

/** Whether an address is stripped only because it is too long to check. */
export function isTooLong(search: string, hash: string): boolean {
  const isLong = hash.length > MOST_CHECKED_CHARS || hash.split('&', MOST_PARAMS + 1).length > MOST_PARAMS;
  return isLong && !holdsSecret(search);
}

/** Percent-encodes what an address must not hold; ':' and ',' stay readable. Lone surrogates become U+FFFD. */
function encodePart(text: string): string {
  return percentEncoded(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}
