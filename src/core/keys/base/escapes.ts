import { percentEncoded } from '../../percentText.ts';
import { afterBase64, base64OfUtf8 } from './base64.ts';
import { decodedOrSame, percentDecoded } from '../../percentText.ts';

/** How a writer turns any text into a valid key. */
interface KeyEscape {
  readonly id: string;
  /** The rule in words. */
  readonly rule: string;
  readonly escape: (plain: string) => string;
  /** Returns the plain text; undefined if the text is not of this form or the rule cannot be undone. */
  readonly unescape: (escaped: string) => string | undefined;
  /** False if two plain texts can have the same escaped text. */
  readonly isReversible: boolean;
}

function isAlphaNumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function hex(code: number, width: number): string {
  return code.toString(16).toUpperCase().padStart(width, '0');
}

/**
 * Writes `:XXXX` for every UTF-16 unit except A-Z a-z 0-9 (Azure metrics tables). mdsd escapes bytes, which is the same for
 * ASCII.
 */
export function escapeMetric(plain: string): string {
  let escaped = '';
  for (let index = 0; index < plain.length; index++) {
    const code = plain.charCodeAt(index);
    escaped += isAlphaNumeric(code) ? plain.charAt(index) : `:${hex(code, 4)}`;
  }
  return escaped;
}

/** Undoes escapeMetric. Anything that is not an escape stays, so the result is never undefined. */
export function unescapeMetric(escaped: string): string {
  return escaped.replaceAll(/:([0-9A-Fa-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** WebJobs SDK: lower case first, then `:XX` (`::XXXX` from U+0100) for everything except a-z 0-9. */
function escapeWebJobs(plain: string): string {
  let escaped = '';
  const lower = plain.toLowerCase();
  for (let index = 0; index < lower.length; index++) {
    const code = lower.charCodeAt(index);
    const isKept = isAlphaNumeric(code);
    escaped += isKept ? lower.charAt(index) : code < 256 ? `:${hex(code, 2)}` : `::${hex(code, 4)}`;
  }
  return escaped;
}

/** Undoes escapeWebJobs, except the case. */
function unescapeWebJobs(escaped: string): string {
  return escaped.replaceAll(/::([0-9A-Fa-f]{4})|:([0-9A-Fa-f]{2})/g, (_, wide?: string, narrow?: string) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)),
  );
}

const DURABLE_CODES: ReadonlyMap<string, string> = new Map([
  ['^', '^^'],
  ['/', '^0'],
  ['\\', '^1'],
  ['#', '^2'],
  ['?', '^3'],
]);
const DURABLE_PLAIN: ReadonlyMap<string, string> = new Map(
  [...DURABLE_CODES].map(([plain, code]) => [code, plain]),
);

/** Whether a character is a control that keys may not contain. */
function isControl(code: number): boolean {
  return code <= 0x1f || (code >= 0x7f && code <= 0x9f);
}

/** Durable Task: `^^ ^0 ^1 ^2 ^3` for `^ / \ # ?`, and `^` + (U+00C0 + code) for controls (KeySanitation.cs). */
function escapeDurable(plain: string): string {
  let escaped = '';
  for (let index = 0; index < plain.length; index++) {
    const unit = plain.charAt(index);
    const code = plain.charCodeAt(index);
    escaped += DURABLE_CODES.get(unit) ?? (isControl(code) ? `^${String.fromCharCode(0xc0 + code)}` : unit);
  }
  return escaped;
}

/** Undoes escapeDurable; undefined if a `^` is not followed by a code. */
function unescapeDurable(escaped: string): string | undefined {
  let plain = '';
  for (let index = 0; index < escaped.length; index++) {
    const unit = escaped.charAt(index);
    if (unit !== '^') {
      plain += unit;
      continue;
    }
    index++;
    const known = DURABLE_PLAIN.get(`^${escaped.charAt(index)}`);
    const code = escaped.charCodeAt(index) - 0xc0;
    if (known === undefined && !(code >= 0 && isControl(code))) return undefined;
    plain += known ?? String.fromCharCode(code);
  }
  return plain;
}

/** Akka.Persistence.Azure: `$` -> `$$`, then `/` -> `$`. */
function escapeAkka(plain: string): string {
  return plain.replaceAll('$', '$$$$').replaceAll('/', '$');
}

/** Undoes escapeAkka like its own helper. `//` and `$` are escaped to the same text, so this is the most likely reading. */
function unescapeAkka(escaped: string): string {
  return escaped.replaceAll(/\$\$|\$/g, (found) => (found === '$$' ? '$' : '/'));
}

/** .NET Uri.EscapeDataString also escapes ! ' ( ) *, which percentEncoded keeps. */
function escapePercent(plain: string): string {
  return percentEncoded(plain).replaceAll(/[!'()*]/g, (found) => `%${hex(found.charCodeAt(0), 2)}`);
}

const lossy = { isReversible: false, unescape: () => undefined } as const;

/** All known ways in which writers escape a text before it becomes a key. */
export const KEY_ESCAPES: readonly KeyEscape[] = [
  {
    id: 'azure-metrics-4hex',
    rule: 'all but A-Z a-z 0-9 become : and 4 upper-case hexadecimal digits of the UTF-16 unit',
    escape: escapeMetric,
    unescape: unescapeMetric,
    isReversible: true,
  },
  {
    id: 'webjobs-2hex',
    rule: 'lower-cased; all but a-z 0-9 become :XX, or ::XXXX from U+0100',
    escape: escapeWebJobs,
    unescape: unescapeWebJobs,
    isReversible: false,
  },
  {
    id: 'durabletask-caret',
    rule: '^ / \\ # ? become ^^ ^0 ^1 ^2 ^3; a control becomes ^ and U+00C0 + its code',
    escape: escapeDurable,
    unescape: unescapeDurable,
    isReversible: true,
  },
  {
    id: 'akka-dollar',
    rule: '$ -> $$ then / -> $',
    escape: escapeAkka,
    unescape: unescapeAkka,
    isReversible: false,
  },
  {
    id: 'orleans-underscore',
    rule: '/ \\ # ? -> _',
    escape: (plain) => plain.replaceAll(/[/\\#?]/g, '_'),
    ...lossy,
  },
  {
    id: 'nlog-underscore',
    rule: '/ \\ # ? and control characters -> _, cut to 512 UTF-16 units',
    escape: (plain) => plain.replaceAll(/[/\\#?\p{Cc}]/gu, '_').slice(0, 512),
    ...lossy,
  },
  {
    id: 'serilog-strip',
    rule: '\\ / # ? and control characters removed; cut to 1024',
    escape: (plain) => plain.replaceAll(/[/\\#?\p{Cc}]/gu, '').slice(0, 1024),
    ...lossy,
  },
  {
    id: 'elmah-base64',
    rule: 'Base64(UTF-8) with / -> _',
    escape: (plain) => base64OfUtf8(plain).replaceAll('/', '_'),
    unescape: (escaped) => afterBase64(escaped.replaceAll('_', '/')),
    isReversible: true,
  },
  {
    id: 'percent',
    rule: 'percent escapes of UTF-8 (upper case in the Orleans journal, lower case in its grain directory)',
    escape: escapePercent,
    unescape: percentDecoded,
    isReversible: true,
  },
];

/** How keys are read that need not be escaped: an escape, or else the text as it is. */
const UNESCAPES: ReadonlyMap<string, (escaped: string) => string | undefined> = new Map([
  ...KEY_ESCAPES.map(({ id, unescape }) => [id, unescape] as const),
  ['base64', afterBase64],
  ['percent-or-same', decodedOrSame],
  ['form-or-same', (text) => decodedOrSame(text.replaceAll('+', ' '))],
]);

/** Undoes the escape with this id; undefined if the text is not of it. */
export function unescapeBy(id: string, text: string): string | undefined {
  return UNESCAPES.get(id)?.(text);
}

/** A text as the escape with this id writes it; undefined if that cannot be undone. */
export function escapeBy(id: string, text: string): string | undefined {
  const known = KEY_ESCAPES.find((each) => each.id === id);
  return known?.isReversible === true ? known.escape(text) : undefined;
}
