// Runs before any other script of the page, so its listener is the first and every function it calls is the browser's
// own: a script injected later can neither run before it nor replace them.

import type { FilePart } from '../state/base/saveTarget.ts';

const { apply } = Reflect;
const prevent: () => void = Reflect.get(Event.prototype, 'preventDefault');
const PageBlob = Blob;
const createUrl = URL.createObjectURL.bind(URL);
const startsWith: (searchString: string) => boolean = Reflect.get(String.prototype, 'startsWith');
/**
 * The address of the other page of Keyscope: the stress lab for the page that reads, and the other way round. The server or host of this
 * page names it before any script runs. It is our own code, and what follows `#` never leaves the browser.
 */
const otherPage = metaOf('keyscope-other');

let isLocked = false;
/** Keyed by address. It has no prototype, so that no script can add an entry through one. */
const ownFiles = Object.create(null) as Record<string, true>;

/**
 * From now on the tab cannot navigate to another address. Such an address could carry the SAS away, again and again if
 * the server answers 204 and the page stays.
 */
export function lockNavigation(): void {
  isLocked = true;
}

/**
 * The address of a file to download, to which the locked tab may still move. Its type is always bytes: a browser saves
 * these and never shows them as a page, which could hold a link or a refresh that leads away.
 */
export function addressOfFile(parts: readonly FilePart[]): string {
  const url = createUrl(new PageBlob([...parts], { type: 'application/octet-stream' }));
  ownFiles[url] = true;
  return url;
}

/** Reads a property as the browser defines it now, even if a script replaces it later. */
function reader(type: string, name: string): (target: object) => unknown {
  const prototype: object = Reflect.get(Reflect.get(globalThis, type), 'prototype');
  const property = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const get: unknown = Reflect.get(property, 'get');
  if (typeof get !== 'function') throw new TypeError(`${type}.${name} is not a property of this browser.`);
  return (target) => apply(get, target, []);
}

function watch(navigation: EventTarget): void {
  const typeOf = reader('NavigateEvent', 'navigationType');
  const destinationOf = reader('NavigateEvent', 'destination');
  const isSameDocument = reader('NavigationDestination', 'sameDocument');
  const urlOf = reader('NavigationDestination', 'url');
  const mayMove = (event: Event): boolean => {
    const type = typeOf(event);
    // Neither of these can go to an address that a script has just made up.
    if (type === 'reload' || type === 'traverse') return true;
    const destination = destinationOf(event) as object;
    if (isSameDocument(destination) === true) return true;
    const url = urlOf(destination) as string;
    if (otherPage !== undefined && (url === otherPage || apply(startsWith, url, [`${otherPage}#`])))
      return true;
    // Compare the address, not `downloadRequest`: Firefox reports each download twice, the second time like any other navigation.
    return ownFiles[url] === true;
  };
  navigation.addEventListener('navigate', (event) => {
    if (!isLocked) return;
    let isAllowed = false;
    try {
      isAllowed = mayMove(event);
    } finally {
      if (!isAllowed) apply(prevent, event, []);
    }
  });
}

const navigation: unknown = Reflect.get(globalThis, 'navigation');
if (navigation instanceof EventTarget) watch(navigation);

/** What the server or the host of this page says of itself, in a meta element of this name. */
export function metaOf(name: string): string | undefined {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined;
}
