import { codePointName, countText } from '../../core/words.ts';

/** A piece of text for display: plain, or a mark for characters that cannot be seen. */
export type VisiblePart =
  | {
      readonly kind: 'plain';
      readonly text: string;
      /** UTF-16 offset in the whole text. */
      readonly offset: number;
    }
  | {
      readonly kind: 'mark';
      readonly offset: number;
      /** Number of UTF-16 units that the mark replaces; at least one. */
      readonly length: number;
      /** "U+202E", "U+200B \u00d7 32,000". */
      readonly face: string;
      /** "U+202E right-to-left override", for the tooltip. */
      readonly words: string;
      /** "right-to-left override", otherwise the code point; spoken instead of the mark. */
      readonly spoken: string;
    };

/** How much of a text is drawn. Each mark is an element, so marks are limited too. */
export interface TextBounds {
  /** UTF-16 units of plain text. */
  readonly chars: number;
  readonly marks: number;
  /** How often the character may change behind one mark; the text is drawn up to there. Default MOST_CHANGES. */
  readonly changes?: number;
}

/** The part of a text that is drawn. */
export interface VisibleStart {
  readonly parts: readonly VisiblePart[];
  /** UTF-16 offset at which the undrawn rest begins; the length of the text if everything is drawn. */
  readonly to: number;
}

/** For a name, a cell, a line of a list. Hundreds of cells are drawn in one task. */
export const LINE_BOUNDS: TextBounds = { chars: 300, marks: 12, changes: 4096 };
/** For text that may quote unknown text: a notice, an error, a status. */
export const WORDS_BOUNDS: TextBounds = { chars: 4000, marks: 12 };
/** For the beginning of a value with its own area. Keys that services accept (512 UTF-16 units) are shown whole. */
export const VALUE_BOUNDS: TextBounds = { chars: 1024, marks: 40 };
/** How much of a value is added per task. */
export const SLICE_BOUNDS: TextBounds = { chars: 4096, marks: 200 };
/** For an accessible name; longer ones do not help listeners. */
const SPOKEN_BOUNDS: TextBounds = { chars: 200, marks: 8, changes: 4096 };

/** Common names, shortened from the Unicode Character Database (NamesList.txt). */
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
 * Matches characters that are invisible, or that move their neighbours: controls, format characters (all bidi controls, joiners,
 * tags), line and paragraph separators, every space except U+0020, unassigned, private use, lone surrogates, and the few letters
 * and marks that Unicode calls Default_Ignorable.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]|(?! )\p{Zs}/u;

/** Matches more combining marks on one letter than MOST_COMBINING. */
const LONG_COMBINING = /\p{M}{31}/u;

/** No language uses more combining marks on one letter (UAX #15, Stream-Safe Text Format). */
const MOST_COMBINING = 30;
const COMBINING = /\p{M}/u;
/** Maximum length of a run behind one mark, in UTF-16 units: the size of an entity. A longer run is drawn only up to here. */
const LONGEST_RUN = 1_048_576;
/** How often the character may change within a run that is examined: four times the size of a property. */
const MOST_CHANGES = 131_072;
/** Maximum number of different code points that a mark names. */
const MOST_NAMED = 3;

function nameOf(codePoint: number): string {
  const name = NAMES.get(codePoint);
  return name === undefined ? codePointName(codePoint) : `${codePointName(codePoint)} ${name}`;
}

/** The mark for a run of invisible characters: which ones, and how many. */
function markOf(run: Run, offset: number): VisiblePart {
  const named = run.first.slice(0, MOST_NAMED);
  const more = run.first.length > MOST_NAMED ? ' and others' : '';
  const codes = named.map(codePointName).join(' ');
  const list = `${named.map(nameOf).join(', ')}${more}`;
  const short = named.map((codePoint) => NAMES.get(codePoint) ?? codePointName(codePoint)).join(', ');
  const place = { kind: 'mark', offset, length: run.length } as const;
  // For a short run such as CR LF every code point is named, which also shows their number.
  if (run.count === named.length) return { ...place, face: codes, words: list, spoken: short };
  const count = countText(run.count);
  return {
    ...place,
    face: `${codes}${more === '' ? '' : ' \u2026'} \u00d7 ${count}`,
    words: `${count} characters: ${list}`,
    spoken: `${count} characters ${short}${more}`,
  };
}

/** A run of characters that one mark replaces. */
interface Run {
  /** UTF-16 units. */
  length: number;
  /** Code points. */
  count: number;
  /** How often a code point differs from the previous one. */
  changes: number;
  /** The first different code points; one more than a mark names. */
  readonly first: number[];
}

/** The run from `at` on of characters for which `look` gives the same answer. A repeated character is looked up once. */
function runAt(text: string, at: number, mostChanges: number, look: (offset: number) => Look): Run {
  const run: Run = { length: 0, count: 0, changes: 0, first: [] };
  const seen = look(at);
  const most = Math.min(text.length, at + LONGEST_RUN);
  for (let end = at; end < most && run.changes < mostChanges && look(end) === seen; end = at + run.length) {
    const codePoint = text.codePointAt(end) ?? 0;
    if (run.first.length <= MOST_NAMED && !run.first.includes(codePoint)) run.first.push(codePoint);
    run.changes += 1;
    const same = repeatsAt(text, end, codePoint, most);
    run.length += codePoint > 0xffff ? 2 * same : same;
    run.count += same;
  }
  return run;
}

/** How often a code point is repeated from `at` on. */
function repeatsAt(text: string, at: number, codePoint: number, most: number): number {
  let end = at;
  if (codePoint > 0xffff) {
    while (end < most && text.codePointAt(end) === codePoint) end += 2;
    return (end - at) / 2;
  }
  while (end < most && text.charCodeAt(end) === codePoint) end += 1;
  // The last unit may be half of a surrogate pair.
  return end - at > 1 && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - at - 1 : end - at;
}

type Look = 'plain' | 'hidden' | 'combining';

function freshLook(codePoint: number): Look {
  const char = String.fromCodePoint(codePoint);
  if (INVISIBLE.test(char)) return 'hidden';
  return COMBINING.test(char) ? 'combining' : 'plain';
}

/** Returns a cached function that tells how characters look, because a text repeats few characters. */
function lookReader(): (codePoint: number) => Look {
  const known = new Map<number, Look>();
  return (codePoint) => {
    if (codePoint > 0x20 && codePoint < 0x7f) return 'plain';
    let look = known.get(codePoint);
    if (look === undefined) known.set(codePoint, (look = freshLook(codePoint)));
    return look;
  };
}

/** The offset of the spaces at the end of a text. */
function endSpaces(text: string): number {
  let at = text.length;
  while (at > 0 && text.charCodeAt(at - 1) === 0x20) at -= 1;
  return at;
}

/** Collects the parts of a text up to its bounds. */
class PartsBuilder {
  readonly parts: VisiblePart[] = [];
  private readonly text: string;
  private readonly bounds: TextBounds;
  private chars = 0;
  private marks = 0;
  private isCut = false;
  private plainFrom: number;

  constructor(text: string, bounds: TextBounds, from: number) {
    this.text = text;
    this.bounds = bounds;
    this.plainFrom = from;
  }

  get mostChanges(): number {
    return this.bounds.changes ?? MOST_CHANGES;
  }

  get isFull(): boolean {
    return this.isCut || this.chars >= this.bounds.chars || this.marks >= this.bounds.marks;
  }

  plain(length: number): void {
    this.chars += length;
  }

  mark(run: Run, at: number): void {
    this.flush(at);
    this.parts.push(markOf(run, at));
    this.plainFrom = at + run.length;
    this.marks += 1;
    this.isCut = run.length >= LONGEST_RUN || run.changes >= this.mostChanges;
  }

  flush(to: number): void {
    const { plainFrom } = this;
    if (to > plainFrom)
      this.parts.push({ kind: 'plain', text: this.text.slice(plainFrom, to), offset: plainFrom });
    this.plainFrom = to;
  }
}

/**
 * Cuts a text from `from` on into plain parts and marks, up to its bounds. One mark replaces a run of invisible characters, or of
 * more combining marks than any language has, and says how many. Drawing ends within a run of more than LONGEST_RUN units. Spaces
 * at both ends count as invisible, because two keys may differ in nothing else. Only a limited part of the text is examined,
 * except for the spaces at its end.
 */
export function visibleText(text: string, bounds: TextBounds = LINE_BOUNDS, from = 0): VisibleStart {
  const lookOf = lookReader();
  const spacesFrom = endSpaces(text);
  const made = new PartsBuilder(text, bounds, from);
  let at = from;
  let combining = 0;
  let isStart = at === 0;
  const look = (offset: number): Look => {
    const codePoint = text.codePointAt(offset) ?? 0;
    if (codePoint === 0x20) return isStart || offset >= spacesFrom ? 'hidden' : 'plain';
    return lookOf(codePoint);
  };
  while (at < text.length && !made.isFull) {
    const seen = look(at);
    combining = seen === 'combining' ? combining + 1 : 0;
    if (seen === 'hidden' || combining > MOST_COMBINING) {
      const run = runAt(text, at, made.mostChanges, look);
      made.mark(run, at);
      at += run.length;
      combining = 0;
    } else {
      const length = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      made.plain(length);
      at += length;
    }
    isStart = false;
  }
  made.flush(at);
  return { parts: made.parts, to: at };
}

/** Whether a text needs no marks and no cut: the quick check for grid cells. */
export function isPlainText(text: string, bounds: TextBounds = LINE_BOUNDS): boolean {
  if (text.length > bounds.chars) return false;
  return !INVISIBLE.test(text) && !LONG_COMBINING.test(text) && text.trim() === text;
}

/** "31,700 more characters", shown after a cut text. */
export function moreWords(units: number): string {
  return `${countText(units)} more ${units === 1 ? 'character' : 'characters'}`;
}

/**
 * The text for an accessible name: marks in words, so that they are spoken, and only the beginning of a long text. `units`: UTF-16
 * units of the whole, if `text` is only its beginning.
 */
export function spokenText(text: string, bounds: TextBounds = SPOKEN_BOUNDS, units = text.length): string {
  if (units === text.length && isPlainText(text, bounds)) return text;
  const { parts, to } = visibleText(text, bounds);
  const words = parts.map((part) => (part.kind === 'plain' ? part.text : ` ${part.spoken} `)).join('');
  return to < units ? `${words} and ${moreWords(units - to)}` : words;
}
