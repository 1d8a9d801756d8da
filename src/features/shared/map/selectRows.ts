import type { CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import type { RowListState } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import type { MapData } from './mapData.ts';

type Selection = Pick<RowListState, 'filters'> & Partial<RowListState>;

/** Selects rows in the result of a map, instead of what was selected, and shows them; undefined: the map is of no result. */
export function useSelectRows({ run }: MapData): ((selection: Selection) => void) | undefined {
  const { address, query, rowList } = useServices();
  if (run === undefined) return undefined;
  return (selection) => {
    rowList.change(run.runId, { order: 'time-asc', sort: [], ...selection });
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
  const texts = own.flatMap((filter) => (filter?.kind === 'is' ? [filter.text] : []));
  const [first] = own;
  if (first?.kind !== 'is' || texts.length < rows.length) return undefined;
  return texts.length === 1 ? first : { ...first, kind: 'one-of', texts };
}
