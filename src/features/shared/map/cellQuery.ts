import { type CellWindow, columnsTime } from '../../../core/keyspace/map/cellGrid.ts';
import { clampTicks, ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { writeHash } from '../../../state/address/hashAddress.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { formToParams, type QueryForm } from '../../../state/run/queryForm.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatCount } from '../../../ui/format.ts';
import type { CardFact } from '../../../ui/cellmap/CellFacts.tsx';
import type { MapData } from './mapData.ts';

/** The form of the query that reads these cells; undefined if the source has no table, or if no query reads only these rows. */
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

/** At most this many key ranges are shown. Copying takes all of them. */
const MOST_RANGES = 3;

/** The keys and the filter that the query of a form asks the service for. */
export function keyFacts(form: QueryForm, nowMs: number): readonly CardFact[] {
  // A list of keys names no table. Its keys would be the same in any table.
  const plan = planFromForm({ ...form, table: form.table || 'table' }, ticksFromUnixMs(nowMs));
  const [first, ...others] = plan.ok ? plan.value.queries : [];
  if (!plan.ok || first === undefined) return [];
  const { partition, row, reason } = first.range;
  const more: CardFact[] = reason === undefined ? [] : [{ name: 'Reads more', text: reason }];
  // One range from the first start to the last end would also hold the prefixes in between, at all times.
  if (others.length > 0) return [rangesFact(plan.value.queries), ...more];
  const facts: readonly (readonly [name: string, text: string | undefined])[] = [
    ['Start key (included)', partition.from],
    ['End key (excluded)', partition.to],
    ['First RowKey (included)', row?.from],
    ['Last RowKey (excluded)', row?.to],
    ['$filter', first.filter],
  ];
  // The range may hold more than the cell, for example if keys are rounded.
  return [...facts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }])), ...more];
}

/** The filters of several ranges, with one query each. */
function rangesFact(queries: QueryPlan['queries']): CardFact {
  const lines = queries.map(({ label, filter }) => `${label}: ${filter ?? 'all keys'}`);
  const rest = lines.length - MOST_RANGES;
  return {
    name: `$filter of each of ${formatCount(lines.length)} queries`,
    text: [...lines.slice(0, MOST_RANGES), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join('\n'),
    copied: lines.join('\n'),
  };
}
