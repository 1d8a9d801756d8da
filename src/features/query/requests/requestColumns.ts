import type { GridColumn } from '../../../ui/grid/gridTypes.ts';
import { formatBytes, formatCount, formatMs } from '../../../ui/format.ts';
import { faultWords, type LoggedRequest, serviceMs } from './requestLog.ts';
import { tokenWords } from './requestFields.ts';

export interface RequestColumn extends GridColumn {
  readonly text: (request: LoggedRequest) => string;
}

const column = (id: string, title: string, width: number, text: RequestColumn['text']): RequestColumn => ({
  id,
  title,
  width,
  text,
});
const number = (id: string, title: string, width: number, text: RequestColumn['text']): RequestColumn => ({
  ...column(id, title, width, text),
  align: 'end',
});
const ms = (value: number | undefined): string => (value === undefined ? '' : formatMs(value));

/** The grid of all requests: the same as the waterfall, in words. */
export const REQUEST_COLUMNS: readonly RequestColumn[] = [
  {
    ...column('sent', 'Sent', 124, ({ record }) => new Date(record.sentAtUnixMs).toISOString().slice(11, 23)),
    note: 'UTC',
    mono: true,
  },
  column('name', 'Query', 150, ({ bar }) => bar.name),
  column('outcome', 'Outcome', 90, ({ outcome }) => outcome),
  number('status', 'Status', 64, ({ record }) => (record.status === undefined ? '' : String(record.status))),
  number('first', 'First byte', 88, ({ record }) => ms(serviceMs(record))),
  number('body', 'Body', 72, ({ record: { headersAtMs, endedAtMs } }) =>
    headersAtMs === undefined || endedAtMs === undefined ? '' : formatMs(endedAtMs - headersAtMs),
  ),
  number('queued', 'Queued', 76, ({ record }) => formatMs(record.startedAtMs - record.queuedAtMs)),
  number('rows', 'Rows', 70, ({ record }) => (record.rows === undefined ? '' : formatCount(record.rows))),
  number('bytes', 'Bytes', 80, ({ record }) => (record.bytes === undefined ? '' : formatBytes(record.bytes))),
  number('lane', 'Lane', 56, ({ record }) => String(record.lane + 1)),
  number('wait', 'Retry in', 80, ({ record }) => ms(record.retryWaitMs)),
  column('why', 'Why', 230, ({ record }) => record.retryReason ?? faultWords(record)),
  column('token', 'Token that came', 290, ({ record }) => tokenWords(record.token)),
  { ...column('id', 'x-ms-request-id', 300, ({ record }) => record.requestId ?? ''), mono: true },
];
