import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { RowMask, TimeChoice, TimeColumn, TimedRows } from '../entities/order/timeColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { type RowGrouping, groupLabel, inLabelOrder } from '../keyspace/map/grouping.ts';
import { type KeyspaceMatrix, keyspaceMatrix, MAX_MATRIX_ROWS } from '../keyspace/map/matrix.ts';
import { collectRows, type RowFacts, storeRows } from '../keyspace/sources/collectRows.ts';
import type { FactsRequest, RunMatrixRequest } from './rowTypes.ts';
import type { Codes } from '../entities/bytes/narrowColumn.ts';

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

/** Rows of a store, grouped otherwise than by their scheme. New rows are added; none is read twice. */
export class GroupedRows implements TimedRows {
  readonly groupLabels: string[] = [];
  groups = new Uint32Array(1024);
  rowCount = 0;
  private readonly numbers = new Map<string, number>();
  private readonly store: EntityStore;
  private readonly scheme: KeyScheme;
  readonly grouping: RowGrouping;

  constructor(store: EntityStore, scheme: KeyScheme, grouping: RowGrouping) {
    this.store = store;
    this.scheme = scheme;
    this.grouping = grouping;
  }

  /** Adds the rows that arrived since the last call. O(new rows). */
  update(): void {
    const { store } = this;
    if (this.groups.length < store.rowCount) {
      const larger = new Uint32Array(Math.max(store.rowCount, this.groups.length * 2));
      larger.set(this.groups);
      this.groups = larger;
    }
    for (; this.rowCount < store.rowCount; this.rowCount++)
      this.groups[this.rowCount] = this.groupOf(this.rowCount);
  }

  /** Labels in the order of the map's rows. */
  labels(): readonly string[] {
    return inLabelOrder(this.groupLabels);
  }

  times(choice: TimeChoice): TimeColumn {
    return this.store.times(choice);
  }

  get queryIndexes(): Codes {
    return this.store.queryIndexes;
  }

  private groupOf(row: number): number {
    const { store } = this;
    const label = groupLabel(this.grouping, this.scheme, {
      ...store.key(row),
      value: (name) => store.cell(row, name)?.text,
    });
    const known = this.numbers.get(label);
    if (known !== undefined) return known;
    this.numbers.set(label, this.groupLabels.length);
    this.groupLabels.push(label);
    return this.groupLabels.length - 1;
  }
}
