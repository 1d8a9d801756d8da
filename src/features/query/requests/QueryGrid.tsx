import type { ReactNode } from 'react';
import type { RunState } from '../../../state/queryRun.ts';
import { formatBytes, formatCount, formatMs } from '../../../ui/format.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../../ui/grid/gridTypes.ts';
import { slowestFirstBytes } from '../queryDurations.ts';

type Progress = RunState['progress'][number];

interface QueryColumn extends GridColumn {
  readonly text: (query: Progress, slowestFirstByteMs: number | undefined) => string;
}

const count = (id: string, title: string, width: number, of: (query: Progress) => number): QueryColumn => ({
  id,
  title,
  width,
  align: 'end',
  text: (query) => formatCount(of(query)),
});
const ms = (value: number | undefined): string => (value === undefined ? '' : formatMs(value));

const COLUMNS: readonly QueryColumn[] = [
  { id: 'label', title: 'Query', width: 120, text: (query) => query.label },
  { id: 'state', title: 'State', width: 90, text: (query) => query.state },
  count('rows', 'Rows', 90, (query) => query.rows),
  count('pages', 'Pages', 70, (query) => query.pages),
  count('emptyPages', 'Empty pages', 104, (query) => query.emptyPages),
  count('requests', 'Requests', 80, (query) => query.requests),
  count('retries', 'Retries', 70, (query) => query.retries),
  { id: 'bytes', title: 'Bytes', width: 90, align: 'end', text: (query) => formatBytes(query.bytes) },
  { id: 'elapsedMs', title: 'Duration', width: 90, align: 'end', text: (query) => ms(query.elapsedMs) },
  {
    id: 'first',
    title: 'First byte',
    note: 'slowest',
    width: 130,
    align: 'end',
    text: (_query, slowest) => ms(slowest),
  },
  {
    id: 'fault',
    title: 'Fault',
    width: 420,
    text: ({ fault }) => (fault === undefined ? '' : `${fault.message} ${fault.nextStep}`),
  },
];

/** One line per planned query: what it cost and what went wrong. */
export function QueryGrid(props: {
  readonly run: RunState;
  readonly onSelect: (queryIndex: number) => void;
}): ReactNode {
  const { plan, progress, requests } = props.run;
  if (plan === undefined) return undefined;
  const slowest = slowestFirstBytes(requests);
  const text = (row: number, columnId: string): string => {
    const query = progress[row];
    if (query === undefined) {
      return columnId === 'label' ? (plan.queries[row]?.label ?? '') : columnId === 'state' ? 'waiting' : '';
    }
    return COLUMNS.find((column) => column.id === columnId)?.text(query, slowest.get(row)) ?? '';
  };
  return (
    <DataGrid
      label="Requests by query"
      rowCount={plan.queries.length}
      columns={COLUMNS}
      renderCell={text}
      getCellText={text}
      onSelectRow={props.onSelect}
      rowLabel={(row) => plan.queries[row]?.label ?? ''}
    />
  );
}
