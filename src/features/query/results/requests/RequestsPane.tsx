import type { QueryPlan } from '../../../../core/plan/queryPlan.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { exportFileName } from '../../../../state/base/exportFile.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../../../ui/controls/SegmentedControl.tsx';
import { announce } from '../../../../ui/announce.ts';
import { formatPlural, formatCount } from '../../../../ui/format.ts';
import { Waterfall } from '../../../../ui/waterfall/Waterfall.tsx';
import { filterWords } from '../../../shared/selection/filterWords.ts';
import { useFilters } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { QueryGrid } from './QueryGrid.tsx';
import { requestCsv } from './requestCsv.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestGrid } from './RequestGrid.tsx';
import { type RequestLog, type RequestRecord, requestLog, requestSentence } from './requestLog.ts';
import css from './requests.module.css';
import { selectedQueries } from './selectedQueries.ts';
import { requestSummary } from './requestSummary.ts';
import { RequestCounts, RequestLatencies, summaryWords } from './SummaryParts.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../../state/run/runState.ts';

/** Every request of a run over time, what the requests cost, and one request in full. */
export function RequestsPane({ run }: { readonly run: RunState }): ReactNode {
  const { requests, plan } = run;
  const leftOut = run.follow?.requestsLeftOut ?? 0;
  const { filters } = useFilters(run.runId);
  const selection = useMemo(() => selectedQueries(plan, filters), [plan, filters]);
  const log = useMemo(
    () => logOfQueries(requestLog({ requests, plan }), selection.queries, plan),
    [requests, plan, selection],
  );
  const summary = useMemo(() => requestSummary(log.requests), [log]);
  // Its place changes with the selection, and each part of a run and each round that reads it on numbers its requests anew.
  const [chosen, setChosen] = useState<RequestRecord>();
  const at = log.requests.findIndex(
    ({ record: { id, queuedAtMs } }) => id === chosen?.id && queuedAtMs === chosen.queuedAtMs,
  );
  const selected = at < 0 ? undefined : at;
  const setSelected = (position: number | undefined): void =>
    setChosen(position === undefined ? undefined : log.requests[position]?.record);
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
        <section className={css.picture} aria-label="Requests over time">
          <Waterfall
            requests={log.bars}
            groupLabels={log.groupLabels}
            totalMs={log.totalMs}
            selected={selected}
            onSelect={setSelected}
            sentence={(position) => sentenceOf(log, position)}
            renderTip={(position) => <p>{wordsOf(sentenceOf(log, position))}</p>}
            summary={summaryWords(summary)}
          />
        </section>
        <RequestLists
          run={run}
          queries={selection.queries}
          log={log}
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      <aside className={css.side} aria-label="Latency and selected request">
        <RequestLatencies summary={summary} />
        <RequestDetails request={selected === undefined ? undefined : log.requests[selected]} run={run} />
      </aside>
    </div>
  );
}

/** What was sent for these queries, on the time axis of all requests; checks and searches belong to the whole run. */
function logOfQueries(log: RequestLog, queries: ReadonlySet<number>, plan: QueryPlan): RequestLog {
  if (queries.size === plan.queries.length) return log;
  const shown = log.requests.filter(
    ({ record }) => record.kind === 'query' && queries.has(record.queryIndex),
  );
  return { ...log, requests: shown, bars: shown.map(({ bar }) => bar) };
}

/** "12 of 101 queries", and which filters change nothing here. */
function selectionWords(plan: QueryPlan, { queries, ignored }: ReturnType<typeof selectedQueries>): string {
  const counts = `${formatCount(queries.size)} of ${formatPlural(plan.queries.length, 'query', 'queries')}`;
  if (ignored.length === 0) return counts;
  return `${counts}. Requests follow prefix and time alone, not: ${ignored.map(filterWords).join('; ')}`;
}

function sentenceOf(log: RequestLog, position: number): string {
  const request = log.requests[position];
  return request === undefined ? '' : requestSentence(request);
}

const LISTS = [
  { id: 'queries', label: 'Queries' },
  { id: 'requests', label: 'Requests' },
] as const;

/** Below the picture: the queries, or every request, in words. */
function RequestLists(props: {
  readonly run: RunState;
  readonly queries: ReadonlySet<number>;
  readonly log: RequestLog;
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}): ReactNode {
  const { run, queries, log, selected, onSelect } = props;
  const [list, setList] = useState<(typeof LISTS)[number]['id']>('queries');
  const selectQuery = (queryIndex: number): void => {
    const first = log.requests.findIndex(
      ({ record }) => record.kind === 'query' && record.queryIndex === queryIndex,
    );
    if (first >= 0) onSelect(first);
  };
  return (
    <div className={css.list}>
      <div className={css.listTools}>
        <SegmentedControl
          label="List"
          hideLabel
          size="small"
          segments={LISTS}
          value={list}
          onChange={(id) => setList(id === 'requests' ? 'requests' : 'queries')}
        />
        <SaveCsv run={run} log={log} isPart={queries.size < run.plan.queries.length} />
      </div>
      <div className={css.grid}>
        {list === 'queries' ? (
          <QueryGrid run={run} queries={queries} onSelect={selectQuery} />
        ) : (
          <RequestGrid requests={log.requests} selected={selected} onSelect={onSelect} />
        )}
      </div>
    </div>
  );
}

function SaveCsv({
  run,
  log,
  isPart,
}: {
  readonly run: RunState;
  readonly log: RequestLog;
  readonly isPart: boolean;
}): ReactNode {
  const { saveFile, activity } = useServices();
  const { plan, completeness } = run;
  const save = (): void => {
    const rows = isPart ? 'filtered' : 'all';
    const name = exportFileName(plan.request.tableName, completeness, 'requests.csv', rows);
    void activity.track(saveFile(name, [requestCsv(log.requests, { endpoint: run.endpoint })]));
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
