import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KeyScheme } from '../keys/scheme.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { pageBytes } from './entityPage.fixture.ts';
import { EntityStore } from './entityStore.ts';
import type { PagePlace } from './rowStreams.ts';

const d19 = (value: bigint | number): string => String(value).padStart(19, '0');
const FROM = 638_448_480_000_000_000n;

function schemeOf(id: string): KeyScheme {
  const scheme = schemeById(id);
  if (scheme === undefined) throw new Error(`There is no scheme ${id}.`);
  return scheme;
}

/** Keys that are read from bytes, keys that are not plain, and keys of another form; neighbours often share one. */
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

function filled(scheme: KeyScheme, partitionKeys: readonly string[], place: PagePlace) {
  const store = new EntityStore(scheme);
  const rows = partitionKeys.map((key, index) => JSON.stringify({ PartitionKey: key, RowKey: d19(index) }));
  const half = rows.length >> 1;
  const outside = [rows.slice(0, half), rows.slice(half)].map((page) => {
    const receipt = store.appendBody(pageBytes(page), 0, place);
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
    expect(fast.partitionBytes).toBeDefined();
    const { partitionBytes: _, ...slow } = fast;
    const range = {
      partition: { from: `${d19(1)}___`, to: `${d19(2)}___${d19(FROM + 5n)}` },
      exact: true,
    };
    fc.assert(
      fc.property(keys, fc.boolean(), (partitionKeys, hasRow) => {
        const place = { order: 0, range: hasRow ? { ...range, row: { from: d19(3) } } : range };
        const sorted = partitionKeys.toSorted();
        const found = filled(fast, sorted, place);
        expect(found).toEqual(filled(slow, sorted, place));
        expect(found.stored.map(([, , label]) => label)).toEqual(sorted.map((key) => fast.groupOf(key, '')));
        // In any order, as ranges of several prefixes come.
        expect(filled(fast, partitionKeys, place)).toEqual(filled(slow, partitionKeys, place));
      }),
      { numRuns: 40 },
    );
  },
);
