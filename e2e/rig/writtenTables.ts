// The tables that clients make in a scripted service with a write side, and how each change of a row affects them.
import type { DemoProperty, DemoRow } from '../../scripts/demo/rows.mjs';
import { type ServiceFault, serviceFault } from './errorAnswer.ts';
import { type RowSource, seek } from './rowSource.ts';

/** What a request does to a row. `etag` is that of If-Match. If undefined, the row is inserted or replaced, or inserted or merged. */
export interface RowChange {
  readonly kind: 'insert' | 'replace' | 'merge' | 'delete';
  readonly row: DemoRow;
  readonly etag?: string | undefined;
}

/** Rows in key order, by index. */
export class WrittenRows implements RowSource {
  private readonly rows: DemoRow[] = [];

  get count(): number {
    return this.rows.length;
  }

  rowAt(index: number): DemoRow {
    const row = this.rows[index];
    if (row === undefined) throw new RangeError(`No row ${index} of ${this.rows.length}`);
    return row;
  }

  find({ partitionKey, rowKey }: DemoRow): { readonly index: number; readonly row: DemoRow | undefined } {
    const index = seek(this, partitionKey, rowKey);
    const row = this.rows[index];
    return { index, row: row?.partitionKey === partitionKey && row.rowKey === rowKey ? row : undefined };
  }

  /** Why a change is refused; undefined if it is not. */
  faultOf({ kind, row, etag }: RowChange): ServiceFault | undefined {
    const before = this.find(row).row;
    if (kind === 'insert') return before === undefined ? undefined : serviceFault(409, 'EntityAlreadyExists');
    if (etag === undefined) return undefined;
    if (before === undefined) return serviceFault(404, 'ResourceNotFound');
    return etag === '*' || sameEtag(etag, etagOf(before))
      ? undefined
      : serviceFault(412, 'UpdateConditionNotSatisfied');
  }

  /** Makes a change that `faultOf` allows. */
  apply({ kind, row }: RowChange): void {
    const { index, row: before } = this.find(row);
    const replaced = before === undefined ? 0 : 1;
    if (kind === 'delete') this.rows.splice(index, replaced);
    else this.rows.splice(index, replaced, kind === 'merge' && before ? merged(before, row) : row);
  }
}

function merged(before: DemoRow, { properties, timestamp }: DemoRow): DemoRow {
  const names = new Set(properties.map(([name]) => name));
  const kept = before.properties.filter(([name]) => !names.has(name));
  return { ...before, timestamp, properties: [...kept, ...properties] };
}

export function etagOf({ timestamp }: DemoRow): string {
  return `W/"datetime'${encodeURIComponent(timestamp)}'"`;
}

/** Two forms of a time are the same version: one has all seven digits, the other no zeros at the end. */
function sameEtag(a: string, b: string): boolean {
  const short = (etag: string) => decodeURIComponent(etag).replace(/\.0*Z|(\.\d*[1-9])0*Z/, '$1Z');
  return short(a) === short(b);
}

/** Makes a row of the JSON that a client sends. If there is no odata.type, a value has the type of its JSON. */
export function rowOf(
  entity: Readonly<Record<string, unknown>>,
  keys: { readonly partitionKey: string; readonly rowKey: string },
  timestamp: string,
): DemoRow {
  const own = Object.entries(entity).filter(
    ([name]) => !['PartitionKey', 'RowKey', 'Timestamp'].includes(name) && !name.includes('odata.'),
  );
  const properties = own.map(([name, value]): DemoProperty => {
    const told = entity[`${name}@odata.type`];
    const type = typeof told === 'string' ? (told.replace('Edm.', '') as DemoProperty[1]) : typeOf(value);
    return [name, type, String(value)];
  });
  return { ...keys, timestamp, properties };
}

function typeOf(value: unknown): DemoProperty[1] {
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value !== 'number') return 'String';
  return Number.isInteger(value) ? 'Int32' : 'Double';
}

/** The tables that clients made, by their names in lower case. */
export class WrittenTables {
  private readonly tables = new Map<string, { readonly name: string; readonly rows: WrittenRows }>();
  /** When the name of a deleted table is free again, in milliseconds since the Unix epoch. */
  private readonly deleted = new Map<string, number>();

  rows(name: string): WrittenRows | undefined {
    return this.tables.get(name.toLowerCase())?.rows;
  }

  /** All tables, in the form in which others are read. */
  sources(): readonly (readonly [string, RowSource])[] {
    return [...this.tables.values()].map(({ name, rows }) => [name, rows]);
  }

  create(name: string, nowMs: number): ServiceFault | undefined {
    if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name)) return serviceFault(400, 'InvalidResourceName');
    if ((this.deleted.get(name.toLowerCase()) ?? 0) > nowMs) return serviceFault(409, 'TableBeingDeleted');
    if (this.rows(name) !== undefined) return serviceFault(409, 'TableAlreadyExists');
    this.tables.set(name.toLowerCase(), { name, rows: new WrittenRows() });
    return undefined;
  }

  drop(name: string, freeAtMs: number): ServiceFault | undefined {
    if (!this.tables.delete(name.toLowerCase())) return serviceFault(404, 'ResourceNotFound');
    this.deleted.set(name.toLowerCase(), freeAtMs);
    return undefined;
  }
}
