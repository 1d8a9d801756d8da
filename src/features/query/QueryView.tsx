import { useNow } from '../shared/shownTime.ts';
import { ServicesOf, useServices, useSession, usePart, useStore } from '../shared/services.tsx';
import { useLoaded, useLate } from '../shared/late.ts';
import { useConnectDoor } from '../shared/credential/connectDoor.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { knowTemplates } from '../../core/keys/templates/templateScheme.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { wordsOf } from '../../ui/text/VisibleText.tsx';
import { PressNote } from '../shared/PressNote.tsx';
import { useSameWindow } from './timeline/useSameWindow.ts';
import { useTimeline } from './timeline/useTimeline.ts';
import { useEscape } from '../shared/selection/useEscape.ts';
import { SelectedRows } from '../shared/selection/SelectedRows.tsx';
import { RunPauseNotice } from './run/PauseDialog.tsx';
import { sidesOf, SplitView, useWindowBefore } from './split/SplitView.tsx';
import { type FormPart, faultPart } from './form/chipWords.ts';
import { QueryForm } from './form/QueryForm.tsx';
import { useNewest, NewestNote, NewestDoorProvider } from './newest/NewestNote.tsx';
import { QueryIntro } from './form/QueryIntro.tsx';
import { FormNotices, RefusalNotice } from './form/FormNotices.tsx';
import { isMade, RowsBar } from './opened/RowsBar.tsx';
import { PointsOffer } from './opened/PointsOffer.tsx';
import { ResultTabs } from './opened/ResultTabs.tsx';
import css from './form/form.module.css';
import { DiffersButton } from './results/differs/DiffersPane.tsx';
import { Results } from './results/Results.tsx';
import { RunBar } from './run/RunBar.tsx';
import { OverBudgetNotice } from './plan/OverBudgetNotice.tsx';
import { PlanLine, lateNote } from './plan/PlanLine.tsx';
import { useFollow } from './run/FollowLine.tsx';
import { isFollowed } from '../../state/run/followState.ts';
import { isSameQuery } from '../../state/run/queryForm.ts';
import type { RunState, QueryRunStore } from '../../state/run/runState.ts';
import { type QueryDoors, useQueryActions, useRunKeys } from './form/useQueryActions.tsx';
import { useUndoKeys } from '../shared/keyOwners.ts';
import { withoutAbsentTables } from '../../core/plan/absentTables.ts';
import { ok } from '../../core/result.ts';
import { formFaults, planFromForm } from '../../state/run/planFromForm.ts';
import { isRelative } from '../shared/windowWords.ts';
import { startQuery } from '../shared/startQuery.ts';

knowTemplates();

const loadTimeline = () => import('./timeline/Timeline.tsx').then((module) => module.Timeline);

/** The main view: choose a query, see its plan, run it, and see the rows and whether they are complete. Each result has its own tab. */
export function QueryView(): ReactNode {
  const { inSight, all, split } = useStore(useServices().results);
  const pair = split?.includes(inSight.id) === true ? split : undefined;
  const sides = pair && sidesOf(all, pair);
  const { tracks, isUnread } = useTimeline();
  const own = sides === undefined ? tracks.find(({ id }) => id === inSight.id) : undefined;
  const isOn = own !== undefined;
  const late = useLoaded(loadTimeline, isOn);
  return (
    <div className={css.view}>
      <ResultTabs>
        {isUnread && <Notice tone="warning" title="The timeline of the link could not be read." isLive />}
        <ServicesOf result={own?.services}>
          <ResultTab
            key={inSight.id}
            isSplit={sides !== undefined}
            timeline={isOn && late.state === 'loaded' && <late.value tracks={tracks} />}
          />
        </ServicesOf>
        {sides !== undefined && (
          <SplitView
            key={sides.map(({ id, run }) => `${id} ${run.runId}`).join(' ')}
            first={sides[0]}
            second={sides[1]}
          />
        )}
      </ResultTabs>
    </div>
  );
}

interface TabProps {
  /** The result is shown beside another one. */
  readonly isSplit: boolean;
  /** What is above the views of the result; false if the result is not on the timeline. */
  readonly timeline: ReactNode;
}

/**
 * A query and its result. Nothing that is typed or opened here affects another tab. The form is costly to render and a run changes ten
 * times a second, so only the parts of the run that seldom change are watched here.
 */
function ResultTab({ isSplit, timeline }: TabProps): ReactNode {
  const { query, run: runs } = useServices();
  const session = useSession();
  const connect = useConnectDoor();
  const { plan, faults } = usePlan();
  const form = useStore(query);
  const phase = usePart(runs, (run) => run.phase);
  const runId = usePart(runs, (run) => (run.phase === 'idle' ? undefined : run.runId));
  const isRan = usePart(runs, (run) => run.phase !== 'idle' && isSameQuery(run.form, form));

  // The form still holds the whole query with which the tab opened, from a link, a bookmark or a recent query.
  const [opened] = useState(form);
  const isOpened = opened.table !== '' && opened.scheme !== '' && isSameQuery(opened, form);
  const [openPart, setOpenPart] = useState<FormPart>();
  const { start, startBeside, startByKey } = useStart(setOpenPart);
  const newest = useNewest(start);
  const nowMs = useNow(FACT_EVERY_MS, newest.known !== undefined);
  const findNewest = (): void => (session === undefined ? connect() : newest.go(false));
  const follow = useFollow(start);
  const onRunBeside = phase === 'ended' ? startBeside : undefined;
  useRunKeys(startByKey, onRunBeside);
  useEscape(isSplit ? undefined : runId, follow.cancel);
  useUndoKeys(query);
  useWindowBefore(session);
  useSameWindow(timeline !== false);
  const doors: QueryDoors = {
    onRun: start,
    onRunBeside,
    onCancel: phase === 'running' ? runs.cancel : undefined,
    onNewest: findNewest,
    follow,
    onOpenPart: setOpenPart,
  };
  useQueryActions(doors);

  return (
    <>
      <FormNotices />
      <QueryForm
        planLine={<PlanLine plan={plan} isRan={isRan} />}
        filterNote={plan.ok ? lateNote(plan.value) : undefined}
        faults={faults}
        isRan={isRan}
        // Before connecting, the link's own button replaces Run, because it says more.
        isRunElsewhere={session === undefined && isOpened && plan.ok && phase === 'idle'}
        openPart={openPart}
        isSearching={newest.isSearching}
        {...doors}
      />
      {follow.why !== undefined && (
        <PressNote onClose={follow.forget}>{wordsOf(`Cannot follow. ${follow.why}`)}</PressNote>
      )}
      <OverBudgetNotice plan={plan} isRan={isRan} onOpenPart={setOpenPart} />
      <NewestNote newest={newest} />
      <RefusalNotice />
      <NewestDoorProvider value={{ newest: session && newest, nowTicks: ticksFromUnixMs(nowMs) }}>
        <BelowForm
          isSplit={isSplit}
          timeline={timeline}
          onRun={start}
          intro={<QueryIntro isConnected={session !== undefined} isOpened={isOpened} plan={plan} />}
        />
      </NewestDoorProvider>
    </>
  );
}

/** The result, or before there is one, what the page is about. */
function BelowForm(props: TabProps & { readonly onRun: () => void; readonly intro: ReactNode }): ReactNode {
  const { run: runs, results } = useServices();
  const run = useStore(runs);
  const { isReopened } = useStore(results).inSight;
  if (run.phase !== 'idle') return <ResultOfRun {...props} run={run} />;
  return (
    <>
      {run.fault !== undefined ? (
        <Notice tone="error" title="The query did not start." isLive>
          {run.fault}
        </Notice>
      ) : (
        isReopened === true && (
          <Notice
            tone="info"
            title="This tab was closed, and its rows are gone."
            nextStep="Run reads them again."
          />
        )
      )}
      {props.timeline}
      {props.intro}
    </>
  );
}

/**
 * The state and progress of a run are drawn at once, and what it has read so far in pauses between other work. In Split, the completeness
 * of this result stays here.
 */
function ResultOfRun(props: TabProps & { readonly run: RunState; readonly onRun: () => void }): ReactNode {
  const { run, isSplit, timeline } = props;
  const drawn = useLate(run);
  const { inSight } = useStore(useServices().results);
  // In Split, each pane shows its own selection.
  const selected = isSplit ? undefined : (
    <SelectedRows key={drawn.runId} run={drawn}>
      <DiffersButton run={drawn} />
    </SelectedRows>
  );
  return (
    <>
      {(run.phase === 'running' || isFollowed(run)) && <RunPauseNotice run={run} />}
      {isMade(inSight) ? (
        <RowsBar run={run} source={inSight} selected={selected} />
      ) : (
        <RunBar run={run} selected={selected} onRun={props.onRun} />
      )}
      {!isSplit && inSight.points === undefined && inSight.answer === undefined && (
        <PointsOffer key={`points of ${run.runId}`} run={run} />
      )}
      {timeline}
      {!isSplit && <Results key={drawn.runId} run={drawn} isOnTimeline={timeline !== false} />}
    </>
  );
}

/** How often "5 min ago" is updated. With an older clock, a row that was just found would be in the future. */
const FACT_EVERY_MS = 5000;

/** How often `now` in the shown plan is updated. A run takes the time at which it starts. */
const PLAN_CLOCK_MS = 10_000;

/** The plan of the current form, or its first fault, and all faults. */
function usePlan() {
  const { query } = useServices();
  const tables = useSession()?.tables;
  const form = useStore(query);
  const moves = isRelative(form);
  const nowMs = useNow(PLAN_CLOCK_MS, moves);
  const plannedAtMs = moves ? nowMs : 0;
  return useMemo(() => {
    const nowTicks = ticksFromUnixMs(plannedAtMs);
    const plan = planFromForm(form, nowTicks);
    if (!plan.ok) return { plan, faults: formFaults(form, nowTicks) };
    return { plan: tables === undefined ? plan : ok(withoutAbsentTables(plan.value, tables)), faults: [] };
  }, [form, plannedAtMs, tables]);
}

/** The ways to run the query. */
function useStart(onOpenPart: (part: FormPart | undefined) => void) {
  const services = useServices();
  const { query, results, run: runs } = services;
  const connect = useConnectDoor();
  const begin = (run: QueryRunStore['start']): void => {
    const fault = startQuery(services, run);
    if (fault === 'not connected') connect();
    // Opens the field with the fault, and moves the focus into it.
    else if (typeof fault === 'object') onOpenPart(faultPart(fault));
  };
  const start = (): void => begin(runs.start);
  return {
    start,
    /** Runs the query into another tab, and keeps the result in sight. */
    startBeside: (): void => {
      onOpenPart(undefined);
      begin(results.startBeside);
    },
    // The key does nothing while the same query runs, because another start would drop the rows that have arrived. The form is read from
    // its store, because the focused field may have applied its text only just now.
    startByKey: (): void => {
      onOpenPart(undefined);
      const last = runs.get();
      if (last.phase === 'running' && isSameQuery(last.form, query.get())) return;
      start();
    },
  };
}
