import { memo, type ReactNode, useMemo } from 'react';
import {
  ACCOUNT_TARGET_PER_SECOND,
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../core/keyspace/target.ts';
import { COUNTED, emptyGrid } from '../core/keyspace/map/cellGrid.ts';
import { PERCENTILES } from '../core/stress/latencies.ts';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';
import { verdictOf } from '../core/stress/verdict.ts';
import { TICKS_PER_SECOND, ticksFromUnixMs } from '../core/time/ticks.ts';
import { countText, numberText } from '../core/words.ts';
import { WindowMap } from '../ui/cellmap/WindowMap.tsx';
import { LoadChart, type LoadLine } from '../ui/charts/LoadChart.tsx';
import { lineColor } from '../ui/charts/chartLines.ts';
import css from './stress.module.css';
import type { TestResult } from './testRun.ts';

/** The chart draws only the groups that took most. The map shows all of them. */
const MOST_LINES = 6;

const REFERENCES = [
  { value: HISTORICAL_PARTITION_TARGET_PER_SECOND, label: '500/s: the guide’s figure for one partition' },
  { value: PARTITION_TARGET_PER_SECOND, label: '2,000/s: target of one partition' },
  { value: ACCOUNT_TARGET_PER_SECOND, label: '20,000/s: target of the account' },
];

/** What the model expects of a plan, before it runs. */
export function ExpectedView({
  plan,
  record,
}: {
  readonly plan: StressPlan;
  readonly record: StressRecord;
}): ReactNode {
  const { sentence } = useMemo(() => verdictOf(record, plan), [record, plan]);
  return (
    <section className={css.section} aria-label="What the model expects">
      <h2>What the model expects, before you run it</h2>
      <p>{sentence}</p>
      <LoadChart
        label="Entities per second"
        summary={sentence}
        lines={[expectedLine(record)]}
        references={REFERENCES}
        marks={marksOf(record)}
        seconds={record.seconds.length}
      />
    </section>
  );
}

function expectedLine({ seconds }: StressRecord): LoadLine {
  return {
    label: 'what the model expects',
    color: 'var(--text-3)',
    values: seconds.map(({ entities }) => entities),
    isBehind: true,
  };
}

function marksOf({ seconds }: StressRecord) {
  const troubled = seconds.filter(({ throttled, failed }) => throttled + failed > 0);
  return troubled.map(({ atSeconds, throttled, failed }) => ({
    second: atSeconds,
    text: `${countText(throttled)} throttled, ${countText(failed)} without an answer or failed`,
  }));
}

/** What a load does second by second, while it runs and afterwards. */
export function LoadView(props: {
  readonly result: TestResult;
  readonly expected?: StressRecord | undefined;
}): ReactNode {
  const { record, plan, elapsedMs } = props.result;
  const planned = Math.max(props.expected?.seconds.length ?? 0, Math.ceil(elapsedMs / 1000), 5);
  const { seconds } = record;
  const lines = [
    ...(props.expected === undefined ? [] : [expectedLine(props.expected)]),
    ...groupLines(record),
  ];
  const mostWaiting = Math.max(0, ...seconds.map(({ waiting }) => waiting));
  const last = seconds.at(-1);
  return (
    <>
      <LoadChart
        label="Entities per second"
        summary={`${countText(record.totals.entities)} entities in ${seconds.length} s; ${countText(last?.entities ?? 0)} in the last one.`}
        lines={lines}
        references={REFERENCES}
        marks={marksOf(record)}
        {...(mostWaiting > 0 && {
          band: {
            label: `operations that wait for a retry, at most ${countText(mostWaiting)}`,
            shares: seconds.map(({ waiting }) => waiting / mostWaiting),
          },
        })}
        seconds={planned}
      />
      <LoadChart
        label="Latency from when requests were due, ms"
        summary="Latency in each second, counted from when each operation was due."
        lines={(['p50', 'p95', 'p99'] as const).map((name, at) => ({
          label: name,
          color: lineColor(at, 'group'),
          // The current second has no percentiles until it is over.
          values: seconds.map((second) => (second.p99 === 0 ? Number.NaN : second[name])),
        }))}
        seconds={planned}
      />
      <LatencyTable result={props.result} />
      {record.groups > 1 && <GroupMap result={props.result} startedAtMs={plan.startedAtMs} />}
    </>
  );
}

function groupLines(record: StressRecord): readonly LoadLine[] {
  const values = record.seconds.map(({ entities }) => entities);
  if (record.groups === 1) return [{ label: 'measured', color: 'var(--bar)', values }];
  const sums = Array.from({ length: record.groups }, (_, group) => ({
    group,
    sum: record.seconds.reduce((sum, { entitiesOf }) => sum + (entitiesOf[group] ?? 0), 0),
  }));
  const shown = sums.toSorted((a, b) => b.sum - a.sum).slice(0, MOST_LINES);
  return [
    { label: 'all prefixes', color: 'var(--text)', values },
    ...shown.map(({ group }, at) => ({
      label: `prefix ${group}`,
      color: lineColor(at, 'group'),
      values: record.seconds.map(({ entitiesOf }) => entitiesOf[group] ?? 0),
    })),
  ];
}

/** Latencies of operations and of requests, how late requests were sent, and counts of the load. */
function LatencyTable({ result: { record, sent } }: { readonly result: TestResult }): ReactNode {
  const rows = [
    ['From when it was due: all waits included', record.fromDue],
    ['From when it was sent: the service alone', record.fromSent],
    ['Sent late although a connection was free', record.scheduleError],
  ] as const;
  const { served, lost, throttled } = record.totals;
  const counts = [
    ['Operations served', countText(served)],
    ['Operations lost', countText(lost)],
    ['Requests throttled', countText(throttled)],
    ['Requests sent', countText(sent.requests)],
    ['Preflights, at least', countText(sent.preflights)],
    ['Answers', Array.from(record.answers, ([name, count]) => `${name}: ${countText(count)}`).join(', ')],
  ];
  return (
    <div className={css.figures}>
      <table className={css.table}>
        <caption data-visually-hidden="">Latencies</caption>
        <thead>
          <tr>
            <th scope="col">Milliseconds</th>
            {PERCENTILES.map((share) => (
              <th key={share} scope="col">
                p{share * 100}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, latencies]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {PERCENTILES.map((share) => (
                <td key={share}>{latencies.count === 0 ? '' : numberText(latencies.at(share))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={css.counts}>
        {counts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A map of prefixes over seconds, which fills up while the load runs. */
const GroupMap = memo(function GroupMap(props: {
  readonly result: TestResult;
  readonly startedAtMs: number;
}): ReactNode {
  const { record } = props.result;
  const columnCount = Math.max(1, record.seconds.length);
  const map = useMemo(() => {
    const grid = emptyGrid(
      {
        rowCount: record.groups,
        columnCount,
        from: ticksFromUnixMs(props.startedAtMs),
        bucketTicks: TICKS_PER_SECOND,
      },
      COUNTED,
    );
    for (const [second, { entitiesOf }] of record.seconds.entries())
      for (const [group, count] of entitiesOf.entries()) grid.counts[group * columnCount + second] = count;
    return grid;
    // The record is modified in place, so the map is drawn again only when a second is added.
  }, [record, columnCount, props.startedAtMs]);
  const labels = useMemo(() => Array.from({ length: record.groups }, (_, group) => String(group)), [record]);
  return (
    <div className={css.map}>
      <WindowMap
        grid={map}
        labels={labels}
        timeZone={undefined}
        zoneName="UTC"
        summary={`Entities of ${record.groups} prefixes by second.`}
      />
    </div>
  );
});
