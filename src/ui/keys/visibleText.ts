/** A stretch of text as it is shown: as it stands, or as a badge in place of what cannot be seen. */
export type VisiblePart =
  | {
      readonly kind: 'plain';
      readonly text: string /** UTF-16 offset in the whole text. */;
      readonly offset: number;
    }
  | {
      readonly kind: 'badge';
      readonly offset: number;
      /** The exact text that the badge stands for: one code point, or half of one. */
      readonly text: string;
      /** "U+202E". */
      readonly codePoint: string;
      /** "right-to-left override", where it has a common name. */
      readonly name?: string;
    };

/** Common names, from the Unicode Character Database (NamesList.txt), shortened. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0x85, 'next line'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'Arabic letter mark'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x3000, 'ideographic space'],
  [0xfeff, 'byte order mark'],
  [0xfffd, 'replacement character'],
]);

/**
 * Cannot be seen, or moves what stands beside it: controls, format characters (all bidi controls, joiners, tags),
 * line and paragraph separators, every space but U+0020, unassigned, private use, lone surrogates, and the few
 * letters and marks that Unicode calls Default_Ignorable.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]|(?! )\p{Zs}/u;

/** "U+202E": at least four digits. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function badge(char: string, offset: number): VisiblePart {
  const codePoint = char.codePointAt(0) ?? 0;
  const name = NAMES.get(codePoint);
  return {
    kind: 'badge',
    text: char,
    offset,
    codePoint: codePointName(codePoint),
    ...(name === undefined ? {} : { name }),
  };
}

/**
 * Cuts a text into what can be shown and badges for what cannot. The parts, joined, are the text again.
 * A space at either end counts as invisible: two keys may differ by nothing else.
 */
export function visibleText(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let plain = '';
  let offset = 0;
  const flush = (): void => {
    if (plain !== '') parts.push({ kind: 'plain', text: plain, offset: offset - plain.length });
    plain = '';
  };
  for (const char of text) {
    const atEdge = offset === 0 || offset + char.length === text.length;
    const hidden = char === ' ' ? atEdge : INVISIBLE.test(char);
    if (hidden) {
      flush();
      parts.push(badge(char, offset));
    } else {
      plain += char;
    }
    offset += char.length;
  }
  flush();
  return parts;
}

/** Whether a text shows as it stands: the quick way for grid cells. */
export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text) && text.trim() === text;
}

/** For accessible names: badges in words, so that nothing is spoken as nothing. */
export function spokenText(text: string): string {
  if (isPlainText(text)) return text;
  return visibleText(text)
    .map((part) => (part.kind === 'plain' ? part.text : ` ${part.name ?? part.codePoint} `))
    .join('');
}
