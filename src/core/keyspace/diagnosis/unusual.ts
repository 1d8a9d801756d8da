/*
 * An unusual stretch as it is told, with the times of its edges: of the rows themselves where they are known (`pauseFacts.ts`), else of
 * columns.
 */
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { columnsOfTime } from '../map/cellGrid.ts';
import type { DiagnosisView, FindingCells, RowPause } from './finding.ts';
import { type Deviation, isSure, type Sure } from './scan.ts';
import type { Stretch } from './usual.ts';
import { cellsOf } from './view.ts';

/** Why a quiet stretch may be no fault: it is regular, a night of which no other is shown, or others pause as long. */
export type Doubt = 'regular' | 'night' | 'habit';

/** An unusual stretch. Its columns count from the first active one. */
export interface Unusual extends Deviation {
  /** The row of the map; undefined: all rows. */
  readonly row?: number | undefined;
  readonly lnP: number;
  readonly cells: FindingCells;
  /** True if it lasts to the last row of all, or to now. */
  readonly isOpen: boolean;
  /** True if it is far longer than a peak. */
  readonly isLevel?: boolean;
  readonly doubt?: Doubt | undefined;
}

export function named(view: DiagnosisView, found: Sure<Deviation>, row?: number): Unusual {
  const { from: first, to: last } = view.active;
  const columns = { from: first + found.from, to: first + found.to };
  return {
    ...found,
    row,
    cells: {
      ...cellsOf(view, columns, row === undefined ? undefined : [row]),
      ...(found.count === 0 && { within: view.grid.bucketTicks }),
    },
    isOpen: columns.to >= last,
  };
}

/** Agents send every few minutes, so rows younger than this may still be on their way. */
const USUAL_LATE_SECONDS = 600;

/** How late writers usually are. */
function lateSeconds({ facts }: DiagnosisView): number {
  return Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0);
}

/** The time up to which rows have surely arrived; the end of the map if now is not known. */
export function arrivedTicks(view: DiagnosisView): bigint {
  const { grid, facts } = view;
  if (facts.nowTicks === undefined) return grid.from + BigInt(grid.columnCount) * grid.bucketTicks;
  return facts.nowTicks - BigInt(Math.ceil(lateSeconds(view))) * TICKS_PER_SECOND;
}

/** Whether at least three stretches have similar lengths and similar distances: a timer. */
export function areEven(stretches: readonly Stretch[]): boolean {
  if (stretches.length < 3) return false;
  const inOrder = stretches.toSorted((a, b) => a.from - b.from);
  const isNarrow = (values: readonly number[], share: number) => {
    const most = Math.max(...values);
    return most - Math.min(...values) <= Math.max(1, share * most);
  };
  const steps = inOrder.slice(1).map(({ from }, at) => from - (inOrder[at] as Stretch).from);
  return (
    isNarrow(
      inOrder.map(({ from, to }) => to - from),
      0.25,
    ) && isNarrow(steps, 0.1)
  );
}

/** Stretches that begin within this share of the time begin together. */
const TOGETHER_SHARE = 0.02;

export function togetherColumns({ active }: DiagnosisView): number {
  return Math.max(1, (active.to - active.from) * TOGETHER_SHARE);
}

/** Whether all stretches begin together. */
export function areAtOnce(view: DiagnosisView, found: readonly Stretch[]): boolean {
  const starts = found.map(({ from }) => from);
  return Math.max(...starts) - Math.min(...starts) <= togetherColumns(view);
}

/** Whether two silences begin together and end together, or both go on. */
export function areOne(view: DiagnosisView, one: Unusual, other: Unusual): boolean {
  const isSameEnd = one.isOpen || Math.abs(one.to - other.to) <= togetherColumns(view);
  return one.isOpen === other.isOpen && isSameEnd && areAtOnce(view, [one, other]);
}

/** The pauses (`pauseFacts.ts`) of a judged row of the map; undefined: of all rows together, none if some of them were not read. */
function pausesOf({ judged, labels, facts }: DiagnosisView, of: number | undefined): readonly RowPause[] {
  if (of === undefined && judged.length !== labels.length) return [];
  return (facts.pauses ?? []).filter(({ row }) => row === of);
}

/** What the times of rows are rounded to. */
const stepTicks = ({ facts }: DiagnosisView): bigint => facts.roundingTicks ?? 1n;

/** A stretch that lasts from the last column with rows until now, from the last row on where its time is known. */
export function fromLastRow(view: DiagnosisView, found: Unusual): Unusual {
  const { from, to } = found.cells;
  const pause = pausesOf(view, undefined).find(({ isOpen }) => isOpen);
  // The last row of all may be in the future.
  const isThere = pause !== undefined && pause.from > from - view.grid.bucketTicks && pause.from < to;
  return isThere ? { ...found, cells: { ...found.cells, from: pause.from, within: stepTicks(view) } } : found;
}

/** Stretches without rows with their exact times, and pauses that are narrower than a column. None in `usual` stretches. */
export function withExact(
  view: DiagnosisView,
  found: readonly Unusual[],
  row: number | undefined,
  usual: readonly Stretch[],
): readonly Unusual[] {
  const { grid, active } = view;
  const timesOf = ({ from, to }: Stretch) =>
    cellsOf(view, { from: active.from + from, to: active.from + to });
  const meets = (pause: RowPause, stretch: Stretch) => {
    const { from, to } = timesOf(stretch);
    return pause.from < to && pause.to > from;
  };
  const pauses = pausesOf(view, row).filter((pause) => usual.every((one) => !meets(pause, one)));
  const exactly = (one: Unusual, pause: RowPause): Unusual => ({
    ...one,
    count: 0,
    expected: pause.expected,
    lnP: Math.min(one.lnP, pause.lnP),
    isOpen: pause.isOpen === true,
    cells: {
      ...one.cells,
      from: pause.from,
      to: pause.isOpen === true ? one.cells.to : pause.to,
      within: stepTicks(view),
    },
  });
  const isMostOf = ({ from, to }: RowPause, { cells }: Unusual) => (to - from) * 2n > cells.to - cells.from;
  const seen = found.map((one) => {
    const pause = pauses.find((each) => meets(each, one) && (one.count === 0 || isMostOf(each, one)));
    return pause === undefined ? one : exactly(one, pause);
  });
  const narrow = pauses
    .filter(({ lnP }) => isSure(lnP))
    .filter((pause) => found.every((one) => !meets(pause, one)))
    .map((pause) => {
      const { from, to } = columnsOfTime(grid, pause);
      const end = pause.isOpen === true ? Math.max(active.to, from + 1) : Math.max(to, from + 1);
      const columns = { from: from - active.from, to: end - active.from };
      const { expected, lnP } = pause;
      return exactly(named(view, { ...columns, count: 0, expected, ratio: expected, lnP }, row), pause);
    });
  return [...seen, ...narrow];
}
