import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { clampTicks, isoToTicks, ticksToIso } from '../../../core/time/ticks.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { isTimeRange } from '../../../state/run/rowListState.ts';
import type { MapData } from '../../shared/map/mapData.ts';

type Cells = Pick<MapData, 'grid' | 'filterOf'>;

/** A half-open time of cells; undefined: any. */
interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

/** The text by which filters know a row of the map; undefined: they do not. */
function textOf(filterOf: MapData['filterOf'], row: number): string | undefined {
  const filter = filterOf({ from: row, to: row + 1 });
  return filter?.kind === 'is' ? filter.text : undefined;
}

function spanOf({ from, to }: { readonly from: string; readonly to: string }): Span {
  return { from: isoToTicks(from), to: isoToTicks(to) };
}

/** Whether a filter selects a row of the map at a time. Cells that a range cuts are selected, and none that is cut is left out. */
function selects(filter: RowFilter, text: string | undefined, { from, to }: Span): boolean {
  if (filter.kind === 'is') return filter.text === text;
  if (filter.kind === 'one-of') return filter.texts.includes(text ?? '');
  if (filter.kind === 'except') {
    const isWithin = (each: RowFilter): boolean => {
      if (!isTimeRange(each)) return selects(each, text, { from, to });
      const span = spanOf(each);
      return span.from <= from && to <= span.to;
    };
    return !filter.of.every(isWithin);
  }
  if (!isTimeRange(filter)) return true;
  const span = spanOf(filter);
  return from < span.to && to > span.from;
}

/** The map with the counts of selected cells alone, before those of all. */
export function selectedGrid({ grid, filterOf }: Cells, filters: readonly RowFilter[]): CellGrid {
  if (filters.length === 0) return grid;
  const { rowCount, columnCount, from, bucketTicks } = grid;
  const counts = new Uint32Array(grid.counts.length);
  const columns = Array.from({ length: columnCount }, (_, column) => {
    const start = from + BigInt(column) * bucketTicks;
    return { from: start, to: start + bucketTicks };
  });
  for (let row = 0; row < rowCount; row++) {
    const text = textOf(filterOf, row);
    for (const [column, span] of columns.entries()) {
      const at = row * columnCount + column;
      if (filters.every((filter) => selects(filter, text, span))) counts[at] = grid.counts[at] as number;
    }
  }
  return { ...grid, counts, all: grid.counts };
}

/** The form of the query that reads what is selected; undefined: no single query does, or there is no table. */
export function formOfSelection(
  { grid, filterOf, queryOf, whole }: MapData,
  filters: readonly RowFilter[],
  query: QueryForm,
): QueryForm | undefined {
  const ofRows = filters.filter((filter) => !isTimeRange(filter));
  if (ofRows.some(({ kind }) => kind === 'except')) return undefined;
  const rows = Array.from({ length: grid.rowCount }, (_, row) => row).filter((row) =>
    ofRows.every((filter) => selects(filter, textOf(filterOf, row), whole)),
  );
  const [first = 0, last = -1] = [rows[0], rows.at(-1)];
  const base = last - first + 1 === rows.length ? queryOf?.(first, last + 1) : undefined;
  const time = filters.find(isTimeRange);
  return (
    base && {
      ...query,
      ...base,
      from: time?.from ?? ticksToIso(clampTicks(whole.from)),
      to: time?.to ?? ticksToIso(clampTicks(whole.to)),
      windowGiven: true,
    }
  );
}
