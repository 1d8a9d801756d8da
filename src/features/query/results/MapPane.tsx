import { type ReactNode, useEffect, useMemo } from 'react';
import type { MatrixRequest } from '../../../core/keyspace/map/matrix.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../../core/keyspace/target.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { clampTicks } from '../../../core/time/ticks.ts';
import { formatCount } from '../../../ui/format.ts';
import { WindowMap } from '../../../ui/cellmap/WindowMap.tsx';
import { queryStates } from '../../../core/plan/queryStates.ts';
import { gridOfRun, rowLabel } from '../../shared/runCells.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { mapSummary, noRowsWords } from './words/mapWords.ts';
import css from './results.module.css';
import { useSelectWindow } from './time/useSelectWindow.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../state/run/runState.ts';

/** Most columns of the map: wide enough to be pointed at. Spans are whole: two hours give 120 minutes. */
const COLUMNS = 150;

/** Prefix by time, of what was read. Selecting a stretch of time sets the window of the next query. */
export function MapPane({ run }: { readonly run: RunState }): ReactNode {
  const { matrix, series } = useServices();
  const selectWindow = useSelectWindow();
  const zone = useZone();
  const { plan, dataVersion, progress, completeness } = run;
  const typed = plan.request.window;
  // Without a window the rows say how far the map reaches.
  useEffect(() => {
    if (typed === undefined)
      series.ask({ version: dataVersion, question: { buckets: COLUMNS, by: 'total' } });
  }, [series, typed, dataVersion]);
  const found = useStore(series).answer;
  const window = useMemo(() => {
    if (typed !== undefined) return typed;
    if (found === undefined || found.bucketCount === 0) return undefined;
    const to = found.from + BigInt(found.bucketCount) * found.bucketTicks;
    return { from: clampTicks(found.from), to: clampTicks(to) };
  }, [typed, found]);

  useEffect(() => {
    if (window !== undefined) {
      matrix.ask({ version: dataVersion, question: { window, columns: COLUMNS, ...rowsOf(plan) } });
    }
  }, [matrix, plan, window, dataVersion]);
  const { answer, fault } = useStore(matrix);

  const labels = useMemo(() => answer?.labels.map(rowLabel) ?? [], [answer]);
  const states = useMemo(() => queryStates({ progress, completeness }), [progress, completeness]);
  const grid = useMemo(
    () => answer && gridOfRun(answer, { plan, states, completeness }, isByQuery(plan)),
    [plan, answer, states, completeness],
  );
  if (fault !== undefined) return <p role="alert">{wordsOf(fault)}</p>;
  if (answer === undefined || grid === undefined) {
    return <p className={css.noMap}>{noRowsWords(run, 'No rows with a time.')}</p>;
  }
  const { before, after, withoutTime } = answer.outside;
  const rowStates = isByQuery(plan) ? states : labels.map(() => states[0] ?? 'done');
  return (
    <div className={css.map}>
      <WindowMap
        grid={grid}
        labels={labels}
        max={answer.max}
        timeZone={zone.timeZone}
        zoneName={zone.name}
        summary={mapSummary({ ...answer, labels }, completeness, rowStates)}
        targetPerSecond={PARTITION_TARGET_PER_SECOND}
        onWindow={selectWindow}
      />
      {before + after + withoutTime > 0 && (
        <p className={css.dim}>
          Not on the map: {formatCount(before + after)} rows of the edge buckets outside the window
          {withoutTime > 0 && `, ${formatCount(withoutTime)} rows without a time`}.
        </p>
      )}
    </div>
  );
}

/** One row for each planned query where there are several: an empty prefix keeps its row. Else one for each partition. */
function rowsOf(plan: QueryPlan): Pick<MatrixRequest, 'by' | 'labels'> {
  return isByQuery(plan)
    ? { by: 'query', labels: plan.queries.map((query) => query.label) }
    : { by: 'group' };
}

function isByQuery(plan: QueryPlan): boolean {
  return plan.queries.length > 1;
}
