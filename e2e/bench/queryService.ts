// For `npm run bench -- query`: the scripted service in Node, with a latency of 40 ms and rows made on demand.
import { d19, MINUTE } from '../../scripts/demo/keyText.mjs';
import type { DemoProperty } from '../../scripts/demo/rows.mjs';
import { recommendedRule } from '../rig/corsRules.ts';
import type { RowSource } from '../rig/rowSource.ts';
import { startTableService } from '../rig/tableService.ts';
import type { BenchQuery } from './queryPage.ts';

const LATENCY_MS = 40;
const PREFIXES = 100;
/** 2024-03-01T00:00:00Z */
const FROM = 638_448_480_000_000_000n;

/** Rows per prefix in the even table. */
export const ROWS_EACH = 40;
/** The skewed table has about as many rows as the even one, half of them in prefix 0. */
export const SKEWED = {
  largest: (PREFIXES * ROWS_EACH) / 2,
  each: ROWS_EACH / 2 - 1,
  pageRows: ROWS_EACH / 2,
} as const;

/** The thirteen properties of WADLogsTable, the table that people read most. */
function logProperties(index: number, prefix: number): readonly DemoProperty[] {
  const ticks = String(FROM + BigInt(index) * 1000n);
  const message = `Operation ${index} of prefix ${prefix} has ended with a result; TraceSource 'Front'`;
  return [
    ['EventTickCount', 'Int64', ticks],
    ['PreciseTimeStamp', 'DateTime', '2024-03-01T00:00:00.1234567Z'],
    ['DeploymentId', 'String', '5b1f3f4e0d6a4c2f9d3e7a8b9c0d1e2f'],
    ['Role', 'String', 'Front'],
    ['RoleInstance', 'String', `Front_IN_${prefix}`],
    ['Level', 'Int32', String(index % 5)],
    ['EventId', 'Int32', String(index % 1000)],
    ['Pid', 'Int32', '4120'],
    ['Tid', 'Int32', String(4000 + (index % 64))],
    ['Message', 'String', message],
    ['RowIndex', 'String', d19(index)],
    ['EventSourceName', 'String', 'Microsoft-Windows-Diagnostics'],
    ['ActivityId', 'Guid', `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`],
  ];
}

/** The rows of one prefix after the other, a minute apart. `rowsOf` gives the number of rows of a prefix, at least one. */
function rowsOfPrefixes(rowsOf: (prefix: number) => number): RowSource {
  const starts: number[] = [];
  let count = 0;
  for (let prefix = 0; prefix < PREFIXES; prefix += 1) {
    starts.push(count);
    count += rowsOf(prefix);
  }
  return {
    count,
    rowAt: (index) => {
      const prefix = starts.findLastIndex((start) => start <= index);
      const at = index - (starts[prefix] ?? 0);
      return {
        partitionKey: `${d19(prefix)}___${d19(FROM + BigInt(at) * MINUTE)}`,
        rowKey: `deployment___Front___Front_IN_${prefix}___${d19(index)}`,
        timestamp: '2024-03-01T00:00:00.1234567Z',
        properties: logProperties(index, prefix),
      };
    },
  };
}

const TABLES = {
  even: rowsOfPrefixes(() => ROWS_EACH),
  skewed: rowsOfPrefixes((prefix) => (prefix === 0 ? SKEWED.largest : SKEWED.each)),
  large: rowsOfPrefixes(() => 200),
};

export async function startBenchService(origin: string): Promise<{
  readonly sasUrl: string;
  /** From the next request on, uses this table and this number of rows per page. */
  readonly change: (table: keyof typeof TABLES, rowsPerPage: number) => void;
  readonly close: () => Promise<void>;
}> {
  const service = await startTableService({
    tables: new Map([['Bench', TABLES.even]]),
    cors: [recommendedRule(origin)],
    load: { latencyMs: LATENCY_MS },
  });
  return {
    sasUrl: `${service.endpoint}?${service.accountSas()}`,
    change: (table, rowsPerPage) =>
      service.change({ tables: new Map([['Bench', TABLES[table]]]), paging: { rowsPerPage } }),
    close: service.close,
  };
}

/** One query per prefix with its keys, as the app plans them. */
export function benchQueries(): readonly BenchQuery[] {
  return Array.from({ length: PREFIXES }, (_, prefix) => {
    const from = `${d19(prefix)}___${d19(FROM)}`;
    const to = `${d19(prefix)}___${d19(FROM + BigInt(PREFIXES * ROWS_EACH) * MINUTE)}`;
    return {
      label: `prefix ${prefix}`,
      filter: `PartitionKey ge '${from}' and PartitionKey lt '${to}'`,
      range: { partition: { from, to }, prefix, exact: true },
    };
  });
}

const ROWS_OF_PARTITION = 4;
/** The table for `npm run bench -- count`: 100 prefixes of 25,000 minutes each. */
export const COUNTED = { rows: 10_000_000, partitions: 2_500_000 } as const;

/** Without latency, because this benchmark is about memory. */
export async function startCountService(origin: string): Promise<{
  readonly sasUrl: string;
  readonly close: () => Promise<void>;
}> {
  const rowsEach = COUNTED.rows / PREFIXES;
  const rows: RowSource = {
    count: COUNTED.rows,
    rowAt: (index) => {
      const at = index % rowsEach;
      const minute = FROM + BigInt(Math.floor(at / ROWS_OF_PARTITION)) * MINUTE;
      return {
        partitionKey: `${d19(Math.floor(index / rowsEach))}___${d19(minute)}`,
        rowKey: d19(at % ROWS_OF_PARTITION),
        timestamp: '2024-03-01T00:00:00.1234567Z',
        properties: [],
      };
    },
  };
  const service = await startTableService({
    tables: new Map([['Bench', rows]]),
    cors: [recommendedRule(origin)],
  });
  return { sasUrl: `${service.endpoint}?${service.accountSas()}`, close: service.close };
}
