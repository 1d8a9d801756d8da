import { type ReactNode, useMemo } from 'react';
import { keyAnatomy } from '../../../core/keys/keyAnatomy.ts';
import {
  formatInstant,
  formatParts,
  type InstantText as InstantPieces,
} from '../../../core/time/formatInstant.ts';
import { type ZoneClock, zoneClock } from '../../../core/time/zoneClock.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../../ui/keys/KeyAnatomy.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useZone } from '../../shared/useZone.ts';
import { noRowsWords } from './words/mapWords.ts';
import css from '../query.module.css';
import { RowTools } from './RowTools.tsx';
import { propertyOf, rowColumns } from './rowColumns.ts';
import { type RowList, useRowList } from './useRowList.ts';
import type { RunState } from '../../../state/run/runState.ts';

export interface RowsPaneProps {
  readonly run: RunState;
  readonly selected: number | undefined;
  /** The position of a row in the grid's order, and the row where it has arrived. */
  readonly onSelect: (position: number, row: RowView | undefined) => void;
}

/** A row as the row store hands it out. */
export type RowView = NonNullable<ReturnType<RowList['rowAt']>>;

function instantOf(row: RowView, clock: ZoneClock | undefined): InstantPieces | undefined {
  return row.time === undefined ? undefined : formatParts(row.time.seconds, row.time.fraction, clock);
}

function cellText(
  row: RowView,
  columnId: string,
  names: readonly string[],
  clock: ZoneClock | undefined,
): string {
  switch (columnId) {
    case 'time':
      return instantOf(row, clock)?.text ?? '';
    case 'partitionKey':
      return row.partitionKey;
    case 'rowKey':
      return row.rowKey;
    case 'timestamp':
      return row.timestamp ?? '';
    default:
      return row.cells[names.indexOf(propertyOf(columnId) ?? '')]?.text ?? '';
  }
}

/** The day that the run's window lies in; undefined where it spans more than one. */
function dayOf(run: RunState, timeZone: string | undefined): string | undefined {
  const window = run.plan.request.window;
  if (window === undefined) return undefined;
  const { date } = formatInstant(window.from, timeZone);
  return date === formatInstant(window.to - 1n, timeZone).date ? date : undefined;
}

/** All rows that were read, over all prefixes, in one order. */
export function RowsPane(props: RowsPaneProps): ReactNode {
  const { run } = props;
  const list = useRowList(run);
  const { names, shown, rowAt, answer, order } = list;
  const zone = useZone();
  const clock = useMemo(
    () => (zone.timeZone === undefined ? undefined : zoneClock(zone.timeZone)),
    [zone.timeZone],
  );
  const day = dayOf(run, zone.timeZone);
  const columns = useMemo(() => rowColumns(shown, zone.name, day), [shown, zone.name, day]);
  const schemeId = run.plan.request.schemeId;

  const textOf = (position: number, columnId: string): string => {
    const row = rowAt(position);
    return row === undefined ? '' : cellText(row, columnId, names, clock);
  };
  const renderCell = (position: number, columnId: string): ReactNode => {
    const row = rowAt(position);
    if (row === undefined) return '';
    if (columnId === 'time') {
      const instant = instantOf(row, clock);
      return instant === undefined ? (
        ''
      ) : (
        <InstantText
          instant={instant}
          showZone={false}
          showDate={day === undefined || instant.date !== day}
        />
      );
    }
    if (columnId === 'partitionKey')
      return <KeyAnatomy segments={keyAnatomy(schemeId, 'partition', row.partitionKey)} />;
    if (columnId === 'rowKey') return <KeyAnatomy segments={keyAnatomy(schemeId, 'row', row.rowKey)} />;
    return <VisibleText text={textOf(position, columnId)} />;
  };

  return (
    <div className={css.rows}>
      <RowTools list={list} state={run.completeness.state} />
      <DataGrid
        label="Rows"
        pinsFirstColumn
        rowCount={answer?.total ?? 0}
        columns={columns}
        renderCell={renderCell}
        getCellText={textOf}
        selectedRow={props.selected}
        onSelectRow={(position) => props.onSelect(position, rowAt(position))}
        sort={
          order === 'arrival'
            ? undefined
            : { columnId: 'time', direction: order === 'time-asc' ? 'ascending' : 'descending' }
        }
        onSort={list.nextOrder}
        rowLabel={(position) => `${textOf(position, 'partitionKey')} ${textOf(position, 'rowKey')}`}
        onVisibleRange={list.onVisibleRange}
        emptyState={noRowsWords(run, 'No rows.')}
      />
    </div>
  );
}
