import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, entitySpec, expectedEntity, pageBytes } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import type { Entity, EntityProperty } from '../entities/entity.ts';
import { compareEntities, entityFilter, entityJsonText, entityUrl } from './entityText.ts';

describe('one entity as text', () => {
  it('is JSON that reads as the same entity, every type and any name', () => {
    fc.assert(
      fc.property(entitySpec, (spec) => {
        const entity = expectedEntity(spec);
        const store = new EntityStore(ticksScheme());
        store.append(decoded(pageBytes([entityJsonText(entity)])), 0);
        const read = store.entity(0);
        expect(read.properties).toEqual(entity.properties);
        expect([read.partitionKey, read.rowKey, read.timestamp]).toEqual([
          entity.partitionKey,
          entity.rowKey,
          entity.timestamp,
        ]);
      }),
      { numRuns: 75 },
    );
  });

  it('names each type that JSON does not tell, and no other', () => {
    const line = (type: string, form: EntityProperty['form'], text: string): string =>
      entityJsonText({
        partitionKey: 'p',
        rowKey: 'r',
        timestamp: '2026-01-01T00:00:00Z',
        properties: [{ name: 'A', type, form, text, duplicate: false }],
      }).slice(
        '{\n  "PartitionKey": "p",\n  "RowKey": "r",\n  "Timestamp": "2026-01-01T00:00:00Z",\n'.length,
        -'\n}'.length,
      );
    const typed = (type: string, value: string): string => `  "A@odata.type": "${type}",\n  "A": ${value}`;
    const table: readonly (readonly [string, EntityProperty['form'], string, string])[] = [
      ['Edm.String', 'string', 'x', '  "A": "x"'],
      ['Edm.Boolean', 'boolean', 'true', '  "A": true'],
      ['Edm.Boolean', 'string', 'true', typed('Edm.Boolean', '"true"')],
      ['Edm.Int32', 'number', '5', '  "A": 5'],
      ['Edm.Int32', 'string', '5', typed('Edm.Int32', '"5"')],
      ['Edm.Int64', 'string', '5', typed('Edm.Int64', '"5"')],
      ['Edm.Int64', 'number', '5', typed('Edm.Int64', '5')],
      ['Edm.Double', 'number', '5.0', typed('Edm.Double', '5.0')],
      ['Edm.Guid', 'string', 'g', typed('Edm.Guid', '"g"')],
      ['Edm.Odd', 'boolean', 'true', typed('Edm.Odd', 'true')],
      ['Edm.String', 'number', '5', typed('Edm.String', '5')],
      ['Null', 'null', 'null', '  "A": null'],
      ['Json', 'json', '{"b":[1]}', '  "A": {"b":[1]}'],
    ];
    expect(table.map(([type, form, text]) => line(type, form, text))).toEqual(
      table.map(([, , , text]) => text),
    );
  });

  it('is a filter and an address with the keys written as the service reads them, and no query string', () => {
    const key = { partitionKey: "O'Neil & co/é", rowKey: '' };
    expect(entityFilter(key)).toBe("PartitionKey eq 'O''Neil & co/é' and RowKey eq ''");
    expect(entityUrl('https://a.table.core.windows.net/?sv=1&sig=x', 'T', key)).toBe(
      'https://a.table.core.windows.net/T(PartitionKey=%27O%27%27Neil%20%26%20co%2F%C3%A9%27,RowKey=%27%27)',
    );
    expect(entityFilter({ partitionKey: '\ud800', rowKey: '' })).toBeUndefined();
    expect(entityUrl('https://a', 'T', { partitionKey: '\ud800', rowKey: '' })).toBeUndefined();
  });
});

describe('two entities side by side', () => {
  const entity = (rowKey: string, properties: readonly [string, string, string][]): Entity => ({
    partitionKey: 'p',
    rowKey,
    properties: properties.map(([name, type, text], at) => ({
      name,
      type,
      text,
      form: 'string',
      duplicate: properties.findIndex(([other]) => other === name) < at,
    })),
  });

  it('differ where a value, a type or a property differs', () => {
    const left = entity('1', [
      ['A', 'Edm.String', 'x'],
      ['B', 'Edm.Int32', '5'],
      ['__proto__', 'Edm.String', 'y'],
      ['A', 'Edm.String', 'again'],
    ]);
    const right = entity('2', [
      ['B', 'Edm.Int64', '5'],
      ['A', 'Edm.String', 'x'],
      ['C', 'Edm.String', ''],
    ]);
    const same = (name: string, text: string) => ({ name, left: text, right: text, isSame: true });
    expect(compareEntities(left, right)).toEqual([
      same('PartitionKey', 'p'),
      { name: 'RowKey', left: '1', right: '2', isSame: false },
      same('A', 'x'),
      { name: 'B', left: '5 (Int32)', right: '5 (Int64)', isSame: false },
      { name: '__proto__', left: 'y', right: undefined, isSame: false },
      { name: 'A (2)', left: 'again', right: undefined, isSame: false },
      { name: 'C', left: undefined, right: '', isSame: false },
    ]);
    expect(compareEntities(left, left).every(({ isSame }) => isSame)).toBe(true);
  });

  it('hide no value, whatever properties are called', () => {
    const hostile = entity('1', [
      ['A', 'Edm.String', 'one'],
      ['A (2)', 'Edm.String', 'two'],
      ['A', 'Edm.String', 'three'],
      ['PartitionKey', 'Edm.String', 'four'],
      ['Timestamp', 'Edm.String', 'five'],
    ]);
    const all = compareEntities(hostile, entity('1', []));
    expect(all.map(({ left }) => left)).toEqual(['p', '1', 'one', 'two', 'three', 'four', 'five']);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('have their Timestamps side by side if they have them, and types where these differ', () => {
    const of = (timestamp: string | undefined, type: string): Entity => ({
      ...entity('1', [['A', type, '5']]),
      ...(timestamp !== undefined && { timestamp }),
    });
    const keys = ['PartitionKey', 'RowKey'].map((name, at) => ({
      name,
      left: at === 0 ? 'p' : '1',
      right: at === 0 ? 'p' : '1',
      isSame: true,
    }));
    expect(compareEntities(of('t1', 'Edm.Guid'), of('t2', 'Edm.Guid'))).toEqual([
      ...keys,
      { name: 'Timestamp', left: 't1', right: 't2', isSame: false },
      { name: 'A', left: '5', right: '5', isSame: true },
    ]);
    expect(compareEntities(of(undefined, 'Edm.Guid'), of('t2', 'Json'))).toEqual([
      ...keys,
      { name: 'A', left: '5 (Guid)', right: '5 (Json)', isSame: false },
      { name: 'Timestamp', left: undefined, right: 't2', isSame: false },
    ]);
    // Keys and Timestamp have the types that the service gives them. A property of the same name is listed beside them.
    const odd = entity('1', [['Timestamp', 'Edm.String', 't2']]);
    expect(compareEntities(of('t2', 'Edm.Guid'), odd)[2]).toEqual({
      name: 'Timestamp',
      left: 't2 (DateTime)',
      right: 't2 (String)',
      isSame: false,
    });
  });
});
