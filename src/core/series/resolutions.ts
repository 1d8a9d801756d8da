import { ceilDiv, larger, smaller } from '../bigints.ts';
import { type Interval, TICKS_PER_DAY } from '../time/ticks.ts';
import { proposeFactors } from './proposeFactors.ts';
import { type AdvancedLayout, checkLayout, type LayoutFault } from './seriesLayout.ts';
import { seriesCost } from './seriesCost.ts';
import { fail, ok, type Result } from '../result.ts';

/** One reading need: points this far apart, for this long before now. */
export interface ReadingNeed {
  readonly stepTicks: bigint;
  readonly windowTicks: bigint;
}

/** The table that serves one need, and what that saves compared with reading the finest table. */
export interface ResolutionTable {
  readonly need: ReadingNeed;
  readonly layout: AdvancedLayout;
  /** The fewest requests that read the window from this table. */
  readonly requests: bigint;
  readonly rows: bigint;
  /** The same for reading these points from the table with the finest resolution. */
  readonly requestsFromFinest: bigint;
  readonly rowsFromFinest: bigint;
  /** How many rows per day writing this table adds. */
  readonly rowsPerDay: bigint;
}

function shortest(needs: readonly ReadingNeed[]): bigint {
  return needs.reduce((least, { stepTicks }) => smaller(stepTicks, least), needs[0]?.stepTicks ?? 0n);
}

function longest(needs: readonly ReadingNeed[]): bigint {
  return needs.reduce((most, { windowTicks }) => larger(windowTicks, most), 0n);
}

/**
 * One table for each distinct resolution, with factors proposed for its longest window that ends at `now`. `like` says how keys are
 * written. A fault has the position of the need that no table can serve.
 */
export function resolutionTables(
  needs: readonly ReadingNeed[],
  like: Pick<AdvancedLayout, 'before' | 'time' | 'namePrefix'>,
  now: bigint,
): Result<readonly ResolutionTable[], LayoutFault & { readonly need: number }> {
  const finestStep = shortest(needs);
  const layoutOf = (stepTicks: bigint): Result<AdvancedLayout, LayoutFault> => {
    const factors = proposeFactors(stepTicks, longest(needs.filter((need) => need.stepTicks === stepTicks)));
    return factors === undefined
      ? fail({
          field: 'step',
          message: 'No round length of time holds whole steps of this resolution.',
          nextStep: 'Choose one that divides a minute, an hour or a day, such as 1s or 5min.',
        })
      : checkLayout({ kind: 'advanced', ...like, stepTicks, ...factors });
  };
  const finest = layoutOf(finestStep);
  const tables: ResolutionTable[] = [];
  for (const [position, need] of needs.entries()) {
    const layout = layoutOf(need.stepTicks);
    if (!layout.ok) return fail({ ...layout.error, need: position });
    if (!finest.ok) return fail({ ...finest.error, need: position });
    const from = now - need.windowTicks;
    if (need.windowTicks <= 0n || from < 0n)
      return fail({
        field: 'step',
        message: 'The time to read back must be above zero and begin after 1970.',
        nextStep: 'Type a length such as 1h or 7d.',
        need: position,
      });
    const window = { from, to: now } as Interval;
    const own = seriesCost(layout.value, { window });
    const fromFinest = seriesCost(finest.value, { window, everyTicks: need.stepTicks });
    tables.push({
      need,
      layout: layout.value,
      requests: own.read.requests,
      rows: own.read.rowsRead,
      requestsFromFinest: fromFinest.read.requests,
      rowsFromFinest: fromFinest.read.rowsRead,
      rowsPerDay: ceilDiv(TICKS_PER_DAY, layout.value.rowTicks),
    });
  }
  return ok(tables);
}
