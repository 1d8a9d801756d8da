import type { ReactNode } from 'react';
import { cx } from '../../../../ui/classes.ts';
import { formatBytes, formatCount, formatMs } from '../../../../ui/format.ts';
import css from './requests.module.css';
import type { Quantiles, RequestSummary } from './requestSummary.ts';

export function RequestCounts({ summary }: { readonly summary: RequestSummary }): ReactNode {
  const { requests, preflights, bytes, retries, retryWaitMs, throttled, failed, emptyPages } = summary;
  return (
    <dl className={css.counts}>
      <Count label={requests === 1 ? 'request' : 'requests'} value={formatCount(requests)} />
      {preflights > 0 && (
        <Count label={preflights === 1 ? 'preflight' : 'preflights'} value={formatCount(preflights)} />
      )}
      <Count label="read" value={formatBytes(bytes)} />
      <Count
        label={retries === 1 ? 'retry' : 'retries'}
        value={formatCount(retries)}
        isWarning={retries > 0}
      />
      {retryWaitMs > 0 && <Count label="waited" value={formatMs(retryWaitMs)} isWarning />}
      <Count label="throttled" value={formatCount(throttled)} isWarning={throttled > 0} />
      {failed > 0 && <Count label="failed" value={formatCount(failed)} isWarning />}
      <Count label={emptyPages === 1 ? 'empty page' : 'empty pages'} value={formatCount(emptyPages)} />
    </dl>
  );
}

/** How fast the service answered, and separately how long requests waited in this page. */
export function RequestLatencies({ summary }: { readonly summary: RequestSummary }): ReactNode {
  return (
    <table className={css.quantiles}>
      <thead>
        <tr>
          <th scope="col">Latency</th>
          <th scope="col">p50</th>
          <th scope="col">p95</th>
          <th scope="col">max</th>
        </tr>
      </thead>
      <tbody>
        <Latency
          name="First byte"
          title="From sending to the first byte: the service's own time, and that of a preflight"
          of={summary.service}
        />
        <Latency name="Last byte" title="From sending to the last byte" of={summary.whole} />
        <Latency
          name="Queued here"
          title="Waiting in this page for a lane; not part of the service's time"
          of={summary.queued}
        />
      </tbody>
    </table>
  );
}

function Count(props: {
  readonly label: string;
  readonly value: string;
  readonly isWarning?: boolean;
}): ReactNode {
  return (
    <div className={cx(css.count, props.isWarning === true && css.warning)}>
      <dt>{props.label}</dt>
      <dd>{props.value}</dd>
    </div>
  );
}

function Latency(props: {
  readonly name: string;
  readonly title: string;
  readonly of: Quantiles | undefined;
}): ReactNode {
  const { of } = props;
  const cell = (ms: number | undefined): string => (ms === undefined ? '' : formatMs(ms));
  return (
    <tr>
      <th scope="row" title={props.title}>
        {props.name}
      </th>
      <td>{cell(of?.p50)}</td>
      <td>{cell(of?.p95)}</td>
      <td>{cell(of?.max)}</td>
    </tr>
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
