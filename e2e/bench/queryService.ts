// The scripted service for `npm run bench -- query` and `-- faults`, in Node: 40 ms away, with rows made on demand.
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import type { DemoProperty } from '../../scripts/demo/rows.mjs';
import { recommendedRule } from '../rig/corsRules.ts';
import { startFaultProxy } from '../rig/faultProxy.ts';
import { hostStyleEndpoint } from '../rig/hostStyle.ts';
import type { LoggedRequest } from '../rig/requestLog.ts';
import type { RowSource } from '../rig/rowSource.ts';
import { startTableService } from '../rig/tableService.ts';

const LATENCY_MS = 40;
const PREFIXES = 100;
const MINUTE = 600_000_000n;
/** 2024-03-01T00:00:00Z */
const FROM = 638_448_480_000_000_000n;

/** A day after `FROM`. */
const LAST_SYNC_MS = Date.UTC(2024, 2, 2);

const d19 = (value: bigint | number): string => String(value).padStart(19, '0');

/** Seven properties of six types. */
function eventProperties(index: number, prefix: number): readonly DemoProperty[] {
  return [
    ['EventTickCount', 'Int64', String(FROM + BigInt(index))],
    ['PreciseTimeStamp', 'DateTime', '2024-03-01T00:00:00.1234567Z'],
    ['Level', 'Int32', String(index % 5)],
    ['Message', 'String', `Operation ${index} of prefix ${prefix} has ended with a result`],
    ['Duration', 'Double', String((index % 977) / 8)],
    ['Succeeded', 'Boolean', index % 7 === 0 ? 'false' : 'true'],
    ['ActivityId', 'Guid', `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`],
  ];
}

/** The thirteen properties of WADLogsTable, the table that people read most. */
function logProperties(index: number, prefix: number): readonly DemoProperty[] {
  const ticks = String(FROM + BigInt(index) * 1000n);
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
    [
      'Message',
      'String',
      `Operation ${index} of prefix ${prefix} has ended with a result; TraceSource 'Front'`,
    ],
    ['RowIndex', 'String', d19(index)],
    ['EventSourceName', 'String', 'Microsoft-Windows-Diagnostics'],
    ['ActivityId', 'Guid', `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`],
  ];
}

/** The rows of one prefix after another, a minute apart. `rowsOf` says how many rows a prefix has. */
function rowsOfPrefixes(
  rowsOf: (prefix: number) => number,
  propertiesOf: (index: number, prefix: number) => readonly DemoProperty[] = eventProperties,
): RowSource {
  const starts: number[] = [];
  let count = 0;
  for (let prefix = 0; prefix < PREFIXES; prefix += 1) {
    starts.push(count);
    count += rowsOf(prefix);
  }
  return {
    count,
    rowAt: (index) => {
      let prefix = starts.findLastIndex((start) => start <= index);
      while (rowsOf(prefix) === 0) prefix -= 1;
      const at = index - (starts[prefix] ?? 0);
      return {
        partitionKey: `${d19(prefix)}___${d19(FROM + BigInt(at) * MINUTE)}`,
        rowKey: `deployment___Front___Front_IN_${prefix}___${d19(index)}`,
        timestamp: '2024-03-01T00:00:00.1234567Z',
        properties: propertiesOf(index, prefix),
      };
    },
  };
}

export interface BenchService {
  /** SAS URL through the proxy. */
  readonly sasUrl: string;
  /**
   * The same with the account in the host name, so that its read-only copy has its own sockets. This SAS can also read the stats.
   */
  readonly hostSasUrl: string;
  /**
   * Changes the service from the next request on. `jitterMs`: each answer takes up to this much longer, at random. `rowMs`: extra
   * time per row. Both default to none.
   */
  readonly change: (
    table: TableName,
    rowsPerPage: number,
    times?: { readonly jitterMs?: number; readonly rowMs?: number },
  ) => Promise<void>;
  readonly log: () => readonly LoggedRequest[];
  readonly inFlight: () => number;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

/** Rows per prefix in the even table. */
export const ROWS_EACH = 40;
/** Rows per prefix in the logs table. */
export const LOGS_EACH = 400;
/** The skewed table has about as many rows as the even one, half of them in prefix 0. */
export const SKEWED = {
  largest: (PREFIXES * ROWS_EACH) / 2,
  each: ROWS_EACH / 2 - 1,
  pageRows: ROWS_EACH / 2,
} as const;

type TableName = 'even' | 'skewed' | 'large' | 'logs';

/** Messages to and from the service's thread. */
interface Change {
  readonly table: TableName;
  readonly rowsPerPage: number;
  readonly jitterMs: number;
  readonly rowMs: number;
}
interface Started {
  readonly endpoint: string;
  readonly sas: string;
  /** A SAS that can also read the stats of the copy. */
  readonly statsSas: string;
}

/** Runs in the service's own thread. */
async function serve(port: MessagePort, origin: string): Promise<void> {
  const tables = {
    even: rowsOfPrefixes(() => ROWS_EACH),
    skewed: rowsOfPrefixes((prefix) => (prefix === 0 ? SKEWED.largest : SKEWED.each)),
    large: rowsOfPrefixes(() => 200, logProperties),
    logs: rowsOfPrefixes(() => LOGS_EACH, logProperties),
  };
  const service = await startTableService({
    tables: new Map([['Bench', tables.even]]),
    cors: [recommendedRule(origin)],
    load: { latencyMs: LATENCY_MS },
    secondary: { status: 'live', lastSyncMs: LAST_SYNC_MS },
  });
  port.on('message', ({ table, rowsPerPage, jitterMs, rowMs }: Change) => {
    service.change({
      tables: new Map([['Bench', tables[table]]]),
      paging: { rowsPerPage, rowMs },
      load: { latencyMs: LATENCY_MS, jitterMs },
    });
    port.postMessage('changed');
  });
  const started: Started = {
    endpoint: service.endpoint,
    sas: service.accountSas(),
    statsSas: service.accountSas({ resourceTypes: 'sco' }),
  };
  port.postMessage(started);
}

if (parentPort !== null) void serve(parentPort, String(workerData));

/** Starts the service in its own thread, so that the proxy's clock does not wait while pages are made. */
export async function startBenchService(origin: string): Promise<BenchService> {
  const thread = new Worker(new URL(import.meta.url), { workerData: origin });
  const [started] = (await once(thread, 'message')) as readonly unknown[];
  const { endpoint, sas, statsSas } = started as Started;
  const proxy = await startFaultProxy({ target: endpoint });
  return {
    sasUrl: `${proxy.endpoint}?${sas}`,
    hostSasUrl: `${hostStyleEndpoint(proxy.endpoint)}?${statsSas}`,
    change: async (table, rowsPerPage, { jitterMs = 0, rowMs = 0 } = {}) => {
      const change: Change = { table, rowsPerPage, jitterMs, rowMs };
      thread.postMessage(change);
      await once(thread, 'message');
    },
    log: proxy.log.all,
    inFlight: proxy.log.inFlight,
    clear: proxy.log.clear,
    close: async () => {
      await proxy.close();
      await thread.terminate();
    },
  };
}

/** The 101 coverage checks that the app plans: below, between and above the prefixes. */
export function benchGuards(): readonly {
  readonly position: 'below' | 'between' | 'above';
  readonly label: string;
  readonly filter: string;
}[] {
  const end = d19(FROM + BigInt(PREFIXES * ROWS_EACH) * MINUTE);
  return Array.from({ length: PREFIXES + 1 }, (_, gap) => {
    const above = `PartitionKey ge '${d19(gap - 1)}___${end}'`;
    const below = `PartitionKey lt '${d19(gap)}___${d19(FROM)}'`;
    const label = `gap ${gap}`;
    if (gap === 0) return { position: 'below', label, filter: below };
    return gap === PREFIXES
      ? { position: 'above', label, filter: above }
      : { position: 'between', label, filter: `${above} and ${below}` };
  });
}

/** One query per prefix with its keys, as the app plans them. */
export function benchQueries(): readonly {
  readonly label: string;
  readonly filter: string;
  readonly range: {
    readonly partition: { readonly from: string; readonly to: string };
    readonly prefix: number;
    readonly exact: boolean;
  };
}[] {
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
