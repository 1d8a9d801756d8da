import { describe, expect, it } from 'vitest';
import { EntityStore } from '../entities/store/entityStore.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { copyCells } from './cellRange.ts';
import { StoreMap } from './storeMap.ts';

function storeOf(rows: readonly object[]) {
  const scheme = schemeById('none');
  if (scheme === undefined) throw new Error('There is no scheme "none".');
  const store = new EntityStore(scheme);
  const add = (more: readonly object[]): void => {
    const value = more.map((row, at) => ({ PartitionKey: 'p', RowKey: `${store.rowCount + at}`, ...row }));
    const receipt = store.appendBody(new TextEncoder().encode(JSON.stringify({ value })), 0);
    if (!receipt.ok) throw new Error(receipt.error.message);
  };
  add(rows);
  return { store, scheme, add };
}

describe('rows by another grouping', () => {
  it('are kept for the next question, and only those that came since are read', () => {
    const { store, scheme, add } = storeOf([{ Level: 1 }, { Level: 2 }]);
    const map = new StoreMap(store, scheme);
    const level = { by: 'property', name: 'Level' } as const;
    const first = map.groupedBy(level);
    expect([first.labels(), first.rowCount]).toEqual([['1', '2'], 2]);
    add([{ Level: 3 }]);
    expect(map.groupedBy({ ...level })).toBe(first);
    expect([first.labels(), first.rowCount]).toEqual([['1', '2', '3'], 3]);
    const other = map.groupedBy({ ...level, name: 'Role' });
    expect([other.labels(), other.rowCount]).toEqual([['(none)'], 3]);
  });
});

describe('copied cells', () => {
  it('are refused beyond 32 million characters, not held until the tab is out of memory', () => {
    const text = 'x'.repeat(32_000);
    const { store } = storeOf([{ Text: text }]);
    const copy = (times: number): string => {
      const query = { order: 'arrival' } as const;
      const columns = [{ name: 'Text' }];
      const request = {
        query,
        from: 0,
        to: times,
        columns,
        format: 'tsv',
        names: ['Text'],
        hasHead: false,
      } as const;
      const steps = copyCells(store, new Uint32Array(times), request);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value;
      }
    };
    // Each row ends with a line's end.
    expect(copy(2)).toHaveLength(2 * (text.length + 1));
    expect(() => copy(1001)).toThrow('more than 32 million characters');
  });
});
