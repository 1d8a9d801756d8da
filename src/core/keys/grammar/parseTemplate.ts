import { LONGEST_KEY } from '../base/entityKey.ts';
import { findForbiddenInKey } from '../../keyText.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { fail, ok, type Result, type TextFault } from '../../result.ts';
import type { TimeText } from '../base/keySpan.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart } from './keyTemplate.ts';
import { literalContent, readHole, repeatsIn } from './holes.ts';
import type { Hole } from './timeHoles.ts';

/** The longest template, including lists of values. */
const LONGEST_TEMPLATE = 8192;
/** How many unlimited repetitions patterns may have: each further one can multiply the time of reading by the length of a key. */
const MOST_REPEATS = 3;

function literalFault(parts: readonly TemplatePart[]): TextFault | undefined {
  for (const part of parts) {
    if (part.kind !== 'literal') continue;
    const bad = findForbiddenInKey(part.text);
    if (bad === undefined) continue;
    // Each brace before it is written twice in the template.
    const from = part.from + bad.from + (part.text.slice(0, bad.from).match(/[{}]/g) ?? []).length;
    return {
      message: `Keys cannot hold ${bad.name}.`,
      from,
      to: from + 1,
      nextStep: 'Leave it out, or write _ or - instead.',
    };
  }
  return undefined;
}

/**
 * Decides where texts of unknown length end: before a rest of fixed length, else at the first separator. Two of them in a row are refused,
 * because a key could not be cut between them.
 */
function withEnds(parts: readonly TemplatePart[]): Result<readonly TemplatePart[], TextFault> {
  const ended: TemplatePart[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts.slice(at + 1).find(({ kind }) => kind !== 'fact');
    const isOpen = part.kind === 'property' && fixedWidth(part) === undefined;
    const restIsFixed = fixedWidth(...parts.slice(at + 1)) !== undefined;
    if (isOpen && !restIsFixed && next !== undefined && next.kind !== 'literal' && hasNoEnd(part))
      return fail({
        message: `Where {${part.name}} ends could not be told.`,
        from: next.from,
        to: next.to,
        nextStep: 'Put a separator such as _ between the two.',
      });
    const pattern = restIsFixed || next === undefined ? '.+' : `.(?:(?!${next.pattern}).)*`;
    ended.push(part.kind === 'property' && part.pattern === '' ? { ...part, pattern } : part);
  }
  return ok(ended);
}

/** A fault if the patterns together could be too slow. Templates come from links, and reading must not take minutes. */
function slowFault(parts: readonly TemplatePart[]): TextFault | undefined {
  const counts = parts.map((part) => (part.kind === 'property' ? repeatsIn(part.pattern) : 0));
  const at = counts.findIndex(
    (_, end) => counts.slice(0, end + 1).reduce((sum, count) => sum + count, 0) > MOST_REPEATS,
  );
  const part = parts[at];
  return (
    part && {
      message: 'These patterns could take too long.',
      from: part.from,
      to: part.to,
      nextStep: 'Use fewer * and +.',
    }
  );
}

/** Whether a property's own pattern does not say where it ends. */
function hasNoEnd(part: Extract<TemplatePart, { kind: 'property' }>): boolean {
  return part.pattern === '' || part.values !== undefined;
}

/** A fault if the template is too long. Lists of values may make it longer than the keys. */
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

/** The offset after the `}` that closes a `{`, if the braces in between come in pairs, as in regular expressions; -1 if there is none. */
function closingEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === '{') depth++;
    if (text.charAt(at) === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** Reads the hole that begins at a brace. Returns the hole and the offset at which it ends. */
function holeAt(text: string, at: number, codec?: TimeCodec): readonly [Hole, number] {
  const end = text.indexOf('}', at) + 1;
  const hole = readHole(text.slice(at + 1, end - 1), codec);
  if (hole.ok || !text.slice(at, end).includes('/')) return [hole, end];
  // The first `}` need not be the end: a regular expression may contain braces.
  const wide = closingEnd(text, at);
  return wide > end ? [readHole(text.slice(at + 1, wide - 1), codec), wide] : [hole, end];
}

/**
 * Reads a key template: literal text and holes in braces; `{{` and `}}` stand for braces. A fault says where it is and what to do next.
 * `codec` reads and writes the time of `{time}`.
 */
export function parseTemplate(text: string, codec?: TimeCodec): Result<KeyTemplate, TextFault> {
  const long = lengthFault(text);
  if (long !== undefined) return fail(long);
  const parts: TemplatePart[] = [];
  let literal = '';
  let literalFrom = 0;
  const endLiteral = (to: number): void => {
    if (literal !== '') parts.push({ ...literalContent(literal), from: literalFrom, to });
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
      if (!text.includes('}', at))
        return fail({ message: 'This { is never closed.', from: at, to: text.length, nextStep: 'Add a }.' });
      const [hole, end] = holeAt(text, at, codec);
      if (!hole.ok) return fail({ ...hole.error, from: at, to: end });
      parts.push({ ...hole.value, from: at, to: end });
      at = end;
    } else {
      if (literal === '') literalFrom = at;
      literal += character;
      at += 1;
    }
  }
  endLiteral(text.length);
  const fault = literalFault(parts) ?? slowFault(parts);
  const ended = fault === undefined ? withEnds(parts) : fail(fault);
  return ended.ok ? ok({ text, parts: ended.value }) : ended;
}

/** Parses a template that is written in the code. Throws RangeError if it is faulty. */
export function templateOf(text: string, codec?: TimeCodec): KeyTemplate {
  const parsed = parseTemplate(text, codec);
  if (!parsed.ok) throw new RangeError(`${text}: ${parsed.error.message}`);
  return parsed.value;
}

/** The codec of a template that consists of one time. */
export function codecOf(text: string): TimeCodec {
  const [part] = templateOf(text).parts;
  if (part?.kind !== 'time') throw new RangeError(`${text} holds no time.`);
  return part.codec;
}

/** How a template that consists of one time writes instants. */
export function textsOf(text: string): TimeText {
  const [order] = codecOf(text).orders;
  if (order === undefined) throw new RangeError(`${text} does not sort by time.`);
  return order.texts(1n);
}
