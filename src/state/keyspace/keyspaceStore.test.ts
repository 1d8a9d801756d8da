import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressStore } from '../address/address.ts';
import { historyBar } from '../address/historyBar.fixture.ts';
import { readHash, writeHash } from '../address/hashAddress.ts';
import {
  createKeyspaceStore,
  KEYSPACE_SOURCES,
  type MapSection,
  lookOfParams,
  paramsOfLook,
} from './keyspaceStore.ts';
import { DEFAULT_MODEL } from './modelForm.ts';
import { EMPTY_FORM, type QueryForm } from '../run/queryForm.ts';

const parts = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 3_155_378_975_999_999_998n }),
    fc.nat(1_000_000),
    fc.nat(5000),
    fc.nat(5000),
  )
  .map(
    ([from, length, rowFrom, rows]): MapSection => ({
      from,
      to: from + BigInt(length) + 1n,
      rowFrom,
      rowTo: rowFrom + rows + 1,
    }),
  );
const LINKED: QueryForm = {
  ...EMPTY_FORM,
  endpoint: 'demo',
  table: 'DemoEventsVer1v0',
  scheme: 'prefixed-ticks',
  volume: 100,
  prefixes: '3-5,37',
  from: '2026-01-01T00:00:00.0000000Z',
  to: '2026-01-01T02:00:00.0000000Z',
  windowGiven: true,
  filter: "Level le 2 and Role eq 'a&b'",
};
const looks = fc.record({
  source: fc.constantFrom(...KEYSPACE_SOURCES),
  basis: fc.constantFrom('max' as const, 'target' as const),
  brightness: fc.integer({ min: -60, max: 60 }).map((tenths) => tenths / 10),
  separator: fc.constantFrom('', '___', '-', '$', '#&='),
  rowsBy: fc.constantFrom('', 'partition', 'property.A.b&c'),
  zoom: fc.option(parts, { nil: undefined }),
  selection: fc.option(parts, { nil: undefined }),
  form: fc.constantFrom(undefined, LINKED),
  probed: fc.constantFrom('', 'DemoEventsVer1v0', '$MetricsHourPrimaryTransactionsTable'),
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
    go: () => undefined,
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
  const DEFAULTS = {
    source: 'run',
    basis: 'max',
    brightness: 0,
    separator: '___',
    rowsBy: '',
    zoom: undefined,
    selection: undefined,
    form: undefined,
    probed: '',
    models: [DEFAULT_MODEL],
  };

  it('without parameters is the default, and the default has no parameters', () => {
    const look = lookOfParams(new Map());
    expect(look).toStrictEqual(DEFAULTS);
    expect(paramsOfLook(look).filter(([, value]) => value !== '')).toEqual([['source', 'run']]);
  });

  it.each<readonly [name: string, text: string, read: Partial<ReturnType<typeof lookOfParams>>]>([
    ['source', 'probe', { source: 'probe' }],
    ['source', 'other', {}],
    ['scale', 'target', { basis: 'target' }],
    ['scale', 'other', {}],
    ['brightness', '6.5', { brightness: 6 }],
    ['brightness', '-7', { brightness: -6 }],
    ['brightness', '1.5', { brightness: 1.5 }],
    ['brightness', 'x', {}],
    ['brightness', 'Infinity', {}],
    ['separator', 'none', { separator: '' }],
    ['separator', '-', { separator: '-' }],
    ['rows', 'partition', { rowsBy: 'partition' }],
    ['zoom', '1,2,3,4', { zoom: { from: 1n, to: 2n, rowFrom: 3, rowTo: 4 } }],
    ['box', '1,2,3,4', { selection: { from: 1n, to: 2n, rowFrom: 3, rowTo: 4 } }],
    ['zoom', '2,2,3,4', {}],
    ['zoom', '1,2,4,4', {}],
    ['zoom', '1,2,3', {}],
    ['zoom', '1,2,3,4,5', {}],
    ['zoom', 'x1,2,3,4', {}],
    ['zoom', '12345678901234567890,2,3,4', {}],
    ['zoom', '1,2,3,12345678', {}],
  ])('reads %s=%s', (name, text, read) => {
    expect(lookOfParams(new Map([[name, text]]))).toStrictEqual({ ...DEFAULTS, ...read });
  });

  it.each([
    ['abc', 'abc'],
    ['$Metrics1', '$Metrics1'],
    ['ab', ''],
    ['1bc', ''],
    ['a-b', ''],
    ['$', ''],
    [`a${'b'.repeat(62)}`, `a${'b'.repeat(62)}`],
    [`a${'b'.repeat(63)}`, ''],
  ])('of a probe for table "%s" reads as "%s"', (table, probed) => {
    const params = new Map([
      ['source', 'probe'],
      ['table', table],
    ]);
    expect(lookOfParams(params)).toMatchObject({ source: 'probe', probed, form: undefined });
    expect(lookOfParams(new Map([['table', table]])).probed).toBe('');
  });

  it('round-trips', () => {
    fc.assert(
      fc.property(looks, (any) => {
        // Only the map of a run belongs to a query, and only the map of a probe to a table.
        const look = {
          ...any,
          form: any.source === 'run' ? any.form : undefined,
          probed: any.source === 'probe' ? any.probed : '',
        };
        const { params } = readHash(writeHash('keyspace', paramsOfLook(look)));
        expect(lookOfParams(params)).toEqual(look);
      }),
    );
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

  it('goes back step by step, skipping mere moves, and is kept in the address', () => {
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

  it('forgets zoom and selection when the source changes, and follows a typed address', () => {
    const bar = at('#/decode');
    const store = createKeyspaceStore(bar.address);
    store.zoomTo(one, true);
    expect(bar.hash()).toBe('#/decode');
    store.change({ source: 'model' });
    expect(store.get().zoom).toBeUndefined();
    bar.go('#/keyspace?v=1&source=run&box=12,15,1,2');
    expect(store.get()).toMatchObject({ source: 'run', selection: two });
  });

  it('belongs to the query that was run: a link keeps its zoom when its query runs, another query resets it', () => {
    const bar = at('#/keyspace?v=1&source=run&zoom=12,15,1,2&table=T&scheme=ticks&from=10&to=20');
    const store = createKeyspaceStore(bar.address);
    const { form } = store.get();
    expect(form).toMatchObject({ table: 'T', scheme: 'ticks', from: '10', to: '20', windowGiven: true });
    if (form === undefined) return;
    store.takeRun(1, form);
    store.zoomTo(one, true);
    expect(store.get().zoom).toEqual(one);
    store.takeRun(1, { ...form, table: 'other' });
    expect(store.get().form?.table).toBe('T');
    store.takeRun(2, { ...form, from: '12' });
    expect(store.get()).toMatchObject({ zoom: undefined, form: { from: '12' } });
    expect(store.canGoBack()).toBe(false);
    expect(bar.hash()).toContain('from=12');
    expect(bar.hash()).not.toContain('zoom=');
  });

  it('keeps what was shown when the bare view is opened, and reads an address with a single parameter', () => {
    const bar = at('#/keyspace?v=1&source=model&zoom=12,15,1,2');
    const store = createKeyspaceStore(bar.address);
    const before = store.get();
    bar.go('#/decode?v=1&text=x');
    store.zoomTo(one, false);
    expect(bar.hash()).toBe('#/decode?v=1&text=x');
    bar.go('#/keyspace');
    expect(store.get()).toEqual({ ...before, zoom: one });
    expect(bar.hash()).toBe('#/keyspace?v=1&source=model&zoom=10,20,0,5&model=default');
    bar.go('#/keyspace?v=1&source=paste');
    expect([store.get().source, store.get().zoom]).toEqual(['paste', undefined]);
  });

  it('keeps its zoom and steps when the same query runs again, and drops both for another', () => {
    const bar = at('#/keyspace?v=1&source=run');
    const store = createKeyspaceStore(bar.address);
    store.takeRun(1, LINKED);
    expect(store.get().form).toBe(LINKED);
    store.zoomTo(one, true);
    store.zoomTo(two, true);
    store.change({ selection: one });
    const again = { ...LINKED, tab: 'map' } as const;
    store.takeRun(2, again);
    expect(store.get()).toMatchObject({ zoom: two, selection: one, form: again });
    store.back();
    expect(store.get().zoom).toEqual(one);
    store.returnTo({ ...LINKED, table: 'Other' });
    expect(store.get()).toMatchObject({ zoom: undefined, selection: undefined, form: { table: 'Other' } });
    expect(store.canGoBack()).toBe(false);
  });

  it('drops zoom, selection and steps with another grouping, and makes no step that changes nothing', () => {
    const store = createKeyspaceStore(at('#/keyspace?v=1&source=run').address);
    store.zoomTo(one, true);
    store.zoomTo(one, true);
    store.back();
    expect(store.get().zoom).toBeUndefined();
    store.zoomTo(one, true);
    store.change({ selection: one });
    store.change({ rowsBy: 'partition' });
    expect(store.get()).toMatchObject({ rowsBy: 'partition', zoom: undefined, selection: undefined });
    expect(store.canGoBack()).toBe(false);
  });

  it('a zoom is kept with the window at the time of the run, while the query stays as typed', () => {
    const bar = at('#/keyspace?v=1&source=run');
    const store = createKeyspaceStore(bar.address);
    const form = { ...LINKED, from: 'now-24h', to: 'now' };
    store.takeRun(1, form, LINKED);
    expect(bar.hash()).toContain('from=now-24h');
    store.zoomTo(one, true);
    const dated = bar.hash();
    expect(dated).toContain('from=2026-01-01T00:00:00.0000000Z&to=2026-01-01T02');
    expect(store.get().form).toBe(form);
    // Returning to the same address, as with Back, keeps the rows.
    bar.go(dated);
    expect(store.get().form).toBe(form);
    store.zoomTo(undefined, true);
    expect(bar.hash()).toContain('from=now-24h');
  });
});

describe('an address of another version', () => {
  it('is left unchanged until something is chosen, and none of it is used', () => {
    const bar = historyBar('#/keyspace?v=1&source=probe');
    const address = createAddressStore(bar);
    const keyspace = createKeyspaceStore(address);
    bar.visit('#/keyspace?v=8&source=model&model=x');
    expect([address.get().unknownVersion, bar.read().hash, keyspace.get().source]).toEqual([
      '8',
      '#/keyspace?v=8&source=model&model=x',
      'probe',
    ]);
    keyspace.change({ source: 'paste' });
    expect([address.get().unknownVersion, bar.read().hash]).toEqual([
      undefined,
      '#/keyspace?v=1&source=paste',
    ]);
  });
});
