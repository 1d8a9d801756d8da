import { fail, ok, type Result, type TextFault } from '../../result.ts';

/** A property of the entity, and how many different values it has. */
export interface EntityProperty {
  readonly name: string;
  readonly type: string;
  readonly values: number;
}

/** A property as a line of the field that describes the entity's properties. */
export function propertyLine({ name, type, values }: EntityProperty): string {
  return `${name}: ${type}, ${values} values`;
}

/** A query that the table must serve. */
export interface AccessPattern {
  readonly name: string;
  /** The properties that are compared with a single value. */
  readonly equal: readonly string[];
  /** The length of the window in seconds; undefined if the query reads all times. */
  readonly windowSeconds?: number;
  /** Other properties that are compared, which the service checks on each row that it reads. */
  readonly other: readonly string[];
  /** Only this many of the newest rows are wanted. */
  readonly latest?: number;
  readonly perSecond: number;
  /** The target latency in milliseconds. */
  readonly hopedMs?: number | undefined;
}

/** What is written, and for how long it is kept. */
export interface Workload {
  readonly properties: readonly EntityProperty[];
  readonly patterns: readonly AccessPattern[];
  readonly writesPerSecond: number;
  readonly keptDays: number;
  readonly entityBytes: number;
  /** How long one request takes, in milliseconds. */
  readonly requestMs: number;
}

/** Milliseconds per request that are assumed until somebody measures them: for a request from the same region, with a full page. */
export const ASSUMED_REQUEST_MS = 50;

const TYPES = ['String', 'Int32', 'Int64', 'Double', 'Boolean', 'DateTime', 'Guid', 'Binary'] as const;
/** Source: Understanding the Table service data model (255 properties, three of which are the system's). */
export const ENTITY_PROPERTIES = 252;
/** The most properties that are accepted. It is more than one entity can have, because an entity may be split over several rows. */
const MOST_PROPERTIES = 1000;
const MOST_PATTERNS = 30;
const DEFAULT_VALUES = 100;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

function lineFault(from: number, line: string, message: string, nextStep: string): Result<never, TextFault> {
  return fail({ message, from, to: from + line.length, nextStep });
}

/** The lines of a text, each with its offset; empty ones are skipped. */
function linesOf(text: string): readonly { readonly line: string; readonly from: number }[] {
  let from = 0;
  return text.split('\n').flatMap((raw) => {
    const at = from;
    from += raw.length + 1;
    const line = raw.trim();
    return line === '' ? [] : [{ line, from: at + raw.indexOf(line) }];
  });
}

/** Reads one property per line, such as `DeviceId: String, 500 values`. Without a count, 100 values are assumed. */
export function readProperties(text: string): Result<readonly EntityProperty[], TextFault> {
  const found: EntityProperty[] = [];
  for (const { line, from } of linesOf(text)) {
    const match =
      /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::\s*([A-Za-z0-9]+))?\s*(?:,\s*([\d,_]+)\s*(?:values?)?)?$/u.exec(line);
    if (match === null)
      return lineFault(
        from,
        line,
        'This line is not a property.',
        'Write a name, a type and a count: DeviceId: String, 500 values',
      );
    const [, name = '', type = 'String', count] = match;
    const known = TYPES.find((each) => each.toLowerCase() === type.toLowerCase());
    if (known === undefined)
      return lineFault(
        from,
        line,
        `There is no type ${type.slice(0, 40)}.`,
        `Write one of ${TYPES.join(', ')}.`,
      );
    if (found.some((each) => each.name === name))
      return lineFault(from, line, `${name.slice(0, 40)} is listed twice.`, 'Remove one of the lines.');
    const values = count === undefined ? DEFAULT_VALUES : Number(count.replaceAll(/[,_]/g, ''));
    if (!(values >= 1 && values <= 1e12))
      return lineFault(from, line, 'The count of values is out of range.', 'Write 1 to 1,000,000,000,000.');
    found.push({ name, type: known, values });
  }
  if (found.length <= MOST_PROPERTIES) return ok(found);
  const message = `${found.length} properties: an entity has at most ${ENTITY_PROPERTIES} besides its keys and Timestamp, and at most ${MOST_PROPERTIES} can be described here.`;
  return fail({
    message,
    from: 0,
    to: text.length,
    nextStep: 'Pack some into one property, or use two rows.',
  });
}

/** Adds those lines of `others` whose properties are not in `text` yet. If several lines have the same name, the first one stays. */
export function withProperties(text: string, others: string): string {
  const nameOf = (line: string): string => line.split(/[:,]/, 1)[0]?.trim() ?? '';
  const known = new Set(text.split('\n').map(nameOf));
  const added = others.split('\n').filter((line) => {
    const name = nameOf(line);
    if (name === '' || known.has(name)) return false;
    known.add(name);
    return true;
  });
  return [...(text.trim() === '' ? [] : [text.trimEnd()]), ...added].join('\n');
}

type Conditions = Pick<AccessPattern, 'equal' | 'other' | 'windowSeconds' | 'latest'>;

interface Found {
  readonly equal: string[];
  readonly other: string[];
  windowSeconds?: number;
  latest?: number;
}

const WINDOW = /^Time\s+(?:within|in|last)\s+(\d{1,9}(?:\.\d{1,3})?)\s*(s|m|min|h|d)$/i;
const LATEST = /^latest\s+(\d{1,6})$/i;
const COMPARED =
  /^([\p{L}_][\p{L}\p{N}_]*)\s*(===?|=|eq|!=|<>|ne|<=?|>=?|lt|le|gt|ge|startswith)\s*(@[\p{L}\p{N}_]+)$/iu;

/** Adds a condition to `found`; false if it is not understood. */
function addCondition(condition: string, found: Found): boolean {
  const window = WINDOW.exec(condition);
  if (window !== null) {
    found.windowSeconds = Number(window[1]) * (UNIT_SECONDS[window[2]?.toLowerCase() ?? ''] ?? 1);
    return true;
  }
  const newest = LATEST.exec(condition);
  if (newest !== null) {
    found.latest = Number(newest[1]);
    return true;
  }
  const [, name, operator] = COMPARED.exec(condition) ?? [];
  if (name === undefined || operator === undefined) return false;
  (/^(?:===?|=|eq)$/i.test(operator) ? found.equal : found.other).push(name);
  return true;
}

/** Reads the conditions of a pattern, such as `DeviceId == @device and Time within 1h`. */
function readConditions(text: string, offset: number): Result<Conditions, TextFault> {
  const found: Found = { equal: [], other: [] };
  let at = 0;
  for (const piece of text.split(/(\s+and\s+|\s*&&\s*)/i)) {
    const from = offset + at;
    at += piece.length;
    const condition = piece.trim();
    if (/^(?:and|&&|all)?$/i.test(condition) || addCondition(condition, found)) continue;
    const isValue = /['"]|[=<>]\s*\d/.test(condition);
    return lineFault(
      from,
      piece,
      isValue
        ? 'Write a parameter such as @name, not a value: links to a design contain no values.'
        : `${condition.slice(0, 40)} is not understood.`,
      'Write Name == @name, Time within 1h, or latest 10, joined by and.',
    );
  }
  return ok(found);
}

const HOPED = /^\s*(?:in\s+)?(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s)\s*$/i;

/** Reads `200 ms` or `in 2 s`; undefined if the text is not a latency. */
function hopedMsOf(text: string): number | undefined {
  const [, number, unit = ''] = HOPED.exec(text) ?? [];
  const ms = Number(number) * (unit.toLowerCase() === 's' ? 1000 : 1);
  return ms > 0 ? ms : undefined;
}

/** Reads one pattern per line, `name | conditions | rate per second | latency`. The last two may be left out. */
export function readPatterns(text: string): Result<readonly AccessPattern[], TextFault> {
  const found: AccessPattern[] = [];
  for (const { line, from } of linesOf(text)) {
    const [name = '', conditions, rate = '1', hoped, ...more] = line.split('|');
    if (conditions === undefined || more.length > 0) {
      return lineFault(
        from,
        line,
        'This line is not an access pattern.',
        'Write a name, conditions, a rate and a latency: Last hour | DeviceId == @device and Time within 1h | 5/s | 200 ms',
      );
    }
    const perSecond = /^\s*(\d{1,10}(?:\.\d{1,6})?)\s*(?:\/\s*s)?\s*$/.exec(rate)?.[1];
    if (perSecond === undefined)
      return lineFault(
        from,
        line,
        'The rate is not understood.',
        'Write queries a second, such as 5 or 0.1/s.',
      );
    const hopedMs = hoped === undefined ? undefined : hopedMsOf(hoped);
    if (hoped !== undefined && hopedMs === undefined)
      return lineFault(
        from,
        line,
        'The latency is not understood.',
        'Write the longest time that is acceptable, such as 200 ms or 2 s.',
      );
    const read = readConditions(conditions, from + name.length + 1);
    if (!read.ok) return read;
    found.push({
      name: name.trim() || 'Query',
      ...read.value,
      perSecond: Number(perSecond),
      hopedMs,
    });
  }
  if (found.length <= MOST_PATTERNS) return ok(found);
  return fail({
    message: `${found.length} access patterns are too many.`,
    from: 0,
    to: text.length,
    nextStep: `Keep the ${MOST_PATTERNS} that matter most.`,
  });
}

/** Reads the number in a field: digits and a fraction, within bounds. */
export function readAmount(text: string, name: string, most: number): Result<number, TextFault> {
  const plain = text.trim().replaceAll(/[,_](?=\d{3})/g, '');
  const value = /^\d{1,13}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : Number.NaN;
  return value >= 0 && value <= most
    ? ok(value)
    : fail({
        message: `${name} is not a number from 0 to ${most.toLocaleString('en-US')}.`,
        from: 0,
        to: text.length,
        nextStep: 'Write digits only, such as 500.',
      });
}
