import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressStore } from './address.ts';
import { readHash, writeHash } from './hashAddress.ts';
import {
  createKeyspaceStore,
  KEYSPACE_SOURCES,
  type KeyspacePart,
  lookOfParams,
  paramsOfLook,
} from './keyspaceStore.ts';
import { DEFAULT_MODEL } from './modelForm.ts';

const parts = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 3_155_378_975_999_999_998n }),
    fc.nat(1_000_000),
    fc.nat(5000),
    fc.nat(5000),
  )
  .map(
    ([from, length, rowFrom, rows]): KeyspacePart => ({
      from,
      to: from + BigInt(length) + 1n,
      rowFrom,
      rowTo: rowFrom + rows + 1,
    }),
  );
const looks = fc.record({
  source: fc.constantFrom(...KEYSPACE_SOURCES),
  basis: fc.constantFrom('max' as const, 'target' as const),
  brightness: fc.integer({ min: -60, max: 60 }).map((tenths) => tenths / 10),
  separator: fc.constantFrom('', '___', '-', '$', '#&='),
  rowsBy: fc.constantFrom('', 'partition', 'property.A.b&c'),
  zoom: fc.option(parts, { nil: undefined }),
  selection: fc.option(parts, { nil: undefined }),
  models: fc.constant([DEFAULT_MODEL]),
});

function at(hash: string) {
  let bar = { search: '', hash };
  const listeners: (() => void)[] = [];
  const address = createAddressStore({
    read: () => bar,
    write: (next) => {
      bar = { ...next };
    },
    onChange: (listener) => void listeners.push(listener),
  });
  return {
    address,
    hash: () => bar.hash,
    go: (next: string) => {
      bar = { search: '', hash: next };
      for (const listener of listeners) listener();
    },
  };
}

describe('keyspace address', () => {
  it('reads back to the same look', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const { params } = readHash(writeHash('keyspace', paramsOfLook(look)));
        expect(lookOfParams(params)).toEqual(look);
      }),
    );
  });

  it('holds two designs to compare', () => {
    const models = [{ ...DEFAULT_MODEL, scheme: 'ticks' as const }, DEFAULT_MODEL];
    const look = { ...lookOfParams(new Map()), source: 'model' as const, models };
    expect(lookOfParams(readHash(writeHash('keyspace', paramsOfLook(look))).params)).toEqual(look);
  });

  it('reads anything', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('source', 'zoom', 'brightness', 'box', 'scale'), fc.string()),
        (record) => {
          const look = lookOfParams(new Map(Object.entries(record)));
          expect(Math.abs(look.brightness)).toBeLessThanOrEqual(6);
          expect(look.zoom === undefined || look.zoom.from < look.zoom.to).toBe(true);
        },
      ),
    );
  });
});

describe('keyspace store', () => {
  const one = { from: 10n, to: 20n, rowFrom: 0, rowTo: 5 };
  const two = { from: 12n, to: 15n, rowFrom: 1, rowTo: 2 };

  it('goes back step by step, moves in between left out, and stands in the address', () => {
    const bar = at('#/keyspace?v=1&source=paste');
    const store = createKeyspaceStore(bar.address);
    store.zoomTo(one, true);
    store.zoomTo({ ...one, to: 21n }, false);
    store.zoomTo(two, true);
    expect(bar.hash()).toBe('#/keyspace?v=1&source=paste&zoom=12,15,1,2');
    store.back();
    expect(store.get().zoom).toEqual({ ...one, to: 21n });
    store.back();
    expect(store.get().zoom).toBeUndefined();
    expect(store.canGoBack()).toBe(false);
    expect(bar.hash()).toBe('#/keyspace?v=1&source=paste');
  });

  it('forgets zoom and selection with the source, and follows a typed address', () => {
    const bar = at('#/decode');
    const store = createKeyspaceStore(bar.address);
    store.zoomTo(one, true);
    expect(bar.hash()).toBe('#/decode');
    store.change({ source: 'model' });
    expect(store.get().zoom).toBeUndefined();
    bar.go('#/keyspace?v=1&source=run&box=12,15,1,2');
    expect(store.get()).toMatchObject({ source: 'run', selection: two });
  });
});
