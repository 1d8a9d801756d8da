import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import { isSameQuery } from '../../state/run/queryForm.ts';
import { planFromForm } from '../../state/run/planFromForm.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices } from '../shared/services.tsx';
import { useLate } from '../shared/useLate.ts';
import { useStore } from '../shared/useStore.ts';
import { RunPauseNotice } from './run/PauseDialog.tsx';
import { faultPart, type FormPart } from './form/fieldFaults.ts';
import { QueryForm } from './form/QueryForm.tsx';
import { QueryIntro } from './form/QueryIntro.tsx';
import { AddressNotices } from './form/AddressNotices.tsx';
import css from './query.module.css';
import { Results } from './results/Results.tsx';
import { RunBar } from './run/RunBar.tsx';
import { PlanLine } from './plan/PlanLine.tsx';
import { usePlan } from './plan/usePlan.ts';
import { accountName } from '../../state/connection/session.ts';
import { useUndoKeys } from './useUndoKeys.ts';

/** The main job: choose, see the plan, run, see what came and whether it is all. */
export function QueryView({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { connection, query, run: runs, nowMs } = useServices();
  const state = useStore(connection);
  const session = state.kind === 'connected' ? state.session : undefined;
  const run = useStore(runs);
  // What a run has read so far is drawn in pauses; its state and its progress at once.
  const drawn = useLate(run);
  const { plan, faults } = usePlan();
  const planLine = useMemo(() => <PlanLine plan={plan} />, [plan]);
  const isRunning = run.phase === 'running';

  const form = useStore(query);
  const isElsewhere = session !== undefined && form.endpoint !== '' && form.endpoint !== accountName(session);

  const [openPart, setOpenPart] = useState<FormPart>();
  // Kept from one page of a run to the next: the form is drawn anew only when something of it changes.
  const start = useCallback((): void => {
    if (session === undefined) {
      onConnect();
      return;
    }
    // Planned anew: `now` means the instant of running.
    const asked = query.get();
    const fresh = planFromForm(asked, ticksFromUnixMs(nowMs()));
    if (!fresh.ok) {
      // The field that is in the way is opened, with the focus in it.
      setOpenPart(faultPart(fresh.error));
      return;
    }
    if (isElsewhere) return;
    query.remember();
    runs.start(fresh.value, session, asked);
  }, [session, isElsewhere, query, runs, nowMs, onConnect]);
  // Again while it runs: only for another question. The same one would drop what has arrived. Asked of the stores when
  // the key has done its work: the field that had the focus may only then have applied its text.
  const startByKey = (): void => {
    setOpenPart(undefined);
    const last = runs.get();
    if (last.phase === 'running' && isSameQuery(last.form, query.get())) return;
    start();
  };
  useRunKeys(startByKey, isRunning ? runs.cancel : undefined);
  useUndoKeys(query);

  return (
    <div className={css.view}>
      <AddressNotices session={session} isElsewhere={isElsewhere} />
      <QueryForm
        session={session}
        planLine={planLine}
        faults={faults}
        isRunning={isRunning}
        openPart={openPart}
        onOpenPart={setOpenPart}
        onRun={start}
        onCancel={runs.cancel}
      />
      {run.phase === 'idle' ? (
        <>
          {run.fault !== undefined && (
            <Notice tone="error" title="The query did not start." isLive>
              {run.fault}
            </Notice>
          )}
          <QueryIntro isConnected={session !== undefined} plan={plan} />
        </>
      ) : (
        <>
          {run.phase === 'running' && <RunPauseNotice run={run} />}
          <RunBar run={run} session={session} onRun={start} />
          {drawn.phase !== 'idle' && <Results key={drawn.runId} run={drawn} />}
        </>
      )}
    </div>
  );
}

/** What has the keyboard for itself while it is open: dialogs, and the lists of fields and menus. */
const OVERLAYS = ':not([data-flyout]) > [role="dialog"], [role="alertdialog"], [data-trigger]';
/** The fields that a button of the form opened: running closes them, Esc is theirs. */
const FLYOUT = '[data-flyout]';

/** Shift+Enter or Ctrl/Cmd+Enter runs from anywhere in the view, Esc cancels. */
function useRunKeys(start: () => void, cancel: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.defaultPrevented || document.querySelector(OVERLAYS) !== null) return;
      if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        // A field that applies its text when it is left does so now.
        const typedIn = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
        typedIn?.blur();
        setTimeout(() => {
          start();
          if (document.activeElement === document.body) typedIn?.focus({ preventScroll: true });
        }, 0);
      } else if (event.key === 'Escape' && document.querySelector(FLYOUT) === null) {
        cancel?.();
      }
    };
    // Captured, so that the list which Esc is about to close is still there to be seen.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
}
