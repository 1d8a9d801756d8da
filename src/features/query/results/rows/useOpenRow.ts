import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { EntityKey } from '../../../../core/keys/base/entityKey.ts';
import type { RowFilter, RowQuery } from '../../../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import type { ResultServices } from '../../../../state/results/resultServices.ts';
import { useServices } from '../../../shared/services.tsx';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import type { RowView } from './RowCell.tsx';
import { useMoved, type RowList } from './useRowList.ts';

/** How many of the rows that contain the text of a key are looked at to find the wanted one. */
const MOST_LOOKS = 50;

interface FoundRow {
  readonly row: RowView;
  /** Undefined if the selection leaves the row out, or too many rows contain the text of its key. */
  readonly position: number | undefined;
}

/** Finds a row of the result by its keys, and its position in a list. */
async function findRow(
  rows: ResultServices['rows'],
  query: RowQuery,
  { partitionKey, rowKey }: EntityKey,
): Promise<FoundRow | undefined> {
  const is = (name: string, text: string): RowFilter => ({ kind: 'is', name, type: 'Edm.String', text });
  const filters = [is('PartitionKey', partitionKey), is('RowKey', rowKey)];
  const one = await rows.view({ order: 'arrival', filters, columns: [], from: 0, to: 1, toDraw: true });
  const [row] = one.rows;
  if (row === undefined) return undefined;
  const text = rowKey.length > partitionKey.length ? rowKey : partitionKey;
  const { positions } = text === '' ? { positions: [] } : await rows.search({ query, text });
  for (const position of positions.slice(0, MOST_LOOKS)) {
    const at = await rows.view({ ...query, columns: [], from: position, to: position + 1, toDraw: true });
    if (at.rows[0]?.row === row.row) return { row, position };
  }
  return { row, position: undefined };
}

/** A row of the list, once its block has arrived. */
function useRowAt(position: number | undefined): RowView | undefined {
  const { rowBlocks } = useServices();
  return useSyncExternalStore(rowBlocks.subscribe, () =>
    position === undefined ? undefined : rowBlocks.rowAt(position),
  );
}

interface Chosen {
  /** The list in which the row was chosen. In another order, the position belongs to another row. */
  readonly list: string;
  readonly position: number;
  readonly row: RowView | undefined;
}

/** The position of the chosen row in this list, and whether another row is there now. */
function usePlace(
  list: RowList,
  name: string,
  chosen: Chosen | undefined,
  setChosen: (chosen: Chosen) => void,
): { readonly place: number | undefined; readonly isElsewhere: boolean } {
  const place = chosen?.list === name ? chosen.position : undefined;
  const arrived = useRowAt(place);
  if (chosen === undefined || arrived === undefined || !list.isCurrent) return { place, isElsewhere: false };
  if (chosen.row === undefined) setChosen({ ...chosen, row: arrived });
  return { place, isElsewhere: chosen.row !== undefined && chosen.row.row !== arrived.row };
}

/** The row that is chosen in the list, and whether it is open next to it. Its keys are kept with the list, so a link may name one. */
export function useOpenRow(run: RunState, list: RowList) {
  const { rowList } = useServices();
  const { runId } = run;
  const [chosen, setChosen] = useState<Chosen>();
  const [isOpen, setIsOpen] = useState(false);
  const name = rowQueryName(list.query);
  useMoved(list, (by) => {
    if (chosen !== undefined) setChosen({ ...chosen, position: chosen.position + by });
  });
  const { place, isElsewhere } = usePlace(list, name, chosen, setChosen);
  // While rows arrive, no row is marked rather than a wrong one. At the end of the run, the row is searched for.
  const selected = isElsewhere ? undefined : place;
  const row = chosen?.row;
  const { hold } = list;
  useEffect(() => hold(selected), [hold, selected]);
  const { partitionKey, rowKey } = (isOpen ? row : undefined) ?? {};
  useEffect(() => {
    if (partitionKey !== undefined && rowKey !== undefined)
      rowList.change(runId, { row: { partitionKey, rowKey } });
  }, [rowList, runId, partitionKey, rowKey]);
  const missing = useSought(run, list.query, isOpen && !isElsewhere, (found) => {
    const { position = 0 } = found;
    // If the row is not in the list, the list's name is left empty so that the position applies to no list.
    setChosen({ list: found.position === undefined ? '' : name, position, row: found.row });
    setIsOpen(true);
  });
  const choose = (position: number): void =>
    setChosen({ list: name, position, row: list.isCurrent ? list.rowAt(position) : undefined });
  return {
    isOpen: isOpen && chosen !== undefined,
    selected,
    place,
    row,
    choose,
    open: (position: number) => {
      choose(position);
      setIsOpen(true);
    },
    close: () => {
      setIsOpen(false);
      rowList.change(runId, { row: undefined });
    },
    missing,
  };
}

/** Once the result is read, searches for the row whose keys the list has as open. Returns the keys if that row does not exist. */
function useSought(
  run: RunState,
  query: RowQuery,
  isOpen: boolean,
  open: (found: FoundRow) => void,
): string | undefined {
  const { rows, activity } = useServices();
  const named = useListState(run.runId, ({ row }) => row);
  const [missing, setMissing] = useState<string>();
  const show = useEffectEvent(open);
  const sought = isOpen || run.phase !== 'ended' ? undefined : named;
  useEffect(() => {
    if (sought === undefined) return undefined;
    let isLeft = false;
    const taken = (found: FoundRow | undefined): void => {
      if (isLeft) return;
      if (found === undefined) setMissing(`${sought.partitionKey} ${sought.rowKey}`);
      else show(found);
    };
    void activity.track(findRow(rows, query, sought).then(taken, () => undefined));
    return () => {
      isLeft = true;
    };
  }, [sought, rows, query, activity]);
  return sought === undefined ? undefined : missing;
}
