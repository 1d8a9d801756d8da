import { holdsSecret } from '../base/secrets.ts';
import type { SettingsStorage } from '../base/settings.ts';
import type { ReadableStore } from '../base/store.ts';
import { createStoredList } from '../base/storedList.ts';
import { leftOut, readHash, strippedAddress, writeHash } from './hashAddress.ts';

/** A link with a name. The link is an address of this page, so it contains nothing that an address must not. */
export interface NamedLink {
  readonly name: string;
  /** `#/keyspace?v=1&...` */
  readonly address: string;
  /** Set on the one link of a table with which the table begins once it is chosen. */
  readonly isDefault?: true;
}

/** Links that are kept in this browser. Methods return a message if they fail. */
export interface NamedLinks extends ReadableStore<readonly NamedLink[]> {
  /** An existing name gets the new address, if `replaces` allows it, and keeps its `isDefault`. */
  readonly add: (name: string, address: string) => string | undefined;
  readonly rename: (from: string, to: string) => string | undefined;
  readonly remove: (name: string) => void;
  /** Replaces all links, for example after some were added from a file. */
  readonly replace: (links: readonly NamedLink[]) => void;
  /** Reads a link from outside by the same rules; undefined if it must not be kept. */
  readonly read: (value: unknown) => NamedLink | undefined;
  readonly most: number;
  /** Reads what another tab of the browser stored meanwhile. */
  readonly refresh: () => void;
  /** False: the browser refused to store the links, so they last as long as the tab. */
  readonly isKept: () => boolean;
}

/** Shown if `isKept` is false. */
export const NOT_KEPT = 'Kept only until this tab is closed: the browser refuses to store more.';

export interface NamedLinksOptions {
  readonly storageName: string;
  /** What messages call such a link: "bookmark". */
  readonly noun: string;
  readonly most: number;
  /** The address as its view would write it; undefined if it cannot be kept. */
  readonly plain: (address: string) => string | undefined;
  /** The message for an address that cannot be kept. */
  readonly refusal: string;
  /** Whether an address may replace another one that has the same name; default: always. */
  readonly replaces?: (address: string, other: string) => boolean;
}

const MOST_ADDRESS_CHARS = 4096;

/** The parameters of an address of the view `of`; undefined if it is of another view, is too long, or holds what looks like a secret. */
export function linkParams(address: string, of: string): ReadonlyMap<string, string> | undefined {
  if (address.length > MOST_ADDRESS_CHARS || strippedAddress('', address) !== undefined) return undefined;
  const { view, params } = readHash(address);
  return view === of ? params : undefined;
}

/**
 * The address to keep; undefined if it is too long or a value in it looks like a secret, because without that value it would lead
 * elsewhere.
 */
export function linkAddress(view: string, params: readonly [string, string][]): string | undefined {
  if (leftOut(params).length > 0) return undefined;
  const address = writeHash(view, params);
  return address.length > MOST_ADDRESS_CHARS ? undefined : address;
}

const MOST_NAME_CHARS = 80;
const MOST_STORED_CHARS = 1_000_000;

/** A name on one line; undefined if nothing is left of it. */
function plainName(name: string): string | undefined {
  // Control characters, bidirectional marks and other ways to write a letter could make one name look like another.
  const text = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trimStart()
    .slice(0, MOST_NAME_CHARS)
    .trimEnd();
  return text === '' ? undefined : text;
}

function linkOf(value: unknown, plain: NamedLinksOptions['plain']): NamedLink | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(value));
  const given = { name: members.get('name'), address: members.get('address') };
  if (typeof given.name !== 'string' || typeof given.address !== 'string') return undefined;
  const name = plainName(given.name);
  const address = plain(given.address);
  if (name === undefined || address === undefined || holdsSecret(name)) return undefined;
  return { name, address, ...(members.get('isDefault') === true && { isDefault: true }) };
}

export function createNamedLinks(storage: () => SettingsStorage, options: NamedLinksOptions): NamedLinks {
  const { storageName, noun, most, plain, refusal, replaces = () => true } = options;
  /** Keeps the valid ones; a repeated name counts once. */
  const read = (items: readonly unknown[]): readonly NamedLink[] => {
    const found = new Map<string, NamedLink>();
    for (const item of items) {
      const link = linkOf(item, plain);
      if (link !== undefined && found.size < most) found.set(link.name, link);
    }
    return [...found.values()];
  };
  const list = createStoredList(storage, { name: storageName, mostChars: MOST_STORED_CHARS, read });
  /** Why a name is not allowed; undefined if it is. */
  const nameFault = (name: string | undefined): string | undefined => {
    if (name === undefined) return `A ${noun} needs a name.`;
    return holdsSecret(name)
      ? 'The name looks like a SAS, a token or an account key: choose another.'
      : undefined;
  };
  return {
    get: list.get,
    subscribe: list.subscribe,
    add: (text, given) => {
      const name = plainName(text);
      const address = plain(given);
      const fault = nameFault(name);
      if (name === undefined || fault !== undefined) return fault;
      if (address === undefined) return refusal;
      list.refresh();
      const others = list.get().filter((one) => one.name !== name);
      const same = list.get().find((one) => one.name === name);
      if (same !== undefined && !replaces(address, same.address)) return `${name} already exists.`;
      if (others.length >= most) return `There are ${most} ${noun}s: delete one first.`;
      list.save([...others, { ...same, name, address }]);
      return undefined;
    },
    rename: (from, text) => {
      const to = plainName(text);
      const fault = nameFault(to);
      if (to === undefined || fault !== undefined) return fault;
      list.refresh();
      if (to !== from && list.get().some((one) => one.name === to)) return `${to} already exists.`;
      list.save(list.get().map((one) => (one.name === from ? { ...one, name: to } : one)));
      return undefined;
    },
    remove: (name) => {
      list.refresh();
      list.save(list.get().filter((one) => one.name !== name));
    },
    replace: list.save,
    read: (value) => linkOf(value, plain),
    most,
    refresh: list.refresh,
    isKept: list.isKept,
  };
}
