// Runs before any other script of the page. So its listener is the first, and all functions that it calls are
// the browser's own: a script that is injected later can neither run before it nor replace them.

const { apply } = Reflect;
const prevent: () => void = Reflect.get(Event.prototype, 'preventDefault');
const OWN_FILES = `blob:${location.origin}/`;

let isLocked = false;

/**
 * From now on the tab cannot move to another address: such an address could carry the SAS, and repeatedly so
 * if it is answered with 204.
 */
export function lockNavigation(): void {
  isLocked = true;
}

/** Reads a property as the browser defines it now, even if a script replaces it later. */
function reader(type: string, name: string): (target: object) => unknown {
  const prototype: object = Reflect.get(Reflect.get(globalThis, type), 'prototype');
  const property = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const get: unknown = Reflect.get(property, 'get');
  if (typeof get !== 'function') throw new TypeError(`${type}.${name} is not a property of this browser.`);
  return (target) => apply(get, target, []);
}

/** Character by character: a method of strings could have been replaced. */
function startsWith(text: string, start: string): boolean {
  for (let at = 0; at < start.length; at += 1) if (text[at] !== start[at]) return false;
  return true;
}

function watch(navigation: EventTarget): void {
  const typeOf = reader('NavigateEvent', 'navigationType');
  const downloadOf = reader('NavigateEvent', 'downloadRequest');
  const destinationOf = reader('NavigateEvent', 'destination');
  const isSameDocument = reader('NavigationDestination', 'sameDocument');
  const urlOf = reader('NavigationDestination', 'url');
  const mayMove = (event: Event): boolean => {
    const type = typeOf(event);
    // Neither kind of navigation uses an address that a script could have written just now.
    if (type === 'reload' || type === 'traverse') return true;
    const destination = destinationOf(event) as object;
    if (isSameDocument(destination) === true) return true;
    // An export: bytes of this page, which are written to disk.
    return downloadOf(event) !== null && startsWith(urlOf(destination) as string, OWN_FILES);
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
