import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../entity.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { decoded, entityJson, entitySpec, expectedEntity, pageBytes } from '../page/entityPage.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { exportNdjson } from './exportNdjson.ts';

function exported(
  store: EntityStore,
  rows = Uint32Array.from({ length: store.rowCount }, (_, row) => row),
): string[] {
  const text = [...exportNdjson(store, rows)].map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

function entitiesOf(store: EntityStore): Entity[] {
  return Array.from({ length: store.rowCount }, (_, row) => store.entity(row));
}

describe('exportNdjson', () => {
  it('puts system keys first, and types what JSON cannot type', () => {
    const store = storeOf([
      '{"odata.etag":"W/\\"datetime\'2026-11-20T00%3A00%3A00.1Z\'\\"","a":5,"RowKey":"r\\"","Timestamp":"2026-11-20T00:00:00.1Z","PartitionKey":"p","i@odata.type":"Edm.Int64","i":7,"d":5.0,"e":2.5,"f@odata.type":"Edm.Double","f":5,"g@odata.type":"Edm.Double","g":"NaN","t@odata.type":"Edm.DateTime","t":"2026-11-20T00:00:00.1234567Z","u@odata.type":"Edm.New","u":"x","s":"é","b":true,"n":null,"big":3000000000}',
    ]);
    expect(exported(store)).toEqual([
      '{"PartitionKey":"p","RowKey":"r\\"","Timestamp":"2026-11-20T00:00:00.1Z","a":5,"i@odata.type":"Edm.Int64","i":"7","d@odata.type":"Edm.Double","d":5.0,"e":2.5,"f@odata.type":"Edm.Double","f":5,"g@odata.type":"Edm.Double","g":"NaN","t@odata.type":"Edm.DateTime","t":"2026-11-20T00:00:00.1234567Z","u@odata.type":"Edm.New","u":"x","s":"é","b":true,"n":null,"big@odata.type":"Edm.Double","big":3000000000}',
    ]);
  });

  it('leaves the etag out, whatever it says and whichever columns were chosen', () => {
    const store = storeOf([
      '{"odata.etag":"W/\\"1\\"","PartitionKey":"p","RowKey":"r"}',
      '{"odata.etag":"W/\\"datetime\'2026-11-20T00%3A00%3A00.1Z\'\\"","PartitionKey":"p","RowKey":"s","Level":2}',
    ]);
    expect(exported(store)).toEqual([
      '{"PartitionKey":"p","RowKey":"r"}',
      '{"PartitionKey":"p","RowKey":"s","Level":2}',
    ]);
  });

  it('a page made of the lines holds the same entities', () => {
    fc.assert(
      fc.property(fc.array(entitySpec, { maxLength: 5 }), (specs) => {
        const store = storeOf(specs.map(entityJson));
        expect(entitiesOf(store)).toEqual(specs.map(expectedEntity));
        const lines = exported(store);
        expect(lines).toHaveLength(specs.length);
        expect(entitiesOf(storeOf(lines))).toEqual(entitiesOf(store));
      }),
      { numRuns: 100 },
    );
  });

  it('keeps the type of a value beside a row with the same text of another type', () => {
    const members = [
      ...['Edm.Int64', 'Edm.Guid', 'Edm.Double', 'Edm.New'].map((type) => `"v@odata.type":"${type}","v":"5"`),
      '"v@odata.type":"Edm.Double","v":5',
      '"v":"5"',
      '"v":5',
    ];
    // Each follows itself and each of the others.
    const rows = members.flatMap((one) => members.flatMap((other) => [one, other]));
    const lines = rows.map((member, row) => `{"PartitionKey":"p","RowKey":"${100 + row}",${member}}`);
    const store = new EntityStore(ticksScheme());
    store.append(decoded(pageBytes(lines)), 0);
    expect(exported(store)).toEqual(lines);
  });

  it('writes the rows asked for, in that order', () => {
    const store = storeOf(['a', 'b', 'c'].map((key) => `{"PartitionKey":"${key}","RowKey":""}`));
    expect(exported(store, Uint32Array.of(2, 0))).toEqual([
      '{"PartitionKey":"c","RowKey":""}',
      '{"PartitionKey":"a","RowKey":""}',
    ]);
    expect(exported(store, new Uint32Array(0))).toEqual([]);
  });

  it('cuts chunks at line ends near 1 MiB, also around long values', () => {
    const long = 'x'.repeat(700_000);
    const store = storeOf(
      Array.from({ length: 6 }, (_, row) => `{"PartitionKey":"p","RowKey":"${row}","a":"${long}"}`),
    );
    const pieces = [...exportNdjson(store, Uint32Array.of(0, 1, 2, 3, 4, 5))];
    expect(pieces.map(({ rowsDone }) => rowsDone)).toEqual([2, 4, 6]);
    expect(pieces.map(({ bytes }) => bytes.at(-1))).toEqual([0x0a, 0x0a, 0x0a]);
    expect(pieces.every(({ bytes }) => bytes.length < 1_500_000)).toBe(true);
  });
});
