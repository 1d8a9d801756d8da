import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../base/memoryStorage.fixture.ts';
import { createKeyspaceBookmarks, plainAddress } from './bookmarks.ts';

const ZOOM = '#/keyspace?v=1&source=run&zoom=12,15,1,2';

function setUp(stored?: string) {
  const { storage, kept } = memoryStorage(stored);
  return { storage, bookmarks: createKeyspaceBookmarks(storage), kept };
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

  it('refuses one more than it keeps, and restores all that it took', () => {
    const { bookmarks, storage } = setUp();
    const added = Array.from({ length: 51 }, (_, at) => bookmarks.add(`cut ${at}`, ZOOM));
    expect(added.findIndex((fault) => fault !== undefined)).toBe(50);
    expect(createKeyspaceBookmarks(storage).get()).toHaveLength(50);
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
});
