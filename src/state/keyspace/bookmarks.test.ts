import { describe, expect, it } from 'vitest';
import { createKeyspaceBookmarks, plainAddress } from './bookmarks.ts';

const ZOOM = '#/keyspace?v=1&source=run&zoom=12,15,1,2';

function setUp(stored?: string) {
  let kept = stored;
  const storage = () => ({
    getItem: () => kept ?? null,
    setItem: (_name: string, value: string) => {
      kept = value;
    },
  });
  return { storage, bookmarks: createKeyspaceBookmarks(storage), kept: () => kept ?? '' };
}

describe('createKeyspaceBookmarks', () => {
  it('adds, renames, replaces and deletes, and restores everything', () => {
    const { bookmarks, storage } = setUp();
    expect(bookmarks.add(' night\u202e \n shift ', ZOOM)).toBeUndefined();
    expect(bookmarks.get()).toStrictEqual([{ name: 'night shift', address: ZOOM }]);
    expect(bookmarks.rename('night shift', 'night')).toBeUndefined();
    expect(bookmarks.add('night', '#/keyspace?v=1&source=model&model=scheme:hash')).toBeUndefined();
    expect(bookmarks.add('day', ZOOM)).toBeUndefined();
    expect(bookmarks.rename('day', 'night')).toContain('already');
    expect(createKeyspaceBookmarks(storage).get()).toStrictEqual(bookmarks.get());
    bookmarks.remove('night');
    expect(bookmarks.get().map(({ name }) => name)).toStrictEqual(['day']);
    expect(bookmarks.add(' ', ZOOM)).toBe('A bookmark needs a name.');
  });

  it('keeps no secret, in any field', () => {
    const { bookmarks, kept } = setUp();
    const sas = 'sv=2024-01-01&sig=abcdefgh';
    expect(bookmarks.add(sas, ZOOM)).toContain('SAS');
    expect(bookmarks.add('a', `${ZOOM}&filter=${encodeURIComponent(sas)}`)).toContain('cannot be bookmarked');
    expect(bookmarks.add('b', `${ZOOM}&note=mine`)).toBeUndefined();
    expect(bookmarks.rename('b', `AccountKey=x`)).toContain('account key');
    const bare = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';
    for (const secret of [bare, encodeURIComponent(bare), '{"sig":"abc"}']) {
      expect(bookmarks.add(secret, ZOOM)).toContain('SAS');
      expect(bookmarks.rename('b', secret)).toContain('SAS');
      expect(plainAddress(`${ZOOM}&table=T&filter=${encodeURIComponent(secret)}`)).toBeUndefined();
    }
    expect(kept()).not.toMatch(/sig|AccountKey|mine|Canary/);
  });

  it('keeps the table of a probe, but no other text in its place', () => {
    expect(plainAddress('#/keyspace?v=1&source=probe&table=Events&pk=x')).toBe(
      '#/keyspace?v=1&source=probe&table=Events',
    );
    expect(plainAddress('#/keyspace?v=1&source=probe&table=a%2Fb')).toBe('#/keyspace?v=1&source=probe');
  });

  it('reads only what it would have written itself', () => {
    const good = { name: 'a', address: ZOOM };
    const stored = (...values: readonly unknown[]) => setUp(JSON.stringify(values)).bookmarks.get();
    expect(stored(good)).toStrictEqual([good]);
    for (const bad of [
      null,
      'a',
      7,
      {},
      { name: 'b' },
      { address: ZOOM },
      { name: 1, address: ZOOM },
      { name: 'b', address: 1 },
      { name: '\u200b \n', address: ZOOM },
      { name: 'b', address: '#/query?v=1' },
      { name: 'b', address: '#/keyspace?v=1' },
      { name: 'sig=abcdefgh', address: ZOOM },
    ])
      expect(stored(bad, good)).toStrictEqual([good]);
    expect(stored({ name: 'x'.repeat(90), address: ZOOM })).toStrictEqual([
      { name: 'x'.repeat(80), address: ZOOM },
    ]);
    expect(stored(good, { name: 'a', address: '#/keyspace?v=1&source=probe' })).toStrictEqual([
      { name: 'a', address: '#/keyspace?v=1&source=probe' },
    ]);
    const many = Array.from({ length: 60 }, (_, at) => ({ name: `n${at}`, address: ZOOM }));
    expect(stored(...many)).toStrictEqual(many.slice(0, 50));
    for (const text of ['', 'x', '{}', '7', `[${' '.repeat(1_000_000)}]`])
      expect(setUp(text).bookmarks.get()).toStrictEqual([]);
  });

  it('allows 50 bookmarks, 4,096 characters per address, and 1,000,000 characters under its own storage key', () => {
    const { bookmarks } = setUp();
    const named = Array.from({ length: 50 }, (_, at) => `n${at}`);
    expect(named.map((name) => bookmarks.add(name, ZOOM))).toStrictEqual(named.map(() => undefined));
    expect(bookmarks.add('one more', ZOOM)).toBe('There are 50 bookmarks: delete one first.');
    const probe = '#/keyspace?v=1&source=probe';
    expect(bookmarks.add('n7', probe)).toBeUndefined();
    expect(bookmarks.get()).toStrictEqual([
      ...named.filter((name) => name !== 'n7').map((name) => ({ name, address: ZOOM })),
      { name: 'n7', address: probe },
    ]);
    // A new name changes nothing else, and a bookmark may be renamed to its own name.
    expect([bookmarks.rename('n7', ' n7'), bookmarks.rename('n8', 'eight')]).toStrictEqual([
      undefined,
      undefined,
    ]);
    expect(bookmarks.get().slice(6, 9)).toStrictEqual(
      ['n6', 'eight', 'n9'].map((name) => ({ name, address: ZOOM })),
    );
    expect(bookmarks.rename('n6', ' \n')).toBe('A bookmark needs a name.');
    expect(bookmarks.rename('n6', 'eight')).toBe('eight already exists.');
    const long = (length: number) => `${probe}&x=`.padEnd(length, 'T ');
    expect([4096, 4097].map((length) => plainAddress(long(length)))).toStrictEqual([probe, undefined]);
    const text = JSON.stringify([{ name: 'a', address: ZOOM }]);
    const read = (length: number) => setUp(text.padEnd(length, ' ')).bookmarks.get().length;
    expect([1_000_000, 1_000_001].map(read)).toStrictEqual([1, 0]);
    const asked: string[] = [];
    createKeyspaceBookmarks(() => ({
      getItem: (name) => (asked.push(name), null),
      setItem: () => undefined,
    }));
    expect(asked).toStrictEqual(['keyscope.keyspace.bookmarks.v1']);
  });
});
