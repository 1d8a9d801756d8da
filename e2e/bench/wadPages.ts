// For `npm run bench -- results`: entities as Windows Azure Diagnostics writes them over 100 prefixes, in pages of the service.

import { TableClient } from '@azure/data-tables';
import { seeded } from './timing.ts';

export const PAGE_ROWS = 1000;
const ROLES = ['Shop.Web_IN_0', 'Shop.Web_IN_1', 'Shop.Web_IN_2', 'Shop.Worker_IN_0', 'Shop.Worker_IN_1'];
const MESSAGES = [
  'Request finished: 200 GET /items in ',
  'Basket updated, total lines ',
  'Retry after 503 of the gateway, attempt ',
  'Slow request: GET /catalog, ms ',
];
/** This many rows of a prefix follow each other. The times begin again with each prefix. */
const PREFIX_ROWS = 10_000;
const START_SECONDS = 63_930_729_600;
const START_MS = Date.UTC(2026, 10, 20);

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** One page of JSON, always the same for the same number. Its rows are in key order. */
export function wadPage(page: number): string {
  const random = seeded(page + 1);
  const entities = Array.from({ length: PAGE_ROWS }, (_, at) => {
    const row = page * PAGE_ROWS + at;
    const prefix = Math.floor(row / PREFIX_ROWS);
    const second = (row % PREFIX_ROWS) * 2;
    const fraction = padded(random() % 10_000_000, 7);
    const iso = `${new Date(START_MS + second * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
    const minute = START_SECONDS + second - (second % 60);
    const role = ROLES[(random() >>> 8) % ROLES.length] ?? '';
    const message = `${MESSAGES[(random() >>> 8) % MESSAGES.length] ?? ''}${(random() >>> 8) % 50_000}`;
    return [
      `{"odata.etag":"W/\\"datetime'${iso.replaceAll(':', '%3A')}'\\""`,
      `"PartitionKey":"${padded(prefix, 19)}___0${minute}0000000"`,
      `"RowKey":"${padded(row, 10)}"`,
      `"Timestamp":"${iso}"`,
      `"EventTickCount@odata.type":"Edm.Int64","EventTickCount":"${START_SECONDS + second}${fraction}"`,
      `"RoleInstance":"${role}"`,
      `"Level":${2 + ((random() >>> 8) % 3)},"EventId":${(random() >>> 8) % 100}`,
      `"DurationMs":${((random() >>> 8) % 400_000) / 100 + 0.001},"Message":"${message}"}`,
    ].join(',');
  });
  return `{"value":[${entities.join(',')}]}`;
}

/** An entity as the SDK returns it: Int64 as bigint, the keys renamed. */
export interface WadEntity {
  readonly etag: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp: string;
  readonly EventTickCount: bigint;
  readonly RoleInstance: string;
  readonly Level: number;
  readonly EventId: number;
  readonly DurationMs: number;
  readonly Message: string;
}

/** The entities of the first `pages` pages, as the SDK makes them from the bodies of answers. */
export async function wadEntities(pages: number): Promise<WadEntity[]> {
  let served = 0;
  const client = new TableClient('https://account.table.core.windows.net', 'WADLogsTable', {
    httpClient: {
      sendRequest: (request) => {
        const { headers } = request;
        headers.delete('x-ms-continuation-NextPartitionKey');
        headers.delete('x-ms-continuation-NextRowKey');
        const body = wadPage(served);
        served += 1;
        if (served < pages) {
          headers.set('x-ms-continuation-NextPartitionKey', 'next');
          headers.set('x-ms-continuation-NextRowKey', String(served));
        }
        headers.set('Content-Type', 'application/json');
        return Promise.resolve({ request, status: 200, headers, bodyAsText: body });
      },
    },
  });
  const entities: WadEntity[] = [];
  for await (const page of client.listEntities<WadEntity>().byPage())
    for (const entity of page) entities.push(entity);
  return entities;
}
