import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, expectedEntity } from '../page/entityPage.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { repeatedNames } from './repeatedNames.ts';

describe('properties that rows of a file have twice', () => {
  it('are named with the first such row, however the rows and properties were chosen', () => {
    const chosen = fc.option(fc.constantFrom(0, 1), { nil: undefined });
    fc.assert(
      fc.property(fc.array(entitySpec, { maxLength: 6 }), chosen, fc.nat(), (specs, half, seed) => {
        const store = storeOf(specs.map(entityJson));
        const entities = specs.map(expectedEntity);
        const rows = entities.map((_, row) => row).filter((row) => ((seed >> row) & 1) === 0);
        const properties =
          half === undefined ? undefined : store.columnNames.filter((_, at) => at % 2 === half);
        const found = rows.flatMap((row) => {
          const names = entities[row]?.properties.map(({ name }) => name) ?? [];
          const again = names.filter((name, at) => names.indexOf(name) < at);
          const shown = again.filter((name) => properties?.includes(name) ?? true);
          return shown.length === 0 ? [] : [{ row, shown }];
        });
        const told = repeatedNames(store, Uint32Array.from(rows), properties);
        expect(told?.rows ?? 0).toBe(found.length);
        expect(new Set(told?.names)).toEqual(new Set(found.flatMap(({ shown }) => shown)));
        const first = entities[found[0]?.row ?? -1];
        expect([told?.example.partitionKey, told?.example.rowKey]).toEqual([
          first?.partitionKey,
          first?.rowKey,
        ]);
        expect(found[0]?.shown ?? [undefined]).toContain(told?.names[0]);
      }),
    );
  });
});
