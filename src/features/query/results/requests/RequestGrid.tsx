import type { ReactNode } from 'react';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import { REQUEST_COLUMNS, requestValue } from './requestColumns.ts';
import { type LoggedRequest, requestSentence } from './requestLog.ts';
import { useSortedRows } from './sortedRows.ts';

/** Every request of a run in words: the twin of the waterfall. */
export function RequestGrid(props: {
  readonly requests: readonly LoggedRequest[];
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}): ReactNode {
  const { requests } = props;
  const { sort, positionAt, lineOf, onSort } = useSortedRows(requests, requestValue);
  const text = (line: number, columnId: string): string => {
    const request = requests[positionAt(line)];
    const column = REQUEST_COLUMNS.find(({ id }) => id === columnId);
    return request === undefined ? '' : (column?.text(request) ?? '');
  };
  return (
    <DataGrid
      label="Requests"
      rowCount={requests.length}
      columns={REQUEST_COLUMNS}
      renderCell={text}
      getCellText={text}
      selectedRow={lineOf(props.selected)}
      onSelectRow={(line) => props.onSelect(positionAt(line))}
      sort={sort && [sort]}
      onSort={onSort}
      rowLabel={(line) => {
        const request = requests[positionAt(line)];
        return request === undefined ? '' : requestSentence(request);
      }}
      emptyState="No request was sent yet."
    />
  );
}
