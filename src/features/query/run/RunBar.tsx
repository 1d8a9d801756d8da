import { type ReactNode, useState } from 'react';
import { completenessText } from '../../../core/plan/completenessText.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { PrefixStrip } from '../../../ui/feedback/PrefixStrip.tsx';
import { StatusLine } from '../../../ui/feedback/StatusLine.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ExportMenu, ExportNotice, type ExportOutcome } from './ExportMenu.tsx';
import css from '../query.module.css';
import { runCosts } from './runCosts.ts';
import { isPast } from './pastRun.ts';
import { RunSubject } from './RunSubject.tsx';
import { stripCells } from './stripCells.ts';
import { UnreadButton } from './UnreadDialog.tsx';
import type { Session } from '../../../state/connection/session.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** Whether the result is complete, what it cost, and how far each query is. */
export function RunBar(props: { readonly run: RunState; readonly session: Session | undefined }): ReactNode {
  const { run, session } = props;
  const { query, run: runs } = useServices();
  const form = useStore(query);
  const [exported, setExported] = useState<ExportOutcome>();
  const { plan, completeness } = run;
  const past = isPast(run, form, session);
  const resumable = 'resumable' in completeness && completeness.resumable && run.phase === 'ended';
  return (
    <section className={css.runBar} aria-label="Result">
      <StatusLine
        label="Completeness"
        state={completeness.state}
        isPast={past}
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
      <PrefixStrip label="Progress by query" cells={stripCells(plan, run)} isPast={past} />
    </section>
  );
}
