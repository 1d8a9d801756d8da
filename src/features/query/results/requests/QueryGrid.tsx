import { faultText } from '../../../../core/result.ts';
import { type ReactNode, useMemo } from 'react';
import { formatBytes, formatCount, formatMs } from '../../../../ui/format.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import { NO_COSTS, type QueryCosts, queryCosts } from './queryCosts.ts';
import { queryStates } from '../../../../core/plan/queryStates.ts';
import { READ_WORDS, type ReadState } from '../../../../core/plan/readState.ts';
import { numberColumn, wordColumn } from './sortableColumn.ts';
import { type SortableColumn, useSortedGrid } from './sortedRows.ts';
import type { RunState } from '../../../../state/run/runState.ts';

interface QueryRow {
  readonly query: RunState['progress'][number];
  readonly state: ReadState;
  readonly costs: QueryCosts;
}

const words = wordColumn<QueryRow>;
const number = (
  id: string,
  title: string,
  width: number,
  value: (row: QueryRow) => number | undefined,
  format: (value: number) => string = formatCount,
): SortableColumn<QueryRow> => numberColumn(id, title, width, value, format);

const COLUMNS: readonly SortableColumn<QueryRow>[] = [
  { ...words('label', 'Query', 120, ({ query }) => query.label), value: ({ query }) => query.index },
  words('state', 'State', 120, ({ state }) => READ_WORDS[state].short),
  number('rows', 'Rows', 90, ({ query }) => query.rows),
  number('pages', 'Pages', 80, ({ query }) => query.pages),
  number('emptyPages', 'Empty pages', 112, ({ query }) => query.emptyPages),
  number('requests', 'Requests', 90, ({ costs }) => costs.requests),
  number('retries', 'Retries', 80, ({ costs }) => costs.retries),
  number('bytes', 'Bytes', 90, ({ costs }) => costs.bytes, formatBytes),
  number('elapsedMs', 'Duration', 90, ({ query }) => query.elapsedMs, formatMs),
  { ...number('first', 'First byte', 136, ({ costs }) => costs.slowestMs, formatMs), note: 'slowest' },
  words('fault', 'Fault', 420, ({ query: { fault } }) => (fault === undefined ? '' : faultText(fault))),
];

/** One line for each planned query: what it cost and what went wrong. */
export function QueryGrid(props: {
  readonly run: RunState;
  /** The listed queries, by their index. */
  readonly queries: ReadonlySet<number>;
  readonly onSelect: (queryIndex: number) => void;
}): ReactNode {
  const { queries } = props;
  const { progress, completeness, requests } = props.run;
  const rows = useMemo(() => {
    const costs = queryCosts(requests);
    const states = queryStates({ progress, completeness });
    return progress
      .map(
        (query, at): QueryRow => ({
          query,
          state: states[at] ?? query.state,
          costs: costs.get(query.index) ?? NO_COSTS,
        }),
      )
      .filter(({ query }) => queries.has(query.index));
  }, [progress, completeness, requests, queries]);
  const { rowAt, grid } = useSortedGrid(rows, COLUMNS);
  return (
    <DataGrid
      label="Requests by query"
      {...grid}
      onSelectRow={(line) => {
        const row = rowAt(line);
        if (row !== undefined) props.onSelect(row.query.index);
      }}
      rowLabel={(line) => rowAt(line)?.query.label ?? ''}
    />
  );
}
