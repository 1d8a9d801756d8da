import { secondaryUrlOf } from '../../tables/connection/secondaryEndpoint.ts';

const ADDRESS = /https?:\/\/[a-z0-9.-]+(?::\d{1,5})?/giu;

/** The secondary host of the account in a text that is still being typed; undefined if it has none. */
export function secondaryOffer(text: string): string | undefined {
  for (const [url] of text.matchAll(ADDRESS)) {
    const found = secondaryUrlOf({ url: url.toLowerCase(), secondary: false });
    if (found !== undefined) return new URL(found).host;
  }
  return undefined;
}
