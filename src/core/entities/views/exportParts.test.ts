import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, expectedEntity } from '../page/entityPage.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { repeatedNames } from './repeatedNames.ts';
import { ByteWriter } from '../../byteWriter.ts';
import { IsoBytes } from './isoBytes.ts';

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

const YEAR_1_MS = Date.UTC(2001, 0, 1) - 63_113_904_000_000;
/** Neighbours share their day, their minute, or nothing. */
const instant = fc.record({
  seconds: fc.oneof(
    fc.nat(315_537_897_599),
    fc.nat(200_000).map((second) => 63_930_729_600 + second),
    fc.nat(200).map((second) => 63_930_815_900 + second),
  ),
  fraction: fc.oneof(fc.constantFrom(0, 1, 9_999_999, 10_000, 100), fc.nat(9_999_999)),
  digits: fc.nat(7),
});

it('writes any instants one after the other as Date does, with as many digits as asked for', () => {
  fc.assert(
    fc.property(fc.array(instant, { maxLength: 20 }), (instants) => {
      const out = new ByteWriter();
      const writer = new IsoBytes(out);
      const wanted = instants.map((each) => {
        writer.write(each);
        out.byte(0x20);
        const { seconds, fraction, digits } = each;
        const whole = new Date(YEAR_1_MS + seconds * 1000).toISOString().slice(0, 19);
        const shown = String(fraction).padStart(7, '0').slice(0, digits);
        return `${whole}${digits === 0 ? '' : '.'}${shown}Z `;
      });
      expect(new TextDecoder().decode(out.cut())).toBe(wanted.join(''));
    }),
    { numRuns: 300 },
  );
});
