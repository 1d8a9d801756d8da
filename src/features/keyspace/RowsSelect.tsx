import { type ReactNode, useEffect, useMemo } from 'react';
import type { RowGrouping } from '../../core/keyspace/map/grouping.ts';
import { groupingText } from '../../state/keyspaceRows.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './keyspace.module.css';

/** Stands for the rows that the run itself has. */
const AS_PLANNED = 'planned';
const GROUPINGS: readonly { readonly id: string; readonly label: string }[] = [
  { id: AS_PLANNED, label: 'As queried' },
  { id: 'prefix', label: 'Prefixes' },
  { id: 'partition', label: 'Partitions' },
  { id: 'identity', label: 'Writers' },
  { id: 'identity.0', label: 'Writer, part 1' },
  { id: 'identity.1', label: 'Writer, part 2' },
  { id: 'identity.2', label: 'Writer, part 3' },
];

/** What a row of the map of a run is: a prefix, a partition, a writer by its identity in the RowKey, or a property's value. */
export function RowsSelect({ rowsBy }: { readonly rowsBy: RowGrouping | undefined }): ReactNode {
  const { keyspace, columns, run } = useServices();
  const { dataVersion } = useStore(run);
  useEffect(() => columns.ask(dataVersion), [columns, dataVersion]);
  const { answer } = useStore(columns);
  const value = rowsBy === undefined ? AS_PLANNED : groupingText(rowsBy);
  const options = useMemo(() => {
    const names = answer?.map(({ name }) => name) ?? [];
    // The address may name a property that no row has.
    if (rowsBy?.by === 'property' && !names.includes(rowsBy.name)) names.push(rowsBy.name);
    return [
      ...GROUPINGS.map((option) => ({ ...option, section: 'Keys' })),
      ...names.map((name) => ({
        id: groupingText({ by: 'property', name }),
        label: name,
        section: 'Properties',
      })),
    ];
  }, [answer, rowsBy]);
  return (
    <div className={css.rowsBy}>
      <Select
        label="Rows are"
        hideLabel
        options={options}
        value={value}
        onChange={(id) => keyspace.change({ rowsBy: id === AS_PLANNED ? '' : id })}
      />
    </div>
  );
}
