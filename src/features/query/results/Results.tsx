import { memo, type ReactNode, useEffect } from 'react';
import { RESULT_TABS, type ResultTab } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { useDiagnosis } from '../../shared/map/useDiagnosis.ts';
import { isAtRest, isRead } from '../../shared/map/useRunFacts.ts';
import { useRunMap } from '../../shared/map/useRunMap.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { useActions, useGroupActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/shownTime.ts';
import { ChartTab } from './ChartTab.tsx';
import { DiffersBeside } from './differs/DiffersPane.tsx';
import { GroupsTab } from './groups/GroupsTab.tsx';
import { FindingsBar } from '../../shared/map/FindingsBar.tsx';
import { MapTab, useMapChoice } from './map/MapTab.tsx';
import { NotThere } from './states/NoRows.tsx';
import { RequestsPane } from './requests/RequestsPane.tsx';
import { SqlPane } from './sql/SqlPane.tsx';
import { RowStrip } from './rows/RowStrip.tsx';
import { RowsTab } from './rows/RowsTab.tsx';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { useFilterField } from './rows/FilterEditor.tsx';
import { useListState } from '../../shared/selection/SelectedRows.tsx';
import { useArrangement } from './rows/useRowList.ts';
import { isNumber } from '../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../core/rows/packedColumns.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { anyOf, withChoice } from '../../../state/run/rowListState.ts';
import { briefFindings } from '../../shared/map/findingWords.ts';
import { errorMark } from './rows/rowColumns.ts';
import { ChartGantt } from 'lucide-react';
import { addTrack, MOST_TRACKS, openTracks } from '../../../state/results/timeline.ts';
import { Button } from '../../../ui/controls/Button.tsx';

const NO_FILTERS: readonly [] = [];

/** The views of what a run has read so far. Use the run's id as key, so that a new run begins with nothing chosen on its map. */
export const Results = memo(function Results(props: {
  readonly run: RunState;
  /** Shown instead of the findings in Split, where the bars of both results are above the views. */
  readonly split?: ReactNode;
  /** The timeline above all views already shows the result's rows over time. */
  readonly isOnTimeline?: boolean;
}): ReactNode {
  const { run, split, isOnTimeline = false } = props;
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
    chart: () => <ChartTab run={run} columns={columns} />,
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

const TAB_TITLES: Readonly<Record<ResultTab, string>> = {
  rows: 'Rows',
  groups: 'Groups',
  chart: 'Chart',
  map: 'Map',
  requests: 'Requests',
  sql: 'SQL',
};

/** The palette lists at most this many findings. */
const MOST_FINDINGS = 20;

/** The filter for rows that are errors or worse; undefined if no column tells. */
function errorFilter(columns: ArrangedColumns): RowFilter | undefined {
  const mark = errorMark(columns);
  const column = mark && columns.of(mark.property);
  if (mark === undefined || column === undefined) return undefined;
  const ref = { name: mark.property };
  if (!isNumber(column)) return anyOf(ref, mark.texts);
  // Levels that are numbers are adjacent, so a range selects them.
  const levels = mark.texts.map(Number);
  const [from, to] = [String(Math.min(...levels)), String(Math.max(...levels))];
  return { ...ref, kind: 'range', as: 'number', from, to };
}

/** The palette's actions for a result, whichever of its views is open. */
function useViewActions(
  run: RunState,
  columns: ArrangedColumns,
  findings: readonly Finding[],
  shown: Finding | undefined,
  show: (finding: Finding) => void,
): void {
  const { query, rowList } = useServices();
  const { timeZone } = useZone();
  const errors = errorFilter(columns);
  const group = (change: Partial<ReturnType<typeof query.get>['groups']>) => (): void =>
    query.change({ tab: 'groups', groups: { ...query.get().groups, ...change } });
  const next = findings[shown === undefined ? 0 : (findings.indexOf(shown) + 1) % findings.length];
  useActions([
    ...RESULT_TABS.map((id, at) => ({
      id: `results.${id}`,
      group: 'Results',
      title: `Show ${TAB_TITLES[id]}`,
      press: String(at + 1),
      run: () => query.change({ tab: id }),
    })),
    {
      id: 'results.nextFinding',
      group: 'Results',
      title: 'Show the next finding',
      press: 'n',
      run: next && (() => show(next)),
    },
    {
      id: 'results.errors',
      group: 'Results',
      title: 'Select the rows that are errors',
      press: 'e',
      run:
        errors &&
        (() => rowList.change(run.runId, { filters: withChoice(rowList.of(run.runId).filters, [errors]) })),
    },
  ]);
  const inGrid = columns.arrangement.front.map(({ name }) => name);
  useGroupActions('Results', [
    ...briefFindings(findings, timeZone)
      .slice(0, MOST_FINDINGS)
      .map(({ title, detail }, at) => {
        const finding = findings[at];
        const words = `Show the finding ${title} ${detail}`.trim();
        return [`results.finding.${String(at)}`, words, finding && (() => show(finding))] as const;
      }),
    ...inGrid.map((name) => [`results.by.${name}`, `Group by ${name}`, group({ by: [{ name }] })] as const),
    ...inGrid.flatMap((name) => {
      const column = columns.of(name);
      if (column === undefined || !isNumber(column)) return [];
      const measure = { name, statistic: 'p95' } as const;
      return [
        [`results.p95.${name}`, `Show p95 of ${name} by group`, group({ measure })] as const,
        ...inGrid
          .filter((by) => by !== name)
          .map(
            (by) =>
              [
                `results.p95.${name} ${by}`,
                `Show p95 of ${name} by ${by}`,
                group({ by: [{ name: by }], measure }),
              ] as const,
          ),
      ];
    }),
  ]);
}

/** Adds the result in sight to the timeline, or removes it. */
function TimelineButton(): ReactNode {
  const { results } = useServices();
  const { inSight, timeline } = useStore(results);
  const tracks = openTracks(results.get());
  const isOn = tracks.some(({ id }) => id === inSight.id);
  const others = (timeline?.tracks ?? []).filter(({ id }) => id !== inSight.id);
  const isFull = !isOn && tracks.length >= MOST_TRACKS;
  const press = (): void =>
    isOn ? results.arrange({ timeline: { ...timeline, tracks: others } }) : addTrack(results, inSight.id);
  const title = isOn ? 'Remove this result from the timeline' : 'Add to timeline';
  useActions([
    { id: 'results.timeline', group: 'Results', title, press: 'a', run: isFull ? undefined : press },
  ]);
  return (
    <Button
      size="small"
      look="subtle"
      icon={<ChartGantt />}
      shortcut="A"
      isPressed={isOn}
      isDisabled={isFull}
      ariaLabel={title}
      onPress={press}
    >
      Timeline
    </Button>
  );
}
