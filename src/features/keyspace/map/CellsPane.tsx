import { type ReactNode, useMemo } from 'react';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { formatCount } from '../../../ui/format.ts';
import { addressOfForm } from '../../shared/map/cellQuery.ts';
import { FilterChips } from '../../shared/selection/FilterChips.tsx';
import chipsCss from '../../shared/selection/filterChips.module.css';
import { useListState, useToQuery } from '../../shared/selection/SelectedRows.tsx';
import { useEscape } from '../../shared/selection/useEscape.ts';
import { ServicesProvider, useServices, useStore } from '../../shared/services.tsx';
import css from './keyspace.module.css';
import { useMapSections } from './keyspaceParts.ts';
import { MapPane, type MapPaneProps } from './MapPane.tsx';
import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { clampTicks, isoToTicks, ticksToIso } from '../../../core/time/ticks.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { isTimeRange } from '../../../state/run/rowListState.ts';
import type { MapData } from '../../shared/map/mapData.ts';

/** The map of a source without rows. Its cells can be selected like the rows of a result. */
export function CellsPane(props: Omit<MapPaneProps, 'selected'>): ReactNode {
  const services = useServices();
  const { cells } = useMapSections();
  // The selection of the result in sight is about other rows, so this map has its own.
  const own = useMemo(() => ({ ...services, rowList: cells }), [services, cells]);
  return (
    <ServicesProvider services={own}>
      <SelectedPane {...props} />
    </ServicesProvider>
  );
}

function SelectedPane({ data, ...pane }: Omit<MapPaneProps, 'selected'>): ReactNode {
  const { id } = data;
  const filters = useListState(id, ({ filters }) => filters);
  useEscape(id, undefined);
  const selected = useMemo(() => ({ ...data, shown: selectedGrid(data, filters) }), [data, filters]);
  return <MapPane {...pane} data={selected} selected={<SelectedCells data={selected} filters={filters} />} />;
}

function sumOf(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The selection as chips, with its count and the query that reads it. */
function SelectedCells({
  data,
  filters,
}: {
  readonly data: MapPaneProps['data'] & { readonly shown: MapPaneProps['data']['grid'] };
  readonly filters: readonly RowFilter[];
}): ReactNode {
  const { query, rowList } = useServices();
  const { grid, shown, queryOf } = data;
  const form = formOfSelection(data, filters, useStore(query));
  const toQuery = useToQuery();
  return (
    <div className={chipsCss.selected}>
      <FilterChips
        filters={filters}
        uncompared={undefined}
        onChange={(next) => rowList.change(data.id, { filters: next })}
        // The query for the cells of a list or a table is made from the whole selection, so single filters are not added to the form.
        toQuery={queryOf === undefined ? toQuery : () => undefined}
      />
      {filters.length > 0 && (
        <>
          <span role="status">
            {grid.errors !== undefined && 'about '}
            <strong>{formatCount(sumOf(shown.counts))}</strong>
            {` of ${formatCount(sumOf(grid.counts))} on this map`}
          </span>
          {form !== undefined && (
            <a className={css.link} href={addressOfForm(form)}>
              Use in query
            </a>
          )}
          {form === undefined && queryOf !== undefined && (
            <span className="third">No single query reads just these.</span>
          )}
        </>
      )}
    </div>
  );
}

type Cells = Pick<MapData, 'grid' | 'filterOf'>;

/** The half-open time of a column of cells. */
interface Span {
  readonly from: bigint;
  readonly to: bigint;
}

/** The text by which a filter selects a row of the map; undefined if no filter can. */
function textOf(filterOf: MapData['filterOf'], row: number): string | undefined {
  const filter = filterOf({ from: row, to: row + 1 });
  return filter?.kind === 'is' ? filter.text : undefined;
}

type Selects = (row: number, column: number) => boolean;

/**
 * Tells which cells a filter selects, from the texts of the map's rows and the times of its columns. Both are looked up once, so that
 * selection can keep up with a drag over many cells. A cell that a range cuts counts as selected. With `isWhole` it does not, so that
 * leaving out a range keeps the cells that it only cuts.
 */
function selects(
  filter: RowFilter,
  texts: readonly (string | undefined)[],
  spans: readonly Span[],
  isWhole = false,
): Selects {
  if (filter.kind === 'except') {
    const within = filter.of.map((each) => selects(each, texts, spans, true));
    return (row, column) => !within.every((isIn) => isIn(row, column));
  }
  if (isTimeRange(filter)) {
    const [start, end] = [isoToTicks(filter.from), isoToTicks(filter.to)];
    const columns = spans.map(({ from, to }) =>
      isWhole ? start <= from && to <= end : start < to && end > from,
    );
    return (_, column) => columns[column] === true;
  }
  if (filter.kind !== 'is' && filter.kind !== 'one-of') return () => true;
  const wanted = new Set<string | undefined>(filter.kind === 'is' ? [filter.text] : filter.texts);
  const rows = texts.map((text) => wanted.has(text));
  return (row) => rows[row] === true;
}

function textsOf({ grid, filterOf }: Cells): readonly (string | undefined)[] {
  return Array.from({ length: grid.rowCount }, (_, row) => textOf(filterOf, row));
}

/** The map, counting only the selected cells, in front of the counts of all. */
export function selectedGrid(cells: Cells, filters: readonly RowFilter[]): CellGrid {
  const { grid } = cells;
  if (filters.length === 0) return grid;
  const { columnCount, from, bucketTicks } = grid;
  const spans = Array.from({ length: columnCount }, (_, column) => {
    const start = from + BigInt(column) * bucketTicks;
    return { from: start, to: start + bucketTicks };
  });
  const texts = textsOf(cells);
  const all = filters.map((filter) => selects(filter, texts, spans));
  const counts = grid.counts.map((count, at) => {
    const [row, column] = [Math.floor(at / columnCount), at % columnCount];
    return all.every((isIn) => isIn(row, column)) ? count : 0;
  });
  return { ...grid, counts, all: grid.counts };
}

/** The form of the query that reads the selection; undefined if no single query can, or if there is no table. */
export function formOfSelection(
  data: MapData,
  filters: readonly RowFilter[],
  query: QueryForm,
): QueryForm | undefined {
  const { queryOf, whole } = data;
  const ofRows = filters.filter((filter) => !isTimeRange(filter));
  if (ofRows.some(({ kind }) => kind === 'except')) return undefined;
  const texts = textsOf(data);
  const all = ofRows.map((filter) => selects(filter, texts, [whole]));
  const rows = [...texts.keys()].filter((row) => all.every((isIn) => isIn(row, 0)));
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
