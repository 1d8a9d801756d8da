// Entities as raw JSON text of which every byte is known, for tests that no value is changed.
import type { Random } from '../../scripts/demo/random.mjs';

/** A property with its value exactly as in the JSON. */
export interface RawProperty {
  readonly name: string;
  /** The type with `Edm.`, or an unknown type. */
  readonly type: string;
  /** The JSON text of the value. */
  readonly raw: string;
  /** Whether the service writes `@odata.type` for it. */
  readonly annotated: boolean;
}

export interface RawEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp: string;
  readonly properties: readonly RawProperty[];
}

/** Names that break code which looks them up as properties of plain objects. */
export const ODD_NAMES: readonly string[] = [
  'partitionKey',
  'rowKey',
  'timestamp',
  'etag',
  'PARTITIONKEY',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'a.b',
  'a[0]',
  '',
  'ünï😀',
  'quote"back\\slash',
  'length',
];

const HEX = '0123456789abcdefABCDEF';

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => HEX[random.below(HEX.length)]).join('');

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(10)).join('');

const ESCAPES = ['\\"', '\\\\', '\\/', '\\n', '\\u0000', '\\u2028', '\\ud83d\\ude00', '\\ud800', '\\u00E9'];
const PLAIN = [
  'plain',
  'é',
  '😀',
  ' ',
  "it's",
  '{"a":1}'.replaceAll('"', "'"),
  '\u2028',
  '=1+1',
  '</script>',
];

function rawString(random: Random): string {
  const pieces = Array.from({ length: random.below(6) }, () =>
    random.pick(random.next() < 0.5 ? ESCAPES : PLAIN),
  );
  if (random.next() < 0.002) pieces.push('x'.repeat(32_000));
  return `"${pieces.join('')}"`;
}

function rawDouble(random: Random): { readonly raw: string; readonly annotated: boolean } {
  const bare = [
    '5.0',
    '-0.0',
    '0.1',
    '1E+300',
    '1e308',
    '4.9E-324',
    '1.7976931348623157E+308',
    '-123456.789',
    '3000000000',
    '100000000000000000000.0',
    `${digits(random, 3)}1.${digits(random, 15)}`.replace(/^0+/, '1'),
  ];
  const marked = ['"NaN"', '"Infinity"', '"-Infinity"', '5', '-7', '5.0', '1.25'];
  return random.next() < 0.7
    ? { raw: random.pick(bare), annotated: false }
    : { raw: random.pick(marked), annotated: true };
}

function rawDateTime(random: Random): string {
  const fraction = random.pick([
    '',
    `.${digits(random, 7)}`,
    `.${digits(random, 3)}`,
    '.0000001',
    '.9999999',
  ]);
  return random.pick([
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.9999999Z',
    `20${digits(random, 2)}-0${random.between(1, 10)}-1${random.below(10)}T1${random.below(10)}:0${random.below(10)}:5${random.below(10)}${fraction}Z`,
  ]);
}

const INT64 = ['9223372036854775807', '-9223372036854775808', '0', '9007199254740993', '-1'];
const INT32 = ['2147483647', '-2147483648', '0', '-1', '7'];

/** One value of each of the eight types, by type name. */
const RAW: Readonly<
  Record<string, (random: Random) => { readonly raw: string; readonly annotated: boolean }>
> = {
  'Edm.String': (random) => ({ raw: rawString(random), annotated: random.next() < 0.1 }),
  'Edm.Int32': (random) => ({ raw: random.pick(INT32), annotated: random.next() < 0.1 }),
  'Edm.Int64': (random) => ({
    raw: `"${random.next() < 0.5 ? random.pick(INT64) : `1${digits(random, random.below(18))}`}"`,
    annotated: true,
  }),
  'Edm.Double': rawDouble,
  'Edm.Boolean': (random) => ({ raw: random.pick(['true', 'false']), annotated: random.next() < 0.1 }),
  'Edm.DateTime': (random) => ({ raw: `"${rawDateTime(random)}"`, annotated: true }),
  'Edm.Guid': (random) => ({
    raw: `"${hex(random, 8)}-${hex(random, 4)}-${hex(random, 4)}-${hex(random, 4)}-${hex(random, 12)}"`,
    annotated: true,
  }),
  'Edm.Binary': (random) => ({
    raw: `"${random.pick(['', 'AA==', 'AAEC/w==', `${hex(random, 40)}+/==`])}"`,
    annotated: true,
  }),
};

const EDM_TYPES: readonly string[] = Object.keys(RAW);

function rawProperty(random: Random, name: string, type: string): RawProperty {
  const make = RAW[type];
  // An unknown type has a string as its value, and its name is annotated.
  return { name, type, ...(make === undefined ? { raw: rawString(random), annotated: true } : make(random)) };
}

/** An entity with all eight types and odd names, sometimes with an unknown type, sometimes with 252 properties. */
export function rawEntity(random: Random, index: number): RawEntity {
  const properties = EDM_TYPES.map((type) => rawProperty(random, type.slice(4), type));
  for (let left = random.below(3); left > 0; left -= 1) {
    const name = random.pick(ODD_NAMES);
    if (properties.every((property) => property.name !== name))
      properties.push(rawProperty(random, name, random.pick(EDM_TYPES)));
  }
  if (random.next() < 0.05) properties.push(rawProperty(random, 'Shape', 'Edm.GeographyPoint'));
  if (random.next() < 0.005) {
    for (let at = properties.length; at < 252; at += 1)
      properties.push(rawProperty(random, `P${at}`, random.pick(EDM_TYPES)));
  }
  return {
    partitionKey: `p${String(Math.floor(index / 1000)).padStart(4, '0')}`,
    rowKey: String(index).padStart(8, '0'),
    timestamp: rawDateTime(random),
    properties,
  };
}

/** A page as the service writes it, in odata=minimalmetadata. */
export function rawPage(entities: readonly RawEntity[]): string {
  return `{"odata.metadata":"https://account.table.core.windows.net/$metadata#T","value":[${entities.map(entityJson).join(',')}]}`;
}

function entityJson({ partitionKey, rowKey, timestamp, properties }: RawEntity): string {
  const members = [
    `"odata.etag":"W/\\"datetime'${encodeURIComponent(timestamp)}'\\""`,
    `"PartitionKey":"${partitionKey}"`,
    `"RowKey":"${rowKey}"`,
    `"Timestamp":"${timestamp}"`,
    ...properties.flatMap(({ name, type, raw, annotated }) => [
      ...(annotated ? [`${JSON.stringify(`${name}@odata.type`)}:"${type}"`] : []),
      `${JSON.stringify(name)}:${raw}`,
    ]),
  ];
  return `{${members.join(',')}}`;
}

/** The members of a flat JSON object in order, with their values as written. */
export function rawMembers(line: string): readonly (readonly [name: string, raw: string])[] {
  const members: (readonly [string, string])[] = [];
  let at = 1;
  while (line[at] !== '}') {
    const nameEnd = stringEnd(line, at);
    const valueAt = nameEnd + 1;
    const valueEnd =
      line[valueAt] === '"' ? stringEnd(line, valueAt) : line.slice(valueAt).search(/[,}]/) + valueAt;
    members.push([JSON.parse(line.slice(at, nameEnd)) as string, line.slice(valueAt, valueEnd)]);
    at = line[valueEnd] === ',' ? valueEnd + 1 : valueEnd;
  }
  return members;
}

/** The position after the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
