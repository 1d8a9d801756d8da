import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from './entityStore.ts';
import { exportNdjson } from '../views/exportNdjson.ts';
import { RowSorter } from '../order/rowOrder.ts';

interface Row {
  readonly partitionKey: string;
  readonly rowKey: string;
}
interface Page {
  readonly query: number;
  readonly order: number;
  readonly rows: readonly Row[];
}

// Pairs of letters whose UTF-16 order differs from their code point order.
const keyText = fc.constantFrom('', '0', '00', '1', 'a', 'B', 'é', '😀', '～');
const row = fc.record({ partitionKey: keyText, rowKey: keyText });

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, index) => text !== b[index]);
  return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

/** Rows in the service's order, or mixed up as by a faulty service. */
const page: fc.Arbitrary<Page> = fc
  .record({
    query: fc.nat(3),
    order: fc.nat(1),
    rows: fc.array(row, { maxLength: 5 }),
    isSorted: fc.boolean(),
  })
  .map(({ rows, isSorted, ...slot }) => ({
    ...slot,
    rows: isSorted
      ? rows.toSorted((a, b) => compare([a.partitionKey, a.rowKey], [b.partitionKey, b.rowKey]))
      : rows,
  }));

function bodyOf(rows: readonly Row[]): Uint8Array {
  return pageBytes(
    rows.map(({ partitionKey, rowKey }) =>
      JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, Seen: 1 }),
    ),
  );
}

/** Queries 0 and 1 read one table, 2 another, 3 a third. */
const TABLES = ['b', 'b', 'a', 'c'];
function newStore(): EntityStore {
  return new EntityStore(ticksScheme(), undefined, (query) => TABLES[query] ?? '');
}

describe('rows of the queries of one run', () => {
  it('are stored once for each entity, and the others are counted as repeated', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 12 }), (pages) => {
        const store = newStore();
        const seen = new Set<string>();
        for (const { query, order, rows } of pages) {
          const fresh = rows.filter(({ partitionKey, rowKey }) => {
            const name = JSON.stringify([TABLES[query], partitionKey, rowKey]);
            const isNew = !seen.has(name);
            seen.add(name);
            return isNew;
          });
          const receipt = store.append(decoded(bodyOf(rows)), query, { order });
          expect([receipt.rows, receipt.anomalies.repeated]).toEqual([
            fresh.length,
            rows.length - fresh.length,
          ]);
        }
        expect(store.rowCount).toBe(seen.size);
        const stored = Array.from({ length: store.rowCount }, (_, at) => {
          const { partitionKey, rowKey } = store.key(at);
          return JSON.stringify([TABLES[store.queryIndexes[at] ?? -1], partitionKey, rowKey]);
        });
        expect(new Set(stored)).toEqual(seen);
      }),
      { numRuns: 60 },
    );
  });

  it('are no fault of the service where queries share keys by right', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 12 }), (pages) => {
        const store = new EntityStore(
          ticksScheme(),
          undefined,
          () => '',
          (query) => query < 2,
        );
        const seen = new Set<string>();
        for (const { query, order, rows } of pages) {
          const before = seen.size;
          for (const { partitionKey, rowKey } of rows) seen.add(JSON.stringify([partitionKey, rowKey]));
          const page = decoded(bodyOf(rows));
          const { rows: stored, sharedRows, anomalies } = store.append(page, query, { order });
          expect(stored).toBe(seen.size - before);
          expect(stored + sharedRows.length + anomalies.repeated).toBe(rows.length);
          expect(query < 2 || sharedRows.length === 0).toBe(true);
        }
        expect(store.rowCount).toBe(seen.size);
      }),
      { numRuns: 60 },
    );
    const store = new EntityStore(
      ticksScheme(),
      undefined,
      () => '',
      (query) => query < 2,
    );
    const rows = ['1', '2', '3'].map((rowKey) => ({ partitionKey: 'a', rowKey }));
    const counts = [0, 1, 2, 1].map((query) => {
      const { rows: stored, sharedRows, anomalies } = store.append(decoded(bodyOf(rows)), query);
      return [stored, sharedRows.length, anomalies.repeated];
    });
    // The third query does not share, and the fourth page repeats its own query.
    expect(counts.slice(0, 3)).toEqual([
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 3],
    ]);
  });

  it('are written by table and key, however their pages came', () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 12 }), (pages) => {
        const store = newStore();
        const expected: string[][] = [];
        const seen = new Set<string>();
        for (const { query, order, rows } of pages) {
          store.append(decoded(bodyOf(rows)), query, { order });
          for (const { partitionKey, rowKey } of rows) {
            const key = [TABLES[query] ?? '', partitionKey, rowKey];
            if (!seen.has(JSON.stringify(key))) expected.push(key);
            seen.add(JSON.stringify(key));
          }
        }
        expected.sort(compare);
        const rows = new RowSorter(store).inOrder('key');
        const text = [...exportNdjson(store, rows)]
          .map(({ bytes }) => new TextDecoder().decode(bytes))
          .join('');
        expect(text).toBe(
          expected
            .map(([, PartitionKey, RowKey]) => `${JSON.stringify({ PartitionKey, RowKey, Seen: 1 })}\n`)
            .join(''),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('look at no key of another query where each got what it asked for', () => {
    const store = newStore();
    const pages = ['1', '0', '3', '2'].flatMap((prefix, query) => [
      { query: query % 2, order: query, rows: [{ partitionKey: prefix, rowKey: 'a' }] },
    ]);
    for (const each of pages) store.append(decoded(bodyOf(each.rows)), each.query, { order: each.order });
    let looks = 0;
    const keyOf = store.key.bind(store);
    store.key = (at) => {
      looks += 1;
      return keyOf(at);
    };
    const rows = store.keyOrder();
    expect(looks).toBe(0);
    expect(Array.from(rows, (at) => keyOf(at).partitionKey)).toEqual(['0', '1', '2', '3']);
  });
});
