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
