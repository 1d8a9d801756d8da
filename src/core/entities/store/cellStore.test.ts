import { describe, expect, it } from 'vitest';
import type { Entity } from '../entity.ts';
import { pageEntity } from '../page/decodedPage.ts';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from './entityStore.ts';
import { VALUE_ABSENT } from './propertyReader.ts';
import { packAll } from './storeOf.fixture.ts';
import { CellTable } from './cellTable.ts';
import { StoredValue } from './storedValue.ts';

const PAGE_ROWS = 1000;

/** Rows of log lines. Every hundredth has another shape, and one in a thousand has a shape of its own. */
function logPage(page: number): readonly string[] {
  return Array.from({ length: PAGE_ROWS }, (_, at) => {
    const row = page * PAGE_ROWS + at;
    const odd = row % 100 === 7 ? ',"Retries":3' : '';
    const own = row % 1000 === 500 ? `,"Own${row}":null` : '';
    return `{"PartitionKey":"p${page}","RowKey":"${String(row).padStart(8, '0')}","Level":${row % 3}${odd},"Message":"line ${(row * 7919) % 50_000} of the log","Free":"${String.fromCharCode(0x61 + (row % 26)).repeat(row % 90)}"${own}}`;
  });
}

function filled(pages: number): { readonly store: EntityStore; readonly entities: readonly Entity[] } {
  const store = new EntityStore(ticksScheme());
  const entities: Entity[] = [];
  for (let at = 0; at < pages; at++) {
    const page = decoded(pageBytes(logPage(at)));
    for (let row = 0; row < page.rowCount; row++) entities.push(pageEntity(page, row));
    store.append(page, 0);
  }
  return { store, entities };
}

/** Where the texts first differ: a test runner takes minutes to show lists of many thousands. */
function firstDifference(
  lists: readonly (readonly string[])[],
  wanted: readonly (readonly string[])[],
): string | undefined {
  for (const [at, list] of wanted.entries()) {
    const row = list.findIndex((text, index) => text !== lists[at]?.[index]);
    if (row >= 0) return `${lists[at]?.[row]} is not ${list[row]}`;
  }
  return undefined;
}

describe('CellStore', () => {
  const { store, entities } = filled(28);
  const names = ['PartitionKey', 'RowKey', 'Level', 'Retries', 'Message', 'Free', 'Own500'];
  const references = names.map((name) => {
    const read = store.propertyReader(name);
    return entities.map((_, row) => read(row));
  });
  const textAt = (reference: number): string => {
    const { bytes, from, to } = store.valueAt(reference);
    return new TextDecoder().decode(bytes.subarray(from, to));
  };
  const before = references.map((list) => list.map((each) => (each === VALUE_ABSENT ? '' : textAt(each))));
  const heldBefore = store.bytesHeld;
  const steps = store.pack();
  steps.next();

  it('changes nothing while rows are packed', () => {
    expect(entities.filter((entity, row) => store.entity(row).rowKey !== entity.rowKey)).toEqual([]);
  });

  it('gives back every row when they are packed, and takes less memory', () => {
    packAll(store);
    const looked = entities.flatMap((_, row) => (row % 3 === 0 || row % 1000 > 480 ? [row] : []));
    const [read, wanted] = [looked.map((row) => store.entity(row)), looked.map((row) => entities[row])];
    const texts = [read, wanted].map((list) => [list.map((entity) => JSON.stringify(entity))]);
    expect(firstDifference(texts[0] ?? [], texts[1] ?? [])).toBeUndefined();
    expect(store.canPack).toBe(false);
    expect(store.bytesHeld).toBeLessThan(heldBefore);
  });

  it('references that were read before are still valid', () => {
    const after = references.map((list) => list.map((each) => (each === VALUE_ABSENT ? '' : textAt(each))));
    expect(firstDifference(after, before)).toBeUndefined();
  });

  it('references that are read later name the same values', () => {
    const again = names.map((name) => {
      const read = store.propertyReader(name);
      return entities.map((_, row) => {
        const reference = read(row);
        return reference === VALUE_ABSENT ? '' : textAt(reference);
      });
    });
    expect(firstDifference(again, before)).toBeUndefined();
    expect(() => store.valueAt(0xfffffff0)).toThrow(RangeError);
  });

  it('takes pages after rows were packed', () => {
    const page = decoded(pageBytes(logPage(28)));
    store.append(page, 0);
    packAll(store);
    expect(store.entity(28_999)).toEqual(pageEntity(page, 999));
    expect(store.entity(27_999)).toEqual(entities[27_999]);
    expect(store.entity(0)).toEqual(entities[0]);
  });

  it('packs rows whose work was begun twice only once', () => {
    const { store: other, entities: rows } = filled(9);
    other.pack().next();
    packAll(other);
    expect(other.entity(8999)).toEqual(rows[8999]);
  });
});

it('is full before a cell has no reference, and keeps what it has', () => {
  // A row has 4 cells: its row key and three values. In each page, ten rows have one cell more, and one of these has two more.
  const pageCells = 4 * PAGE_ROWS + 10 + 1;
  const limits = { blockRows: 500, shapeRows: 64, maxCells: 3 * pageCells - 1 };
  const store = new EntityStore(ticksScheme(), undefined, undefined, undefined, limits);
  store.append(decoded(pageBytes(logPage(0))), 0);
  packAll(store);
  store.append(decoded(pageBytes(logPage(1))), 0);
  const third = decoded(pageBytes(logPage(2)));
  expect(() => store.append(third, 0)).toThrow(
    'The row store is full: it holds 12,032 values at most. Narrow the window, or select fewer columns.',
  );
  expect(store.rowCount).toBe(2 * PAGE_ROWS);
  expect(store.entity(1999)).toEqual(pageEntity(decoded(pageBytes(logPage(1))), 999));
});

describe('CellTable', () => {
  it('gives back what was pushed, over the ends of its chunks', () => {
    const table = new CellTable();
    const row = Uint32Array.from({ length: 30_000 }, (_, index) => index + 1);
    for (let times = 0; times < 7; times++) {
      table.reserve(row.length);
      table.push(row, row.length - times);
    }
    expect(table.length).toBe(7 * 30_000 - 21);
    const all = Array.from({ length: 7 }, (_, times) => [...row.subarray(0, row.length - times)]).flat();
    for (const index of [0, 29_999, 30_000, 65_535, 65_536, 131_072, all.length - 1]) {
      expect(table.get(index)).toBe(all[index]);
    }
    expect(table.bytesHeld).toBe(4 * 65_536 * 4);
  });

  it('takes no chunk before it is needed', () => {
    const table = new CellTable();
    table.reserve(65_536);
    expect(table.bytesHeld).toBe(65_536 * 4);
    table.push(new Uint32Array(65_536).fill(7), 65_536);
    table.reserve(0);
    expect([table.bytesHeld, table.get(65_535)]).toEqual([65_536 * 4, 7]);
    table.reserve(1);
    expect(table.bytesHeld).toBe(2 * 65_536 * 4);
  });
});

it('has no type, no text and no instant before it is set', () => {
  const value = new StoredValue(['Edm.String', 'Edm.Int32']);
  expect([value.type, value.isNull, value.text(), value.instant()]).toEqual([
    '',
    false,
    undefined,
    undefined,
  ]);
  expect(value.orderBeside('a')).toBeNaN();
});
