import { fail, ok, type Result, type TextFault } from '../../result.ts';
import {
  TICKS_PER_DAY,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
} from '../../time/ticks.ts';
import { layoutStep } from '../dates/dateLayouts.ts';
import { findForbidden, forbiddenName } from './forbidden.ts';
import {
  fixedWidth,
  type KeyTemplate,
  type NumberTimeName,
  type TemplatePart,
  type TimeStyle,
} from './keyTemplate.ts';

/** The longest template, lists of values included. */
const LONGEST_TEMPLATE = 8192;
/** Keys have at most 512 characters. */
const LONGEST_KEY = 512;
/** More buckets would need as many queries for one window. */
const MOST_BUCKETS = 1000;

type Content =
  | Omit<Extract<TemplatePart, { kind: 'property' }>, 'from' | 'to'>
  | Omit<Extract<TemplatePart, { kind: 'time' }>, 'from' | 'to'>
  | Omit<Extract<TemplatePart, { kind: 'hash' }>, 'from' | 'to'>
  | Omit<Extract<TemplatePart, { kind: 'writer' }>, 'from' | 'to'>
  | Omit<Extract<TemplatePart, { kind: 'guid' }>, 'from' | 'to'>;

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ms', TICKS_PER_MS],
  ['s', TICKS_PER_SECOND],
  ['m', TICKS_PER_MINUTE],
  ['h', TICKS_PER_HOUR],
  ['d', TICKS_PER_DAY],
]);
/** The unit of each number, and the fewest digits that hold it until the year 9999 (ticks) or 2286 (Unix time). */
const NUMBERS: Readonly<Record<NumberTimeName, { readonly unit: bigint; readonly width: number }>> = {
  Ticks: { unit: 1n, width: 19 },
  InvertedTicks: { unit: 1n, width: 19 },
  Unix: { unit: TICKS_PER_SECOND, width: 10 },
  InvertedUnix: { unit: TICKS_PER_SECOND, width: 10 },
  UnixMs: { unit: TICKS_PER_MS, width: 13 },
  InvertedUnixMs: { unit: TICKS_PER_MS, width: 13 },
};

const NUMBER_HOLE = /^(Ticks|InvertedTicks|UnixMs|InvertedUnixMs|Unix|InvertedUnix)(?:\/([^:]*))?(?::(.*))?$/;
/** A date in the order of its units, without omissions; marks between them stand for themselves. */
const DATE_HOLE =
  /^(yyyy(?:[-_.T]?MM(?:[-_.T]?dd(?:[-_.T]?HH(?:[-_.:]?mm(?:[-_.:]?ss(?:[-_.]?f{1,7})?)?)?)?)?)?)(?:\/(.*))?$/;
const HASH_HOLE = /^Hash\(\s*([^()]*?)\s*\)(?:\s+mod\s+([^:]*?))?\s*(?::(.*))?$/;
const WRITER_HOLE = /^Writer\s+mod\s+([^:]*?)\s*(?::(.*))?$/;
/** A property with all the values that its keys can have. */
const LIST_HOLE = /^([\p{L}_][\p{L}\p{N}_]*)\s+in(?:\s+(.*))?$/su;
const PROPERTY_HOLE = /^([\p{L}_][\p{L}\p{N}_]*)(?::(.*))?$/u;

type Hole = Result<Content, Pick<TextFault, 'message' | 'nextStep'>>;

function wrong(
  message: string,
  nextStep: string,
): { readonly ok: false; readonly error: { message: string; nextStep: string } } {
  return fail({ message, nextStep });
}

/** `D19` as 19. */
function widthOf(
  text: string | undefined,
  least: number,
  why: string,
): Result<number, { message: string; nextStep: string }> {
  if (text === undefined) return ok(least);
  const width = /^D(\d{1,2})$/.exec(text.trim())?.[1];
  if (width === undefined)
    return wrong(
      `":${text}" is not a padding.`,
      `Write :D${Math.max(least, 1)} for ${Math.max(least, 1)} digits.`,
    );
  if (Number(width) < least || Number(width) > 38)
    return wrong(`${width} digits are not enough: ${why}.`, `Write :D${least} or more, up to :D38.`);
  return ok(Number(width));
}

/** `1m` in ticks; a whole multiple of the unit in which the time is written. */
function stepOf(
  text: string | undefined,
  unit: bigint,
): Result<bigint, { message: string; nextStep: string }> {
  if (text === undefined) return ok(unit);
  const match = /^(\d{1,6})(ms|s|m|h|d)$/.exec(text.trim());
  const step = BigInt(match?.[1] ?? 0) * (UNITS.get(match?.[2] ?? '') ?? 0n);
  if (step === 0n)
    return wrong(`"/${text}" is not a rounding.`, 'Write a number and ms, s, m, h or d: /1m, /15m, /1h.');
  return step % unit === 0n
    ? ok(step)
    : wrong(
        `Rounding to ${text} is finer than what is written.`,
        'Leave it out, or round to a multiple of the written unit.',
      );
}

function numberHole(match: RegExpExecArray): Hole {
  const name = match[1] as NumberTimeName;
  const { unit, width: least } = NUMBERS[name];
  const step = stepOf(match[2], unit);
  if (!step.ok) return step;
  const width = widthOf(match[3], least, 'shorter numbers would not sort by time');
  if (!width.ok) return width;
  const style: TimeStyle = { kind: 'number', name, width: width.value };
  return ok({ kind: 'time', style, stepTicks: step.value });
}

function dateHole(match: RegExpExecArray): Hole {
  const layout = match[1] as string;
  if (!layout.includes('MM'))
    return wrong('A year alone is too coarse to be read back as a date.', 'Write {yyyyMM} or finer.');
  const unit = layoutStep(layout);
  const isMonths = !layout.includes('dd');
  if (isMonths && match[2] !== undefined)
    return wrong('Months cannot be rounded.', 'Leave the rounding out.');
  const step = stepOf(match[2], unit);
  return step.ok ? ok({ kind: 'time', style: { kind: 'date', layout }, stepTicks: step.value }) : step;
}

/** Buckets, and the digits that hold the highest bucket. */
function bucketsOf(
  text: string | undefined,
  padding: string | undefined,
): Result<{ buckets: number; width: number }, { message: string; nextStep: string }> {
  const buckets = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0;
  if (buckets < 1 || buckets > MOST_BUCKETS) {
    return wrong(
      'The number of buckets is missing or not possible.',
      `Write mod and 1 to ${MOST_BUCKETS}: mod 16.`,
    );
  }
  const width = widthOf(padding, String(buckets - 1).length, `bucket ${buckets - 1} has more`);
  return width.ok ? ok({ buckets, width: width.value }) : width;
}

function propertyHole(match: RegExpExecArray): Hole {
  const name = match[1] as string;
  if (match[2] === undefined) return ok({ kind: 'property', name });
  const width = widthOf(match[2], 1, 'a number has at least one');
  return width.ok ? ok({ kind: 'property', name, width: width.value }) : width;
}

/** `Site in lon|par`: the values, each once and in order of keys. */
function listHole(match: RegExpExecArray): Hole {
  const values = (match[2] ?? '').split('|').map((value) => value.trim());
  if (values.includes(''))
    return wrong('A value of this list is empty.', 'Write values with | between them: {Site in lon|par}.');
  const bad = values.find((value) => findForbidden(value) >= 0) ?? '';
  if (bad !== '')
    return wrong(
      `Keys cannot hold ${forbiddenName(bad, findForbidden(bad))}.`,
      'Leave it out, or write _ or - instead.',
    );
  return ok({ kind: 'property', name: match[1] as string, values: [...new Set(values)].sort() });
}

function readHole(inner: string): Hole {
  const text = inner.trim();
  if (text === '')
    return wrong('This { } is empty.', 'Write a property, such as {TenantId}, or a time, such as {Ticks}.');
  if (text === 'Guid') return ok({ kind: 'guid' });
  const number = NUMBER_HOLE.exec(text);
  if (number !== null) return numberHole(number);
  const date = DATE_HOLE.exec(text);
  if (date !== null) return dateHole(date);
  const hash = HASH_HOLE.exec(text);
  if (hash !== null) {
    if (!PROPERTY_HOLE.test(hash[1] as string))
      return wrong('Hash() names no property.', 'Write {Hash(DeviceId) mod 16}.');
    const buckets = bucketsOf(hash[2], hash[3]);
    return buckets.ok ? ok({ kind: 'hash', name: hash[1] as string, ...buckets.value }) : buckets;
  }
  const writer = WRITER_HOLE.exec(text);
  if (writer !== null) {
    const buckets = bucketsOf(writer[1], writer[2]);
    return buckets.ok ? ok({ kind: 'writer', ...buckets.value }) : buckets;
  }
  const list = LIST_HOLE.exec(text);
  if (list !== null) return listHole(list);
  const property = PROPERTY_HOLE.exec(text);
  if (property !== null) return propertyHole(property);
  return wrong(
    `{${text.slice(0, 40)}} is not understood.`,
    'Write a property {Name}, {Name:D5} or {Name in a|b}, a time {Ticks}, {InvertedTicks}, {Unix}, {UnixMs}, {yyyyMMddHH}, {Ticks/1m}, {Guid}, {Hash(Name) mod 16} or {Writer mod 10}.',
  );
}

function literalFault(parts: readonly TemplatePart[]): TextFault | undefined {
  for (const part of parts) {
    if (part.kind !== 'literal') continue;
    const at = findForbidden(part.text);
    if (at < 0) continue;
    // Two braces are written for each one before it.
    const from = part.from + at + (part.text.slice(0, at).match(/[{}]/g) ?? []).length;
    return {
      message: `Keys cannot hold ${forbiddenName(part.text, at)}.`,
      from,
      to: from + 1,
      nextStep: 'Leave it out, or write _ or - instead.',
    };
  }
  return undefined;
}

/** Two adjacent texts of unknown length could not be separated again. */
function borderFault(parts: readonly TemplatePart[]): TextFault | undefined {
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (part.kind !== 'property' || part.width !== undefined || next === undefined || next.kind === 'literal')
      continue;
    const restIsFixed = parts.slice(at + 1).every((each) => fixedWidth(each) !== undefined);
    if (restIsFixed) continue;
    return {
      message: `Where {${part.name}} ends could not be told.`,
      from: next.from,
      to: next.to,
      nextStep: 'Put a separator such as _ between the two.',
    };
  }
  return undefined;
}

/** A list of values may be longer than the keys. */
function lengthFault(text: string): TextFault | undefined {
  const keyLength = text.replace(/\{[^{}|]*\|[^{}]*\}/g, '').length;
  const most = keyLength > LONGEST_KEY ? LONGEST_KEY : LONGEST_TEMPLATE;
  if (keyLength <= LONGEST_KEY && text.length <= LONGEST_TEMPLATE) return undefined;
  return {
    message: 'A template is longer than any key.',
    from: most,
    to: text.length,
    nextStep: `Shorten it to ${most} characters.`,
  };
}

/**
 * Reads a key template: literal text and holes in braces; `{{` and `}}` are braces. A fault has its position and the next step.
 */
export function parseTemplate(text: string): Result<KeyTemplate, TextFault> {
  const long = lengthFault(text);
  if (long !== undefined) return fail(long);
  const parts: TemplatePart[] = [];
  let literal = '';
  let literalFrom = 0;
  const endLiteral = (to: number): void => {
    if (literal !== '') parts.push({ kind: 'literal', text: literal, from: literalFrom, to });
    literal = '';
  };
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if ((character === '{' || character === '}') && text.charAt(at + 1) === character) {
      if (literal === '') literalFrom = at;
      literal += character;
      at += 2;
    } else if (character === '}') {
      return fail({
        message: 'This } closes nothing.',
        from: at,
        to: at + 1,
        nextStep: 'Write }} for a brace in the key.',
      });
    } else if (character === '{') {
      endLiteral(at);
      const close = text.indexOf('}', at);
      if (close < 0)
        return fail({ message: 'This { is never closed.', from: at, to: text.length, nextStep: 'Add a }.' });
      const hole = readHole(text.slice(at + 1, close));
      if (!hole.ok) return fail({ ...hole.error, from: at, to: close + 1 });
      parts.push({ ...hole.value, from: at, to: close + 1 });
      at = close + 1;
    } else {
      if (literal === '') literalFrom = at;
      literal += character;
      at += 1;
    }
  }
  endLiteral(text.length);
  const border = literalFault(parts) ?? borderFault(parts);
  return border === undefined ? ok({ text, parts }) : fail(border);
}
