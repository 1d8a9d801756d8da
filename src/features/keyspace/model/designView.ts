import type { KeyspaceLook, MapSection, KeyspaceStore } from '../../../state/keyspace/keyspaceStore.ts';

/**
 * How many row numbers in an address belong to each design: more than the map of a model has. Those of the second design begin after the
 * first.
 */
const ROWS_PER_DESIGN = 10_000;

function ownPart(part: MapSection | undefined, firstRow: number): MapSection | undefined {
  const isOwn = part !== undefined && part.rowFrom >= firstRow && part.rowTo <= firstRow + ROWS_PER_DESIGN;
  return isOwn ? { ...part, rowFrom: part.rowFrom - firstRow, rowTo: part.rowTo - firstRow } : undefined;
}

function storedPart(part: MapSection | undefined, firstRow: number): MapSection | undefined {
  return part && { ...part, rowFrom: part.rowFrom + firstRow, rowTo: part.rowTo + firstRow };
}

function ownLook(look: KeyspaceLook, firstRow: number): KeyspaceLook {
  const { zoom, selection } = look;
  return {
    ...look,
    // Two designs are compared at the same time, so they share that. The rows belong to the design that was zoomed.
    zoom: ownPart(zoom, firstRow) ?? (zoom && { ...zoom, rowFrom: 0, rowTo: ROWS_PER_DESIGN }),
    selection: ownPart(selection, firstRow),
  };
}

/** The keyspace store as one of two designs sees it: both show the same time, but each has its own rows and selection. */
export function designView(store: KeyspaceStore, index: number): KeyspaceStore {
  const firstRow = index * ROWS_PER_DESIGN;
  let seen: { readonly of: KeyspaceLook; readonly own: KeyspaceLook } | undefined;
  return {
    ...store,
    get: () => {
      const of = store.get();
      if (seen?.of !== of) seen = { of, own: ownLook(of, firstRow) };
      return seen.own;
    },
    change: (change) =>
      store.change(
        'selection' in change ? { ...change, selection: storedPart(change.selection, firstRow) } : change,
      ),
    zoomTo: (zoom, isStep) => store.zoomTo(storedPart(zoom, firstRow), isStep),
  };
}
