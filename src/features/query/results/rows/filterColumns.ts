import { useMemo, useState } from 'react';
import { type ColumnRef, columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';

/** A column that can be filtered, and the most frequent type of its values. */
export interface FilterColumn {
  readonly ref: ColumnRef;
  readonly title: string;
  readonly type: string;
  /** All types of its values; undefined for a key or a time. */
  readonly types?: readonly string[];
}

function ofProperty({ name, types }: ColumnSummary): FilterColumn {
  return {
    ref: { name },
    title: name === '' ? '(no name)' : name,
    type: types.find((type) => type !== 'Null') ?? 'Edm.String',
    types,
  };
}

export interface FilterColumns {
  readonly of: (ref: ColumnRef) => FilterColumn | undefined;
  /** All columns, for the field in which one is chosen. Takes time in proportion to the number of columns. */
  readonly all: () => readonly FilterColumn[];
}

function filterColumns({ all, of }: Pick<ColumnSet, 'all' | 'of'>, hasPrefixes: boolean): FilterColumns {
  // A property may have the name of such a column, and then only the type tells them apart.
  const fixed: readonly FilterColumn[] = [
    { ref: { name: 'PartitionKey' }, title: 'PartitionKey', type: 'Edm.String' },
    { ref: { name: 'RowKey' }, title: 'RowKey', type: 'Edm.String' },
    { ref: TIME, title: 'Time', type: 'Edm.DateTime' },
    ...(hasPrefixes ? [{ ref: PREFIX, title: 'Prefix', type: 'Edm.String' }] : []),
    { ref: { name: 'Timestamp' }, title: 'Timestamp', type: 'Edm.DateTime' },
  ];
  return {
    of: (ref) => {
      const column = ref.fact === undefined ? of(ref.name) : undefined;
      if (column !== undefined) return ofProperty(column);
      return fixed.find((each) => columnRefName(each.ref) === columnRefName(ref));
    },
    all: () => [...all.map(ofProperty), ...fixed],
  };
}

/** The fields for a further filter: the possible columns, and whether the fields are open. */
export interface FilterField extends FilterColumns {
  /** The column whose header opened the fields, or the likeliest column if their button did. Undefined if there is no column. */
  readonly column: FilterColumn | undefined;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly openFor: (ref: ColumnRef) => void;
}

/** The column that people most likely want to filter: the message, or else the first text of the grid. */
export function likelyFilterColumn(
  { of }: Pick<FilterColumns, 'of'>,
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
): FilterColumn | undefined {
  const texts = [...front, ...back].flatMap(({ name, role }) => {
    const column = of({ name });
    return column?.type === 'Edm.String' ? [{ column, role }] : [];
  });
  return (texts.find(({ role }) => role === 'message') ?? texts[0])?.column;
}

export function useFilterField(columns: ArrangedColumns, hasPrefixes: boolean): FilterField {
  const [state, setState] = useState<{ readonly of?: ColumnRef; readonly isOpen: boolean }>({
    isOpen: false,
  });
  const filters = useMemo(() => filterColumns(columns, hasPrefixes), [columns, hasPrefixes]);
  const { of: wanted } = state;
  return {
    ...filters,
    column: wanted === undefined ? likelyFilterColumn(filters, columns.arrangement) : filters.of(wanted),
    isOpen: state.isOpen,
    setOpen: (isOpen) => setState({ isOpen }),
    openFor: (ref) => setState({ of: ref, isOpen: true }),
  };
}
