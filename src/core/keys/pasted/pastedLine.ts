import type { KeyPart } from '../base/scheme.ts';
import { zoneLength } from '../dates/zoneText.ts';
import { type Candidate, type PastedText, slicePasted, readableLine } from './pastedText.ts';

/**
 * Matches a word of a line. It can be a date and time with a comma before the fraction, as log4j and Python write it (elsewhere a comma
 * ends a field of CSV); a date and time with a blank in between; a date of a web server's log, whose year and hours alone would look like a
 * date; a quoted literal (OData doubles quotes in it); the name of a key with its colon; or a run without white space, list punctuation,
 * characters that keys cannot contain, and the backticks and curly quotes that chats and word processors put around a key. A quote after a
 * letter is an apostrophe, except in OData's `datetime'...'` and in a comparison without a blank. A literal ends after 2,000 doubled
 * quotes, so that a text of nothing but quotes is read in parts.
 */
const WORD =
  /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d,\d{3,9}(?:Z\b|(?=[\])]|[ \t]{1,8}(?:[[(|]|-[ \t]|(?:INFO|WARN(?:ING)?|ERR(?:OR)?|DEBUG|TRACE|FATAL|CRITICAL|NOTICE|SEVERE)\b)))|\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?|(?![+-](?:0[1-9]|1[0-4])))(?:(?!\w|[:.]\d)|(?=[A-Za-z]{2,5}(?!\w)))|\d\d?\/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d{4}(?!\d)[:\d]*|(?:(?<![A-Za-z])|(?<=datetime|guid|binary|X|eq|ne|ge|gt|le|lt))'[^'\r\n]*(?:''[^'\r\n]*){0,2000}'|"[^"\r\n]*"|(?<![A-Za-z0-9])(?:[Pp]artition[Kk]ey|[Rr]ow[Kk]ey|PK|RK|pk|rk):(?=\S)|[^\s'"`\u2018-\u201F,;()[\]{}<>=&/\\?#]+/g;
/**
 * Matches text before a literal that says which kind of key follows: in OData, JSON (perhaps as a text in other JSON, with escaped quotes),
 * code, SQL and XML. `+` stands for a blank in some query strings.
 */
const PART_BEFORE =
  /(?<![A-Za-z0-9])(?:Next)?(PartitionKey|RowKey|PK|RK)(?:\\{0,7}["'])?[\s+]*(?:(?:eq|ne|ge|gt|le|lt)[\s+]*|[:=<>!]=?[\s+]*)(?:[`\u2018-\u201F]|\\{1,7}["'])?$/i;
const LONGEST_NAME_BEFORE = 40;
/** Match the places where a line can name a table. Names begin with a letter, except for `$Metrics...`. */
const TABLE_NAMES: readonly RegExp[] = [
  /\/(\$?[A-Za-z][A-Za-z0-9]{2,62})\((?:\)|\s*PartitionKey\s*=)/i,
  /(?<![\w$])(\$?[A-Za-z][A-Za-z0-9]{2,62})\(\s*PartitionKey\s*=/i,
  /\$metadata#(\$?[A-Za-z][A-Za-z0-9]{2,62})/,
  /:\/\/[^\s/?#'"]{1,255}\/(?:[a-z0-9]{3,24}\/)?(\$?[A-Za-z][A-Za-z0-9]{2,62})(?=\?|$|\s)/,
  /\btable(?:Name)?["']?\s{0,4}[:=]\s{0,4}["']?(\$?[A-Za-z][A-Za-z0-9]{2,62})\b/i,
];
/** How many characters of a line are searched for the name of a table. */
const NAME_SEARCH = 4096;

/** The table that a line names, if there is one. */
export function tableNameIn(line: string): string | undefined {
  const text = line.slice(0, NAME_SEARCH);
  for (const pattern of TABLE_NAMES) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

function partBefore(line: string, at: number): KeyPart | undefined {
  const name = PART_BEFORE.exec(line.slice(Math.max(0, at - LONGEST_NAME_BEFORE), at))?.[1]?.toLowerCase();
  if (name === 'partitionkey' || name === 'pk') return 'partition';
  return name === 'rowkey' || name === 'rk' ? 'row' : undefined;
}

/** A literal without its quotes, and a word without the marks of a chat; any other word as it is. */
export function unquoted(word: string): string {
  if (word.length >= 2 && word.startsWith("'") && word.endsWith("'"))
    return word.slice(1, -1).replaceAll("''", "'");
  if (word.length >= 2 && word.startsWith('"') && word.endsWith('"')) return word.slice(1, -1);
  return /^(?:[`\u2018-\u201F].+[`\u2018-\u201F]|\*[^*]+\*)$/.test(word) ? word.slice(1, -1) : word;
}

/** Matches a day or a time of day at the end of a word. Longer numbers, such as ticks, are not followed by a zone. */
const ENDS_IN_TIME =
  /(?:(\d{4}-\d\d-\d\d|(?<!\d)(?:19|20)\d{6})|(?:(?<!\d)(?:19|20)\d{6}|\d{4}-\d\d-\d\d[T_-])[T_-]?\d\d(?:[-_.]?\d\d){0,2}(?:\.\d+)?|\d:\d\d(?:[.,]\d+)?)$/;
const LONGEST_TIME = 40;

/** The end of the zone that follows a time after a blank, so that the time is not read as UTC; otherwise `end`. */
function zoneEnd(line: string, end: number): number {
  const time = ENDS_IN_TIME.exec(line.slice(Math.max(0, end - LONGEST_TIME), end));
  if (time === null) return end;
  return end + zoneLength(line, end, time[1] === undefined ? 'time' : 'day');
}

/** Matches white space, quotes or brackets within a literal, which show that it is a filter or a log line. */
const IS_TEXT = /\S\s+\S|['"(]/;

/** How deeply literals are searched for literals. */
const DEEPEST = 3;

/**
 * Every word of a line that may be a key, with percent escapes undone. Linear in the line.
 * @yields in the order of the line; `undefined` is a chance to pause before a literal is searched
 */
export function* lineCandidates(
  raw: PastedText,
  outerTable?: string,
  depth = 0,
): Generator<Candidate | undefined> {
  const line = readableLine(raw);
  const tableName = tableNameIn(line.text) ?? outerTable;
  for (const { 0: word, index } of line.text.matchAll(WORD)) {
    const end = index + word.length;
    const text = unquoted(word);
    const part = partBefore(line.text, index);
    if (text !== word && part === undefined && depth < DEEPEST && IS_TEXT.test(text)) {
      yield undefined;
      yield* lineCandidates(slicePasted(line, index + 1, end - 1), tableName, depth + 1);
    } else {
      const to = text === word ? zoneEnd(line.text, end) : end;
      const whole = text + line.text.slice(end, to);
      yield { text: whole, from: line.placeOf(index), to: line.placeOf(to), part, tableName };
    }
  }
}
