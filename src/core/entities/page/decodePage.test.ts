import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePage } from './decodePage.ts';
import { pageEntity } from './decodedPage.ts';
import type { Entity } from '../entity.ts';

import {
  bytesOf,
  decoded,
  entityJson,
  entitySpec,
  expectedEntity,
  ODD_NAMES,
  pageBytes,
} from './entityPage.fixture.ts';

function entitiesOf(bytes: Uint8Array): Entity[] {
  const page = decoded(bytes);
  return Array.from({ length: page.rowCount }, (_, row) => pageEntity(page, row));
}

function only(json: string): Entity {
  const [entity] = entitiesOf(pageBytes([json]));
  if (entity === undefined) throw new Error('no entity');
  return entity;
}

function typed(members: string): (readonly [string, string, string])[] {
  return only(`{"PartitionKey":"p","RowKey":"r",${members}}`).properties.map(
    ({ name, type, text }) => [name, type, text] as const,
  );
}

function kindOf(bytes: Uint8Array): string {
  const page = decodePage(bytes);
  if (page.ok) return `page of ${page.value.rowCount}`;
  expect(page.error.message).toMatch(/\.$/);
  expect(page.error.nextStep).toMatch(/\.$/);
  return page.error.kind;
}

function annotationsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `"p${index}@odata.type":"Edm.Int64"`);
}

function propertiesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `"p${index}":"${index}"`);
}

describe('decodePage refuses what is no page', () => {
  it('has the rows that it counts, and no others', () => {
    const page = decoded(pageBytes(['{"PartitionKey":"p","RowKey":"r"}']));
    expect(pageEntity(page, 0).rowKey).toBe('r');
    for (const row of [-1, 1]) expect(() => pageEntity(page, row)).toThrow(RangeError);
  });

  it('a truncated page is a fault at every length', () => {
    const whole = pageBytes([
      '{"PartitionKey":"pé","RowKey":"r\\n","a@odata.type":"Edm.Int64","a":"1","b":-1.5e+3,"c":[{"d":null}]}',
      '{"PartitionKey":"q","RowKey":"r","e":true,"f":false}',
    ]);
    for (let length = 0; length < whole.length; length++) {
      expect(kindOf(whole.slice(0, length))).toBe(length === 0 ? 'empty' : 'truncated');
    }
    expect(kindOf(whole)).toBe('page of 2');
  });

  it('bytes that are not UTF-8, in a value, a name or everywhere', () => {
    const bad = (before: string, after: string) =>
      Uint8Array.from([...bytesOf(before), 0xc3, 0x28, ...bytesOf(after)]);
    expect(kindOf(bad('{"value":[{"PartitionKey":"p","RowKey":"', '"}]}'))).toBe('not-utf8');
    expect(kindOf(bad('{"value":[{"PartitionKey":"p","RowKey":"r","', '":1}]}'))).toBe('not-utf8');
    expect(kindOf(bad('{"', '":1,"value":[]}'))).toBe('not-utf8');
    expect(kindOf(Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0xff, 0xfe]))).toBe('not-utf8');
    expect(kindOf(Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]))).toBe('not-utf8');
  });

  it.each([
    ['annotations first', annotationsOf, propertiesOf],
    ['annotations last', propertiesOf, annotationsOf],
    ['annotations alone', annotationsOf, () => []],
  ])('an entity of 100,000 properties, %s, without looking through them for each', (_order, ahead, after) => {
    const members = [...ahead(100_000), ...after(100_000)];
    expect(kindOf(pageBytes([`{"PartitionKey":"p","RowKey":"r",${members.join(',')}}`]))).toBe('too-wide');
  });

  it('never says what the body said', () => {
    const page = decodePage(bytesOf('{"sig=secret":"sig=secret","value":7}'));
    expect(JSON.stringify(page)).not.toContain('secret');
  });
});

function verdict(bytes: Uint8Array): string | number {
  const page = decodePage(bytes);
  return page.ok ? page.value.rowCount : 'no page';
}

/** The outcome of the engine's own parser, for one-entity pages without repeated keys. */
function oracle(bytes: Uint8Array): string | number {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'no page';
  }
  const { value } = parsed as { readonly value?: readonly Record<string, unknown>[] };
  if (value === undefined) return 'no page';
  const whole = value.every(
    (entity) => typeof entity['PartitionKey'] === 'string' && typeof entity['RowKey'] === 'string',
  );
  return whole ? value.length : 'no page';
}

describe('decodePage', () => {
  it('an empty page is a page; white space and a byte order mark do not matter', () => {
    expect(kindOf(bytesOf('{"value":[]}'))).toBe('page of 0');
    const spaced =
      '\ufeff { "odata.metadata" : "m" , "value" : [ { "PartitionKey" : "p" ,\n"RowKey" : "r" , "n" : 1 } ] } \n';
    expect(entitiesOf(bytesOf(spaced))).toEqual([
      {
        partitionKey: 'p',
        rowKey: 'r',
        properties: [{ name: 'n', type: 'Edm.Int32', form: 'number', text: '1', duplicate: false }],
      },
    ]);
  });

  it('keeps number text and infers types as the protocol says', () => {
    expect(
      typed(
        '"a":5,"b":5.0,"c":-0,"d":1e308,"e":2147483647,"f":2147483648,"g":-2147483648,"h":9007199254740993,"i":0.10',
      ),
    ).toEqual([
      ['a', 'Edm.Int32', '5'],
      ['b', 'Edm.Double', '5.0'],
      ['c', 'Edm.Double', '-0'],
      ['d', 'Edm.Double', '1e308'],
      ['e', 'Edm.Int32', '2147483647'],
      ['f', 'Edm.Double', '2147483648'],
      ['g', 'Edm.Int32', '-2147483648'],
      ['h', 'Edm.Double', '9007199254740993'],
      ['i', 'Edm.Double', '0.10'],
    ]);
  });

  it('takes types from annotations, known or not, before the value or after it', () => {
    expect(
      typed(
        '"a@odata.type":"Edm.Int64","a":"9223372036854775807","b@odata.type":"Edm.Double","b":"NaN","c":"5","c@odata.type":"Edm.Int64","d@odata.type":"Edm.New","d":7.00,"e":"plain"',
      ),
    ).toEqual([
      ['a', 'Edm.Int64', '9223372036854775807'],
      ['b', 'Edm.Double', 'NaN'],
      ['c', 'Edm.Int64', '5'],
      ['d', 'Edm.New', '7.00'],
      ['e', 'Edm.String', 'plain'],
    ]);
  });

  it.each([
    ['before them', annotationsOf, propertiesOf],
    ['behind them', propertiesOf, annotationsOf],
    ['before them, in the other order', annotationsOf, (count: number) => propertiesOf(count).toReversed()],
  ])('takes the types of 252 properties from annotations that stand all %s', (_where, ahead, after) => {
    const found = typed([...ahead(252), ...after(252)].join(',')).toSorted(
      ([, , left], [, , right]) => Number(left) - Number(right),
    );
    expect(found).toEqual(
      Array.from({ length: 252 }, (_, index) => [`p${index}`, 'Edm.Int64', String(index)]),
    );
  });

  it('an annotation types the property behind it, and one more the next of that name', () => {
    expect(
      typed(
        '"b@odata.type":"Edm.Guid","a@odata.type":"Edm.Int64","a@odata.type":"Edm.Double","a":"1","a@odata.type":"Edm.Int32","a":"2","b":"3"',
      ),
    ).toEqual([
      ['a', 'Edm.Double', '1'],
      ['a', 'Edm.Int32', '2'],
      ['b', 'Edm.Guid', '3'],
    ]);
  });

  it('an annotation does not leak into the next entity, and one without property is kept', () => {
    const page = pageBytes([
      '{"PartitionKey":"p","RowKey":"1","a@odata.type":"Edm.Int64"}',
      '{"PartitionKey":"p","RowKey":"2","a":"text"}',
    ]);
    const named = entitiesOf(page).map((entity) => entity.properties.map(({ name, type }) => [name, type]));
    expect(named).toEqual([[['a@odata.type', 'Edm.String']], [['a', 'Edm.String']]]);
  });

  it('keeps user properties apart from system keys', () => {
    const entity = only(
      '{"odata.etag":"W/\\"x\\"","odata.type":"a.T","odata.id":"i","odata.editLink":"l","PartitionKey":"p","RowKey":"r","Timestamp@odata.type":"Edm.DateTime","Timestamp":"2026-11-20T00:00:00.1234567Z","partitionKey":"EVIL","timestamp":1,"__proto__":{"x":1}}',
    );
    expect(entity.partitionKey).toBe('p');
    expect(entity.timestamp).toBe('2026-11-20T00:00:00.1234567Z');
    expect(entity.etag).toBe('W/"x"');
    expect(entity.properties.map(({ name, text }) => [name, text])).toEqual([
      ['partitionKey', 'EVIL'],
      ['timestamp', '1'],
      ['__proto__', '{"x":1}'],
    ]);
  });

  it('keeps and flags repeated names, those of keys too', () => {
    const page = decoded(
      pageBytes(['{"PartitionKey":"p","RowKey":"r","a":1,"\\u0061":"two","PartitionKey":"q","b":2}']),
    );
    const entity = pageEntity(page, 0);
    expect(entity.partitionKey).toBe('p');
    expect(entity.properties.map(({ name, text, duplicate }) => [name, text, duplicate])).toEqual([
      ['a', '1', false],
      ['a', 'two', true],
      ['PartitionKey', 'q', true],
      ['b', '2', false],
    ]);
  });

  it('255 properties with odd names survive', () => {
    const names = [
      ...ODD_NAMES,
      ...Array.from({ length: 255 - ODD_NAMES.length }, (_, index) => `p${index}`),
    ];
    const members = names.map((name, index) => `${JSON.stringify(name)}:${index}`).join(',');
    expect(typed(members)).toEqual(names.map((name, index) => [name, 'Edm.Int32', String(index)]));
  });

  it('any entity comes out as it went in', () => {
    fc.assert(
      fc.property(fc.array(entitySpec, { maxLength: 5 }), (specs) => {
        expect(entitiesOf(pageBytes(specs.map(entityJson)))).toEqual(specs.map(expectedEntity));
      }),
      { numRuns: 200 },
    );
  });

  it('takes for a page exactly what JSON.parse takes for one', () => {
    const base = pageBytes([
      '{"PartitionKey":"p\\u00e9","RowKey":"ré","a@odata.type":"Edm.Int64","a":"12","b":-1.5e+3,"c":[{"d":null}],"e":true}',
    ]);
    fc.assert(
      fc.property(fc.nat(base.length - 1), fc.nat(255), (at, byte) => {
        const mutant = base.slice();
        mutant[at] = byte;
        expect(verdict(mutant)).toBe(oracle(mutant));
      }),
      { numRuns: 2000 },
    );
  });
});
