import type { KeyScheme, ReadHint } from '../base/keyScheme.ts';
import { csvCandidates, type TableHeader, tableHeader } from './pastedCsv.ts';
import { jsonCandidates } from './pastedJson.ts';
import { lineCandidates, unquoted } from './pastedLine.ts';
import { type Candidate, plainText } from './pastedText.ts';
import { readWord } from './readWord.ts';
import type { KeyPart, KeyReading } from '../base/scheme.ts';
import { isAfterText, isLikelyInstant } from '../base/schemeSpec.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { Steps } from '../../steps.ts';

export interface FoundKey {
  /** The key itself, without percent escapes and doubled quotes. */
  readonly text: string;
  /** Its position in the pasted text, as written; half-open. */
  readonly from: number;
  readonly to: number;
  /** The line number, counted from 1. */
  readonly line: number;
  /** Set if the text (`PartitionKey eq '...'`, `RowKey='...'`, the title of a column) or the caller says which kind of key it is. */
  readonly part?: KeyPart | undefined;
  /** Set if the text names the table: in a URL, in OData annotations of JSON, or as `table: ...`. */
  readonly tableName?: string | undefined;
  /** Best first. Empty only if the text says that this is a key, but no scheme reads it. */
  readonly readings: readonly KeyReading[];
  /** A sentence about how the text was changed before it could be read. */
  readonly note?: string | undefined;
}

/** Whether nothing but its form, a written date, says that this is a key. Log lines begin with such a time, and it is rarely a key. */
export function isPlainDate({ part, readings: [best] }: FoundKey): boolean {
  const scheme = part === undefined && best ? schemeById(best.schemeId) : undefined;
  return scheme?.entry.family === 'date' && !isAfterText(scheme);
}

export interface FoundKeys {
  readonly keys: readonly FoundKey[];
  /** Line numbers, counted from 1, of lines that have text but no key. */
  readonly unreadableLines: readonly number[];
  /** True if there are more keys than `limit`. The rest of the text was not read. */
  readonly isCut: boolean;
}

export interface FindOptions {
  /** The table to assume if the text does not name one. */
  readonly tableName?: string | undefined;
  /** The kind of key to assume if the text does not say it. */
  readonly part?: KeyPart | undefined;
  /** Schemes of the user's own templates. */
  readonly templates?: readonly KeyScheme[] | undefined;
  /** The most keys to return; default: all. */
  readonly limit?: number;
  /** The header of the table of which the text is a record. */
  readonly header?: TableHeader | undefined;
  /** Replaces the reading of words, for a caller with a cache. */
  readonly readWord?: typeof readWord;
}

/** Reads a candidate. `isWholeLine`: the candidate is a whole line, not one of its words. */
type Read = (candidate: Candidate, isWholeLine: boolean) => FoundKey | undefined;

function reader(options: FindOptions, lineOf: (offset: number) => number): Read {
  const read = options.readWord ?? readWord;
  return (candidate, isWholeLine) => {
    const part = candidate.part ?? options.part;
    const tableName = candidate.tableName ?? options.tableName;
    const known: ReadHint = { part, tableName };
    const place = candidate.part !== undefined ? 'named' : isWholeLine ? 'line' : 'word';
    const { templates } = options;
    const found = read(candidate.text, place, templates === undefined ? known : { ...known, templates });
    if (found === undefined) return undefined;
    const { from, to } = candidate;
    return { ...found, from, to, line: lineOf(from), ...known };
  };
}

/** Makes a function that returns the line number of an offset. It must be called with ascending offsets. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next >= 0 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

/**
 * Reads candidates until there are more keys than wanted. The rest of the text is not read.
 * @yields after each candidate
 */
function* keysAmong(
  candidates: Iterable<Candidate | undefined>,
  read: Read,
  wanted: number,
): Steps<FoundKey[]> {
  const keys: FoundKey[] = [];
  for (const candidate of candidates) {
    const key = candidate === undefined ? undefined : read(candidate, false);
    if (key !== undefined) keys.push(key);
    if (keys.length > wanted) break;
    yield;
  }
  return keys;
}

/**
 * Matches a line that contains keys but is not a key as a whole: it has a tab, which separates cells copied from a grid and cannot be part of
 * a key, or it begins with a name, as in `pk=...` and `RowKey:...`.
 */
export const HOLDS_KEYS = /\t|^(?:[A-Za-z]\w{0,30}\s{0,4}=|["']?(?:PartitionKey|RowKey|PK|RK)["']?\s{0,4}:)/i;

/**
 * The keys of a line, or of a cell of one. A line that reads as one key is one, unless its words read as several keys, or as one with more
 * confidence: tools print columns with blanks between them.
 * @yields after each word
 */
function* keysInCell(cell: string, offset: number, read: Read, wanted: number): Steps<FoundKey[]> {
  const trimmed = cell.trim();
  if (trimmed === '') return [];
  const words = () => keysAmong(lineCandidates(plainText(cell, offset)), read, wanted);
  const named = HOLDS_KEYS.test(trimmed) ? yield* words() : [];
  if (named.length > 0) return named;
  const from = offset + cell.indexOf(trimmed);
  const to = from + trimmed.length;
  const whole = read({ text: unquoted(trimmed), from, to }, true);
  yield;
  if (whole === undefined) return yield* words();
  const parts = /\s/.test(trimmed) ? yield* words() : [];
  return parts.length > 1 || isSurer(parts[0], whole) ? parts : [whole];
}

/** Whether a part of a key is read with more confidence, and with the same time. */
function isSurer(part: FoundKey | undefined, whole: FoundKey): boolean {
  const [[own], [best]] = [part?.readings ?? [], whole.readings];
  const isSame = own?.ticks === best?.ticks && own?.window?.to === best?.window?.to;
  return own?.ticks !== undefined && isSame && own.confidence > (best?.confidence ?? 0);
}

function* keysInLine(line: string, offset: number, read: Read, wanted: number): Steps<FoundKey[]> {
  const keys: FoundKey[] = [];
  let at = offset;
  for (const cell of line.split('\t')) {
    if (keys.length > wanted) break;
    keys.push(...(yield* keysInCell(cell, at, read, wanted - keys.length)));
    at += cell.length + 1;
  }
  return keys;
}

function firstKeys(keys: FoundKey[], unreadableLines: readonly number[], limit: number): FoundKeys {
  const isCut = keys.length > limit;
  return { keys: isCut ? keys.slice(0, limit) : keys, unreadableLines, isCut };
}

function* keysOfLines(text: string, limit: number, options: FindOptions): Steps<FoundKeys> {
  const keys: FoundKey[] = [];
  const unreadableLines: number[] = [];
  let offset = 0;
  let lineNumber = 0;
  const read = reader(options, () => lineNumber);
  while (offset <= text.length) {
    if (keys.length >= limit) return { keys: keys.slice(0, limit), unreadableLines, isCut: true };
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(offset, end);
    lineNumber++;
    const found = yield* keysInLine(line, offset, read, limit - keys.length);
    for (const key of found) keys.push(key);
    if (found.length === 0 && line.trim() !== '') unreadableLines.push(lineNumber);
    offset = end + 1;
  }
  return firstKeys(keys, unreadableLines, limit);
}

/** The keys of a text that is a table with a header and more. */
function tableCandidates(text: string): Iterable<Candidate> | undefined {
  const header = tableHeader(text);
  return header && header.next <= text.length ? csvCandidates(text, header, header.next) : undefined;
}

/**
 * Finds every key in a pasted text: one key per line, a column, log lines, a `$filter`, a table URL, CSV with a header, or JSON entities
 * (one, an array, a page of the service, NDJSON). A line that reads as one key is one; otherwise its words and quoted literals are tried.
 * The text may say which kind a key is and name the table, and the two keys of an entity help to read each other. Linear in the text. No
 * word is read after the limit.
 * @yields after each word
 */
export function* findKeysSteps(text: string, options: FindOptions = {}): Steps<FoundKeys> {
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  const form = options.header
    ? csvCandidates(text, options.header, 0)
    : ((yield* jsonCandidates(text)) ?? tableCandidates(text));
  if (form !== undefined) {
    const keys = yield* keysAmong(form, reader(options, lineCounter(text)), limit);
    if (keys.length > 0 || options.header) {
      const found = firstKeys(keys, [], limit);
      return { ...found, keys: agreeingKeys(found.keys) };
    }
  }
  const found = yield* keysOfLines(text, limit, options);
  return { ...found, keys: agreeingKeys(found.keys) };
}

interface KeyOfText {
  readonly part?: KeyPart | undefined;
  readonly line: number;
  readonly tableName?: string | undefined;
  readonly readings: readonly KeyReading[];
}

/** From this confidence on, a RowKey alone shows who wrote it. */
const SURE = 0.8;
/** A PartitionKey gets at least this share of its RowKey's confidence. */
const SHARE = 0.9;

/**
 * Moves the reading by the RowKey's scheme to the front of the PartitionKey's readings; undefined if there is no such reading, if it is
 * first already, or if no system of today writes its time: forward ticks beside inverted ones would be of the year 7976.
 */
function readingsBeside(readings: readonly KeyReading[], row: KeyReading): readonly KeyReading[] | undefined {
  const own = readings.find(({ schemeId }) => schemeId === row.schemeId);
  const [best = own] = readings;
  if (own === undefined || best === undefined || own === best) return undefined;
  const time = own.ticks ?? own.window?.from;
  if (time !== undefined && !isLikelyInstant(time)) return undefined;
  const confidence = Math.max(best.confidence, row.confidence * SHARE);
  const first = { ...own, confidence, reason: `${own.reason}; the RowKey beside it is of this scheme` };
  return [first, ...readings.filter((reading) => reading !== own)];
}

/**
 * Uses the two keys of an entity to read each other. If a RowKey with a certain scheme follows exactly one PartitionKey, that scheme also
 * becomes the PartitionKey's first reading. Two PartitionKeys on a line are the ends of a range and stay as they are.
 */
export function agreeingKeys<Key extends KeyOfText>(keys: readonly Key[]): readonly Key[] {
  return keys.map((key, index) => {
    const row = keys[index + 1];
    const before = keys[index - 1];
    const isEntity =
      key.part === 'partition' &&
      row?.part === 'row' &&
      row.tableName === key.tableName &&
      !(before?.part === 'partition' && before.line === key.line);
    const [best] = row?.readings ?? [];
    if (!isEntity || best === undefined || best.confidence < SURE) return key;
    const readings = readingsBeside(key.readings, best);
    return readings === undefined ? key : { ...key, readings };
  });
}
