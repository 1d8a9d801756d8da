// Building blocks for the tables of random worlds.
import { arrayRows, type RowSource } from '../rig/rowSource.ts';
import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import type { Random } from '../../scripts/demo/random.mjs';
import { compareRows, type DemoProperty, type DemoRow } from '../../scripts/demo/rows.mjs';

export const TABLE = 'Events';
/** Another table of the account, which no run reads. */
export const BESIDE = 'Beside';
/** 2024-03-01T00:00:00Z */
export const NOON = 638_448_480_000_000_000n;

/** The keys of an actual or possible row. */
export interface Spot {
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}

export type WorldRow = DemoRow & Spot;

/** A name that is unique in the account. */
export function nameOf({ table, partitionKey, rowKey }: Spot): string {
  return `${table}\u0000${partitionKey}\u0000${rowKey}`;
}

export function request(part: Partial<PlanRequest>): PlanRequest {
  return { tableName: TABLE, schemeId: 'none', volume: 1, unprefixed: false, ...part };
}

const TEXTS = ['', 'plain', "it's", 'ünï😀', '{"a":[1]}', '\\" \\\\', '\u2028', 'x'.repeat(300)];

export function rowOf(random: Random, partitionKey: string, rowKey: string, table = TABLE): WorldRow {
  const properties: DemoProperty[] = [['Level', 'Int32', String(random.below(5))]];
  if (random.next() < 0.5) properties.push(['Text', 'String', random.pick(TEXTS)]);
  if (random.next() < 0.3) properties.push(['Real', 'Double', String(random.pick([5, -0.25, 1e300]))]);
  if (random.next() < 0.2) properties.push(['Long', 'Int64', String(random.below(2 ** 31) * 4_000_000)]);
  return { table, partitionKey, rowKey, timestamp: '2024-03-01T00:00:00.1234567Z', properties };
}

/** In key order, table by table, each key once. */
export function sorted(rows: WorldRow[]): readonly WorldRow[] {
  const order = (a: WorldRow, b: WorldRow): number =>
    a.table === b.table ? compareRows(a, b) : a.table < b.table ? -1 : 1;
  rows.sort(order);
  return rows.filter((row, i) => i === 0 || order(rows[i - 1] as WorldRow, row) !== 0);
}

/** Keys before and after all numbers of 19 digits. */
export function aroundHome(): readonly Spot[] {
  return ['!', 'zzz'].map((partitionKey) => ({ table: TABLE, partitionKey, rowKey: 'r' }));
}

/** Every table that exists, with its rows, and one more that can show continuation tokens. */
export function tablesOf(
  { tables }: { readonly tables: readonly string[] },
  rows: readonly WorldRow[],
): Map<string, RowSource> {
  const timestamp = '2024-03-01T00:00:00.1234567Z';
  const beside = ['1', '2'].map((rowKey) => ({ partitionKey: '', rowKey, timestamp, properties: [] }));
  return new Map([
    ...tables.map((name) => [name, arrayRows(rows.filter(({ table }) => table === name))] as const),
    [BESIDE, arrayRows(beside)],
  ]);
}
