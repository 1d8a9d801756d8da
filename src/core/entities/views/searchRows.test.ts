import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, expectedEntity } from '../page/entityPage.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { searchRows } from './searchRows.ts';

function found(store: EntityStore, text: string, rows = [...Array(store.rowCount).keys()]): number[] {
  const work = searchRows(store, Uint32Array.from(rows), text);
  for (;;) {
    const step = work.next();
    if (step.done === true) return [...step.value];
  }
}

/** Small ASCII letters, one by one. */
function small(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return String.fromCharCode(unit >= 65 && unit <= 90 ? unit + 32 : unit);
  }).join('');
}

describe('searchRows', () => {
  it('finds exactly the rows whose keys, Timestamp or values hold the text, whatever the case of ASCII letters', () => {
    const needles = fc.oneof(
      fc.constantFrom('a', 'A', '0', '1', '-', 'e', 'T', 'é', '\n', 'nan', '2'),
      fc.string({ minLength: 1, maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(entitySpec, { maxLength: 8 }), needles, (specs, needle) => {
        const store = storeOf(specs.map(entityJson));
        const expected = specs.map(expectedEntity).flatMap((entity, row) => {
          const values = entity.properties.filter(({ form }) => form !== 'null').map(({ text }) => text);
          const texts = [entity.partitionKey, entity.rowKey, entity.timestamp ?? '', ...values];
          return texts.some((text) => small(text).includes(small(needle))) ? [row] : [];
        });
        expect(found(store, needle)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('answers with positions in the list that it was given', () => {
    const store = storeOf(
      ['xa', 'b', 'Xc'].map((value, at) => `{"PartitionKey":"p","RowKey":"${at}","V":"${value}"}`),
    );
    expect(found(store, 'x', [2, 1, 0])).toEqual([0, 2]);
    expect(found(store, 'xx')).toEqual([]);
    expect(found(store, 'longer than any value of the row')).toEqual([]);
  });
});
