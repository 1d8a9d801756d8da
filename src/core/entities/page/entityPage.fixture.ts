import fc from 'fast-check';
import { decodePage } from './decodePage.ts';
import type { DecodedPage } from './decodedPage.ts';
import type { Entity, EntityProperty } from '../entity.ts';

/** A property as JSON, with or without annotation, and the expected result. */
interface PropertySpec {
  readonly name: string;
  /** Written as `name@odata.type` before the value. */
  readonly annotation?: string;
  /** Raw JSON. */
  readonly json: string;
  readonly type: string;
  readonly form: EntityProperty['form'];
  readonly text: string;
}

export interface EntitySpec {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp?: string | undefined;
  readonly properties: readonly PropertySpec[];
}

export const ODD_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'partitionKey',
  'rowKey',
  'timestamp',
  'etag',
  'a.b',
  'a[0]',
  'odata.x',
  'value',
  '',
  ' ',
  '0',
  '17',
  'é',
  '\u2028',
];

const utf16 = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

const RESERVED = new Set([
  'PartitionKey',
  'RowKey',
  'Timestamp',
  'odata.etag',
  'odata.type',
  'odata.id',
  'odata.editLink',
]);

const propertyName = fc
  .oneof(fc.constantFrom(...ODD_NAMES), fc.string({ maxLength: 8 }), utf16, fc.constantFrom('A', 'B', 'C'))
  .filter((name) => !RESERVED.has(name) && !name.endsWith('@odata.type'));

type Value = Omit<PropertySpec, 'name'>;

const annotatedText = (type: string, texts: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  texts.map((text) => ({ annotation: type, json: JSON.stringify(text), type, form: 'string', text }));

const bareNumber = (type: string, texts: fc.Arbitrary<string>): fc.Arbitrary<Value> =>
  texts.map((text) => ({ json: text, type, form: 'number', text }));

const doubleText = fc.oneof(
  fc.constantFrom('5.0', '-0', '-0.0', '1e308', '1E+5', '1e400', '0.10', '2147483648', '-2147483649'),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => JSON.stringify(value))
    .filter((text) => !/^-?\d{1,10}$/.test(text)),
);

const ticks7 = fc.integer({ min: 0, max: 9_999_999 }).map((value) => String(value).padStart(7, '0'));

/** DateTime text as the service writes it, with any number of fraction digits. */
export const dateTimeText: fc.Arbitrary<string> = fc
  .tuple(
    fc.date({ min: new Date(-62_135_596_800_000), max: new Date(253_402_300_799_000), noInvalidDate: true }),
    ticks7,
    fc.integer({ min: 0, max: 7 }),
  )
  .map(([date, fraction, digits]) => {
    const seconds = date.toISOString().slice(0, 19);
    return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction.slice(0, digits)}Z`;
  });

const anyValue: fc.Arbitrary<Value> = fc.oneof(
  utf16.map((text): Value => ({ json: JSON.stringify(text), type: 'Edm.String', form: 'string', text })),
  // Every unit is written as an escape: other bytes, the same text.
  utf16.map((text): Value => {
    const escapes = Array.from(
      { length: text.length },
      (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
    );
    return { json: `"${escapes.join('')}"`, type: 'Edm.String', form: 'string', text };
  }),
  bareNumber('Edm.Int32', fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }).map(String)),
  bareNumber('Edm.Double', doubleText),
  fc.integer().map(
    (value): Value => ({
      annotation: 'Edm.Double',
      json: String(value),
      type: 'Edm.Double',
      form: 'number',
      text: String(value),
    }),
  ),
  annotatedText('Edm.Double', fc.constantFrom('NaN', 'Infinity', '-Infinity')),
  annotatedText('Edm.Int64', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
  annotatedText('Edm.DateTime', dateTimeText),
  annotatedText('Edm.Guid', fc.uuid()),
  annotatedText('Edm.Binary', fc.base64String()),
  annotatedText('Edm.Unheard', utf16),
  annotatedText('Contoso.Type "x"', utf16),
  fc
    .boolean()
    .map(
      (value): Value => ({ json: String(value), type: 'Edm.Boolean', form: 'boolean', text: String(value) }),
    ),
  fc.constant<Value>({ json: 'null', type: 'Null', form: 'null', text: 'null' }),
  fc
    .json()
    .filter((json) => /^[[{]/.test(json))
    .map((json): Value => ({ json, type: 'Json', form: 'json', text: json })),
  fc.integer().map(
    (value): Value => ({
      annotation: 'Edm.Unheard',
      json: `${value}.50`,
      type: 'Edm.Unheard',
      form: 'number',
      text: `${value}.50`,
    }),
  ),
);

const propertySpec: fc.Arbitrary<PropertySpec> = fc
  .tuple(propertyName, anyValue)
  .map(([name, value]) => ({ name, ...value }));

export const entitySpec: fc.Arbitrary<EntitySpec> = fc
  .record({
    partitionKey: utf16,
    rowKey: utf16,
    timestamp: fc.option(fc.oneof(dateTimeText, utf16), { nil: undefined }),
    properties: fc.array(propertySpec, { maxLength: 8 }),
  })
  .map(({ timestamp, ...spec }) => ({ ...spec, timestamp }));

export function entityJson(spec: EntitySpec): string {
  const members = [
    `"PartitionKey":${JSON.stringify(spec.partitionKey)}`,
    `"RowKey":${JSON.stringify(spec.rowKey)}`,
    ...(spec.timestamp === undefined ? [] : [`"Timestamp":${JSON.stringify(spec.timestamp)}`]),
  ];
  for (const { name, annotation, json } of spec.properties) {
    if (annotation !== undefined) {
      members.push(`${JSON.stringify(`${name}@odata.type`)}:${JSON.stringify(annotation)}`);
    }
    members.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${members.join(',')}}`;
}

export function expectedEntity(spec: EntitySpec): Entity {
  return {
    partitionKey: spec.partitionKey,
    rowKey: spec.rowKey,
    timestamp: spec.timestamp,
    properties: spec.properties.map(({ name, type, form, text }, index) => ({
      name,
      type,
      form,
      text,
      duplicate: spec.properties.findIndex((other) => other.name === name) < index,
    })),
  };
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A page as the service writes it. */
export function pageBytes(entities: readonly string[]): Uint8Array<ArrayBuffer> {
  return bytesOf(`{"odata.metadata":"https://a/$metadata#T","value":[${entities.join(',')}]}`);
}

/** Decodes bytes that must be a page. */
export function decoded(bytes: Uint8Array): DecodedPage {
  const page = decodePage(bytes);
  if (!page.ok) throw new Error(`${page.error.kind}: ${page.error.message}`);
  return page.value;
}
