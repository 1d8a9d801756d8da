import { type CellWindow, columnsTime } from '../../core/keyspace/map/cellGrid.ts';
import { clampTicks, ticksFromUnixMs, ticksToIso } from '../../core/time/ticks.ts';
import { writeHash } from '../../state/hashAddress.ts';
import { planFromForm } from '../../state/planFromForm.ts';
import { formToParams, type QueryForm } from '../../state/queryForm.ts';
import { QUERY_VIEW } from '../../state/queryStore.ts';
import type { CardFact } from '../../ui/keymap/KeyCard.tsx';
import type { MapData } from './mapData.ts';

/** The form of the query that reads these cells; undefined where the source has no table, or no query asks for just these. */
export function formOfCells(
  { grid, queryOf }: MapData,
  cells: CellWindow,
  query: QueryForm,
): QueryForm | undefined {
  const base = queryOf?.(cells.rows.from, cells.rows.to);
  if (base === undefined) return undefined;
  const window = columnsTime(grid, cells.columns);
  return {
    ...query,
    ...base,
    from: ticksToIso(clampTicks(window.from)),
    to: ticksToIso(clampTicks(window.to)),
    windowGiven: true,
  };
}

export function addressOfForm(form: QueryForm): string {
  return writeHash(QUERY_VIEW, formToParams(form));
}

/** Keys and filter of the query of a form: what it asks the service for. */
export function keyFacts(form: QueryForm, nowMs: number): readonly CardFact[] {
  const plan = planFromForm(form, ticksFromUnixMs(nowMs));
  const [first] = plan.ok ? plan.value.queries : [];
  if (!plan.ok || first === undefined) return [];
  const { partition, row, reason } = first.range;
  const last = plan.value.queries.at(-1)?.range.partition ?? partition;
  return [
    ...(partition.from === undefined ? [] : [{ name: 'Start key (included)', text: partition.from }]),
    ...(last.to === undefined ? [] : [{ name: 'End key (excluded)', text: last.to }]),
    ...(row?.from === undefined ? [] : [{ name: 'First RowKey (included)', text: row.from }]),
    ...(row?.to === undefined ? [] : [{ name: 'Last RowKey (excluded)', text: row.to }]),
    ...(first.filter === undefined || plan.value.queries.length > 1
      ? []
      : [{ name: '$filter', text: first.filter }]),
    // Such as keys that are rounded: their range holds more than the cell.
    ...(reason === undefined ? [] : [{ name: 'Reads more', text: reason }]),
  ];
}
