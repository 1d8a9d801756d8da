import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import { type RowListState, timeRange } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import { TIMED } from './findingWords.ts';
import type { MapData } from './mapData.ts';

type Selection = Pick<RowListState, 'filters'> & Partial<RowListState>;

/** Selects rows in the result of a map, replacing its selection, and shows the list of rows; undefined if the map is not of a result. */
export function useSelectRows({ run }: MapData): ((selection: Selection) => void) | undefined {
  const { address, query, rowList } = useServices();
  if (run === undefined) return undefined;
  return (selection) => {
    rowList.change(run.runId, { order: 'time-asc', sort: [], ...selection });
    query.change({ tab: 'rows' });
    if (address.get().view !== QUERY_VIEW) query.open();
  };
}

/** One filter for several rows of a map; undefined if no filter selects exactly these. */
export function filterOfEach(
  rows: readonly number[],
  filterOf: (rows: CellRange) => RowFilter | undefined,
): RowFilter | undefined {
  const own = rows.map((row) => filterOf({ from: row, to: row + 1 }));
  const texts = own.flatMap((filter) => (filter?.kind === 'is' ? [filter.text] : []));
  const [first] = own;
  if (first?.kind !== 'is' || texts.length < rows.length) return undefined;
  const { text: _, ...rest } = first;
  return texts.length === 1 ? first : { ...rest, kind: 'one-of', texts };
}

/** The filters for the rows of a finding, limited to its time if it has one; undefined if no filters select exactly these. */
export function filtersOfFinding(
  { id, cells: [cells, ...others] }: Pick<Finding, 'id' | 'cells'>,
  filterOf: (rows: CellRange) => RowFilter | undefined,
): readonly RowFilter[] | undefined {
  if (cells === undefined || others.length > 0) return undefined;
  const own = filterOfEach(cells.rows ?? [], filterOf);
  const time = TIMED.has(id) ? timeRange(cells.from, cells.to) : undefined;
  const filters = [time, own].filter((filter) => filter !== undefined);
  return filters.length === 0 || (cells.rows !== undefined && own === undefined) ? undefined : filters;
}
