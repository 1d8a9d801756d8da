import { expect, it, vi } from 'vitest';

interface Move {
  readonly url: string;
  readonly navigationType?: string;
  readonly sameDocument?: boolean;
}

/** The lock reads the getters of the browser's own classes, so the stand-ins are classes with getters too. */
class NavigationDestination {
  readonly #move: Move;
  constructor(move: Move) {
    this.#move = move;
  }
  get url(): string {
    return this.#move.url;
  }
  get sameDocument(): boolean {
    return this.#move.sameDocument ?? false;
  }
}

class NavigateEvent extends Event {
  readonly #move: Move;
  /** The second event that Firefox reports for each download. */
  readonly downloadRequest = null;
  constructor(move: Move) {
    super('navigate', { cancelable: true });
    this.#move = move;
  }
  get navigationType(): string {
    return this.#move.navigationType ?? 'push';
  }
  get destination(): NavigationDestination {
    return new NavigationDestination(this.#move);
  }
}

it('a locked tab can only move within the page, to the other page of Keyscope, go back, or download its own files, however often it tries', async () => {
  const navigation = new EventTarget();
  const document = { querySelector: () => ({ getAttribute: () => 'http://127.0.0.1:4281/' }) };
  const names = { navigation, NavigateEvent, NavigationDestination, document };
  for (const [name, value] of Object.entries(names)) vi.stubGlobal(name, value);
  const { addressOfFile, lockNavigation } = await import('./navigationLock.ts');
  vi.unstubAllGlobals();
  const moves = (move: Move): boolean => navigation.dispatchEvent(new NavigateEvent(move));
  const other = 'https://elsewhere.example/?sig=a';
  expect(moves({ url: other })).toBe(true);
  lockNavigation();
  const file = addressOfFile([Uint8Array.of(97)]);
  // Firefox reports each download twice, and the second event looks like any other navigation.
  expect([moves({ url: file }), moves({ url: file })]).toEqual([true, true]);
  const blob = URL.createObjectURL(new Blob(['<a href=x>']));
  const allowed = [
    { url: other },
    { url: blob },
    { url: other, navigationType: 'replace' },
    { url: '__proto__' },
    { url: 'http://127.0.0.1:4281/x#/stress' },
    { url: 'http://127.0.0.1:4281/?sig=a' },
    { url: 'http://127.0.0.1:4281/#/stress' },
    { url: other, sameDocument: true },
    { url: other, navigationType: 'reload' },
    { url: other, navigationType: 'traverse' },
  ].map(moves);
  expect(allowed).toEqual([false, false, false, false, false, false, true, true, true, true]);
  for (const url of [file, blob]) URL.revokeObjectURL(url);
});
