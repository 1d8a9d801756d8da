import fc from 'fast-check';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import type { ComparisonOperator, FilterLiteral, FilterNode } from './filterNode.ts';

/** Texts that break naive code: quotes, operators, other scripts, control characters, syntax of other languages. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  "'",
  "''",
  "' or 1 eq 1 or 'a' eq '",
  "x') or (PartitionKey ne '",
  '%27%20or%20',
  'a\u0001b',
  '\u007f\u0085\u2028',
  '\u202egnp.exe',
  '\ud83d\ude00',
  '\uffff',
  '__proto__',
  'constructor',
  '$filter=x',
  'datetime',
  '=1+1',
  '<script>',
  'a\nb\tc',
  '\u00e9 e\u0301',
];

/** Well-formed text without U+0000, often hostile. */
export const sendableText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: anyCharacter }).map((text) => text.replaceAll('\u0000', "'")),
  fc.stringMatching(/^[a-z'() ]{0,12}$/),
);

const propertyName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'PartitionKey',
    'RowKey',
    'Level',
    '__proto__',
    'constructor',
    'eq',
    'and',
    'X',
    'datetime',
    'Infinity',
    '_',
    '\u00dcber',
    '\u540d\u524d',
  ),
  fc
    .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/)
    .filter((name) => !['not', 'true', 'false', 'null', 'NaN', 'INF'].includes(name)),
);

const doubleText = fc.oneof(
  fc.constantFrom(
    '5.0',
    '-0.0',
    '007.50',
    '1e10',
    '1E+10',
    '-2.5e-3',
    'NaN',
    'INF',
    '-INF',
    '1.7976931348623157e308',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => {
    const text = String(value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }),
);

const datetimeText = fc
  .tuple(
    fc.date({ min: new Date(-11676096000000), max: new Date(253402300799999), noInvalidDate: true }),
    fc.integer({ min: 0, max: 7 }),
    fc.constantFrom('Z', '', '+05:30', '-08:00'),
  )
  .map(([date, digits, zone]) => {
    const fraction = digits === 0 ? '' : `.${'1234567'.slice(0, digits)}`;
    return `${date.toISOString().slice(0, 19)}${fraction}${zone}`;
  });

const literal: fc.Arbitrary<FilterLiteral> = fc.oneof(
  sendableText.map((value): FilterLiteral => ({ kind: 'string', value })),
  fc.boolean().map((value): FilterLiteral => ({ kind: 'boolean', value })),
  fc.integer().map((value): FilterLiteral => ({ kind: 'int32', text: String(value) })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value): FilterLiteral => ({ kind: 'int64', text: String(value) })),
  doubleText.map((text): FilterLiteral => ({ kind: 'double', text })),
  datetimeText.map((text): FilterLiteral => ({ kind: 'datetime', text })),
  fc.uuid().map((text): FilterLiteral => ({ kind: 'guid', text })),
  fc.stringMatching(/^(?:[0-9a-fA-F]{2}){0,8}$/).map((text): FilterLiteral => ({ kind: 'binary', text })),
);

const operator = fc.constantFrom<ComparisonOperator>('eq', 'ne', 'gt', 'ge', 'lt', 'le');

const leaf: fc.Arbitrary<FilterNode> = fc.oneof(
  fc
    .tuple(propertyName, operator, literal)
    .map(
      ([property, operator, literal]): FilterNode => ({ kind: 'comparison', property, operator, literal }),
    ),
  propertyName
    .filter((name) => name !== 'PartitionKey' && name !== 'RowKey' && name !== 'Timestamp')
    .map((property): FilterNode => ({ kind: 'property', property })),
);

export const filterNode: fc.Arbitrary<FilterNode> = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        tie('node'),
        tie('node'),
        fc.array(tie('node'), { maxLength: 2 }),
      )
      .map(([kind, first, second, rest]): FilterNode => ({ kind, operands: [first, second, ...rest] })),
    tie('node').map((operand): FilterNode => ({ kind: 'not', operand })),
  ),
})).node;
