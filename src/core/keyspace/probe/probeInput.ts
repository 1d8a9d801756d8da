import { larger } from '../../bigints.ts';
import { instantsOf, roundingInForce } from '../../keys/base/rounding.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import type { DiagnosisInput, RowPause } from '../diagnosis/finding.ts';
import { type CellGrid, COUNTED, ESTIMATED, WAITING } from '../map/cellGrid.ts';
import type { FoundTime, ProbeGroup, ProbePicture } from './probeTypes.ts';

/** Estimates with a larger relative standard error are not compared with others. */
const MOST_ERROR = 0.5;
/** A silence lacks at least this many rows, at the rate of its group until then. */
const LEAST_MISSING = 30;

const ROWS_ARE = { prefix: 'prefix', partition: 'partition', run: 'range', leading: 'range' } as const;

/**
 * What a probe tells a diagnosis: the rows of each group in one column, and which groups stopped while most others kept
 * writing. It gives no counts over time, because estimates between samples look even, with sudden steps, whatever the rows are.
 */
export function probeInput(
  { groups, incomplete, held }: ProbePicture,
  whole: { readonly from: bigint; readonly to: bigint },
  nowTicks: bigint,
): Omit<DiagnosisInput, 'labels'> {
  const kind = groups[0]?.kind ?? 'run';
  const scheme = schemeById(groups[0]?.schemeId ?? '');
  const known = groups.map(({ presence, rows }) =>
    presence === 'empty' ? { rows: 0, standardError: 0 } : rows,
  );
  const grid: CellGrid = {
    rowCount: groups.length,
    columnCount: 1,
    from: whole.from,
    bucketTicks: whole.to - whole.from,
    counts: Uint32Array.from(known, (rows) => Math.round(rows?.rows ?? 0)),
    states: Uint8Array.from(known, (rows) =>
      rows === undefined || rows.standardError > rows.rows * MOST_ERROR
        ? WAITING
        : rows.standardError === 0
          ? COUNTED
          : ESTIMATED,
    ),
  };
  const isAll = incomplete === undefined && held === undefined;
  return {
    grid,
    rowsAre: groups.every((group) => group.kind === kind) ? ROWS_ARE[kind] : 'value',
    facts: {
      nowTicks,
      timeSource: scheme?.timeSource ?? 'none',
      roundingTicks: scheme && roundingInForce(scheme, undefined),
      pauses: silences(groups, nowTicks),
      reads: isAll ? 'every row' : undefined,
    },
  };
}

interface Ended {
  readonly row: number;
  readonly group: ProbeGroup;
  readonly first: FoundTime;
  readonly last: FoundTime;
}

/** Groups whose last row was read, long before the last rows of most others. */
function silences(groups: readonly ProbeGroup[], nowTicks: bigint): readonly RowPause[] {
  const ended = groups.flatMap((group, row): readonly Ended[] => {
    const { first, last } = group;
    return first?.isExact === true && last?.isExact === true ? [{ row, group, first, last }] : [];
  });
  const lasts = ended.map(({ last }) => last.ticks).filter((ticks) => ticks <= nowTicks);
  const latest = lasts.reduce(larger, 0n);
  return ended.flatMap(({ row, group, first, last }) => {
    const scheme = schemeById(group.schemeId);
    const silence = latest - last.ticks;
    const wrote = Number(last.ticks - first.ticks);
    if (scheme === undefined || group.rows === undefined || silence <= 0n || wrote <= 0) return [];
    const others = lasts.filter((ticks) => (latest - ticks) * 2n < silence).length;
    const hasPaused = group.gaps.some((gap) => (gap.to - gap.from) * 2n > silence);
    const least = group.rows.rows - 2 * group.rows.standardError;
    if (others * 2 < ended.length || hasPaused || (least * Number(silence)) / wrote < LEAST_MISSING)
      return [];
    const missing = (group.rows.rows * Number(silence)) / wrote;
    const { to: from } = instantsOf(scheme, last.ticks, undefined);
    return [{ row, from, to: latest, missing, isOpen: true as const }];
  });
}
