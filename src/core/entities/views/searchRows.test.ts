import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decoded, entityJson, entitySpec, expectedEntity, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { RowSearch } from './searchRows.ts';

function ended(work: Generator<unknown, void, undefined>): void {
  while (work.next().done !== true);
}

function found(store: EntityStore, text: string, rows = [...Array(store.rowCount).keys()]): number[] {
  const search = new RowSearch(store);
  ended(search.search(text));
  return [...search.positions(Uint32Array.from(rows))];
}

/** Makes ASCII letters small, one by one. */
function small(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    return String.fromCharCode(unit >= 65 && unit <= 90 ? unit + 32 : unit);
  }).join('');
}

describe('the search of rows', () => {
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
      { numRuns: 100 },
    );
  });

  it('finds a text across escapes and characters of several bytes', () => {
    const units = fc.constantFrom('x', 'Y', '\n', 'é', '\\', '"', '\ud83d', '\ude00', '\ufffd', 'u');
    const text = (least: number, most: number): fc.Arbitrary<string> =>
      fc.array(units, { minLength: least, maxLength: most }).map((each) => each.join(''));
    fc.assert(
      fc.property(
        fc.array(text(0, 6), { minLength: 1, maxLength: 6 }),
        text(1, 3),
        fc.boolean(),
        (values, needle, escapesAll) => {
          const escaped = (value: string): string =>
            Array.from(
              { length: value.length },
              (_, at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`,
            ).join('');
          const store = storeOf(
            values.map(
              (value, at) =>
                `{"PartitionKey":"p","RowKey":"${at}","V":${escapesAll ? `"${escaped(value)}"` : JSON.stringify(value)}}`,
            ),
          );
          const expected = values.flatMap((value, at) => (small(value).includes(small(needle)) ? [at] : []));
          expect(found(store, needle)).toEqual(expected);
        },
      ),
      { numRuns: 75 },
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

  const ROWS = 5000;
  const big = (): EntityStore => {
    const store = new EntityStore(ticksScheme(), undefined, String);
    const page = Array.from(
      { length: ROWS },
      (_, row) =>
        `{"PartitionKey":"p","RowKey":"${String(row).padStart(5, '0')}","V":"${row % 2 === 0 ? 'time out' : 'done'}"}`,
    );
    store.append(decoded(pageBytes(page)), 0);
    return store;
  };
  const all = (store: EntityStore): Uint32Array =>
    Uint32Array.from({ length: store.rowCount }, (_, row) => row);

  it('says the same for a text typed on, changed, or given up midway as for one searched alone', () => {
    const texts = fc.array(fc.constantFrom('t', 'ti', 'time', 'TIME O', 'o', 'do', '1', '12', '123'), {
      maxLength: 6,
    });
    const store = big();
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
        (typed, steps) => {
          const search = new RowSearch(store);
          for (const [at, text] of typed.entries()) {
            const work = search.search(text);
            for (let step = 0; step < (steps[at] ?? 0); step++) work.next();
          }
          ended(search.search('time'));
          expect(search.positions(all(store)).length).toBe(ROWS / 2);
          ended(search.search('1'));
          ended(search.search('12'));
          expect([...search.positions(all(store))]).toEqual(found(store, '12'));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('looks only at rows that arrived since, and only at those that held the beginning of a longer text', () => {
    const store = big();
    const search = new RowSearch(store);
    const looks = vi.spyOn(store, 'someReference');
    const count = (text: string): number => {
      looks.mockClear();
      ended(search.search(text));
      return new Set(looks.mock.calls.map(([row]) => row)).size;
    };
    expect(count('time')).toBe(ROWS);
    expect(count('time')).toBe(0);
    expect(count('TIME out')).toBe(ROWS / 2);
    store.append(decoded(pageBytes(['{"PartitionKey":"p","RowKey":"9","V":"time out"}'])), 1);
    expect(count('time out')).toBe(1);
    expect(search.positions(all(store)).length).toBe(ROWS / 2 + 1);
  });

  it('that was given up ends once another text is searched', () => {
    const search = new RowSearch(big());
    const old = search.search('done');
    expect(old.next()).toMatchObject({ done: false, value: { looked: 2048, found: 1024 } });
    ended(search.search('time'));
    expect(old.next().done).toBe(true);
    expect(search.positions(Uint32Array.of(0, 1, 2))).toEqual(Uint32Array.of(0, 2));
  });
});
