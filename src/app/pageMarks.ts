/** What the server or the host of this page says of itself, in a meta element of this name. */
export function metaOf(name: string): string | undefined {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? undefined;
}
