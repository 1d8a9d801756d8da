import { formatBytes, formatCount, formatMs } from '../../../../ui/format.ts';
import { tokenWords } from './requestFields.ts';
import { faultWords, type LoggedRequest, serviceMs } from './requestLog.ts';
import { numberColumn, type SortableColumn, wordColumn } from './sortableColumn.ts';
import type { SortValue } from './sortedRows.ts';

type RequestColumn = SortableColumn<LoggedRequest>;
const column = wordColumn<LoggedRequest>;
const number = numberColumn<LoggedRequest>;

/** The grid of all requests: the same as the waterfall, in words. */
export const REQUEST_COLUMNS: readonly RequestColumn[] = [
  {
    ...column('sent', 'Sent', 124, ({ record }) => new Date(record.sentAtUnixMs).toISOString().slice(11, 23)),
    note: 'UTC',
    mono: true,
    value: ({ record }) => record.sentAtUnixMs,
  },
  column('name', 'Query', 150, ({ bar }) => bar.name),
  column('outcome', 'Outcome', 98, ({ outcome }) => outcome),
  number('status', 'Status', 76, ({ record }) => record.status, String),
  number('first', 'First byte', 108, ({ record }) => serviceMs(record), formatMs),
  number(
    'body',
    'Body',
    76,
    ({ record: { headersAtMs, endedAtMs } }) =>
      headersAtMs === undefined || endedAtMs === undefined ? undefined : endedAtMs - headersAtMs,
    formatMs,
  ),
  number('queued', 'Queued', 84, ({ record }) => record.startedAtMs - record.queuedAtMs, formatMs),
  number('rows', 'Rows', 72, ({ record }) => record.rows, formatCount),
  number('bytes', 'Bytes', 84, ({ record }) => record.bytes, formatBytes),
  number('lane', 'Lane', 68, ({ record }) => record.lane + 1, String),
  number('wait', 'Retry in', 88, ({ record }) => record.retryWaitMs, formatMs),
  column('why', 'Why', 230, ({ record }) => record.retryReason ?? faultWords(record)),
  column('token', 'Token received', 290, ({ record }) => tokenWords(record.token)),
  { ...column('id', 'x-ms-request-id', 300, ({ record }) => record.requestId ?? ''), mono: true },
];

/** For sorting by the column with this id. */
export function requestValue(request: LoggedRequest, columnId: string): SortValue {
  return REQUEST_COLUMNS.find(({ id }) => id === columnId)?.value(request);
}
