import { useMemo, useState } from 'react';
import { type ColumnRef, columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { ArrangedColumn } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';
import type { FilterColumn } from './FilterEditor.tsx';
import { isInAllRows } from './queryFilter.ts';

/** All columns of a list, for the field that chooses one. A property named like a fact is told apart by its type alone. */
function filterColumns(profiles: readonly ColumnProfile[], hasPrefixes: boolean): readonly FilterColumn[] {
  return [
    ...profiles.map((profile) => ({
      ref: { name: profile.name },
      title: profile.name === '' ? '(no name)' : profile.name,
      type: profile.types.find(({ type }) => type !== 'Null')?.type ?? 'Edm.String',
      types: profile.types.map(({ type }) => type),
      isInAll: isInAllRows(profile),
    })),
    { ref: { name: 'PartitionKey' }, title: 'PartitionKey', type: 'Edm.String' },
    { ref: { name: 'RowKey' }, title: 'RowKey', type: 'Edm.String' },
    { ref: TIME, title: 'Time', type: 'Edm.DateTime' },
    ...(hasPrefixes ? [{ ref: PREFIX, title: 'Prefix', type: 'Edm.String' }] : []),
    { ref: { name: 'Timestamp' }, title: 'Timestamp', type: 'Edm.DateTime' },
  ];
}

/** The fields of one more filter: which columns it may be of, and whether it is open. */
export interface FilterField {
  readonly columns: readonly FilterColumn[];
  /** The one it was opened for in the grid; by its button, the likely one. Undefined: there is none. */
  readonly column: FilterColumn | undefined;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly openFor: (ref: ColumnRef) => void;
}

/** The column of which a filter is wanted first: the message, else the first text of the grid. */
export function likelyFilterColumn(
  columns: readonly FilterColumn[],
  shown: readonly ArrangedColumn[],
): FilterColumn | undefined {
  const texts = shown.flatMap(({ name, role }) => {
    const column = columns.find(({ ref }) => ref.name === name);
    return column?.type === 'Edm.String' ? [{ column, role }] : [];
  });
  return (texts.find(({ role }) => role === 'message') ?? texts[0])?.column;
}

export function useFilterField(
  profiles: readonly ColumnProfile[],
  shown: readonly ArrangedColumn[],
  hasPrefixes: boolean,
): FilterField {
  const [state, setState] = useState<{ readonly of?: ColumnRef; readonly isOpen: boolean }>({
    isOpen: false,
  });
  const columns = useMemo(() => filterColumns(profiles, hasPrefixes), [profiles, hasPrefixes]);
  const { of: wanted } = state;
  return {
    columns,
    column:
      wanted === undefined
        ? likelyFilterColumn(columns, shown)
        : columns.find(({ ref }) => columnRefName(ref) === columnRefName(wanted)),
    isOpen: state.isOpen,
    setOpen: (isOpen) => setState({ isOpen }),
    openFor: (ref) => setState({ of: ref, isOpen: true }),
  };
}
