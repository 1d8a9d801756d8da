import {
  AT,
  BASE64_MARK,
  byShape,
  CARET,
  COLON,
  DIGIT,
  DOT,
  HYPHEN,
  type KeyShape,
  LETTER,
  PERCENT,
  PIPE,
  SEMICOLON,
  UNDERSCORE,
  UPPER_HEX,
} from './keyShape.ts';
import type { KeyPart, KeyScheme } from './base/scheme.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { timePlaces } from './dates/timePlaces.ts';

/** A scheme that may read a text, and the parts as which it may. */
export interface Candidate {
  readonly scheme: KeyScheme;
  /** Place in the registry, which decides between equally sure readings. */
  readonly order: number;
  readonly parts: readonly KeyPart[];
  /** What it reads as PartitionKey it reads as RowKey too, so the second is only tried where the first is nothing. */
  readonly isAlike: boolean;
}

type Test = (shape: KeyShape) => boolean;

/** Shapes of the keys that a scheme reads where no table is named; a part that is left out is never read. */
interface Shapes {
  /** Read alike as PartitionKey and RowKey. */
  readonly both?: Test;
  readonly partition?: Test;
  readonly row?: Test;
  readonly table?: Test;
}

const has =
  (kinds: number, least = 0): Test =>
  (shape) =>
    (shape.kinds & kinds) === kinds && shape.length >= least;
const digits =
  (least: number, most = least): Test =>
  ({ kinds, length }) =>
    kinds === DIGIT && length >= least && length <= most;
const length =
  (least: number, most = least): Test =>
  (shape) =>
    shape.length >= least && shape.length <= most;
const leads =
  (count: number, kinds = 0): Test =>
  (shape) =>
    shape.lead === count && (shape.kinds & kinds) === kinds;
const begins =
  (letters: string, kinds = 0): Test =>
  ({ first, kinds: own }) =>
    first !== '' && letters.includes(first) && (own & kinds) === kinds;
const either =
  (...tests: readonly Test[]): Test =>
  (shape) =>
    tests.some((test) => test(shape));
const only =
  (kinds: number): Test =>
  (shape) =>
    (shape.kinds & ~kinds) === 0;
const all =
  (...tests: readonly Test[]): Test =>
  (shape) =>
    tests.every((test) => test(shape));

const isName: Test = all(only(LETTER + DIGIT), ({ lead, length: size }) => lead === 0 && size >= 3);
const prefixed: Test = leads(19, UNDERSCORE);
const agentRow: Test = has(UNDERSCORE, 4);
const ticks = digits(19);
const unix = (count: number): Test =>
  all(only(DIGIT + DOT), ({ lead }) => lead === count || (count <= 13 && lead === count - 1));

const SHAPES: ReadonlyMap<string, Shapes> = new Map<string, Shapes>([
  ['mds-prefixed', { both: prefixed, row: has(UNDERSCORE, 22), table: isName }],
  ['lad-mdsd', { both: prefixed, row: has(UNDERSCORE, 22) }],
  ['mds-schemas', { partition: prefixed, row: agentRow, table: prefixed }],
  ['wad', { both: ticks, row: agentRow }],
  ['wad-prefixed', { both: prefixed, row: agentRow }],
  ['ticks19', { both: digits(3, 19) }],
  ['ticks18', { both: digits(18) }],
  ['ticks20', { both: digits(20) }],
  ['inverted-ticks19', { both: either(leads(19), digits(3, 18)) }],
  ['inverted-ticks20', { both: leads(20) }],
  ['none', {}],
  [
    'constant',
    {
      both: all(
        length(1, 36),
        either(({ lead }) => lead > 0, begins('-')),
      ),
    },
  ],
  ['wadmetrics', { both: has(UNDERSCORE + DIGIT, 21), partition: has(COLON), table: isName }],
  ['wadmetrics-table', { table: isName }],
  ['storage-analytics', { partition: leads(8), row: has(SEMICOLON), table: leads(8) }],
  ['storage-analytics-capacity', { partition: leads(8), row: begins('ad'), table: leads(8) }],
  ['appservice', { partition: digits(10), row: length(36) }],
  ['iisnode-azure', { partition: digits(8), row: leads(13, HYPHEN) }],
  ['functions-diagnostic', { partition: has(HYPHEN + DIGIT, 10), row: leads(19, HYPHEN), table: isName }],
  ['functions-scale', { row: leads(19, HYPHEN), table: isName }],
  ['webjobs-timeline', { partition: length(2), row: has(HYPHEN + DIGIT, 22) }],
  ['webjobs-recent', { partition: length(2), row: has(HYPHEN + DIGIT, 22) }],
  ['webjobs-instancecount', { partition: length(2), row: leads(20, HYPHEN) }],
  ['webjobs-container', { partition: length(1), row: leads(20, HYPHEN) }],
  ['webjobs-instance', { partition: length(1), row: length(32, 36) }],
  [
    'webjobs-escape',
    { partition: length(3), row: all(has(HYPHEN, 3), only(LETTER + DIGIT + COLON + HYPHEN)) },
  ],
  ['webjobs-table', { table: isName }],
  ['serilog-v9', { partition: ticks, row: length(26) }],
  ['serilog-v9.4', { partition: ticks, row: digits(23) }],
  ['serilog-v8', { partition: ticks, row: ticks }],
  ['serilog-v3', { partition: ticks, row: has(PIPE) }],
  ['serilog-v3-properties', { partition: ticks, row: has(PIPE) }],
  ['serilog-v4-7', { partition: ticks, row: has(PIPE) }],
  ['nlog', { row: leads(19, UNDERSCORE) }],
  ['log4net', { partition: ticks, row: leads(19, DOT) }],
  [
    'elmah',
    {
      partition: all(
        only(LETTER + DIGIT + UNDERSCORE + BASE64_MARK),
        ({ length: size }) => size >= 4 && size % 4 === 0,
      ),
      row: ticks,
    },
  ],
  ['slab', { partition: ticks, row: has(UNDERSCORE + DIGIT, 26) }],
  ['fabric-dca', { partition: begins('nN', HYPHEN), row: leads(20, UNDERSCORE) }],
  ['durable-instances', { partition: either(has(CARET), has(AT)), row: length(0) }],
  [
    'durable-history',
    {
      partition: either(has(CARET), has(AT)),
      row: either(begins('s'), all(length(16), only(DIGIT + UPPER_HEX))),
    },
  ],
  ['durable-partitions', { partition: length(0), row: has(HYPHEN + DIGIT) }],
  ['netherite', {}],
  ['dtfx-servicebus-jumpstart', { partition: ticks, row: begins('I', UNDERSCORE) }],
  ['dtfx-servicebus-history', { partition: begins('I'), row: begins('EI', UNDERSCORE) }],
  ['orleans-membership', { row: either(begins('V!~'), has(HYPHEN + DIGIT)) }],
  ['orleans-reminder', { partition: has(UNDERSCORE, 10), row: has(HYPHEN) }],
  ['orleans-journal', { partition: has(PERCENT), row: either(begins('$'), has(HYPHEN + DIGIT, 14)) }],
  ['orleans-directory', { row: has(PERCENT) }],
  ['orleans-transaction', { row: either(length(1), all(length(18), has(UNDERSCORE))) }],
  ['orleans-checkpoint', { row: begins('p', UNDERSCORE) }],
  ['masstransit-audit', { partition: all(begins('SPC'), length(4, 7)), row: leads(15) }],
  ['nservicebus-timeout', { partition: digits(10) }],
  ['nservicebus-saga-index', { partition: begins('I', UNDERSCORE) }],
  ['nservicebus-subscription', {}],
  ['nservicebus-outbox', {}],
  ['akka-tag', { partition: begins('e', HYPHEN), row: leads(19, COLON) }],
  ['akka-journal', { partition: begins('a$'), row: either(ticks, begins('h')) }],
  ['streamstone', { row: begins('S', HYPHEN) }],
  ['aspnet-identity', { both: begins('UCRLET', UNDERSCORE) }],
  ['unix-s', { both: unix(10) }],
  ['unix-ms', { both: unix(13) }],
  ['unix-us', { both: digits(16) }],
  ['unix-ns', { both: digits(19) }],
  ['inverted-unix-s-9999999999', { both: digits(10) }],
  ['inverted-unix-ms-9999999999999', { both: digits(13) }],
  ['inverted-js-max-date-ms', { both: digits(16) }],
  ['iso-o', { both: leads(4, HYPHEN) }],
  ['date-other', { both: all(({ lead, kinds }) => lead >= 4 && kinds !== DIGIT, length(7, 32)) }],
  ['ulid', { both: length(26) }],
  ['ksuid', { both: length(27) }],
  ['objectid', { both: length(24) }],
  ['uuidv7', { both: length(36) }],
  ['uuidv6', { both: length(36) }],
  ['uuidv1', { both: length(36) }],
  ['filetime', { both: digits(18) }],
  ['filetime-ft0-in-ticks', { both: digits(18, 19) }],
  ['tobinary-utc', { both: digits(19) }],
  ['tobinary-local', { both: all(begins('-'), length(20)) }],
  ['snowflake-discord', { both: digits(17, 19) }],
  ['snowflake-twitter', { both: digits(17, 19) }],
]);

/**
 * The most that a scheme is ever sure of a key whose table is not known; schemes that are left out may be quite sure. So
 * the best reading is known before the others are asked.
 */
const MOST: ReadonlyMap<string, number> = new Map([
  ['mds-prefixed', 0.98],
  ['mds-schemas', 0.97],
  ['lad-mdsd', 0.95],
  ['wad', 0.9],
  ['wad-prefixed', 0.8],
  ['ticks19', 0.92],
  ['inverted-ticks19', 0.93],
  ['wadmetrics', 0.95],
  ['serilog-v9', 0.9],
  ['serilog-v9.4', 0.9],
  ['slab', 0.93],
  ['dtfx-servicebus-jumpstart', 0.85],
  ['akka-journal', 0.9],
  ['unix-ns', 0.82],
  ['tobinary-utc', 0.9],
  ['snowflake-discord', 0.87],
  ['snowflake-twitter', 0.87],
  ['orleans-reminder', 0.8],
]);

function mostOf({ scheme }: Candidate): number {
  return MOST.get(scheme.id) ?? 1;
}

/** Candidates, those that may be surest first, each with how sure it may be. */
export interface SurestFirst {
  readonly candidates: readonly Candidate[];
  readonly most: readonly number[];
}

const surestFirst = new WeakMap<readonly Candidate[], SurestFirst>();

/** As keyCandidates, those that may be surest first. */
export function surestCandidates(text: string, part: KeyPart | undefined): SurestFirst {
  const own = keyCandidates(text, part);
  let sorted = surestFirst.get(own);
  if (sorted === undefined) {
    const candidates = own.toSorted((a, b) => mostOf(b) - mostOf(a));
    sorted = { candidates, most: candidates.map(mostOf) };
    surestFirst.set(own, sorted);
  }
  return sorted;
}

const EVERY: readonly KeyPart[] = ['partition', 'row', 'table'];

/** The shapes of a date: as long as its layout, and as many digits first. */
function dateShapes({ id, beside }: KeyScheme): Shapes | undefined {
  if (!id.startsWith('date-') || beside === undefined || beside.widths === 'any') return undefined;
  const layout = id.slice('date-'.length);
  const marks = /[^yMdHmsf]/.exec(layout);
  const lead = marks === null ? layout.length : marks.index;
  return { both: (shape) => shape.length === layout.length && shape.lead === lead };
}

function isOne(shapes: Shapes, shape: KeyShape, part: KeyPart): boolean {
  if (part !== 'table' && shapes.both?.(shape) === true) return true;
  return shapes[part]?.(shape) === true;
}

/** The parts to try of a text of a shape; read alike as both keys, it is tried once where the part is not known. */
function partsOf(shapes: Shapes, shape: KeyShape, part: KeyPart | undefined): readonly KeyPart[] {
  if (part !== undefined) return isOne(shapes, shape, part) ? [part] : [];
  return EVERY.filter((each) => (each === 'row' ? shapes.row?.(shape) === true : isOne(shapes, shape, each)));
}

const READERS = KEY_SCHEMES.map((scheme, order) => ({ scheme, order })).filter(
  ({ scheme }) => scheme.variantOf === undefined,
);

/** Schemes by how wide a time is that they read beside other parts of a key, for each of the two places. */
function besideSchemes(where: 'first' | 'after'): ReadonlyMap<number | 'any', readonly Candidate[]> {
  const found = new Map<number | 'any', Candidate[]>();
  for (const { scheme, order } of READERS) {
    if (scheme.beside?.where !== where) continue;
    const { widths } = scheme.beside;
    for (const width of widths === 'any' ? (['any'] as const) : widths) {
      found.set(width, [...(found.get(width) ?? []), { scheme, order, parts: ['partition'], isAlike: true }]);
    }
  }
  return found;
}

const FIRST = besideSchemes('first');
const AFTER = besideSchemes('after');
const NONE: readonly Candidate[] = [];

function candidatesOfShape(part: KeyPart | undefined): (text: string) => readonly Candidate[] {
  const own = READERS.map((reader) => ({
    ...reader,
    shapes: SHAPES.get(reader.scheme.id) ?? dateShapes(reader.scheme),
  })).filter(({ scheme }) => scheme.beside?.where !== 'after');
  return byShape((shape) =>
    own.flatMap(({ scheme, order, shapes }) => {
      const parts =
        shapes === undefined ? (part === undefined ? EVERY : [part]) : partsOf(shapes, shape, part);
      return parts.length === 0 ? [] : [{ scheme, order, parts, isAlike: shapes?.both?.(shape) === true }];
    }),
  );
}

const OF_SHAPE: Readonly<Record<KeyPart | 'any', (text: string) => readonly Candidate[]>> = {
  partition: candidatesOfShape('partition'),
  row: candidatesOfShape('row'),
  table: candidatesOfShape('table'),
  any: candidatesOfShape(undefined),
};

/** Schemes that may read a part of a text as its time, in the order of the registry. */
export function besideCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  if (part === 'table') return NONE;
  const found = new Map<number, Candidate>();
  for (const { from, to } of timePlaces(text)) {
    if (from === 0 && to === text.length) continue;
    const schemes = from === 0 ? FIRST : AFTER;
    for (const candidate of schemes.get(to - from) ?? NONE) found.set(candidate.order, candidate);
    for (const candidate of schemes.get('any') ?? NONE) found.set(candidate.order, candidate);
  }
  const sorted = [...found.values()].toSorted((a, b) => a.order - b.order);
  return part === 'row' ? sorted.map((each) => ({ ...each, parts: ['row'] as const })) : sorted;
}

/**
 * The schemes that may read a whole text whose table is not known, in the order of the registry: by its length, its first
 * characters and its separators. What is left out would read nothing; `keyCandidates.test.ts` compares with all.
 */
export function keyCandidates(text: string, part: KeyPart | undefined): readonly Candidate[] {
  return OF_SHAPE[part ?? 'any'](text);
}

/** Every scheme as every part that is asked for. */
export function everyCandidate(part: KeyPart | undefined): readonly Candidate[] {
  const parts = part === undefined ? EVERY : [part];
  return READERS.map((reader) => ({ ...reader, parts, isAlike: false }));
}
