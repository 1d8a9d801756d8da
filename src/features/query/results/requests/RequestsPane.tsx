import { rowCountWords } from '../../../../core/words.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { exportFileName } from '../../../../state/base/exportFile.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../../../ui/controls/SegmentedControl.tsx';
import { announce } from '../../../../ui/announce.ts';
import { formatPlural, formatCount } from '../../../../ui/format.ts';
import { Waterfall } from '../../../../ui/waterfall/Waterfall.tsx';
import { useServices } from '../../../shared/services.tsx';
import { QueryGrid } from './QueryGrid.tsx';
import { requestCsv } from './requestCsv.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestGrid } from './RequestGrid.tsx';
import { type RequestLog, requestLog, requestSentence } from './requestLog.ts';
import css from './requests.module.css';
import { requestSummary } from './requestSummary.ts';
import { RequestCounts, RequestLatencies, summaryWords } from './SummaryParts.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../../state/run/runState.ts';

/** Every request of a run over time, what the requests cost, and one request in full. */
export function RequestsPane({ run }: { readonly run: RunState }): ReactNode {
  const { requests, plan } = run;
  const log = useMemo(() => requestLog({ requests, plan }), [requests, plan]);
  const summary = useMemo(() => requestSummary(log.requests), [log]);
  const [selected, setSelected] = useState<number>();
  return (
    <div className={css.split}>
      <div className={css.main}>
        <RequestCounts summary={summary} />
        <section className={css.picture} aria-label="Requests over time">
          <Waterfall
            requests={log.bars}
            groupLabels={log.groupLabels}
            totalMs={log.totalMs}
            selected={selected}
            onSelect={setSelected}
            sentence={(position) => sentenceOf(log, position)}
            renderTip={(position) => <p className={css.tip}>{wordsOf(sentenceOf(log, position))}</p>}
            summary={summaryWords(summary)}
          />
        </section>
        <RequestLists run={run} log={log} selected={selected} onSelect={setSelected} />
      </div>
      <aside className={css.side} aria-label="Latency and selected request">
        <RequestLatencies summary={summary} />
        <RequestDetails request={selected === undefined ? undefined : log.requests[selected]} run={run} />
      </aside>
    </div>
  );
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
  readonly log: RequestLog;
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}): ReactNode {
  const { run, log, selected, onSelect } = props;
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
        <p className={css.guards}>{guardWords(run)}</p>
        <SaveCsv run={run} log={log} />
      </div>
      <div className={css.grid}>
        {list === 'queries' ? (
          <QueryGrid run={run} onSelect={selectQuery} />
        ) : (
          <RequestGrid requests={log.requests} selected={selected} onSelect={onSelect} />
        )}
      </div>
    </div>
  );
}

function SaveCsv({ run, log }: { readonly run: RunState; readonly log: RequestLog }): ReactNode {
  const { saveFile, activity } = useServices();
  const { plan, completeness } = run;
  const save = (): void => {
    const name = exportFileName(plan.request.tableName, completeness, 'requests.csv');
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
      Save requests as CSV
    </Button>
  );
}

/** What the coverage checks have found so far. */
function guardWords({ plan, guards }: RunState): string {
  const asked = plan.guards.length;
  if (asked === 0)
    return 'No coverage checks: the plan reads all keys of the query, or its key scheme cannot be checked.';
  const answered = guards.filter((guard) => guard.state === 'clear' || guard.state === 'hit').length;
  const hits = guards.filter((guard) => guard.state === 'hit');
  const found = hits.map((guard) => `${guard.label}: ${guard.key?.partitionKey ?? 'a row'}`).join('; ');
  const result =
    hits.length === 0
      ? 'no rows found outside the plan.'
      : `${rowCountWords(hits.length)} found outside the plan: ${found}`;
  return `Coverage checks: ${formatCount(answered)} of ${formatCount(asked)} done, ${result}`;
}
