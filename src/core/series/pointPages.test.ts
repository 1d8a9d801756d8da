import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, entitySpec, expectedEntity } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { PointPages, rowTimes } from './pointPages.ts';
import { noCounts, pointsOfRow } from './unpivot.ts';

const UNIX_EPOCH = 621_355_968_000_000_000n;

/** The rows of a page, as the row store reads them. */
function decodedRows(page: string): string[] {
  const store = new EntityStore(ticksScheme());
  const receipt = store.appendBody(bytesOf(page), 0, undefined);
  if (!receipt.ok) throw new Error(receipt.error.message);
  return Array.from({ length: store.rowCount }, (_, row) => {
    const { rowKey, properties } = store.entity(row);
    const of = (name: string) => properties.find((property) => property.name === name);
    const value = of('Value');
    return JSON.stringify([rowKey, value?.type, value?.text, of('Property')?.text, of('OfRow')?.text]);
  });
}

describe('points as rows', () => {
  it('keep each value exactly, whatever its type, under its own time', () => {
    fc.assert(
      fc.property(fc.array(entitySpec, { minLength: 1, maxLength: 6 }), (specs) => {
        const entities = specs.map((spec) => ({
          ...expectedEntity({
            ...spec,
            properties: spec.properties.map((property, at) => ({ ...property, name: `S${at}` })),
          }),
        }));
        const pages = new PointPages('Table');
        const expected: string[] = [];
        for (const [row, entity] of entities.entries()) {
          const ticks = UNIX_EPOCH + BigInt(row) * 600_000_000n;
          const naming = { kind: 'offset', prefix: 'S', stepTicks: 10_000_000n } as const;
          const points = pointsOfRow({ entity, ticks }, naming, undefined, noCounts());
          pages.add(entity, points);
          for (const [at, { type, text, form }] of entity.properties.entries()) {
            if (form === 'null') continue;
            const key = `${String(ticks + BigInt(at) * 10_000_000n).padStart(19, '0')}_S${at}`;
            expected.push(JSON.stringify([key, type, text, `S${at}`, entity.rowKey]));
          }
        }
        const page = pages.take(true);
        const rows = page === undefined ? [] : decodedRows(page);
        expect(rows).toEqual(expected);
      }),
    );
  });

  it('are packed into pages of a thousand, the last one holding the rest', () => {
    const pages = new PointPages('T');
    const entity = { partitionKey: 'boiler-1_1709560800', rowKey: '17', properties: [] };
    const value = { name: 'S0', type: 'Edm.Int32', form: 'number', text: '1', duplicate: false } as const;
    const point = { ticks: 5n, name: 'S0', value };
    pages.add(
      entity,
      Array.from({ length: 1500 }, () => point),
    );
    const sizes = [pages.take(false), pages.take(false), pages.take(true), pages.take(true)].map((page) =>
      page === undefined ? undefined : (JSON.parse(page) as { value: { PartitionKey: string }[] }).value,
    );
    expect(sizes.map((rows) => rows?.length)).toEqual([1000, undefined, 500, undefined]);
    expect(sizes[0]?.[0]?.PartitionKey).toBe('boiler-1');
  });
});

describe('the time of a row', () => {
  const seconds = [1_709_560_800, 1_709_561_040, 1_709_561_280];
  const at = (second: number): bigint => UNIX_EPOCH + BigInt(second) * 10_000_000n;

  it('comes from the RowKey rather than the PartitionKey', () => {
    const keys = seconds.map((second) => ({
      partitionKey: String(second - (second % 3600)),
      rowKey: String(second),
    }));
    const times = rowTimes(keys);
    expect(keys.map((key) => times?.(key))).toEqual(seconds.map(at));
    const inverted = rowTimes(
      keys.map((key) => ({ ...key, rowKey: String(9_999_999_999 - Number(key.rowKey)) })),
    );
    expect(inverted?.({ partitionKey: '', rowKey: String(9_999_999_999 - 1_709_560_800) })).toBe(
      at(1_709_560_800),
    );
  });

  it('comes from the PartitionKey if the RowKey has none, and is undefined if neither has one', () => {
    const keys = seconds.map((second) => ({ partitionKey: String(second), rowKey: 'values' }));
    expect(keys.map((key) => rowTimes(keys)?.(key))).toEqual(seconds.map(at));
    expect(rowTimes([{ partitionKey: 'a', rowKey: 'b' }])).toBeUndefined();
    expect(rowTimes([])).toBeUndefined();
  });
});
