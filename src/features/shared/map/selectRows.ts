import type { CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import type { RowListState } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import type { MapData } from './mapData.ts';

type Select = (filters: readonly RowFilter[], order?: RowListState['order']) => void;

/** Selects rows in the result of a map, instead of what was selected, and shows them; undefined: the map is of no result. */
export function useSelectRows({ read }: MapData): Select | undefined {
  const { address, query, rowList } = useServices();
  if (read === undefined) return undefined;
  return (filters, order = 'time-asc') => {
    rowList.change(read.run.runId, { order, sort: [], filters });
    query.change({ tab: 'rows' });
    if (address.get().view !== QUERY_VIEW) query.open();
  };
}

/** One filter for several rows of a map; undefined: no filter shows just these. */
export function filterOfEach(
  rows: readonly number[],
  filterOf: (rows: CellRange) => RowFilter | undefined,
): RowFilter | undefined {
  const own = rows.map((row) => filterOf({ from: row, to: row + 1 }));
  const [first] = own;
  const texts = own.flatMap((filter) => (filter?.kind === 'is' ? [filter.text] : []));
  if (first?.kind !== 'is' || texts.length < rows.length) return undefined;
  if (texts.length === 1) return first;
  const { name, fact, type } = first;
  return { name, ...(fact && { fact }), kind: 'one-of', type, texts } as RowFilter;
}
