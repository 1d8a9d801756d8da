import { describe, expect, it } from 'vitest';
import { soundEntity } from './soundEntity.ts';

const read = (entity: object): unknown => {
  const found = soundEntity(JSON.stringify(entity));
  return found.ok ? (JSON.parse(found.value.json) as unknown) : found.error;
};

describe('an entity that the service did not write', () => {
  it('keeps keys that are texts or numbers, and no other value is taken for a key', () => {
    expect(read({ PartitionKey: 5, RowKey: 'r', Level: 2 })).toEqual({
      PartitionKey: '5',
      RowKey: 'r',
      Level: 2,
    });
    for (const value of [null, true, {}, ['p'], { value: 'p', edm_type: 'Edm.String' }]) {
      expect(read({ PartitionKey: value, RowKey: 'r' })).toBe('its PartitionKey is not text');
      expect(read({ PartitionKey: 'p', RowKey: value })).toBe('its RowKey is not text');
    }
  });

  it('without a Timestamp of text has none', () => {
    expect(read({ PartitionKey: 'p', RowKey: 'r', Timestamp: 5 })).toEqual({
      PartitionKey: 'p',
      RowKey: 'r',
    });
    expect(read({ PartitionKey: 'p', Level: 2 })).toBe('no RowKey in it');
  });
});
