/** Nothing after this is read, since error bodies have a few kilobytes. */
const MAX_XML_CHARS = 65_536;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
]);

function unescapeXml(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/gu, (entity) => ENTITIES.get(entity) ?? entity);
}

/**
 * The text of the first element with this local name, with any namespace prefix. Undefined if there is none. It searches the text up to a
 * limit and is no XML parser: it expands no entities, so no document can make it use much memory.
 */
export function readXmlText(xml: string, localName: string): string | undefined {
  const text = xml.slice(0, MAX_XML_CHARS);
  const opening = new RegExp(`<(?:[A-Za-z_][\\w.-]{0,40}:)?${localName}(?:\\s[^<>]{0,500})?>`, 'u').exec(
    text,
  );
  if (opening === null) return undefined;
  const inside = text.slice(opening.index + opening[0].length);
  const end = inside.search(new RegExp(`</(?:[A-Za-z_][\\w.-]{0,40}:)?${localName}\\s{0,5}>`, 'u'));
  return end < 0 ? undefined : unescapeXml(inside.slice(0, end)).trim();
}
