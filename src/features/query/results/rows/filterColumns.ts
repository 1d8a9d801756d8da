import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { PREFIX, TIME } from '../../../../state/run/rowListState.ts';
import type { FilterColumn } from './FilterEditor.tsx';

/** All columns of a list, for the field that chooses one. A property named like a fact is told apart by its type alone. */
export function filterColumns(
  profiles: readonly ColumnProfile[],
  hasPrefixes: boolean,
): readonly FilterColumn[] {
  return [
    ...profiles.map(({ name, types }) => ({
      ref: { name },
      title: name === '' ? '(no name)' : name,
      type: types.find(({ type }) => type !== 'Null')?.type ?? 'Edm.String',
    })),
    { ref: { name: 'PartitionKey' }, title: 'PartitionKey', type: 'Edm.String' },
    { ref: { name: 'RowKey' }, title: 'RowKey', type: 'Edm.String' },
    { ref: TIME, title: 'Time', type: 'Edm.DateTime' },
    ...(hasPrefixes ? [{ ref: PREFIX, title: 'Prefix', type: 'Edm.String' }] : []),
    { ref: { name: 'Timestamp' }, title: 'Timestamp', type: 'Edm.DateTime' },
  ];
}
