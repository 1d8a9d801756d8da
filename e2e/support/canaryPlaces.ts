// Searches for the canary everywhere in a page where a script could read it.
import type { Page } from 'playwright/test';
import { canaryIn } from '../../scripts/lib/canary.mjs';

/** All texts by place. Runs inside the page. */
async function readPlaces(): Promise<readonly (readonly [place: string, text: string])[]> {
  const json = (value: unknown): string => {
    try {
      return JSON.stringify(value) ?? '';
    } catch {
      return String(value);
    }
  };
  const places: (readonly [string, string])[] = [
    ['address', location.href],
    ['history.state', json(history.state)],
    ['referrer', document.referrer],
    ['title and window.name', `${document.title} ${window.name}`],
    ['cookies', document.cookie],
    ['localStorage', json(Object.entries(localStorage))],
    ['sessionStorage', json(Object.entries(sessionStorage))],
    ['timing', json(performance.getEntries())],
    ['document', document.documentElement.outerHTML],
    ['copied texts', json(Reflect.get(window, 'copiedTexts'))],
  ];
  const roots = Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot?.textContent ?? '');
  places.push(['editors', roots.join('')]);
  const boxes = Array.from(document.querySelectorAll('input, textarea'));
  places.push(['fields', boxes.map((box) => (box as HTMLInputElement).value).join('\n')]);
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    places.push([`Cache ${name}`, requests.map(({ url }) => url).join('\n')]);
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(`${name} cannot be opened`)));
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.addEventListener('success', () => resolve(reading.result));
        reading.addEventListener('error', () => resolve('unreadable'));
      });
      places.push([`IndexedDB ${name} ${store}`, json(all)]);
    }
    database.close();
  }
  return places;
}

/**
 * Texts that can be reached from the root of React by following properties: props, hooks and contexts, and in these the stores and the
 * query cache. Runs inside the page.
 */
function readReactTree(): { readonly visited: number; readonly texts: string } {
  const partsOf = (value: object): readonly unknown[] => {
    if (value === window || value instanceof Node || ArrayBuffer.isView(value)) return [];
    const items: unknown[] = value instanceof Map || value instanceof Set ? [...value] : [];
    const properties = Object.values(Object.getOwnPropertyDescriptors(value));
    return [...items, ...properties.map((property): unknown => property.value)];
  };
  const root = document.getElementById('root') ?? document;
  const seen = new Set<object>();
  const texts = new Set<string>();
  const open: unknown[] = Object.getOwnPropertyNames(root)
    .filter((name) => name.startsWith('__reactContainer'))
    .map((name): unknown => Reflect.get(root, name));
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.add(value);
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || seen.has(value)) continue;
    seen.add(value);
    open.push(...partsOf(value));
  }
  return { visited: seen.size, texts: [...texts].join('\n') };
}

/** `place: encoding` for each place with the canary. Throws if the React tree was not found. */
export async function canaryPlaces(page: Page): Promise<readonly string[]> {
  const tree = await page.evaluate(readReactTree);
  if (tree.visited < 1000) throw new Error(`Only ${tree.visited} objects below the root of React.`);
  const places = [...(await page.evaluate(readPlaces)), ['what React holds', tree.texts] as const];
  const cookies = JSON.stringify(await page.context().cookies());
  return [...places, ['cookies of the browser', cookies] as const].flatMap(([place, text]) =>
    canaryIn(text).map((form) => `${place}: ${form}`),
  );
}
