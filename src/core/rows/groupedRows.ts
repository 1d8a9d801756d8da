import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { Codes } from '../entities/bytes/narrowColumn.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import type { TimeChoice, TimeColumn, TimedRows } from '../entities/order/timeColumn.ts';
import { groupLabel, inLabelOrder, type RowGrouping } from '../keyspace/map/grouping.ts';

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
