import type { ComparedPoint } from '../../../core/series/comparePoints.ts';
import { type PointNaming, recognizePoints } from '../../../core/series/pointNames.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import { timeOfKey } from '../../../core/series/timeKey.ts';
import { type TimedEntity, unpivotSteps } from '../../../core/series/unpivot.ts';
import type { Interval } from '../../../core/time/ticks.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';

/** More points would block the page for too long. All rows are in the result itself. */
export const MOST_POINTS = 50_000;
/** How many requests the worker gets at a time. */
const AT_ONCE = 50;

export interface PointsRead {
  readonly points: readonly ComparedPoint[];
  readonly rows: number;
  /** Rows that were not looked at, because there are too many points. */
  readonly rowsLeft: number;
  /** Values that are not points: the key has no time, the value is not a number, or the time is outside the window. */
  readonly leftOut: number;
  /** Set if the rows seem to have been written with other names or factors. */
  readonly hint?: string | undefined;
}

type Rows = OpenResult['services']['rows'];

function isInside(ticks: bigint, { from, to }: Interval): boolean {
  return ticks >= from && ticks < to;
}

async function basicPoints(
  rows: Rows,
  layout: SeriesLayout,
  name: string,
  window: Interval,
): Promise<PointsRead> {
  const view = await rows.view({ order: 'key', from: 0, to: MOST_POINTS, columns: [name] });
  const points: ComparedPoint[] = [];
  for (const row of view.rows) {
    const ticks = timeOfKey(layout.time, row.rowKey);
    const value = row.cells[0];
    if (ticks.ok && isInside(ticks.value, window) && value !== undefined && value.type !== 'Null')
      points.push({ ticks: ticks.value, text: value.text });
  }
  points.sort((a, b) => (a.ticks < b.ticks ? -1 : a.ticks > b.ticks ? 1 : 0));
  return {
    points,
    rows: view.total,
    rowsLeft: view.total - view.rows.length,
    leftOut: view.rows.length - points.length,
  };
}

/** Says what naming the rows seem to have, if it differs from the form. */
function otherNaming(timed: readonly TimedEntity[], naming: PointNaming): string | undefined {
  const found = recognizePoints(
    timed.flatMap(({ entity, ticks }) =>
      ticks === undefined ? [] : [{ ticks, names: entity.properties.map(({ name }) => name) }],
    ),
  );
  if (found === undefined || isSameNaming(found.naming, naming)) return undefined;
  return `The rows look different${found.isGuess ? ' (a guess)' : ''}: ${found.evidence}`;
}

function isSameNaming(a: PointNaming, b: PointNaming): boolean {
  return a.kind === 'offset' && b.kind === 'offset' && a.prefix === b.prefix && a.stepTicks === b.stepTicks;
}

async function advancedPoints(
  rows: Rows,
  layout: Extract<SeriesLayout, { kind: 'advanced' }>,
  window: Interval,
): Promise<PointsRead> {
  const most = Math.floor(MOST_POINTS / Number(layout.rowTicks / layout.stepTicks));
  const view = await rows.view({ order: 'key', from: 0, to: most });
  const timed: TimedEntity[] = [];
  for (let at = 0; at < view.rows.length; at += AT_ONCE) {
    const part = view.rows.slice(at, at + AT_ONCE);
    const entities = await Promise.all(part.map(({ row }) => rows.entity(row)));
    for (const entity of entities) {
      const ticks = timeOfKey(layout.time, entity.rowKey);
      timed.push({ entity, ticks: ticks.ok ? ticks.value : undefined });
    }
  }
  const naming: PointNaming = { kind: 'offset', prefix: layout.namePrefix, stepTicks: layout.stepTicks };
  const hint = otherNaming(timed, naming);
  const steps = unpivotSteps(timed, naming, layout.rowTicks);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const all = step.value;
  const points = all.points
    .filter(({ ticks }) => isInside(ticks, window))
    .map(({ ticks, value }) => ({ ticks, text: value.text }));
  const others = [...all.otherProperties.values()].reduce((sum, count) => sum + count, 0);
  return {
    points,
    rows: view.total,
    rowsLeft: view.total - view.rows.length,
    leftOut: all.points.length - points.length + all.nulls + all.beyondTime + others,
    hint,
  };
}

/** The points of a result's rows in order of time, and what was left out. */
export function readPoints(
  { services }: OpenResult,
  layout: SeriesLayout,
  valueName: string,
  window: Interval,
): Promise<PointsRead> {
  return layout.kind === 'basic'
    ? basicPoints(services.rows, layout, valueName, window)
    : advancedPoints(services.rows, layout, window);
}
