import { decodedOrSame, percentDecoded, percentEncoded } from '../../percentText.ts';
import { afterBase64, base64OfUtf8 } from './utf8.ts';

/** How a writer turns any text into a valid key. */
interface KeyEscape {
  /** Absent if the escape is ambiguous: two plain texts can have the same escaped text. */
  readonly escape?: (plain: string) => string;
  /** Returns the plain text; undefined if the text is not in this form. Characters that are not part of an escape stay as they are. */
  readonly unescape: (escaped: string) => string | undefined;
}

function hex(text: string, width: number): string {
  return text.charCodeAt(0).toString(16).toUpperCase().padStart(width, '0');
}

function unitOf(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/**
 * Writes `:XXXX` for every UTF-16 unit except A-Z a-z 0-9 (Azure metrics tables). mdsd escapes bytes, which is the same for
 * ASCII.
 */
function escapeMetric(plain: string): string {
  return plain.replaceAll(/[^A-Za-z0-9]/g, (unit) => `:${hex(unit, 4)}`);
}

export function unescapeMetric(escaped: string): string {
  return escaped.replaceAll(/:([0-9A-Fa-f]{4})/g, (_, code: string) => unitOf(code));
}

const DURABLE = '^/\\#?';
/** A control character with code n is written as `^` followed by the character with the code DURABLE_CONTROL + n. */
const DURABLE_CONTROL = 0xc0;

/** Durable Task: `^^ ^0 ^1 ^2 ^3` for `^ / \ # ?`, and `^` + (U+00C0 + code) for controls (KeySanitation.cs). */
function escapeDurable(plain: string): string {
  return plain.replaceAll(/[/\\#?^\p{Cc}]/gu, (unit) => {
    const at = DURABLE.indexOf(unit);
    if (at < 0) return `^${String.fromCharCode(DURABLE_CONTROL + unit.charCodeAt(0))}`;
    return at === 0 ? '^^' : `^${at - 1}`;
  });
}

/** Undefined if a `^` is not followed by a code. */
function unescapeDurable(escaped: string): string | undefined {
  if (!/^(?:[^^]|\^[\^0-3\u00c0-\u00df\u013f-\u015f])*$/s.test(escaped)) return undefined;
  return escaped.replaceAll(/\^(.)/gs, (_, code: string) => {
    if (code === '^') return '^';
    return /[0-3]/.test(code)
      ? DURABLE.charAt(Number(code) + 1)
      : String.fromCharCode(code.charCodeAt(0) - DURABLE_CONTROL);
  });
}

/** The escapes of known writers, by name. The names also occur in templates that users write. */
export const KEY_ESCAPES: ReadonlyMap<string, KeyEscape> = new Map<string, KeyEscape>(
  Object.entries({
    'azure-metrics-4hex': { escape: escapeMetric, unescape: unescapeMetric },
    /** WebJobs SDK: lower-cased; then `:XX`, or `::XXXX` from U+0100, for everything except a-z 0-9. */
    'webjobs-2hex': {
      unescape: (escaped) =>
        escaped.replaceAll(/::([0-9A-Fa-f]{4})|:([0-9A-Fa-f]{2})/g, (_, wide?: string, narrow?: string) =>
          unitOf(wide ?? narrow ?? ''),
        ),
    },
    'durabletask-caret': { escape: escapeDurable, unescape: unescapeDurable },
    /** Akka.Persistence.Azure: `$` -> `$$`, then `/` -> `$`. `//` and `$` are escaped alike; this is the most likely reading. */
    'akka-dollar': {
      unescape: (escaped) => escaped.replaceAll(/\$\$|\$/g, (found) => (found === '$$' ? '$' : '/')),
    },
    /** Base64 of UTF-8, with `_` in place of `/`, which keys cannot contain. */
    'elmah-base64': {
      escape: (plain) => base64OfUtf8(plain).replaceAll('/', '_'),
      unescape: (escaped) => afterBase64(escaped.replaceAll('_', '/')),
    },
    base64: { escape: base64OfUtf8, unescape: afterBase64 },
    /** Percent escapes of UTF-8 as .NET's Uri.EscapeDataString writes them, which also escapes ! ' ( ) *. */
    percent: {
      escape: (plain) => percentEncoded(plain).replaceAll(/[!'()*]/g, (found) => `%${hex(found, 2)}`),
      unescape: percentDecoded,
    },
    /** For writers that escape some keys and write others as they are. */
    'percent-or-same': { unescape: decodedOrSame },
    'form-or-same': { unescape: (text) => decodedOrSame(text.replaceAll('+', ' ')) },
  }),
);

/** Undoes the escape with this name; undefined if the text cannot have been written by it. */
export function unescapeBy(name: string, text: string): string | undefined {
  return KEY_ESCAPES.get(name)?.unescape(text);
}

/** A text as the escape with this name writes it; undefined if the escape is ambiguous or unknown. */
export function escapeBy(name: string, text: string): string | undefined {
  return KEY_ESCAPES.get(name)?.escape?.(text);
}
