import { KEY_SCHEMES } from '../../core/keys/schemeRegistry.ts';
import type { PointNaming } from '../../core/series/pointNames.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { PointsReceipt } from '../../workers/rowPoints.ts';
import { waitingQuery } from '../../tables/progress/queryState.ts';
import type { Interval, Ticks } from '../../core/time/ticks.ts';
import { lacking } from '../run/madeRun.ts';
import type { EndedRun } from '../run/runState.ts';
import type { CaptureIntake } from './capture/openCapture.ts';
import { safeName } from './resultNames.ts';
import type { ResultServices } from './resultServices.ts';

/** The source of the points, and how its rows were read. */
export interface PointsWords {
  /** The name of the result whose rows held them. */
  readonly of: string;
  readonly receipt: PointsReceipt;
  /** Points that the row store kept, fewer than read if two have the same keys. */
  readonly kept: number;
}

export interface OpenedPoints {
  readonly run: EndedRun;
  readonly points: PointsWords;
}

/** Upper limit for the bytes of a point in a row store, keys included, so that the budget is respected. */
const POINT_BYTES = 300;

/** The key scheme for RowKeys that begin with plain ticks. */
export function ticksScheme(): string | undefined {
  const ticks = 638_451_595_251_234_567n;
  const key = String(ticks).padStart(19, '0');
  return KEY_SCHEMES.find(
    (scheme) => scheme.timeSource === 'row' && scheme.read(key, 'row', {})?.ticks === ticks,
  )?.id;
}

/** Points are as complete as their rows, and less so if a row gave no points or a point was not kept. */
function completenessOf(
  rows: EndedRun['completeness'],
  receipt: PointsReceipt,
  stored: number,
  of: string,
): EndedRun['completeness'] {
  const { rowsLeft, points, counts } = receipt;
  const lost = rowsLeft + counts.rowsWithoutTime + counts.beyondTime + (points - stored);
  const derived = { kind: 'points', of } as const;
  const counted = { ...rows, rows: stored, queriesAsked: 1, queriesDone: 1, derived };
  if (rows.state !== 'complete' && rows.state !== 'derived')
    return { ...counted, ...('resumable' in rows && { resumable: false }) };
  if (lost === 0) return { ...counted, state: 'derived', derived: { ...derived, sources: [rows.state] } };
  return { ...counted, ...lacking('incomplete', ['Not every row could be read as points.']) };
}

/**
 * The window of the points. It starts at the first row that was read, because points between the window's start and
 * that row are in the previous row, which was not read.
 */
function windowOf(window: Interval, rowTicks: bigint | undefined, firstTicks: bigint | undefined): Interval {
  const isCut =
    firstTicks !== undefined &&
    firstTicks > window.from &&
    firstTicks < window.to &&
    (rowTicks === undefined || firstTicks < window.from + rowTicks);
  return isCut ? { ...window, from: firstTicks as Ticks } : window;
}

/** Reads the properties of a result's rows as points, into a new row store. */
export function readAsPoints(
  source: Pick<ResultServices, 'run' | 'rows'>,
  name: string,
  naming: PointNaming,
  rowTicks: bigint | undefined,
): (intake: CaptureIntake) => Promise<Result<OpenedPoints, string>> {
  return async ({ rows, runId, room }) => {
    const run = source.run.get();
    const schemeId = ticksScheme();
    if (run.phase !== 'ended' || schemeId === undefined) return fail('Wait until the query has ended.');
    const { tableName } = run.plan.request;
    const [query] = run.plan.queries;
    if (query === undefined) return fail('The result has no rows.');
    await rows.begin({ runId, schemeId, queries: [{ index: 0, label: 'points', tableName }] });
    let refused: string | undefined;
    let kept = 0;
    const receipt = await source.rows.points(
      {
        naming,
        rowTicks,
        unnamed: tableName,
        mostPoints: Math.min(room.rows, Math.floor(room.bytes / POINT_BYTES)),
      },
      {
        onChunk: async (page) => {
          const stored = await rows.append(runId, 0, page);
          if (stored.ok) kept += stored.value.rows;
          else refused ??= stored.error.message;
        },
      },
    );
    if (refused !== undefined) return fail(refused);
    if (receipt.points === 0) return fail('No property is named like that, so there are no points.');
    const request = { tableName, schemeId, volume: 1, unprefixed: false } as const;
    const { window } = run.plan.request;
    const planned = { index: 0, label: 'points', tableName };
    return ok({
      points: { of: name, receipt, kept },
      run: {
        ...run,
        runId,
        plan: {
          ...run.plan,
          request: {
            ...request,
            ...(window !== undefined && { window: windowOf(window, rowTicks, receipt.firstTicks) }),
          },
          queries: [{ ...query, ...planned }],
          guards: [],
        },
        progress: [{ ...waitingQuery(planned), state: 'done', rows: kept, parts: [] }],
        guards: [],
        requests: [],
        rows: kept,
        dataVersion: 1,
        completeness: completenessOf(run.completeness, receipt, kept, safeName(name)),
      },
    });
  };
}
