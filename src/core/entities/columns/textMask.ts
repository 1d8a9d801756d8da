/** Stand for a number and for hexadecimal digits in a text that is to be masked. No text contains these characters. */
export const NUMBER = '\u0001';
export const HEX = '\u0003';

const N = NUMBER;
const DATE = `${N}[-/.]${N}[-/.]${N}`;
const CLOCK = `${N}:${N}(?::${N}(?:[.,]${N})?)?`;
const ZONE = `(?: ?(?:Z|UTC|[+-]${N}(?::${N})?))?`;
/** A digit or a letter of a hexadecimal number. */
const X = `[a-fA-F${N}]`;
/** No character of a word stands before, or after. */
const BEGIN = `(?<![\\w${N}])`;
const END = `(?![\\w${N}])`;
const SEGMENT = `(?:[\\w.@%+~${N}-]|<\\w+>)+`;
const ROOTS = 'var|usr|home|tmp|etc|opt|mnt|proc|dev|srv|root|run|lib|bin|Users';

/** Each form with its placeholder, in the order of replacement: a number may be a part of a time, an id or a host, so numbers come last. */
const FORMS: readonly (readonly [RegExp, string])[] = (
  [
    // Hexadecimal digits, and GUIDs. A GUID in mixed case has a form of its own below.
    [`${HEX}+(?:-${HEX}+)*`, '<id>'],
    // Digits that were cut into pieces are one number.
    [`${N}{2,}`, N],
    [`(?<![\\w${N}-])(?=[a-fA-F-]*${N})(?=[${N}-]*[a-fA-F])${X}+(?:-${X}+){4}(?![\\w${N}-])`, '<id>'],
    [`${BEGIN}${N}x${X}+${END}`, '<id>'],
    // IPv6, then the address of a network adapter.
    [
      `(?<![\\w:.${N}])\\[?(?=${X}*:)(?=[a-fA-F:]*${N})(?=(?:${X}*:)*:|(?:${X}+:){7})(?:${X}*:){2,7}${X}*(?:%\\w+)?(?:\\](?::${N})?)?(?![\\w:${N}])`,
      '<host>',
    ],
    [`(?<![\\w:${N}-])(?=\\S*${N})(?:${X}+:){5}${X}+(?![\\w:${N}-])`, '<id>'],
    [
      `${DATE}[T ]${CLOCK}${ZONE}|(?<![\\w.-])${N}:${N}:${N}(?:[.,]${N})?${ZONE}|(?<![\\w.-])${N}([-/])${N}\\1${N}(?![\\w.-]*${N})`,
      '<time>',
    ],
    [
      `(?<=\\b[Vv]ersion[ =:]{1,2}|${BEGIN}[vV])${N}(?:\\.${N})+(?:[-+][\\w.${N}-]+)?|(?<![\\w.${N}])${N}\\.${N}\\.${N}(?:[-+][\\w.${N}-]+)?(?!\\.?[\\w${N}])`,
      '<version>',
    ],
    [`${N}\\.${N}\\.${N}\\.${N}(?::${N})?`, '<host>'],
    // Host names are in small letters, and contain a number, end in a known domain, or have a port.
    [
      `(?<![\\w.${N}-])(?=[^\\s/]*(?:${N}|\\.(?:com|net|org|io|local|internal|cloud|svc)\\b))[a-z${N}][a-z${N}-]*(?:\\.[a-z${N}-]+){2,}(?::${N})?(?![\\w.])|(?<![\\w.${N}-])[a-z][a-z${N}-]*\\.[a-z]{2,}:${N}${END}`,
      '<host>',
    ],
    // Files: paths of a Windows drive or share, under a usual root, or with an extension. The routes of a service have none of these.
    [
      `(?<![\\w\\\\${N}])(?:[A-Za-z]:\\\\|\\\\\\\\)[^\\s"'|,;:()]*[^\\s"'|,;:().]|(?<![\\w./:${N}-])/(?:(?:${ROOTS})(?:/${SEGMENT})+|(?:${SEGMENT}/)*${SEGMENT}\\.[A-Za-z]\\w{0,4}${END})`,
      '<path>',
    ],
    // A word with several numbers among its letters.
    [`(?<![A-Za-z${N}])(?:[A-Za-z]*${N}[A-Za-z]+${N})[A-Za-z${N}]*`, '<id>'],
    [`(?<=^|[^A-Za-z\\d${N}>)\\]+-])[-+](?=${N})`, ''],
    [`${N}(?:[.,]${N})*(?:[eE][-+]${N})?`, '<n>'],
  ] as const
).map(([form, name]) => [new RegExp(form, 'g'), name]);

/** A text with names in place of numbers, ids, times, hosts, versions and files. */
export function maskedText(text: string): string {
  return FORMS.reduce((masked, [form, name]) => masked.replace(form, name), text);
}
