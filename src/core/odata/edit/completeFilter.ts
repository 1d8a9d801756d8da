import { isSystemName } from '../builders.ts';
import { propertyNameFault } from '../literalText.ts';
import { printLiteral } from '../printer.ts';
import { filterPieces, type FilterPiece } from './filterPieces.ts';
import { type KnownColumn, knownLiteral, mergedColumns } from './knownColumn.ts';

/** A suggestion. Show every field as plain text, because names and values from rows may contain anything. */
export interface FilterOffer {
  readonly label: string;
  /** The text to insert. */
  readonly insert: string;
  /** Where the caret goes, as an offset in `insert`; undefined: after all of it. */
  readonly caret?: number;
  readonly kind: 'property' | 'operator' | 'logic' | 'value' | 'literal';
  /** What kind of thing it is, such as "Int32" or "less or equal". */
  readonly detail: string;
}

/** Suggestions, and the part of the text that they replace. Offsets are in UTF-16 units, half-open. */
export interface FilterCompletion {
  readonly from: number;
  readonly to: number;
  /** The most likely first. */
  readonly offers: readonly FilterOffer[];
}

/** The system properties, which every row has. */
const SYSTEM: readonly KnownColumn[] = [
  { name: 'PartitionKey', types: ['Edm.String'], values: [] },
  { name: 'RowKey', types: ['Edm.String'], values: [] },
  { name: 'Timestamp', types: ['Edm.DateTime'], values: [] },
];

const OPERATORS: readonly (readonly [word: string, words: string])[] = [
  ['eq', 'equal'],
  ['ne', 'not equal'],
  ['gt', 'greater'],
  ['ge', 'greater or equal'],
  ['lt', 'less'],
  ['le', 'less or equal'],
];

/** What to insert for a literal of each type, and where the caret goes. */
const LITERALS: ReadonlyMap<string, readonly [insert: string, caret: number]> = new Map([
  ['Edm.String', ["''", 1]],
  ['Edm.DateTime', ["datetime''", 9]],
  ['Edm.Guid', ["guid''", 5]],
  ['Edm.Binary', ["X''", 2]],
]);

/** Longer values are not offered. */
const LONGEST_VALUE = 100;
const MOST_OFFERS = 100;

type Expects = 'condition' | 'operator' | 'value' | 'logic';

interface Place {
  readonly expects: Expects;
  /** The property that is being compared. */
  readonly property: string | undefined;
}

/** What may follow the pieces before the caret. */
function placeAfter(pieces: readonly FilterPiece[], text: string): Place {
  let place: Place = { expects: 'condition', property: undefined };
  for (const { kind, from, to } of pieces) {
    const word = text.slice(from, to);
    if (kind === 'property') place = { expects: 'operator', property: word };
    else if (kind === 'operator') place = { expects: 'value', property: place.property };
    else if (kind === 'logic' || word === '(') place = { expects: 'condition', property: undefined };
    else place = { expects: 'logic', property: undefined };
  }
  return place;
}

function typeName(type: string): string {
  return type.replace(/^Edm\./, '');
}

/** What is known about properties: one list per source, each of which may have tens of thousands. */
type KnownLists = readonly (readonly KnownColumn[])[];

/** What all lists together know about a property; undefined if it is in none of them. */
function columnOf(known: KnownLists, name: string): KnownColumn | undefined {
  return mergedColumns(known.map((list) => list.filter((column) => column.name === name)))[0];
}

/**
 * Properties whose names begin with the typed text, then those that contain it, each in the order of the lists. No more than can be
 * offered.
 */
function propertiesLike(known: KnownLists, typed: string): readonly KnownColumn[] {
  const bare = bareText(typed);
  const begin = new Map<string, KnownColumn[]>();
  const contain = new Map<string, KnownColumn[]>();
  for (const column of known.flat()) {
    const { name } = column;
    const own = begin.get(name) ?? contain.get(name);
    if (own !== undefined) {
      own.push(column);
      continue;
    }
    const at = name.toLowerCase().indexOf(bare);
    const into = at === 0 ? begin : contain;
    if (at < 0 || into.size === MOST_OFFERS || isSystemName(name) || propertyNameFault(name) !== undefined)
      continue;
    into.set(name, [column]);
  }
  return mergedColumns([...begin.values(), ...contain.values()]);
}

function conditionOffers(known: KnownLists, typed: string): readonly FilterOffer[] {
  const system = SYSTEM.map((column) => columnOf(known, column.name) ?? column);
  return [
    ...[...propertiesLike(known, typed), ...system].map(
      ({ name, types }): FilterOffer => ({
        label: name,
        insert: `${name} `,
        kind: 'property',
        detail: types.map(typeName).join(', '),
      }),
    ),
    { label: 'not', insert: 'not ()', caret: 5, kind: 'logic', detail: 'reads all keys' },
  ];
}

function operatorOffers(types: readonly string[]): readonly FilterOffer[] {
  const words = OPERATORS.map(
    ([word, detail]): FilterOffer => ({
      label: word,
      insert: `${word} `,
      kind: 'operator',
      detail,
    }),
  );
  return types.includes('Edm.Boolean') ? [...words, ...LOGIC_OFFERS] : words;
}

const LOGIC_OFFERS: readonly FilterOffer[] = [
  { label: 'and', insert: 'and ', kind: 'logic', detail: 'both' },
  { label: 'or', insert: 'or ', kind: 'logic', detail: 'one of them' },
];

/** The typed digits as literals of other numeric types, if the property may have these types. */
function numberOffers(typed: string, types: readonly string[]): readonly FilterOffer[] {
  if (!/^-?\d+$/.test(typed)) return [];
  const isOpen = types.length === 0;
  const offers: FilterOffer[] = [];
  if (isOpen || types.includes('Edm.Int64'))
    offers.push({ label: `${typed}L`, insert: `${typed}L`, kind: 'literal', detail: 'Int64' });
  if (isOpen || types.includes('Edm.Double'))
    offers.push({ label: `${typed}.0`, insert: `${typed}.0`, kind: 'literal', detail: 'Double' });
  return offers;
}

function valueOffers(column: KnownColumn | undefined, typed: string): readonly FilterOffer[] {
  const types = column?.types ?? [];
  const values = (column?.values ?? []).flatMap((value): readonly FilterOffer[] => {
    const literal = value.text.length > LONGEST_VALUE ? undefined : knownLiteral(value);
    if (literal === undefined) return [];
    const insert = printLiteral(literal);
    return [{ label: insert, insert, kind: 'value', detail: typeName(value.type) }];
  });
  const literals = [...LITERALS]
    .filter(([type]) => types.length === 0 || types.includes(type))
    .map(
      ([type, [insert, caret]]): FilterOffer => ({
        label: insert,
        insert,
        caret,
        kind: 'literal',
        detail: typeName(type),
      }),
    );
  const isBoolean = values.length === 0 && (types.length === 0 || types.includes('Edm.Boolean'));
  const booleans = (isBoolean ? ['true', 'false'] : []).map(
    (word): FilterOffer => ({
      label: word,
      insert: word,
      kind: 'literal',
      detail: 'Boolean',
    }),
  );
  return [...numberOffers(typed, types), ...values, ...literals, ...booleans];
}

function bareText(typed: string): string {
  return typed.toLowerCase().replace(/^'/, '');
}

/** Suggestions that begin with the typed text, then those that contain it. */
function matching(offers: readonly FilterOffer[], typed: string): readonly FilterOffer[] {
  const bare = bareText(typed);
  const begins = (label: string): boolean => label.replace(/^'/, '').startsWith(bare);
  const ranked = offers.map((offer) => ({ offer, label: offer.label.toLowerCase() }));
  const first = ranked.filter(({ label }) => begins(label));
  const rest = ranked.filter(({ label }) => !begins(label) && label.includes(bare));
  return [...first, ...rest].map(({ offer }) => offer).slice(0, MOST_OFFERS);
}

interface Written {
  readonly from: number;
  readonly to: number;
  /** What is already typed of the piece at the caret; '' if no piece has begun. */
  readonly typed: string;
  readonly place: Place;
}

/** The piece that is being written at the caret; undefined if it is a quoted text that is already closed. */
function writtenAt(text: string, caret: number): Written | undefined {
  const pieces = filterPieces(text.slice(0, caret));
  const last = pieces.at(-1);
  // The piece before the caret is still being written if it ends at the caret, unless it is a bracket.
  if (last === undefined || last.to !== caret || last.kind === 'bracket') {
    return { from: caret, to: caret, typed: '', place: placeAfter(pieces, text) };
  }
  const typed = text.slice(last.from, caret);
  if (/.'$/su.test(typed)) return undefined;
  const to = caret + text.slice(caret).search(/[^\p{L}\p{N}_]|$/u);
  return { from: last.from, to, typed, place: placeAfter(pieces.slice(0, -1), text) };
}

function offersFor({ place, typed }: Written, known: KnownLists): readonly FilterOffer[] {
  const column = place.property === undefined ? undefined : columnOf([...known, SYSTEM], place.property);
  switch (place.expects) {
    case 'condition':
      return conditionOffers(known, typed);
    case 'operator':
      return operatorOffers(column?.types ?? []);
    case 'value':
      return valueOffers(column, typed);
    default:
      return LOGIC_OFFERS;
  }
}

/**
 * What can be written at the caret: known properties, operators, values and literals. Undefined if nothing fits, or if the only choice is
 * already there.
 */
export function completeFilter(text: string, caret: number, known: KnownLists): FilterCompletion | undefined {
  const written = writtenAt(text, caret);
  if (written === undefined) return undefined;
  const { from, to, typed } = written;
  const isBlankBehind = text[to] === ' ';
  const offers = matching(offersFor(written, known), typed)
    .filter(({ insert }) => insert.trimEnd() !== typed)
    .map((offer) => (isBlankBehind ? { ...offer, insert: offer.insert.trimEnd() } : offer));
  return offers.length === 0 ? undefined : { from, to, offers };
}
