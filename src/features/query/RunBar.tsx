import { type ReactNode, useState } from 'react';
import { completenessText } from '../../core/plan/completenessText.ts';
import type { Session } from '../../state/connectionStore.ts';
import type { RunState } from '../../state/queryRun.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { PrefixStrip } from '../../ui/feedback/PrefixStrip.tsx';
import { type StatusFact, StatusLine } from '../../ui/feedback/StatusLine.tsx';
import { formatBytes, formatCount, formatMs } from '../../ui/format.ts';
import { useServices } from '../shared/services.tsx';
import { ExportMenu, ExportNotice, type ExportOutcome } from './ExportMenu.tsx';
import { requestQuantileMs } from './latencies.ts';
import css from './query.module.css';
import { RunSubject } from './RunSubject.tsx';
import { stripCells } from './stripCells.ts';
import { UnreadButton } from './UnreadDialog.tsx';

/** Whether the result is complete, what it cost, and how far each query is. */
export function RunBar(props: { readonly run: RunState; readonly session: Session | undefined }): ReactNode {
  const { run, session } = props;
  const { run: runs } = useServices();
  const [exported, setExported] = useState<ExportOutcome>();
  const { plan, completeness } = run;
  if (plan === undefined || completeness === undefined) return undefined;
  const resumable = 'resumable' in completeness && completeness.resumable && run.phase === 'ended';
  return (
    <section className={css.runBar} aria-label="Result">
      <StatusLine
        label="Completeness"
        state={completeness.state}
        text={completenessText(completeness)}
        facts={runCosts(run)}
        actions={
          <>
            {resumable && session !== undefined && runs.canResume(session) && (
              <Button size="small" onPress={() => runs.resume(session)}>
                Continue
              </Button>
            )}
            <UnreadButton run={run} />
            <ExportMenu run={run} onOutcome={setExported} />
          </>
        }
      />
      <RunSubject run={run} session={session} needsAccount={resumable} />
      {exported !== undefined && <ExportNotice outcome={exported} onClose={() => setExported(undefined)} />}
      <PrefixStrip label="Progress by query" cells={stripCells(plan, run)} />
    </section>
  );
}

function runCosts(run: RunState): readonly StatusFact[] {
  // Of guards and checks too, as all that stands beside it.
  const retries = run.requests.filter(({ attempt }) => attempt > 0).length;
  const p95 = requestQuantileMs(run.requests, 0.95);
  const { outOfOrder, repeated } = run.anomalies;
  const readAtMs = run.phase === 'ended' ? run.completeness?.readAtMs : undefined;
  return [
    { label: run.requests.length === 1 ? 'request' : 'requests', value: formatCount(run.requests.length) },
    { label: 'read', value: formatBytes(run.bytes) },
    {
      label: retries === 1 ? 'retry' : 'retries',
      value: formatCount(retries),
      isWarning: retries > 0,
    },
    ...(p95 === undefined ? [] : [{ label: 'p95', value: formatMs(p95), labelFirst: true }]),
    { label: 'in all', value: formatMs(run.elapsedMs) },
    ...(readAtMs === undefined
      ? []
      : [
          { label: 'read at', value: `${new Date(readAtMs).toISOString().slice(11, 19)}Z`, labelFirst: true },
        ]),
    ...(outOfOrder > 0
      ? [{ label: 'rows out of order', value: formatCount(outOfOrder), isWarning: true }]
      : []),
    ...(repeated > 0 ? [{ label: 'rows sent twice', value: formatCount(repeated), isWarning: true }] : []),
  ];
}
