import { writeHash } from '../address/hashAddress.ts';
import { createNamedLinks, linkParams, type NamedLinks } from '../address/namedLinks.ts';
import { lookOfParams, paramsOfLook } from './keyspaceStore.ts';
import type { SettingsStorage } from '../base/settings.ts';

const VIEW = 'keyspace';

/** The address as the view itself would write it, without anything else. Undefined if it is not of this view. */
export function plainAddress(address: string): string | undefined {
  const params = linkParams(address, VIEW);
  if (params === undefined || params.size === 0) return undefined;
  return writeHash(VIEW, paramsOfLook(lookOfParams(params)));
}

/** Named parts of a map: addresses of the Keyspace view. */
export function createKeyspaceBookmarks(storage: () => SettingsStorage): NamedLinks {
  return createNamedLinks(storage, {
    storageName: 'keyscope.keyspace.bookmarks.v1',
    noun: 'bookmark',
    most: 50,
    plain: plainAddress,
    refusal: 'This view cannot be bookmarked: show all, and try again.',
  });
}
