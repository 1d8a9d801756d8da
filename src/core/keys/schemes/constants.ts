import {
  FILETIME_EPOCH_TICKS,
  MAX_TICKS,
  ticksToIso,
  TICKS_PER_SECOND,
  UNIX_EPOCH_TICKS,
} from '../../time/ticks.ts';
import { padNumber } from '../base/digits.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { defineScheme, makeReading } from '../base/schemeSpec.ts';
import { segment } from '../base/segmentBuild.ts';
import { beginsWithOne, either, every, hasLength } from '../base/shapeTests.ts';

const CONSTANT = { id: 'constant', title: 'Famous constant' } as const;

interface Constant {
  readonly name: string;
  /** The instant that it is the number of; undefined if it is only a limit of a number. */
  readonly ticks?: bigint;
}

const MAX_UNIX_S = (MAX_TICKS - UNIX_EPOCH_TICKS) / TICKS_PER_SECOND;

/** Instants that mean "never" or "not set". FILETIME zero as ticks has a scheme of its own. */
const INSTANTS: readonly (readonly [name: string, ticks: bigint])[] = [
  ['DateTime.MinValue', 0n],
  ['DateTime.MaxValue', MAX_TICKS],
  ['Unix zero (1970-01-01)', UNIX_EPOCH_TICKS],
  ['FILETIME zero (1601-01-01)', FILETIME_EPOCH_TICKS],
];

/** How writers write an instant: ticks and inverted ticks, padded or not, ISO 8601 and compact dates. */
function textsOf(name: string, ticks: bigint): readonly (readonly [string, Constant])[] {
  const iso = ticksToIso(ticks);
  const inverted = MAX_TICKS - ticks;
  const forward = [String(ticks), padNumber(ticks, 18), padNumber(ticks, 19), padNumber(ticks, 20)];
  const backward = [String(inverted), padNumber(inverted, 19), padNumber(inverted, 20)];
  const dates = [
    iso,
    `${iso.slice(0, 19)}Z`,
    iso.slice(0, 19),
    iso.slice(0, 10),
    iso.slice(0, 10).replaceAll('-', ''),
    iso.slice(0, 19).replaceAll(/[-:T]/g, ''),
  ];
  return [
    ...backward.map((text) => [text, { name: `${name}, as inverted ticks`, ticks }] as const),
    ...forward.map((text) => [text, { name: `${name}, as ticks`, ticks }] as const),
    ...dates.map((text) => [text, { name, ticks }] as const),
  ];
}

const NUMBERS: readonly (readonly [string, Constant])[] = [
  ['9223372036854775807', { name: 'Int64.MaxValue' }],
  ['-9223372036854775808', { name: 'Int64.MinValue' }],
  ['2147483647', { name: 'Int32.MaxValue' }],
  ['-2147483648', { name: 'Int32.MinValue' }],
  [String(MAX_UNIX_S), { name: 'DateTime.MaxValue, as Unix seconds', ticks: MAX_TICKS }],
  ...[10, 13, 16, 19, 20].map(
    (digits) => ['9'.repeat(digits), { name: `${digits} nines, the top of inverted times` }] as const,
  ),
];

/** Later lines win: zeros mean MinValue as ticks rather than MaxValue inverted. */
const CONSTANTS: ReadonlyMap<string, Constant> = new Map(
  [
    ...INSTANTS.toReversed().flatMap(([name, ticks]) => textsOf(name, ticks)),
    ...NUMBERS,
    ...textsOf('DateTime.MinValue', 0n).filter(([, { name }]) => !name.includes('inverted')),
    ...textsOf('DateTime.MaxValue', MAX_TICKS).filter(([, { name }]) => !name.includes('inverted')),
  ].filter(([text]) => text !== '504911232000000000' && text !== '0504911232000000000'),
);

const ZEROS = /^0+$/;

function reasonOf(text: string, { name }: Constant): string {
  const also = ZEROS.test(text)
    ? ', or DateTime.MaxValue as inverted ticks'
    : text.replace(/^0/, '') === String(MAX_TICKS)
      ? ', or DateTime.MinValue as inverted ticks'
      : '';
  return `${name}${also}: most often a time that was never set, or a limit`;
}

/** Numbers that are known by heart: a time that was never set, and the limits of types. */
export const constantScheme: KeyScheme = defineScheme({
  ...CONSTANT,
  isConstant: true,
  shapes: {
    both: every(
      hasLength(1, 36),
      either(({ lead }) => lead > 0, beginsWithOne('-')),
    ),
  },
  writer: 'any',
  source: '.NET, Windows, Unix',
  timeSource: 'none',
  rounding: 'none',
  order: 'none',
  grammar: { partition: 'one known text', row: 'one known text' },
  read: (text, part) => {
    const constant = part === 'table' ? undefined : CONSTANTS.get(text);
    if (constant === undefined) return undefined;
    return makeReading(CONSTANT, {
      ...(constant.ticks === undefined ? {} : { ticks: constant.ticks }),
      fields: [['constant', constant.name]],
      confidence: 1,
      reason: reasonOf(text, constant),
    });
  },
  segments: (text) => {
    const constant = CONSTANTS.get(text);
    return constant === undefined ? undefined : [segment('text', text, 'constant', constant.name)];
  },
});
