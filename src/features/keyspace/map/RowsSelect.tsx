import { type ReactNode, useEffect, useMemo } from 'react';
import type { RowGrouping } from '../../../core/keyspace/map/grouping.ts';
import { groupingText } from '../../../state/keyspace/keyspaceRows.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from './keyspace.module.css';

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
const NO_NAMES: readonly string[] = [];

/** What a row of the map of a run is: as its queries, or by any grouping. */
export function RowsSelect({
  rowsBy,
  dataVersion,
}: {
  readonly rowsBy: RowGrouping | undefined;
  /** As `RunState.dataVersion`. */
  readonly dataVersion: number;
}): ReactNode {
  const { columns } = useServices();
  useEffect(() => columns.ask(dataVersion), [columns, dataVersion]);
  const { answer } = useStore(columns);
  const names = useMemo(() => answer?.map(({ name }) => name) ?? NO_NAMES, [answer]);
  return <RowsOfSelect rowsBy={rowsBy} names={names} planned="As queried" />;
}

export interface RowsOfSelectProps {
  readonly rowsBy: RowGrouping | undefined;
  /** Properties that rows have. */
  readonly names: readonly string[];
  /** The name of rows that the source defines itself; undefined: it defines none. */
  readonly planned?: string;
}

/** What a row of the map is: a prefix, a partition, a writer by its identity in the RowKey, or a property's value. */
export function RowsOfSelect({ rowsBy, names, planned }: RowsOfSelectProps): ReactNode {
  const { keyspace } = useServices();
  const value = rowsBy === undefined ? AS_PLANNED : groupingText(rowsBy);
  const options = useMemo(() => {
    // The address may name a property that no row has.
    const isUnknown = rowsBy?.by === 'property' && !names.includes(rowsBy.name);
    const first = planned === undefined ? [] : [{ id: AS_PLANNED, label: planned }];
    return [
      ...[...first, ...GROUPINGS].map((option) => ({ ...option, section: 'Keys' })),
      ...(isUnknown ? [...names, rowsBy.name] : names).map((name) => ({
        id: groupingText({ by: 'property', name }),
        label: name,
        section: 'Properties',
      })),
    ];
  }, [names, planned, rowsBy]);
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
