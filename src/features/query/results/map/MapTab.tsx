import { type ReactNode, useMemo, useState } from 'react';
import type { Finding } from '../../../../core/keyspace/diagnosis/finding.ts';
import type { CellGrid } from '../../../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../../../core/keyspace/map/marginals.ts';
import type { MapSection } from '../../../../state/keyspace/keyspaceStore.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { WindowMap } from '../../../../ui/cellmap/WindowMap.tsx';
import { wholeViewport } from '../../../../ui/cellmap/viewport.ts';
import { CellDetails, TAKE_KEYS, useTakeCells } from '../../../shared/map/CellDetails.tsx';
import { FindingDetails } from '../../../shared/map/FindingDetails.tsx';
import { findingNamed, nameOfFinding, titleOf } from '../../../shared/map/findingNames.ts';
import { gridSummary } from '../../../shared/map/keyspaceWords.ts';
import type { MapData } from '../../../shared/map/mapData.ts';
import type { Diagnosed } from '../../../shared/map/useDiagnosis.ts';
import {
  cellsOfFinding,
  cellsOfSection,
  sectionOfCells,
  rowsOfFindings,
} from '../../../shared/map/zoomView.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useActions } from '../../../shared/useActions.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { NoRows } from '../states/NoRows.tsx';
import css from './map.module.css';

/** What the pane next to the map shows. */
type MapChoice =
  | { readonly kind: 'finding'; readonly finding: Finding }
  /** Cells are kept by their time, so that a map with finer columns shows the same part. */
  | { readonly kind: 'cells'; readonly part: MapSection };

interface MapTabProps {
  readonly run: RunState;
  readonly data: MapData | undefined;
  readonly findings: readonly Finding[];
  readonly choice: MapChoice | undefined;
  readonly onChoose: (choice: MapChoice | undefined) => void;
}

/** The map of what was read, or a text if the selected rows cannot be counted. */
export function MapTab(props: MapTabProps): ReactNode {
  const { run, data } = props;
  if (data?.shown === undefined) return <NoRows run={run} none="No rows with a time" />;
  if (typeof data.shown === 'string') return <p className={css.pending}>{wordsOf(data.shown)}</p>;
  return <SelectedMap {...props} data={data} grid={data.shown} />;
}

/** Prefixes by time. A drag selects rows, and a click opens the details of a cell. */
function SelectedMap(props: MapTabProps & { readonly data: MapData; readonly grid: CellGrid }): ReactNode {
  const { data, grid, findings, choice, onChoose } = props;
  const zone = useZone();
  const take = useTakeCells(data);
  useActions(TAKE_KEYS);
  const { timeCursor } = useServices();
  const cursor = useStore(timeCursor);
  const place = useStore(timeCursor.place);
  const finding = choice?.kind === 'finding' ? choice.finding : undefined;
  const highlights = useMemo(
    () => finding?.cells.flatMap((cells) => cellsOfFinding(grid, cells)) ?? [],
    [grid, finding],
  );
  const sums = useMemo(() => {
    const { rows, columns } = wholeViewport(grid);
    return marginals(grid, { rows, columns });
  }, [grid]);
  const marked = useMemo(() => rowsOfFindings(findings, grid.rowCount), [findings, grid]);
  const pinned = choice?.kind === 'cells' ? cellsOfSection(grid, choice.part) : undefined;
  const { labels, rowName = 'Prefix' } = data;
  const pointedRow = place && data.rowOf?.(place);
  return (
    <SidePane
      label="Details"
      title="Details"
      content={
        finding !== undefined ? (
          <FindingDetails finding={finding} data={data} />
        ) : (
          pinned && <CellDetails data={{ ...data, grid }} cells={pinned} />
        )
      }
      onClose={() => onChoose(undefined)}
    >
      <div className={css.map} aria-busy={data.isStale}>
        <WindowMap
          {...{ grid, labels, rowName, pointedRow, highlights, pinned, marked }}
          timeZone={zone.timeZone}
          zoneName={zone.name}
          summary={gridSummary(grid, labels, sums, data.completeness, {
            rowName,
            timeZone: zone.timeZone,
            hasSharedRow: data.hasSharedRow,
            findings: findings.map(({ title }) => title),
          })}
          onTake={take}
          takesTime={data.filterOf({ from: 0, to: 1 }) === undefined}
          timeCursor={cursor}
          onTime={timeCursor.point}
          onPin={(cells) => onChoose(cells && { kind: 'cells', part: sectionOfCells(grid, cells) })}
        />
        {data.outside !== '' && <p className={css.dim}>Not on the map: {data.outside}.</p>}
      </div>
    </SidePane>
  );
}

const NONE: readonly Finding[] = [];

/** The findings, and what is open next to the map. Which finding is open is kept with the list of rows, so a link may name one. */
export function useMapChoice(run: RunState, diagnosed: Diagnosed, isOver: boolean) {
  const { rowList } = useServices();
  const { runId } = run;
  const named = useListState(runId, ({ finding }) => finding);
  const [choice, choose] = useState<MapChoice>();
  const isJudged = isOver && typeof diagnosed.findings !== 'string';
  const findings = typeof diagnosed.findings === 'string' ? NONE : diagnosed.findings;
  const isSought = named !== undefined && isJudged && choice === undefined;
  const found = isSought ? findingNamed(findings, named) : undefined;
  if (found !== undefined) choose({ kind: 'finding', finding: found });
  return {
    findings,
    choice,
    setChoice: (next: MapChoice | undefined): void => {
      choose(next);
      const finding = next?.kind === 'finding' ? nameOfFinding(next.finding) : undefined;
      rowList.change(runId, { finding });
    },
    /** The title of the finding that a link names, if this result does not have it. */
    missing: isSought && found === undefined ? titleOf(named) : undefined,
  };
}
