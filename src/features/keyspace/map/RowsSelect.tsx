import { type ReactNode, useEffect } from 'react';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import { columnsQuestion, type RunState } from '../../../state/run/runState.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import { SearchMenu } from '../../../ui/controls/SearchMenu.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';

/** The id of the option "as queried". */
const AS_PLANNED = 'planned';
const GROUPINGS: readonly { readonly id: string; readonly label: string }[] = [
  { id: 'prefix', label: 'Prefixes' },
  { id: 'partition', label: 'Partitions' },
  { id: 'identity', label: 'Writers' },
  { id: 'identity.0', label: 'Writer, part 1' },
  { id: 'identity.1', label: 'Writer, part 2' },
  { id: 'identity.2', label: 'Writer, part 3' },
];
/** Chooses what a row of a run's map is: one of its queries, or a group by any grouping. */
export function RowsSelect({
  rowsBy,
  run,
}: {
  readonly rowsBy: RowGrouping | undefined;
  readonly run: RunState;
}): ReactNode {
  const { columns } = useServices();
  const { version, question } = columnsQuestion(run);
  const { isStill } = question;
  useEffect(() => columns.ask({ version, question: { isStill } }), [columns, version, isStill]);
  const { answer } = useStore(columns);
  return (
    <RowsOfSelect
      rowsBy={rowsBy}
      names={() => answer?.all.map(({ name }) => name) ?? []}
      planned="As queried"
    />
  );
}

export interface RowsOfSelectProps {
  readonly rowsBy: RowGrouping | undefined;
  readonly names: () => readonly string[];
  /** The name of the rows that the source itself defines; undefined if it defines none. */
  readonly planned?: string;
}

/** Chooses what a row of the map is: a prefix, a partition, a writer by its identity in the RowKey, or a property's value. */
export function RowsOfSelect({ rowsBy, names, planned }: RowsOfSelectProps): ReactNode {
  const { keyspace } = useServices();
  const fixed = [...(planned === undefined ? [] : [{ id: AS_PLANNED, label: planned }]), ...GROUPINGS];
  const selected = rowsBy === undefined ? AS_PLANNED : groupingText(rowsBy);
  const label =
    rowsBy?.by === 'property' ? rowsBy.name : (fixed.find(({ id }) => id === selected)?.label ?? '');
  return (
    <SearchMenu
      label={`Rows are: ${label}`}
      face={<VisibleText text={label} />}
      placement="bottom start"
      entries={() => [
        ...fixed,
        ...names().map((name) => ({ id: groupingText({ by: 'property', name }), label: name })),
      ]}
      selected={selected}
      onAction={(id) => keyspace.change({ rowsBy: id === AS_PLANNED ? '' : id })}
    />
  );
}
