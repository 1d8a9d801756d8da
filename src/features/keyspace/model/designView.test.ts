import { describe, expect, it } from 'vitest';
import { createAddressStore } from '../../../state/address/address.ts';
import { createKeyspaceStore, type MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { designView } from './designView.ts';

const PART: MapSection = { from: 10n, to: 20n, rowFrom: 3, rowTo: 7 };

function setUp(hash = '#/keyspace?v=1&source=model') {
  let now = hash;
  const bar = {
    read: () => ({ search: '', hash: now }),
    write: ({ hash: next }: { readonly hash: string }) => {
      now = next;
    },
    onChange: () => undefined,
    go: () => undefined,
  };
  const store = createKeyspaceStore(createAddressStore(bar));
  return { designs: [designView(store, 0), designView(store, 1)] as const, address: () => now };
}

describe('designView', () => {
  it('time is shared, rows belong to the design that was zoomed', () => {
    const {
      designs: [a, b],
    } = setUp();
    b.zoomTo(PART, true);
    expect(b.get().zoom).toEqual(PART);
    expect(a.get().zoom).toMatchObject({ from: 10n, to: 20n, rowFrom: 0 });
    expect(a.get().zoom?.rowTo).toBeGreaterThan(1000);
    a.zoomTo({ ...PART, to: 30n }, true);
    expect(a.get().zoom?.rowFrom).toBe(3);
    expect(b.get().zoom).toMatchObject({ to: 30n, rowFrom: 0 });
    b.back();
    expect(b.get().zoom).toEqual(PART);
  });

  it('a selection is of one design, and both come back from the address', () => {
    const {
      designs: [a, b],
      address,
    } = setUp();
    b.zoomTo(PART, true);
    b.change({ selection: PART });
    expect([a.get().selection, b.get().selection]).toEqual([undefined, PART]);
    const again = setUp(address()).designs;
    expect(again[0].get().selection).toBeUndefined();
    expect(again[1].get()).toMatchObject({ zoom: PART, selection: PART });
    again[0].change({ selection: PART });
    expect([again[0].get().selection, again[1].get().selection]).toEqual([PART, undefined]);
    again[0].change({ basis: 'target' });
    expect(again[1].get()).toMatchObject({ basis: 'target' });
    expect(again[1].get()).toBe(again[1].get());
  });
});
