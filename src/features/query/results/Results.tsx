import { memo, type ReactNode, useEffect } from 'react';
import { RESULT_TABS, type ResultTab } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { useDiagnosis } from '../../shared/map/useDiagnosis.ts';
import { isAtRest, isRead } from '../../shared/map/useRunFacts.ts';
import { useRunMap } from '../../shared/map/useRunMap.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ChartPane } from './chart/ChartPane.tsx';
import { DiffersBeside } from './differs/DiffersPane.tsx';
import { GroupsTab } from './groups/GroupsTab.tsx';
import { FindingsBar } from '../../shared/map/FindingsBar.tsx';
import { MapTab, useMapChoice } from './map/MapTab.tsx';
import { NotThere } from './states/NotThere.tsx';
import { RequestsPane } from './requests/RequestsPane.tsx';
import { SqlPane } from './sql/SqlPane.tsx';
import { RowStrip } from './rows/RowStrip.tsx';
import { RowsTab } from './rows/RowsTab.tsx';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { useFilterField } from './rows/filterColumns.ts';
import { useListState } from '../../shared/selection/SelectedRows.tsx';
import { TimelineButton } from './time/TimelineButton.tsx';
import { TAB_TITLES, useViewActions } from './useViewActions.ts';
import { useArrangement } from './rows/useArrangement.ts';

const NO_FILTERS: readonly [] = [];

/** The views of what a run has read so far. Use the run's id as key, so that a new run begins with nothing chosen on its map. */
export const Results = memo(function Results({
  run,
  split,
  isOnTimeline = false,
}: {
  readonly run: RunState;
  /** Shown instead of the findings in Split, where the bars of both results are above the views. */
  readonly split?: ReactNode;
  /** The timeline above all views already shows the result's rows over time. */
  readonly isOnTimeline?: boolean;
}): ReactNode {
  const { query, results, findings: diagnoses } = useServices();
  // This page made up the keys of such rows, so nothing about them is a finding.
  const { points, answer } = useStore(results).inSight;
  const isMadeHere = points !== undefined || answer !== undefined;
  const { tab } = useStore(query);
  const columns = useArrangement(run);
  const filter = useFilterField(columns, run.plan.queries.length > 1);
  // Only the map draws the selection from here.
  const filters = useListState(run.runId, (list) => (tab === 'map' ? list.filters : NO_FILTERS));
  const isOver = isAtRest(run);
  const areRowsRead = isRead(run);
  useEffect(() => {
    if (areRowsRead) diagnoses.prepare();
  }, [areRowsRead, diagnoses]);
  const data = useRunMap(run, undefined, undefined, filters, tab === 'map' || areRowsRead);
  const diagnosed = useDiagnosis(data);
  const { findings, choice, setChoice, missing } = useMapChoice(run, diagnosed, isOver);
  const showFinding = (finding: Finding): void => {
    setChoice({ kind: 'finding', finding });
    query.change({ tab: 'map' });
  };
  const shown = choice?.kind === 'finding' ? choice.finding : undefined;
  useViewActions(run, columns, isOver ? findings : [], shown, showFinding);
  const hasStrip = split === undefined && !isOnTimeline;
  const views: Readonly<Record<ResultTab, () => ReactNode>> = {
    rows: () => (
      <RowsTab
        {...{ run, columns, filter }}
        strip={hasStrip && <RowStrip {...{ run, columns }} window={run.plan.request.window} />}
      />
    ),
    groups: () => <GroupsTab run={run} columns={columns} />,
    chart: () => <ChartPane run={run} columns={columns} />,
    map: () => <MapTab {...{ run, data, findings, choice }} onChoose={setChoice} />,
    requests: () => <RequestsPane run={run} />,
    sql: () => (
      <SqlPane front={columns.arrangement.front}>
        <RowsTab {...{ run, columns, filter }} strip={undefined} />
      </SqlPane>
    ),
  };
  return (
    <div className="column fill">
      {missing !== undefined && <NotThere what="finding" name={missing} />}
      <Tabs
        label="Result views"
        tabs={RESULT_TABS.map((id) => ({
          id,
          label: TAB_TITLES[id],
          content: id === tab ? <DiffersBeside run={run}>{views[id]()}</DiffersBeside> : undefined,
        }))}
        selected={tab}
        actions={
          split ?? (
            <>
              {!isMadeHere && (
                <FindingsBar
                  diagnosed={diagnosed}
                  isOver={isOver && run.rows > 0}
                  lit={shown}
                  onChoose={showFinding}
                />
              )}
              <TimelineButton />
            </>
          )
        }
        onSelect={(id) => query.change({ tab: id })}
      />
    </div>
  );
});
