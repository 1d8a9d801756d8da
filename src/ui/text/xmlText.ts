/** Text for XML 1.0: without the characters that it cannot contain, and escaped. */
export function xmlText(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isLegal =
      code === 0x09 || code === 0x0a || code === 0x0d || (code >= 0x20 && (code < 0xd800 || code > 0xdfff));
    return isLegal && code !== 0xfffe && code !== 0xffff ? character : '\ufffd';
  })
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
