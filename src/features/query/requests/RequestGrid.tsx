import type { ReactNode } from 'react';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { REQUEST_COLUMNS } from './requestColumns.ts';
import { type LoggedRequest, requestSentence } from './requestLog.ts';

/** Every request of a run in words: the twin of the waterfall. */
export function RequestGrid(props: {
  readonly requests: readonly LoggedRequest[];
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}): ReactNode {
  const { requests } = props;
  const text = (row: number, columnId: string): string => {
    const request = requests[row];
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
      selectedRow={props.selected}
      onSelectRow={props.onSelect}
      rowLabel={(row) => {
        const request = requests[row];
        return request === undefined ? '' : requestSentence(request);
      }}
      emptyState="No request was sent yet."
    />
  );
}
