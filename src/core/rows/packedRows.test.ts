import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityJson, entitySpec, expectedEntity } from '../entities/page/entityPage.fixture.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { packRows, unpackRows, boundedCells } from './packedRows.ts';
import type { RowView } from './rowTypes.ts';

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

type Cells = RowView['cells'];

function rowsOf(texts: readonly (readonly (string | undefined)[])[]): readonly Cells[] {
  return texts.map((cells) =>
    cells.map((text) => (text === undefined ? undefined : { type: 'Edm.String', text })),
  );
}

describe('texts of cells on their way to the page', () => {
  it('are whole if they are few, however long one is', () => {
    const rows = rowsOf([['x'.repeat(400_000), undefined, ''], ['\u200b'.repeat(31_000)]]);
    expect(boundedCells(rows)).toBe(rows);
  });

  it('are not bounded to less than a line shows, and short ones stay as they are', () => {
    const rows = rowsOf(Array.from({ length: 192 }, () => Array.from({ length: 20 }, () => 'x'.repeat(300))));
    expect(boundedCells(rows)).toEqual(rows);
  });

  it('say how long the whole is, if and only if they are cut', () => {
    const text = fc.integer({ min: 0, max: 30_000 }).map((length) => 'ab\u{1f600}'.repeat(length));
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { maxLength: 12 }), (texts) => {
        const shown = boundedCells(rowsOf(texts));
        for (const [row, cells] of shown.entries())
          for (const [at, cell] of cells.entries()) {
            const whole = texts[row]?.[at] ?? '';
            expect(whole.startsWith(cell?.text ?? 'absent')).toBe(true);
            expect(cell?.units).toBe(cell?.text === whole ? undefined : whole.length);
          }
      }),
      { numRuns: 30 },
    );
  });

  it('are cut at the greatest length that fits, from half a million units on', () => {
    const lengthsOf = (count: number, length: number) => [
      ...new Set(
        boundedCells(rowsOf(Array.from({ length: count }, () => ['x'.repeat(length)]))).map(
          ([cell]) => cell?.text.length,
        ),
      ),
    ];
    expect(lengthsOf(20, 25_000)).toEqual([25_000]);
    expect(lengthsOf(1, 500_001)).toEqual([16_384]);
    // As many texts as fit with each limit, and one more.
    const limits = [16_384, 8192, 4096, 2048, 1024, 512, 384];
    for (const [at, limit] of limits.slice(0, -1).entries()) {
      const most = Math.floor(500_000 / limit);
      expect([most, most + 1].map((count) => lengthsOf(count, 20_000))).toEqual([[limit], [limits[at + 1]]]);
    }
    expect(lengthsOf(5000, 20_000)).toEqual([384]);
    const exact = rowsOf(Array.from({ length: 250 }, (_, row) => ['y'.repeat(row === 0 ? 500_000 : 2000)]));
    expect(boundedCells(exact).map(([cell]) => cell?.units)).toEqual([
      500_000,
      ...Array.from({ length: 249 }, () => 2000),
    ]);
    // A text of exactly that length stays whole; a longer one carries its length.
    const mixed = boundedCells(
      rowsOf([['z'.repeat(16_384), 'z'.repeat(16_385), 'z'.repeat(480_000), undefined]]),
    );
    expect(mixed[0]).toEqual([
      { type: 'Edm.String', text: 'z'.repeat(16_384) },
      { type: 'Edm.String', text: 'z'.repeat(16_384), units: 16_385 },
      { type: 'Edm.String', text: 'z'.repeat(16_384), units: 480_000 },
      undefined,
    ]);
  });

  it('never end in the first half of a character', () => {
    const cut = (last: string) => {
      const text = `${'x'.repeat(16_383)}${last}${'y'.repeat(500_000)}`;
      return boundedCells(rowsOf([[text]]))[0]?.[0]?.text.slice(16_380);
    };
    expect(['\ud7ff', '\ud800', '\udbff', '\udc00', 'z'].map(cut)).toEqual([
      'xxx\ud7ff',
      'xxx',
      'xxx',
      'xxx\udc00',
      'xxxz',
    ]);
  });
});
