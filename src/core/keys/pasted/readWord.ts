import { afterBase64 } from '../base/utf8.ts';
import { readBest, readKey } from '../readKey.ts';
import { LONGEST_KEY } from '../base/entityKey.ts';
import type { ReadHint } from '../base/keyScheme.ts';
import type { KeyReading } from '../base/scheme.ts';
import { isTimed } from '../base/schemeSpec.ts';
import { schemeById } from '../schemeRegistry.ts';
import { isLikelyText } from '../grammar/timeBeside.ts';
import { percentDecoded } from './pastedText.ts';

/** The key that a word is or contains. */
export interface ReadWord {
  /** The key, without escapes, literal suffixes and the like. */
  readonly text: string;
  /** Best first. */
  readonly readings: readonly KeyReading[];
  /** A sentence about how the word was changed before it could be read. */
  readonly note?: string | undefined;
}

/** Where a word stands: alone on its line, where a text names it as a key, or among other words. */
export type WordPlace = 'line' | 'named' | 'word';

/** The least confidence of a time that makes a word in running text a key. */
const LEAST_CONFIDENCE = 0.3;
/** The least confidence of a time that is alone on its line, or named as a key. */
const LEAST_ALONE = 0.25;
/** The least confidence of a key without a time. It is higher, because most lines of text read as something. */
const LEAST_TIMELESS = 0.5;
/** Matches words with a digit and at least six characters, which a time among other words has. This rules out most words. */
const MAY_HOLD_TIME = /^(?=.*\d).{6}/su;

/** Whether the best reading of a text is enough to call it a key. */
function isSure(text: string, best: KeyReading | undefined, place: WordPlace): boolean {
  if (best === undefined || (place === 'line' && isLikelyText(text, best))) return false;
  if (place === 'word' && schemeById(best.schemeId)?.entry.either === 'alone') return false;
  if (isTimed(best)) return best.confidence >= (place === 'word' ? LEAST_CONFIDENCE : LEAST_ALONE);
  return place !== 'word' && best.confidence >= LEAST_TIMELESS;
}

/** A change that can turn a word into a readable key. */
interface Repair {
  readonly repair: (word: string) => string | undefined;
  readonly note?: string;
  /** True if the word itself is the key and is only read in its changed form. Otherwise the changed word is the key. */
  readonly isKept?: true;
}

/** Decodes `1!length!Base64` (with `-` for `=`), as continuation tokens in headers and links contain it. */
function afterContinuation(word: string): string | undefined {
  const base64 = /^1!\d{1,4}!([A-Za-z0-9+/_*-]*=*)$/.exec(word)?.[1];
  if (base64 === undefined) return undefined;
  return afterBase64(base64.replaceAll('-', '=').replaceAll('_', '/').replaceAll('*', '+'));
}

/** Matches control characters, direction marks and characters of no width. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

function withoutUnseen(word: string): string {
  return word.replaceAll(UNSEEN, '');
}

/** Adds the hyphens to the 32 digits of Guid.ToString("N"), or removes `urn:uuid:`. */
function hyphenated(word: string): string | undefined {
  const urn = /^urn:uuid:(.{36})$/i.exec(word)?.[1];
  if (urn !== undefined) return urn;
  if (!/^[0-9a-f]{32}$/i.test(word)) return undefined;
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((to, index) => word.slice(cuts[index], to))
    .join('-');
}

function lowerObjectId(word: string): string | undefined {
  return /^[0-9A-F]{24}$/.test(word) && /[A-F]/.test(word) ? word.toLowerCase() : undefined;
}

/** Matches the end of a sentence. */
const PUNCTUATION = /[.,:;!?]+$/;

const REPAIRS: readonly Repair[] = [
  { repair: (word) => word.replace(PUNCTUATION, '') },
  {
    repair: (word) =>
      /^-?\d+[lL][uU]?$|^\d+[uU][lL]$/.test(word) ? word.replace(/[luLU]+$/, '') : undefined,
  },
  { repair: percentDecoded },
  { repair: afterContinuation, note: 'The key inside of a continuation token.' },
  {
    repair: hyphenated,
    note: 'Read as the UUID that it is with hyphens. Key ranges of this scheme select UUIDs with hyphens only.',
    isKept: true,
  },
  {
    repair: lowerObjectId,
    note: 'Read as the ObjectId that it is in lower case. Key ranges of this scheme select lower case only.',
    isKept: true,
  },
  {
    repair: (word) => (/^0[xX][\da-fA-F]{8,16}$/.test(word) ? word.slice(2) : undefined),
    note: 'Read as the hexadecimal number behind 0x. Key ranges of this scheme select numbers without 0x only.',
    isKept: true,
  },
  {
    repair: withoutUnseen,
    isKept: true,
    note: 'It holds characters that cannot be seen and is read without them. The service takes them for part of the key.',
  },
];

/** How long the time span of the best reading is, in ticks; undefined if it has no time. */
function openTicks([best]: readonly KeyReading[]): bigint | undefined {
  if (best?.window !== undefined) return best.window.to - best.window.from;
  return best?.ticks === undefined ? undefined : 1n;
}

/**
 * The key that a word is. If undoing its percent escapes makes the time finer, the decoded word is the key: of `2024-03-05T10%3A17%3A10Z`
 * only the hour would be read otherwise.
 */
function finerDecoded(
  word: string,
  readings: readonly KeyReading[],
  place: WordPlace,
  hint: ReadHint,
): ReadWord {
  const own = { text: word, readings };
  const decoded = word.includes('%') ? percentDecoded(word) : word;
  const open = openTicks(readings);
  if (decoded === word || open === undefined) return own;
  const found = readKey(decoded, hint);
  const left = openTicks(found);
  const isFiner = left !== undefined && left < open;
  return isFiner && isSure(decoded, found[0], place) ? { text: decoded, readings: found } : own;
}

/**
 * Finds the key that a word is or contains. Undefined if no scheme reads it with enough confidence. A word that the text names as a key
 * always counts as one.
 */
export function readWord(word: string, place: WordPlace, hint: ReadHint): ReadWord | undefined {
  // A key may be written with escapes, or in Base64.
  if (word.length > 2 * LONGEST_KEY) return undefined;
  const bare = place === 'word' ? word.replace(PUNCTUATION, '') : word;
  // The end of a sentence would count as a tail, which some keys have.
  return readBare(bare, place, hint) ?? (bare === word ? undefined : readBare(word, place, hint));
}

function readBare(word: string, place: WordPlace, hint: ReadHint): ReadWord | undefined {
  if (word === '') return undefined;
  if (place === 'word' && !MAY_HOLD_TIME.test(word)) return undefined;
  const readings = readKey(word, hint);
  if (isSure(word, readings[0], place)) return finerDecoded(word, readings, place, hint);
  for (const { repair, note, isKept = false } of REPAIRS) {
    const repaired = repair(word);
    if (repaired === undefined || repaired === word || repaired === '') continue;
    const found = readKey(repaired, hint);
    if (!isSure(repaired, found[0], place)) continue;
    return {
      text: isKept ? word : repaired,
      readings: found,
      note,
    };
  }
  return place === 'named' ? { text: word, readings } : undefined;
}

/** The best reading of a text that is alone on its line; undefined if it is not certain enough to be a key. */
export function readLine(text: string, hint: ReadHint): KeyReading | undefined {
  const best = readBest(text, hint);
  return isSure(text, best, 'line') ? best : undefined;
}
