import { KNOWN_TYPES } from '../../entities/entity.ts';
import { type InstantSlot, readIsoBytes } from '../../entities/instantBytes.ts';
import { FORM_BOOLEAN, FORM_PLAIN, FORM_STRING } from '../../entities/jsonBytes.ts';
import { valueText } from '../../entities/pageNames.ts';
import { splitTicks } from '../../entities/timeBuckets.ts';
import type { ArenaValue } from '../../entities/valueArena.ts';
import type { ComparisonOperator, FilterLiteral } from '../../odata/filterNode.ts';
import { TICKS_PER_HOUR, TICKS_PER_SECOND, tryIsoToTicks } from '../../time/ticks.ts';
import { isOddDouble, numberJudge } from './numberJudge.ts';
import { equalityVerdict, MAYBE, NO, type Verdict, verdictOf } from './verdict.ts';

/** One comparison with one literal. */
export interface ValueJudge {
  readonly ofValue: (value: ArenaValue) => Verdict;
  /** `seconds` and `fraction` of an instant; for Timestamp. */
  readonly ofInstant: (instant: Pick<InstantSlot, 'seconds' | 'fraction'>) => Verdict;
  /** Of a row without the property, or with null in its place. */
  readonly ofNothing: Verdict;
}

const codeOf = (name: (typeof KNOWN_TYPES)[number]): number => KNOWN_TYPES.indexOf(name);
const TYPE_STRING = codeOf('Edm.String');
const TYPE_BOOLEAN = codeOf('Edm.Boolean');
const TYPE_DATETIME = codeOf('Edm.DateTime');
const TYPE_GUID = codeOf('Edm.Guid');
const TYPE_BINARY = codeOf('Edm.Binary');

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Ordinal order; NaN where UTF-16 and code points sort differently, since nothing documents which one counts. */
function textOrder(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    const isDoubtful = isSurrogate(left) !== isSurrogate(right) && Math.max(left, right) >= 0xe000;
    return isDoubtful ? Number.NaN : left - right;
  }
  return a.length - b.length;
}

function textOf({ bytes, form, from, to }: ArenaValue): string {
  return valueText(bytes, form, from, to);
}

function isText(form: number): boolean {
  return form === FORM_PLAIN || form === FORM_STRING;
}

const BACKSLASH = 0x5c;

/** Order beside a text, by the raw bytes as far as they are ASCII without escapes; else by the text that they stand for. */
function orderBeside(value: ArenaValue, text: string): number {
  const { bytes, from, to } = value;
  const length = Math.min(to - from, text.length);
  for (let at = 0; at < length; at++) {
    const byte = bytes[from + at] as number;
    if (byte >= 0x80 || byte === BACKSLASH) return textOrder(textOf(value), text);
    const difference = byte - text.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  // One begins with the other, whatever the rest of it stands for.
  return to - from - text.length;
}

/** Compared with regard to case, unit by unit. Source: Querying Tables and Entities ("case-sensitive"). */
function stringJudge(operator: ComparisonOperator, text: string): ValueJudge['ofValue'] {
  return (value) => {
    if (value.type !== TYPE_STRING || !isText(value.form)) return MAYBE;
    const order = orderBeside(value, text);
    // Texts whose order is in doubt are not equal.
    return operator === 'eq' || operator === 'ne'
      ? equalityVerdict(operator, order === 0)
      : verdictOf(operator, order);
  };
}

function booleanJudge(operator: ComparisonOperator, literal: boolean): ValueJudge['ofValue'] {
  return ({ type, form, bytes, from }) =>
    type === TYPE_BOOLEAN && form === FORM_BOOLEAN
      ? equalityVerdict(operator, (bytes[from] === 0x74) === literal)
      : MAYBE;
}

/** Services spell a Guid in lower case, and some compare its letters with regard to case. */
function guidJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofValue'] {
  const lower = literal.toLowerCase();
  return (value) => {
    if (value.type !== TYPE_GUID || !isText(value.form)) return MAYBE;
    const own = textOf(value);
    if (own !== literal && own.toLowerCase() === lower) return MAYBE;
    return equalityVerdict(operator, own === literal);
  };
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64OfHex(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 6) {
    const three = hex.slice(at, at + 6);
    const bits = Number.parseInt(three.padEnd(6, '0'), 16);
    for (let place = 0; place < 4; place++) {
      text += place * 2 > three.length ? '=' : BASE64.charAt((bits >> (18 - 6 * place)) & 63);
    }
  }
  return text;
}

/** Of the form that every writer of Base64 gives: 4 characters at a time, with no bits left over. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

function binaryJudge(operator: ComparisonOperator, hex: string): ValueJudge['ofValue'] {
  const literal = base64OfHex(hex);
  return (value) => {
    if (value.type !== TYPE_BINARY || !isText(value.form)) return MAYBE;
    const own = textOf(value);
    return CANONICAL.test(own) ? equalityVerdict(operator, own === literal) : MAYBE;
  };
}

/** Services that keep milliseconds cannot tell instants apart that are closer; .NET takes offsets up to 14 hours. */
const MILLISECOND_TICKS = 10_000;
const ZONELESS_TICKS = 14 * Number(TICKS_PER_HOUR);

/** To 100 ns where that is what every service says. A literal without a zone may be UTC or the service's own time. */
function instantJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofInstant'] {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(literal);
  const ticks = tryIsoToTicks(hasZone ? literal : `${literal}Z`);
  if (!ticks.ok) return () => MAYBE;
  const at = splitTicks(ticks.value);
  const doubtTicks = hasZone ? MILLISECOND_TICKS : ZONELESS_TICKS;
  return ({ seconds, fraction }) => {
    const apart = (seconds - at.seconds) * Number(TICKS_PER_SECOND) + (fraction - at.fraction);
    if (apart === 0 && hasZone) return verdictOf(operator, 0);
    return Math.abs(apart) < doubtTicks ? MAYBE : verdictOf(operator, apart);
  };
}

function datetimeJudge(ofInstant: ValueJudge['ofInstant']): ValueJudge['ofValue'] {
  const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  return ({ type, form, bytes, from, to }) =>
    type === TYPE_DATETIME && isText(form) && readIsoBytes(bytes, from, to, slot) ? ofInstant(slot) : MAYBE;
}

/**
 * A comparison as the Table service makes it, for values as they came from it. MAYBE: types that differ ("the constant must
 * be of the same data type ... to return valid results", Querying Tables and Entities; services do different things), and what
 * Azure and Azurite answer differently. A property that a row lacks meets no comparison, not even `ne` (Azure/Azurite#1929,
 * with a trace of the real service).
 */
export function valueJudge(operator: ComparisonOperator, literal: FilterLiteral): ValueJudge {
  const of = (ofValue: ValueJudge['ofValue']): ValueJudge => ({
    ofValue,
    ofInstant: () => MAYBE,
    ofNothing: NO,
  });
  switch (literal.kind) {
    case 'string':
      return of(stringJudge(operator, literal.value));
    case 'boolean':
      return of(booleanJudge(operator, literal.value));
    case 'guid':
      return of(guidJudge(operator, literal.text));
    case 'binary':
      return of(binaryJudge(operator, literal.text));
    case 'datetime': {
      const ofInstant = instantJudge(operator, literal.text);
      return { ...of(datetimeJudge(ofInstant)), ofInstant };
    }
    default: {
      // Azurite takes such a literal for a name, and a name that no row has for equal to what a row lacks.
      const isOdd = operator === 'eq' && isOddDouble(literal);
      return { ...of(numberJudge(operator, literal)), ofNothing: isOdd ? MAYBE : NO };
    }
  }
}
