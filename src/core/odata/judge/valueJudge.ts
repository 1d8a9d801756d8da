import { TICKS_PER_HOUR, TICKS_PER_SECOND, tryIsoToTicks } from '../../time/ticks.ts';
import type { ComparisonOperator, FilterLiteral } from '../filterNode.ts';
import type { ComparedInstant, ComparedValue } from './comparedValue.ts';
import { isOddDouble, numberJudge } from './numberJudge.ts';
import { equalityVerdict, MAYBE, NO, type Verdict, verdictOf } from './verdict.ts';

/** One comparison with one literal. */
export interface ValueJudge {
  readonly ofValue: (value: ComparedValue) => Verdict;
  /** The judge for the Timestamp property. */
  readonly ofInstant: (instant: ComparedInstant) => Verdict;
  /** The verdict for a row that lacks the property or holds null. */
  readonly ofNothing: Verdict;
}

/** Case-sensitive, unit by unit. Source: Querying Tables and Entities ("case-sensitive"). */
function stringJudge(operator: ComparisonOperator, text: string): ValueJudge['ofValue'] {
  return (value) => {
    if (value.type !== 'Edm.String') return MAYBE;
    const order = value.orderBeside(text);
    // Even if their order is in doubt, the texts are known to differ.
    return operator === 'eq' || operator === 'ne'
      ? equalityVerdict(operator, order === 0)
      : verdictOf(operator, order);
  };
}

function booleanJudge(operator: ComparisonOperator, literal: boolean): ValueJudge['ofValue'] {
  return (value) => {
    const text = value.type === 'Edm.Boolean' ? value.text() : undefined;
    return text === 'true' || text === 'false'
      ? equalityVerdict(operator, (text === 'true') === literal)
      : MAYBE;
  };
}

/** Services write a Guid in lower case, and some compare its letters case-sensitively. */
function guidJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofValue'] {
  const lower = literal.toLowerCase();
  return (value) => {
    const own = value.type === 'Edm.Guid' ? value.text() : undefined;
    if (own === undefined) return MAYBE;
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

/** Canonical Base64: groups of 4 characters, no leftover bits. */
const CANONICAL = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

function binaryJudge(operator: ComparisonOperator, hex: string): ValueJudge['ofValue'] {
  const literal = base64OfHex(hex);
  return (value) => {
    const own = value.type === 'Edm.Binary' ? value.text() : undefined;
    return own !== undefined && CANONICAL.test(own) ? equalityVerdict(operator, own === literal) : MAYBE;
  };
}

/** Services that keep only milliseconds cannot tell closer instants apart; .NET accepts offsets up to 14 hours. */
const MILLISECOND_TICKS = 10_000;
const ZONELESS_TICKS = 14 * Number(TICKS_PER_HOUR);

/** Exact to 100 ns when all services agree. A literal without a zone may mean UTC or the service's local time. */
function instantJudge(operator: ComparisonOperator, literal: string): ValueJudge['ofInstant'] {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(literal);
  const ticks = tryIsoToTicks(hasZone ? literal : `${literal}Z`);
  if (!ticks.ok) return () => MAYBE;
  const at = {
    seconds: Number(ticks.value / TICKS_PER_SECOND),
    fraction: Number(ticks.value % TICKS_PER_SECOND),
  };
  const doubtTicks = hasZone ? MILLISECOND_TICKS : ZONELESS_TICKS;
  return ({ seconds, fraction }) => {
    const apart = (seconds - at.seconds) * Number(TICKS_PER_SECOND) + (fraction - at.fraction);
    if (apart === 0 && hasZone) return verdictOf(operator, 0);
    return Math.abs(apart) < doubtTicks ? MAYBE : verdictOf(operator, apart);
  };
}

function datetimeJudge(ofInstant: ValueJudge['ofInstant']): ValueJudge['ofValue'] {
  return (value) => {
    const instant = value.type === 'Edm.DateTime' ? value.instant() : undefined;
    return instant === undefined ? MAYBE : ofInstant(instant);
  };
}

/**
 * A comparison as the Table service makes it, for values that the service sent. MAYBE if the types differ ("the
 * constant must be of the same data type ... to return valid results", Querying Tables and Entities) or if Azure and
 * Azurite answer differently. A row that lacks the property meets no comparison, not even `ne` (Azure/Azurite#1929,
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
      // Azurite reads such a literal as a property name, and treats two missing properties as equal.
      const isOdd = operator === 'eq' && isOddDouble(literal);
      return {
        ...of(numberJudge(operator, { kind: literal.kind, text: literal.text })),
        ofNothing: isOdd ? MAYBE : NO,
      };
    }
  }
}
