import { KEY_SCHEMES } from '../../core/keys/schemeRegistry.ts';
import type { PointNaming } from '../../core/series/pointNames.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { PointsReceipt } from '../../workers/rowPoints.ts';
import type { EndedRun } from '../run/runState.ts';
import type { CaptureIntake } from './capture/openCapture.ts';
import type { ResultServices } from './resultServices.ts';

/** Where points came from, and what became of the rows. */
export interface PointsWords {
  /** The name of the result whose rows held them. */
  readonly of: string;
  readonly receipt: PointsReceipt;
}

export interface OpenedPoints {
  readonly run: EndedRun;
  readonly points: PointsWords;
}

/** Bytes of a point in a row store, with its keys: more than it takes, so that the budget holds. */
const POINT_BYTES = 300;

/** The key scheme of a RowKey that is nothing but ticks, as points are stored. */
function ticksScheme(): string | undefined {
  const ticks = 638_451_595_251_234_567n;
  const key = String(ticks).padStart(19, '0');
  return KEY_SCHEMES.find(
    (scheme) => scheme.timeSource === 'row' && scheme.read(key, 'row', {})?.ticks === ticks,
  )?.id;
}

/** Points are as complete as the rows that held them, and less if a row gave none. */
function completenessOf(rows: EndedRun['completeness'], receipt: PointsReceipt): EndedRun['completeness'] {
  const { points, rowsLeft, counts } = receipt;
  const lost = rowsLeft + counts.rowsWithoutTime + counts.beyondTime;
  if (rows.state !== 'complete')
    return { ...rows, rows: points, ...('resumable' in rows && { resumable: false }) };
  if (lost === 0) return { ...rows, rows: points };
  return {
    ...rows,
    state: 'incomplete',
    rows: points,
    reasons: [{ kind: 'unread', text: 'Not every row could be read as points.', queries: [] }],
    unread: [],
    resumable: false,
  };
}

/** Reads the properties of a result's rows as points, into a row store of their own. */
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
    const receipt = await source.rows.points(
      {
        naming,
        ...(rowTicks !== undefined && { rowTicks }),
        unnamed: tableName,
        mostPoints: Math.min(room.rows, Math.floor(room.bytes / POINT_BYTES)),
      },
      async (page) => {
        const stored = await rows.append(runId, 0, page);
        if (!stored.ok) refused ??= stored.error.message;
      },
    );
    if (refused !== undefined) return fail(refused);
    if (receipt.points === 0) return fail('No property is named like that, so there are no points.');
    const request = { tableName, schemeId, volume: 1, unprefixed: false } as const;
    const { window } = run.plan.request;
    return ok({
      points: { of: name, receipt },
      run: {
        ...run,
        runId,
        plan: {
          ...run.plan,
          request: { ...request, ...(window !== undefined && { window }) },
          queries: [{ ...query, index: 0, label: 'points' }],
          guards: [],
        },
        rows: receipt.points,
        dataVersion: 1,
        completeness: completenessOf(run.completeness, receipt),
      },
    });
  };
}
