import type { ReactNode } from 'react';
import { cx } from '../../../../ui/classes.ts';
import { formatBytes, formatCount, formatMs } from '../../../../ui/format.ts';
import css from './requests.module.css';
import { type LoggedRequest, serviceMs } from './requestLog.ts';

export function RequestCounts({ summary }: { readonly summary: RequestSummary }): ReactNode {
  const { requests, preflights, bytes, retries, retryWaitMs, throttled, failed, emptyPages } = summary;
  const counts: readonly (readonly [label: string, value: string, isWarning?: boolean])[] = [
    [requests === 1 ? 'request' : 'requests', formatCount(requests)],
    ...(preflights > 0
      ? [[preflights === 1 ? 'preflight' : 'preflights', formatCount(preflights)] as const]
      : []),
    ['read', formatBytes(bytes)],
    [retries === 1 ? 'retry' : 'retries', formatCount(retries), retries > 0],
    ...(retryWaitMs > 0 ? [['waited', formatMs(retryWaitMs), true] as const] : []),
    ['throttled', formatCount(throttled), throttled > 0],
    ...(failed > 0 ? [['failed', formatCount(failed), true] as const] : []),
    [emptyPages === 1 ? 'empty page' : 'empty pages', formatCount(emptyPages)],
  ];
  return (
    <dl className={css.counts}>
      {counts.map(([label, value, isWarning = false]) => (
        <div key={label} className={cx(css.count, isWarning && css.warning)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const QUANTILES = ['p50', 'p95', 'max'] as const;
const LATENCIES = [
  [
    'service',
    'First byte',
    "From sending to the first byte: the service's own time, and that of a preflight",
  ],
  ['whole', 'Last byte', 'From sending to the last byte'],
  ['queued', 'Queued here', "Waiting in this page for a lane; not part of the service's time"],
] as const;

/** How fast the service answered, and separately how long requests waited in this page. */
export function RequestLatencies({ summary }: { readonly summary: RequestSummary }): ReactNode {
  return (
    <table className={css.quantiles}>
      <thead>
        <tr>
          <th scope="col">Latency</th>
          {QUANTILES.map((quantile) => (
            <th key={quantile} scope="col">
              {quantile}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LATENCIES.map(([of, name, title]) => (
          <tr key={of}>
            <th scope="row" title={title}>
              {name}
            </th>
            {QUANTILES.map((quantile) => (
              <td key={quantile}>{summary[of] && formatMs(summary[of][quantile])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The summary in one sentence, saying what the picture of all requests shows. */
export function summaryWords(summary: RequestSummary): string {
  const { requests, retries, throttled, failed, emptyPages, service } = summary;
  const parts = [
    `${formatCount(requests)} requests`,
    `${formatCount(retries)} retries`,
    `${formatCount(throttled)} throttled`,
    `${formatCount(failed)} failed`,
    `${formatCount(emptyPages)} empty pages`,
  ];
  const latency =
    service === undefined
      ? ''
      : ` First byte: half within ${formatMs(service.p50)}, 95 % within ${formatMs(service.p95)}, the slowest ${formatMs(service.max)}.`;
  return `${parts.join(', ')}.${latency} The grid below holds the same requests. Arrow keys go through them, N to the next that was throttled or failed, plus and minus zoom.`;
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The costs of all requests of a run. Durations are in milliseconds. */
export interface RequestSummary {
  readonly requests: number;
  /** Requests before which the browser sent a CORS preflight, which is one more request to the service. */
  readonly preflights: number;
  readonly bytes: number;
  /** Requests that were sent again. */
  readonly retries: number;
  /** The sum of all waits before retries, over all queries. */
  readonly retryWaitMs: number;
  /** Answers with status 429 or 503. */
  readonly throttled: number;
  readonly failed: number;
  readonly emptyPages: number;
  /** From sending to the first byte, for all answers, including errors; undefined before the first answer. */
  readonly service: Quantiles | undefined;
  /** From sending to the last byte. */
  readonly whole: Quantiles | undefined;
  /** The time that requests waited in this page for a lane, which is not part of the above. */
  readonly queued: Quantiles | undefined;
}

/** The smallest of the sorted values that at least `share` (0..1) of them do not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function quantiles(values: readonly number[]): Quantiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: quantile(sorted, 1) };
}

export function requestSummary(requests: readonly LoggedRequest[]): RequestSummary {
  const records = requests.map(({ record }) => record);
  const count = (outcome: LoggedRequest['outcome']): number =>
    requests.filter((request) => request.outcome === outcome).length;
  const waits = records.flatMap(({ retryWaitMs }) => (retryWaitMs === undefined ? [] : [retryWaitMs]));
  return {
    requests: records.length,
    preflights: records.filter(({ preflight }) => preflight === true).length,
    bytes: records.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    retries: records.filter(({ attempt }) => attempt > 0).length,
    retryWaitMs: waits.reduce((sum, ms) => sum + ms, 0),
    throttled: count('throttled'),
    failed: count('failed'),
    emptyPages: count('empty'),
    service: quantiles(records.flatMap((record) => serviceMs(record) ?? [])),
    whole: quantiles(
      records.flatMap(({ startedAtMs, endedAtMs, status }) =>
        endedAtMs === undefined || status === undefined ? [] : [endedAtMs - startedAtMs],
      ),
    ),
    queued: quantiles(records.map(({ queuedAtMs, startedAtMs }) => startedAtMs - queuedAtMs)),
  };
}
