import { faultText } from '../result.ts';
import type { FilterLiteral, TextLiteralKind } from './filterNode.ts';
import { tryIsoToTicks } from '../time/ticks.ts';
import { findLoneSurrogate } from '../keyText.ts';

/** What is wrong with the text of a literal, and what to write instead. */
export interface LiteralFault {
  readonly message: string;
  readonly nextStep: string;
}

const MAX_INT32 = 2147483647n;
const MIN_INT32 = -2147483648n;
const MAX_INT64 = 9223372036854775807n;
const MIN_INT64 = -9223372036854775808n;

/** Words with which a value or an expression begins, so they cannot name a property in a filter. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(['not', 'true', 'false', 'null', 'NaN', 'INF']);

/** Source: Understanding the Table service data model (255 characters). */
const MAX_PROPERTY_NAME_LENGTH = 255;

/**
 * Names are C# identifiers (Understanding the Table service data model, "Property names"). Format characters are excluded, because they are
 * invisible and the service's filter parser refuses them.
 */
export const NAME_PATTERN = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;

function matchesWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text) && pattern.lastIndex === text.length;
}

/** Why a filter cannot name this property; undefined if it can. */
export function propertyNameFault(name: string): LiteralFault | undefined {
  if (name === '') {
    return { message: 'A property name is empty.', nextStep: 'Write the name of a property.' };
  }
  if (name.length > MAX_PROPERTY_NAME_LENGTH) {
    return {
      message: `A property name of ${name.length} characters is too long.`,
      nextStep: `Property names have up to ${MAX_PROPERTY_NAME_LENGTH} characters.`,
    };
  }
  if (!matchesWhole(NAME_PATTERN, name)) {
    return {
      message: 'That is not a property name.',
      nextStep: 'Names start with a letter or _, followed by letters, digits and _.',
    };
  }
  return RESERVED_WORDS.has(name)
    ? {
        message: `"${name}" cannot name a property in a filter.`,
        nextStep: `"${name}" is a word of the filter language.`,
      }
    : undefined;
}

function integerFault(text: string, kind: 'int32' | 'int64'): LiteralFault | undefined {
  if (!/^-?\d{1,400}$/.test(text)) {
    return {
      message: `"${text.slice(0, 40)}" is not a whole number.`,
      nextStep: 'Write digits only, such as 42.',
    };
  }
  const value = BigInt(text);
  if (kind === 'int32' && (value < MIN_INT32 || value > MAX_INT32)) {
    const wide = value >= MIN_INT64 && value <= MAX_INT64 ? `${text}L for Int64` : `${text}.0 for Double`;
    return {
      message: 'The number does not fit Int32 (-2147483648 .. 2147483647).',
      nextStep: `Write '${text}' for text, as all keys are, or ${wide}.`,
    };
  }
  return value < MIN_INT64 || value > MAX_INT64
    ? {
        message: 'The number does not fit Int64 (-9223372036854775808 .. 9223372036854775807).',
        nextStep: `Write ${text}.0 for Double.`,
      }
    : undefined;
}

function doubleFault(text: string): LiteralFault | undefined {
  if (text === 'NaN' || text === 'INF' || text === '-INF') {
    return undefined;
  }
  if (!/^-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)$/.test(text)) {
    return {
      message: `"${text.slice(0, 40)}" is not a Double.`,
      nextStep: 'Write it like 5.0, 1e10, NaN, INF or -INF.',
    };
  }
  return Number.isFinite(Number(text))
    ? undefined
    : { message: 'The number is beyond Double (about 1.8e308).', nextStep: 'Write INF or -INF.' };
}

/** Whether an offset is valid: .NET accepts up to 14 hours. '' stands for no offset. */
function isZone(hours: string, minutes: string): boolean {
  return Number(hours) <= 14 && Number(minutes) <= 59;
}

/** The time of a clock, its fraction, and the hours and minutes of its offset. */
const DATETIME_PATTERN = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d+))?)(?:Z|[+-](\d{2}):(\d{2}))?$/;

function datetimeFault(text: string): LiteralFault | undefined {
  const nextStep = "Write it like datetime'2024-03-05T10:00:00.0000000Z'.";
  const match = DATETIME_PATTERN.exec(text);
  if (match === null) {
    return { message: `"${text.slice(0, 40)}" is not a date and time.`, nextStep };
  }
  const [, clock = '', fraction = '', hours = '', minutes = ''] = match;
  if (fraction.length > 7) {
    return { message: 'A datetime has up to 7 fraction digits (100 ns).', nextStep };
  }
  return tryIsoToTicks(`${clock}Z`).ok && isZone(hours, minutes)
    ? undefined
    : { message: `"${text}" is not in the calendar.`, nextStep };
}

function guidFault(text: string): LiteralFault | undefined {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
    ? undefined
    : {
        message: `"${text.slice(0, 40)}" is not a GUID.`,
        nextStep: "Write 8-4-4-4-12 hex digits: guid'00000000-0000-0000-0000-000000000000'.",
      };
}

function binaryFault(text: string): LiteralFault | undefined {
  return text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text)
    ? undefined
    : { message: 'A binary value is an even number of hex digits.', nextStep: "Write it like X'00ff'." };
}

/** Why `text` is not a valid literal of this kind, in the form that FilterLiteral keeps; undefined if it is. */
export function literalTextFault(kind: TextLiteralKind, text: string): LiteralFault | undefined {
  switch (kind) {
    case 'int32':
    case 'int64':
      return integerFault(text, kind);
    case 'double':
      return doubleFault(text);
    case 'datetime':
      return datetimeFault(text);
    case 'guid':
      return guidFault(text);
    default:
      return binaryFault(text);
  }
}

/** Why a filter cannot hold this String value; undefined if it can. */
export function stringValueFault(value: string): LiteralFault | undefined {
  if (findLoneSurrogate(value) >= 0) {
    return {
      message: 'The text holds half of a surrogate pair, which no request can carry.',
      nextStep: 'Remove the broken character.',
    };
  }
  return value.includes('\u0000')
    ? { message: 'The text holds U+0000, which the service refuses.', nextStep: 'Remove the character.' }
    : undefined;
}

/** Refuses what no filter can hold, so that nothing can be injected through it. */
export function throwOn(fault: LiteralFault | undefined): void {
  if (fault !== undefined) throw new RangeError(faultText(fault));
}

/** Why a literal cannot be printed; undefined if it can. */
export function literalFault(literal: FilterLiteral): LiteralFault | undefined {
  switch (literal.kind) {
    case 'boolean':
      return undefined;
    case 'string':
      return stringValueFault(literal.value);
    default:
      return literalTextFault(literal.kind, literal.text);
  }
}
