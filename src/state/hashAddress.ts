import { holdsSecret } from './secrets.ts';

/** The version that every address carries; a reader of a later one says so instead of guessing. */
const ADDRESS_VERSION = '1';

export interface HashAddress {
  /** "query", "decode"; empty where the address names no view. */
  readonly view: string;
  /** First value of each name, in order; empty where the version is not known. */
  readonly params: ReadonlyMap<string, string>;
  /** Set where the address was written by another version: it is left as it is, not guessed at. */
  readonly unknownVersion?: string;
}

/** Reads `#/view?name=value&...`. Never throws: what cannot be decoded stays as it is. */
export function readHash(hash: string): HashAddress {
  const text = hash.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  const view = mark < 0 ? text : text.slice(0, mark);
  const params = new Map<string, string>();
  for (const pair of mark < 0 ? [] : text.slice(mark + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    if (!params.has(name)) params.set(name, equals < 0 ? '' : decodePart(pair.slice(equals + 1)));
  }
  const version = params.get('v');
  if (version !== undefined && version !== ADDRESS_VERSION) {
    return { view: decodePart(view), params: new Map(), unknownVersion: version };
  }
  params.delete('v');
  return { view: decodePart(view), params };
}

/** Writes an address; empty values are left out, and so is any value that may hold a credential. */
export function writeHash(view: string, params: Iterable<readonly [string, string]>): string {
  const parts = [`v=${ADDRESS_VERSION}`];
  for (const [name, value] of params) {
    if (value === '' || holdsSecret(value)) continue;
    parts.push(`${encodePart(name)}=${encodePart(value)}`);
  }
  return `#/${view}?${parts.join('&')}`;
}

/**
 * The same address without anything that may hold a credential; undefined where there is nothing to strip.
 * The search part is dropped whole: nothing of ours stands there.
 */
export function strippedAddress(
  search: string,
  hash: string,
): { readonly search: string; readonly hash: string } | undefined {
  const inSearch = holdsSecret(search);
  const inHash = holdsSecret(hash);
  if (!inSearch && !inHash) return undefined;
  if (!inHash) return { search: '', hash };
  const { view, params } = readHash(hash);
  const clean = [...params].filter(([name, value]) => !holdsSecret(`${name}=${value}`));
  return { search: inSearch ? '' : search, hash: holdsSecret(view) ? '' : writeHash(view, clean) };
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
