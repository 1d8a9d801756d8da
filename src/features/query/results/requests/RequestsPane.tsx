import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { exportFileName } from '../../../../state/base/exportFile.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../../../ui/controls/SegmentedControl.tsx';
import { announce } from '../../../../ui/announce.ts';
import { formatPlural, formatCount, formatBytes, formatMs } from '../../../../ui/format.ts';
import { Waterfall } from '../../../../ui/waterfall/Waterfall.tsx';
import { filterWords } from '../../../shared/selection/filterWords.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { QueryGrid } from './QueryGrid.tsx';
import {
  between,
  type RequestLog,
  type RequestRecord,
  requestLog,
  requestSentence,
  type LoggedRequest,
  faultWords,
  serviceMs,
  selectedQueries,
} from './requestLog.ts';
import css from './requests.module.css';
import { requestSummary, RequestCounts, RequestLatencies, summaryWords } from './SummaryParts.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../../state/run/runState.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import { numberColumn, type SortableColumn, useSortedGrid, wordColumn } from './sortedRows.ts';
import { factsOf, requestCsv, requestText, tokenWords } from './requestFields.ts';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import phaseCss from '../../../../ui/waterfall/Waterfall.module.css';
import { WaterfallLegend } from '../../../../ui/waterfall/WaterfallLegend.tsx';
import { ValueText } from '../../../../ui/keys/ValueText.tsx';

/** Shows every request of a run over time, the costs of all requests, and one request in full. */
export function RequestsPane({ run }: { readonly run: RunState }): ReactNode {
  const { requests, plan } = run;
  const leftOut = run.follow?.requestsLeftOut ?? 0;
  const filters = useListState(run.runId, ({ filters }) => filters);
  const selection = useMemo(() => selectedQueries(plan, filters), [plan, filters]);
  const log = useMemo(
    () => logOfQueries(requestLog({ requests, plan }), selection.queries, plan),
    [requests, plan, selection],
  );
  const summary = useMemo(() => requestSummary(log.requests), [log]);
  // Kept by id and time: its position changes with the selection, and each part of a run and each round of following numbers its requests
  // from the start.
  const [chosen, setChosen] = useState<RequestRecord>();
  const at = log.requests.findIndex(
    ({ record: { id, queuedAtMs } }) => id === chosen?.id && queuedAtMs === chosen.queuedAtMs,
  );
  const selected = at < 0 ? undefined : at;
  const setSelected = (position: number): void => setChosen(log.requests[position]?.record);
  const [list, setList] = useState<(typeof LISTS)[number]['id']>('queries');
  const selectQuery = (queryIndex: number): void =>
    setChosen(
      log.requests.find(({ record }) => record.kind === 'query' && record.queryIndex === queryIndex)
        ?.record ?? chosen,
    );
  return (
    <div className={css.split}>
      <div className={css.main}>
        <div>
          {filters.length > 0 && <p className={css.selection}>{selectionWords(plan, selection)}</p>}
          {leftOut > 0 && (
            <p className={css.selection}>
              {`${formatPlural(leftOut, 'earlier request')} ${leftOut === 1 ? 'is' : 'are'} no longer listed: these are the newest.`}
            </p>
          )}
          <RequestCounts summary={summary} />
        </div>
        <section className="flex thin low" aria-label="Requests over time">
          <Waterfall
            requests={log.bars}
            groupLabels={log.groupLabels}
            totalMs={log.totalMs}
            selected={selected}
            onSelect={setSelected}
            sentence={(position) => requestSentence(log.requests[position])}
            renderTip={(position) => <p>{wordsOf(requestSentence(log.requests[position]))}</p>}
            summary={summaryWords(summary)}
          />
        </section>
        {/* The same in words: of the queries, or of every request. */}
        <div className="column thin low topped">
          <div className={css.listTools}>
            <SegmentedControl
              label="List"
              hideLabel
              size="small"
              segments={LISTS}
              value={list}
              onChange={setList}
            />
            <SaveCsv run={run} log={log} isPart={selection.queries.size < plan.queries.length} />
          </div>
          <div className="fill">
            {list === 'queries' ? (
              <QueryGrid
                run={run}
                requests={log.requests}
                queries={selection.queries}
                onSelect={selectQuery}
              />
            ) : (
              <RequestGrid requests={log.requests} selected={selected} onSelect={setSelected} />
            )}
          </div>
        </div>
      </div>
      <aside className={css.side} aria-label="Latency and selected request">
        <RequestLatencies summary={summary} />
        <RequestDetails request={selected === undefined ? undefined : log.requests[selected]} run={run} />
      </aside>
    </div>
  );
}

/** The requests of these queries, on the time axis of all requests. Checks and searches belong to the whole run, so they are left out. */
function logOfQueries(log: RequestLog, queries: ReadonlySet<number>, plan: QueryPlan): RequestLog {
  if (queries.size === plan.queries.length) return log;
  const shown = log.requests.filter(
    ({ record }) => record.kind === 'query' && queries.has(record.queryIndex),
  );
  return { ...log, requests: shown, bars: shown.map(({ bar }) => bar) };
}

/** "12 of 101 queries", and which filters make no difference to the requests. */
function selectionWords(plan: QueryPlan, { queries, ignored }: ReturnType<typeof selectedQueries>): string {
  const counts = `${formatCount(queries.size)} of ${formatPlural(plan.queries.length, 'query', 'queries')}`;
  if (ignored.length === 0) return counts;
  return `${counts}. Requests follow prefix and time alone, not: ${ignored.map(filterWords).join('; ')}`;
}

const LISTS = [
  { id: 'queries', label: 'Queries' },
  { id: 'requests', label: 'Requests' },
] as const;

function SaveCsv(props: {
  readonly run: RunState;
  readonly log: RequestLog;
  readonly isPart: boolean;
}): ReactNode {
  const { run, log, isPart } = props;
  const { saveFile, activity } = useServices();
  const { plan, completeness } = run;
  const save = (): void => {
    const rows = isPart ? 'filtered' : 'all';
    const name = exportFileName(plan.request.tableName, completeness, 'requests.csv', rows);
    void activity.track(saveFile(name, [requestCsv(log.requests, run)]));
    announce(`Download started: ${name}, with ${formatPlural(log.requests.length, 'request')}`);
  };
  return (
    <Button
      look="subtle"
      size="small"
      icon={<Download />}
      isDisabled={log.requests.length === 0}
      onPress={save}
    >
      {isPart ? 'Save these requests as CSV' : 'Save requests as CSV'}
    </Button>
  );
}

/** Lists every request of a run in words, as the text equivalent of the waterfall. */
function RequestGrid(props: {
  readonly requests: readonly LoggedRequest[];
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}): ReactNode {
  const { requests } = props;
  const { rowAt, positionAt, lineOf, grid } = useSortedGrid(requests, REQUEST_COLUMNS);
  return (
    <DataGrid
      label="Requests"
      {...grid}
      selectedRow={lineOf(props.selected)}
      onSelectRow={(line) => props.onSelect(positionAt(line))}
      rowLabel={(line) => requestSentence(rowAt(line))}
      emptyState="No request was sent yet."
    />
  );
}

type RequestColumn = SortableColumn<LoggedRequest>;
const column = wordColumn<LoggedRequest>;
const number = numberColumn<LoggedRequest>;

/** These columns hold the same facts as the waterfall. */
const REQUEST_COLUMNS: readonly RequestColumn[] = [
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
  number('body', 'Body', 76, ({ record }) => between(record.headersAtMs, record.endedAtMs), formatMs),
  number('queued', 'Queued', 84, ({ record }) => record.startedAtMs - record.queuedAtMs, formatMs),
  number('rows', 'Rows', 72, ({ record }) => record.rows, formatCount),
  number('bytes', 'Bytes', 84, ({ record }) => record.bytes, formatBytes),
  number('lane', 'Lane', 68, ({ record }) => record.lane + 1, String),
  number('wait', 'Retry in', 88, ({ record }) => record.retryWaitMs, formatMs),
  column('why', 'Why', 230, ({ record }) => record.retryReason ?? faultWords(record)),
  column('token', 'Token received', 290, ({ record }) => tokenWords(record.token)),
  { ...column('id', 'x-ms-request-id', 300, ({ record }) => record.requestId ?? ''), mono: true },
];

/** Everything known about one request, except for its address, which held the SAS. */
function RequestDetails(props: {
  readonly request: LoggedRequest | undefined;
  readonly run: RunState;
}): ReactNode {
  const { request, run } = props;
  if (request === undefined) {
    return (
      <div className={css.noRequest}>
        <p>Choose a request to see its times, its token and its request id.</p>
        <div className={css.sideLegend}>
          <WaterfallLegend />
        </div>
      </div>
    );
  }
  return (
    <div className={css.details}>
      <div className={css.detailsHead}>
        <h2>{wordsOf(request.title)}</h2>
        <CopyButton label="Copy request" face="Copy" size="small" text={() => requestText(request, run)} />
      </div>
      <PhaseBar request={request} />
      <table className={css.facts}>
        <tbody>
          {factsOf(request, run).map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                <ValueText text={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The phases of a request side by side, each as wide as it took time. */
function PhaseBar({ request }: { readonly request: LoggedRequest }): ReactNode {
  const { record } = request;
  const { startedAtMs, headersAtMs, endedAtMs, decodedAtMs, retryWaitMs } = record;
  const phases = [
    ['queued', 'Queued here', startedAtMs - record.queuedAtMs],
    ['service', 'First byte', serviceMs(record) ?? between(startedAtMs, endedAtMs)],
    ['body', 'Body', between(headersAtMs, endedAtMs)],
    ['decode', 'Decode', between(endedAtMs, decodedAtMs)],
    ['wait', 'Wait for retry', retryWaitMs],
  ] as const;
  const shown = phases.flatMap(([phase, words, ms = 0]) => (ms > 0 ? [{ phase, words, ms }] : []));
  return (
    <>
      <div className={css.phases} aria-hidden="true">
        {shown.map(({ phase, ms }) => (
          <span key={phase} className={phaseCss[phase]} style={{ flexGrow: ms }} />
        ))}
      </div>
      <dl className={css.phaseWords}>
        {shown.map(({ phase, words, ms }) => (
          <div key={phase}>
            <dt>{words}</dt>
            <dd>{formatMs(ms)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
