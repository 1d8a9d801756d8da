import { type ReactNode, useState } from 'react';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { EntityInspector } from './EntityInspector.tsx';
import type { RowView } from './RowCell.tsx';
import { RowGrid } from './RowGrid.tsx';
import { RowStrip } from './RowStrip.tsx';
import { RowTools } from './RowTools.tsx';
import css from './rows.module.css';
import type { RowColumns } from './useArrangement.ts';
import { useRowList } from './useRowList.ts';
import { useRowSearch } from './useRowSearch.ts';
import { NoRows } from '../states/NoRows.tsx';

interface Chosen {
  readonly position: number;
  readonly row: RowView | undefined;
}

/** The rows of a run; the one that is chosen opens beside them. */
export function RowsTab({
  run,
  columns,
}: {
  readonly run: RunState;
  readonly columns: RowColumns;
}): ReactNode {
  const list = useRowList(run, columns.arrangement);
  const [chosen, setChosen] = useState<Chosen>();
  const [isOpen, setIsOpen] = useState(false);
  const found = useRowSearch(run, list.query, list.search);
  const row = chosen && (chosen.row ?? list.rowAt(chosen.position));
  return (
    <div className={css.tab}>
      <RowStrip run={run} columns={columns} />
      <RowTools
        list={list}
        folded={columns.arrangement.folded}
        state={run.completeness.state}
        positions={found.positions}
        selected={chosen?.position}
        onGoTo={(position) => setChosen({ position, row: list.rowAt(position) })}
      />
      <SidePane
        label="Selected entity"
        title="Selected entity"
        content={
          isOpen && chosen !== undefined ? (
            <EntityInspector
              row={row?.row}
              time={row?.time}
              schemeId={run.plan.request.schemeId}
              onFilter={list.addFilter}
            />
          ) : undefined
        }
        onClose={() => setIsOpen(false)}
      >
        <RowGrid
          run={run}
          list={list}
          profiles={columns.profiles}
          hasPrefixes={run.plan.queries.length > 1}
          selected={chosen?.position}
          onSelect={(position, at) => setChosen({ position, row: at })}
          onOpen={(position, at) => {
            setChosen({ position, row: at });
            setIsOpen(true);
          }}
          emptyState={
            list.filters.length > 0 && run.rows > 0 ? (
              <EmptyState
                title="No row meets the filters"
                actions={
                  <Button size="small" onPress={() => list.setFilters([])}>
                    Remove all filters
                  </Button>
                }
              >
                {`All ${formatPlural(run.rows, 'row')} that were read are filtered out.`}
              </EmptyState>
            ) : (
              <NoRows run={run} none="No rows" />
            )
          }
        />
      </SidePane>
    </div>
  );
}
