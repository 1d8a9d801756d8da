import { faultText } from '../../../../core/result.ts';
import { type ReactNode, useMemo } from 'react';
import { formatBytes, formatCount, formatMs } from '../../../../ui/format.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import type { LoggedRequest } from './requestLog.ts';
import { type RequestSummary, requestSummary } from './SummaryParts.tsx';
import { queryStates } from '../../../../core/plan/queryStates.ts';
import { READ_WORDS, type ReadState } from '../../../../core/plan/readState.ts';
import { numberColumn, type SortableColumn, useSortedGrid, wordColumn } from './sortedRows.ts';
import type { RunState } from '../../../../state/run/runState.ts';

interface QueryRow {
  readonly query: RunState['progress'][number];
  readonly state: ReadState;
  readonly costs: RequestSummary;
}

const words = wordColumn<QueryRow>;
const number = numberColumn<QueryRow>;

const COLUMNS: readonly SortableColumn<QueryRow>[] = [
  { ...words('label', 'Query', 120, ({ query }) => query.label), value: ({ query }) => query.index },
  words('state', 'State', 120, ({ state }) => READ_WORDS[state].short),
  number('rows', 'Rows', 90, ({ query }) => query.rows, formatCount),
  number('pages', 'Pages', 80, ({ query }) => query.pages, formatCount),
  number('emptyPages', 'Empty pages', 112, ({ query }) => query.emptyPages, formatCount),
  number('requests', 'Requests', 90, ({ costs }) => costs.requests, formatCount),
  number('retries', 'Retries', 80, ({ costs }) => costs.retries, formatCount),
  number('bytes', 'Bytes', 90, ({ costs }) => costs.bytes, formatBytes),
  number('elapsedMs', 'Duration', 90, ({ query }) => query.elapsedMs, formatMs),
  { ...number('first', 'First byte', 136, ({ costs }) => costs.service?.max, formatMs), note: 'slowest' },
  words('fault', 'Fault', 420, ({ query: { fault } }) => (fault === undefined ? '' : faultText(fault))),
];

/** One line for each planned query: what it cost and what went wrong. */
export function QueryGrid(props: {
  readonly run: RunState;
  readonly requests: readonly LoggedRequest[];
  /** The listed queries, by their index. */
  readonly queries: ReadonlySet<number>;
  readonly onSelect: (queryIndex: number) => void;
}): ReactNode {
  const { requests, queries } = props;
  const { progress, completeness } = props.run;
  const rows = useMemo(() => {
    const sent = new Map(progress.map(({ index }): [number, LoggedRequest[]] => [index, []]));
    for (const each of requests)
      if (each.record.kind === 'query') sent.get(each.record.queryIndex)?.push(each);
    const states = queryStates({ progress, completeness });
    return progress
      .map(
        (query, at): QueryRow => ({
          query,
          state: states[at] ?? query.state,
          costs: requestSummary(sent.get(query.index) ?? []),
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
