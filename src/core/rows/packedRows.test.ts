import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, expectedEntity } from '../entities/page/entityPage.fixture.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { packRows, unpackRows } from './packedRows.ts';

const lists = fc.array(entitySpec, { maxLength: 12 }).map((specs) => ({
  store: storeOf(specs.map(entityJson)),
  entities: specs.map(expectedEntity),
}));

describe('packed rows', () => {
  it('are those of the store, also after a copy from one thread to another', () => {
    fc.assert(
      fc.property(lists, fc.boolean(), ({ store, entities }, isReversed) => {
        const numbers = Uint32Array.from(entities, (_, row) => row);
        if (isReversed) numbers.reverse();
        const names = [...store.columnNames, 'Absent'];
        const shown = unpackRows(structuredClone(packRows(store, numbers, names, true)));
        expect(shown.map(({ row }) => row)).toEqual([...numbers]);
        for (const { row, queryIndex, partitionKey, rowKey, timestamp, time, group, cells, twice } of shown) {
          const entity = entities[row];
          expect([queryIndex, partitionKey, rowKey, timestamp]).toEqual([
            row,
            entity?.partitionKey,
            entity?.rowKey,
            entity?.timestamp,
          ]);
          expect([time, group]).toEqual([
            store.instant(row, 'event'),
            store.groupLabels[store.groups[row] ?? -1],
          ]);
          const found = names.map((name) => entity?.properties.filter((each) => each.name === name) ?? []);
          expect(cells.map((cell) => cell?.text)).toEqual(
            found.map(([first, second]) => (second ? `${first?.text} (first of two)` : first?.text)),
          );
          expect(cells.map((cell) => cell?.type)).toEqual(
            found.map(([first, second]) => (second ? 'Edm.String' : first?.type)),
          );
          const several = found.flatMap(({ length }, at) => (length > 1 ? [at] : []));
          expect(twice ?? []).toEqual(several);
        }
      }),
    );
  });

  it('have the same cells each time: a row is drawn again if they are others', () => {
    const store = storeOf(['a', 'b', 'c'].map((key) => `{"PartitionKey":"p","RowKey":"${key}","N":1}`));
    const shown = unpackRows(packRows(store, Uint32Array.of(0, 1, 2), ['N'], true));
    const later = shown.toReversed().map(({ cells }) => cells);
    for (const [at, row] of shown.entries()) expect(row.cells).toBe(later[shown.length - 1 - at]);
  });

  it('hold as many objects for many cells as for few', () => {
    const names = Array.from({ length: 200 }, (_, at) => `N${at}`);
    const store = storeOf([
      `{"PartitionKey":"p","RowKey":"r",${names.map((name) => `"${name}":1`).join(',')}}`,
    ]);
    const objects = (value: unknown): number =>
      typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
        ? 1
        : 1 + Object.values(value).reduce((sum: number, each) => sum + objects(each), 0);
    const packed = (columns: readonly string[]) => packRows(store, Uint32Array.of(0), columns, true);
    expect(objects(packed(names))).toBe(objects(packed(names.slice(0, 1))));
  });
});
