import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { pageBytes } from '../page/entityPage.fixture.ts';
import { EntityStore } from './entityStore.ts';
import type { PageSlot } from '../order/rowStreams.ts';

const d19 = (value: bigint | number): string => String(value).padStart(19, '0');
const FROM = 638_448_480_000_000_000n;

function schemeOf(id: string): KeyScheme {
  const scheme = schemeById(id);
  if (scheme === undefined) throw new Error(`There is no scheme ${id}.`);
  return scheme;
}

/** Keys read from bytes, keys that are not plain, and keys of another form; neighbours often share one. */
const partitionKey = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(3), fc.nat(9))
      .map(([prefix, at]) => `${d19(prefix)}___${d19(FROM + BigInt(at))}`),
  },
  { weight: 2, arbitrary: fc.nat(9).map((at) => d19(FROM + BigInt(at))) },
  fc.constantFrom('', 'other', `${d19(1)}___é`, `${d19(1)}___"`, `é${d19(1)}`, `${d19(2)}___${d19(FROM)}"`),
);
const keys = fc.array(partitionKey, { minLength: 1, maxLength: 30 });

function filled(scheme: KeyScheme, partitionKeys: readonly string[], slot: PageSlot) {
  const store = new EntityStore(scheme);
  const rows = partitionKeys.map((key, index) => JSON.stringify({ PartitionKey: key, RowKey: d19(index) }));
  const half = rows.length >> 1;
  const outside = [rows.slice(0, half), rows.slice(half)].map((page) => {
    const receipt = store.appendBody(pageBytes(page), 0, slot);
    return receipt.ok ? receipt.value.anomalies : receipt.error;
  });
  const stored = Array.from({ length: store.rowCount }, (_, row) => [
    store.key(row),
    store.instant(row, 'key'),
    store.groupLabels[store.groups[row] as number],
  ]);
  return { outside, stored, labels: store.groupLabels };
}

it.each(['wad', 'wad-prefixed', 'mds-prefixed'])(
  '%s: keys read from bytes are stored as those read from texts',
  (id) => {
    const fast = schemeOf(id);
    expect(fast.prefixed).toBe(true);
    // The store reads keys from bytes only for schemes with prefixes.
    const slow = { ...fast, prefixed: false };
    const range = {
      partition: { from: `${d19(1)}___`, to: `${d19(2)}___${d19(FROM + 5n)}` },
      exact: true,
    };
    fc.assert(
      fc.property(keys, fc.boolean(), (partitionKeys, hasRow) => {
        const slot = { order: 0, range: hasRow ? { ...range, row: { from: d19(3) } } : range };
        const sorted = partitionKeys.toSorted();
        const found = filled(fast, sorted, slot);
        expect(found).toEqual(filled(slow, sorted, slot));
        expect(found.stored.map(([, , label]) => label)).toEqual(sorted.map((key) => fast.groupOf(key, '')));
        // Keys may come in any order, as when ranges of several prefixes arrive.
        expect(filled(fast, partitionKeys, slot)).toEqual(filled(slow, partitionKeys, slot));
      }),
      { numRuns: 40 },
    );
  },
);

const timestamps = fc.constantFrom(
  '2026-11-20T21:10:06.26Z',
  '2026-11-20T21:10:06.27Z',
  '2026-11-20T21:10:07Z',
  'soon',
);
const etagOf = (timestamp: string): string => `W/"datetime'${timestamp.replaceAll(':', '%3A')}'"`;
const etags = fc.oneof(
  timestamps.map(etagOf),
  timestamps.map((timestamp) => etagOf(timestamp).replace('time', 'tine')),
  timestamps.map((timestamp) => etagOf(timestamp).replace('W/', 'w/')),
  fc.constantFrom('x', ''),
);
const stamp = fc.record({ Timestamp: timestamps, 'odata.etag': etags }, { requiredKeys: [] });

it('Timestamps and etags that neighbours share are those of rows that come alone', () => {
  const run = fc.array(fc.tuple(stamp, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(run, (stamps) => {
      const rows = stamps
        .flatMap(([shared, times]) => Array.from({ length: times }, () => shared))
        .map((shared, index) => ({ PartitionKey: 'p', RowKey: d19(index), ...shared }));
      const [together, apart] = [new EntityStore(schemeOf('wad')), new EntityStore(schemeOf('wad'))];
      together.appendBody(pageBytes(rows.map((row) => JSON.stringify(row))), 0);
      for (const row of rows) apart.appendBody(pageBytes([JSON.stringify(row)]), 0);
      const stored = (store: EntityStore) => rows.map((_, row) => [store.timestamp(row), store.etag(row)]);
      expect(stored(together)).toEqual(stored(apart));
      expect(stored(together)).toEqual(rows.map((row) => [row.Timestamp, row['odata.etag']]));
    }),
    { numRuns: 60 },
  );
});
