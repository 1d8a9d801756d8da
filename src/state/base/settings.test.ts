import { describe, expect, it } from 'vitest';
import { createAddressStore } from '../address/address.ts';
import type { AddressBar } from '../address/historyEntries.ts';
import { createSettings } from './settings.ts';

describe('settings', () => {
  const memory = (): {
    getItem: (name: string) => string | null;
    setItem: (name: string, value: string) => void;
  } => {
    const kept = new Map<string, string>();
    return {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
    };
  };

  it('keeps a choice for the next visit', () => {
    const storage = memory();
    createSettings(() => storage).change({ theme: 'dark' });
    expect(createSettings(() => storage).get()).toEqual({ theme: 'dark', timeZone: 'utc' });
  });

  it('keeps the retry settings exactly as stored', () => {
    const storage = memory();
    createSettings(() => storage).change({ retry: { zMs: 800 } });
    expect(createSettings(() => storage).get().retry).toEqual({ zMs: 800 });
  });

  it('ignores values that another version or other code stored', () => {
    for (const saved of ['{"theme":"pink","timeZone":7}', 'not json', '[]', 'null']) {
      const storage = { ...memory(), getItem: () => saved };
      expect(createSettings(() => storage).get()).toEqual({ theme: 'system', timeZone: 'utc' });
    }
  });

  it('reads each setting independently, under its own storage key', () => {
    const read = (saved: string) => {
      const asked: string[] = [];
      const settings = createSettings(() => ({
        getItem: (name) => (asked.push(name), saved),
        setItem: (name) => void asked.push(name),
      }));
      settings.change({});
      return { asked, settings: settings.get() };
    };
    for (const theme of ['light', 'dark', 'system'])
      expect(read(JSON.stringify({ theme })).settings).toEqual({ theme, timeZone: 'utc' });
    for (const timeZone of ['utc', 'local'])
      expect(read(JSON.stringify({ timeZone, theme: 1 })).settings).toEqual({ theme: 'system', timeZone });
    const unknown = '{"theme":"","timeZone":"","retry":null,"other":1}';
    expect(read(unknown).settings).toEqual({ theme: 'system', timeZone: 'utc', retry: null });
    expect(read('{}').settings).not.toHaveProperty('retry');
    for (const saved of ['7', '"dark"', 'true'])
      expect(read(saved).settings).toEqual({ theme: 'system', timeZone: 'utc' });
    expect(read('{}').asked).toEqual(['keyscope.settings.v1', 'keyscope.settings.v1']);
  });

  it('works if storage is refused', () => {
    const settings = createSettings(() => {
      throw new Error('denied');
    });
    settings.change({ timeZone: 'local' });
    expect(settings.get().timeZone).toBe('local');
  });
});

describe('address store', () => {
  const fakeBar = (
    search: string,
    hash: string,
  ): AddressBar & { visit: (hash: string) => void; entries: string[] } => {
    let now = { search, hash };
    const listeners: (() => void)[] = [];
    const entries: string[] = [];
    return {
      read: () => now,
      write: (address, how) => {
        now = { ...address };
        entries.push(`${how} ${address.search}${address.hash}`);
      },
      onChange: (listener) => void listeners.push(listener),
      go: () => undefined,
      visit: (next) => {
        now = { search: now.search, hash: next };
        for (const listener of listeners) listener();
      },
      entries,
    };
  };

  it('strips a credential before anyone can read it, and says so', () => {
    const bar = fakeBar('', '#/query?v=1&table=Logs&endpoint=https%3A%2F%2Fa%2F%3Fsig%3Dx');
    const address = createAddressStore(bar);
    expect(address.get().params.has('endpoint')).toBe(false);
    expect([...new Set(bar.entries)]).toEqual(['replace #/query?v=1&table=Logs']);
    expect(address.stripped.get()).toBe(true);
  });

  it('follows Back and Forward, stripping there too', () => {
    const bar = fakeBar('', '#/decode?v=1');
    const address = createAddressStore(bar);
    bar.visit('#/query?v=1&table=A&pk=sig%3Dabc');
    expect(address.get().view).toBe('query');
    expect(bar.read().hash).toBe('#/query?v=1&table=A');
    expect(address.stripped.get()).toBe(true);
  });

  it('writes nothing when nothing changed', () => {
    const bar = fakeBar('', '#/query?v=1&table=A');
    const address = createAddressStore(bar);
    // Drop the write by which the page numbered its first entry.
    bar.entries.length = 0;
    address.write('query', [['table', 'A']], 'replace');
    expect(bar.entries).toEqual([]);
    address.write('query', [['table', 'B']], 'push');
    expect(bar.entries).toEqual(['push #/query?v=1&table=B']);
  });
});
