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
import { formOfSelection, selectedGrid } from './selectedCells.ts';

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
