import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { RowMask } from '../entities/order/timeColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import type { RowGrouping } from '../keyspace/map/grouping.ts';
import { type KeyspaceMatrix, keyspaceMatrix, MAX_MATRIX_ROWS } from '../keyspace/map/matrix.ts';
import { collectRows, type RowFacts } from '../keyspace/sources/collectRows.ts';
import { storeRows } from '../keyspace/sources/keyRow.ts';
import { GroupedRows } from './groupedRows.ts';
import type { FactsRequest, RunMatrixRequest } from './rowTypes.ts';

/** The rows of a store as the map needs them: by any grouping, with facts for the diagnosis. */
export class StoreMap {
  private readonly store: EntityStore;
  private readonly scheme: KeyScheme;
  /** The last grouping used. */
  private grouped: GroupedRows | undefined;

  constructor(store: EntityStore, scheme: KeyScheme) {
    this.store = store;
    this.scheme = scheme;
  }

  matrix({ grouping, ...request }: RunMatrixRequest, mask?: RowMask): KeyspaceMatrix {
    if (grouping === undefined) return keyspaceMatrix(this.store, request, undefined, mask);
    const rows = this.groupedBy(grouping);
    const known = rows.labels();
    // If there are too many groups, only the largest get rows of their own.
    const labels = known.length <= MAX_MATRIX_ROWS ? known : [];
    return keyspaceMatrix(rows, { ...request, by: 'group', labels }, undefined, mask);
  }

  /** One pass over all rows. */
  facts(request: FactsRequest): RowFacts {
    return collectRows(storeRows(this.store), { scheme: this.scheme, ...request });
  }

  /** The rows by another grouping; the last one is kept. */
  groupedBy(grouping: RowGrouping): GroupedRows {
    const isSame = JSON.stringify(this.grouped?.grouping) === JSON.stringify(grouping);
    const rows =
      isSame && this.grouped !== undefined
        ? this.grouped
        : new GroupedRows(this.store, this.scheme, grouping);
    rows.update();
    this.grouped = rows;
    return rows;
  }
}
