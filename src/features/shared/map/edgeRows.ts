import { skipToken, useQuery } from '@tanstack/react-query';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { boundText, type RowBound, sentenceText } from '../../../core/keyspace/diagnosis/phrase.ts';
import type { CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import { agentIdentity, writerName } from '../../../core/keys/forms/prefixedKey.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { RowView, ViewRequest } from '../../../core/rows/rowTypes.ts';
import { formatInstant, secondText } from '../../../core/time/formatInstant.ts';
import type { Ticks } from '../../../core/time/ticks.ts';
import { timeRange } from '../../../state/run/rowListState.ts';
import { oneShotReads } from '../oneShotReads.ts';
import { boundsOfRow } from '../boundsWords.ts';
import { useServices } from '../services.tsx';
import type { MapData } from './mapData.ts';
import { isCredentialIn } from '../../../state/base/secrets.ts';

/** How many of the last rows before a silence are selected. */
const MOST_LAST = 20;

/** A row of the result that begins or ends a finding. */
interface EdgeRow {
  /** "Last row", "First row". */
  readonly name: string;
  /** Which time in the finding's sentence this row belongs to; undefined: none. */
  readonly side?: RowBound['side'] | undefined;
  readonly partitionKey: string;
  readonly rowKey: string;
  /** "Front_IN_62"; undefined if the RowKey names no writer. */
  readonly writer?: string | undefined;
  /** When it was written, [from, before). */
  readonly bounds: { readonly from: Ticks; readonly before: Ticks };
}

interface EdgeRows {
  readonly edges: readonly EdgeRow[];
  /** For a finding about a time without rows: the number of the last rows before it, and the filters that select them. */
  readonly last?: { readonly rows: number; readonly filters: readonly RowFilter[] };
}

interface EdgeQuestion extends Pick<EdgeRow, 'name' | 'side'> {
  readonly request: ViewRequest & { readonly filters: readonly RowFilter[] };
}

/** Questions for the rows that begin and end a finding; none if the finding has several times, or if no filter selects its rows. */
export function edgeQuestions(
  { cells: [cells, ...others], isOpen }: Pick<Finding, 'cells' | 'isOpen'>,
  filterOf: (rows: CellRange) => RowFilter | undefined,
): readonly EdgeQuestion[] {
  const [row, ...rows] = cells?.rows ?? [];
  const own = row === undefined ? undefined : filterOf({ from: row, to: row + 1 });
  const isOne = others.length === 0 && rows.length === 0 && (row === undefined || own !== undefined);
  if (cells === undefined || !isOne) return [];
  const ask = (order: 'time-asc' | 'time-desc', most: number, time: RowFilter | undefined) => ({
    order,
    from: 0,
    to: most,
    filters: [...(time === undefined ? [] : [time]), ...(own === undefined ? [] : [own])],
  });
  if (cells.within === undefined) {
    const during = timeRange(cells.from, cells.to);
    return [
      { name: 'First row', request: ask('time-asc', 1, during) },
      { name: 'Last row', request: ask('time-desc', 1, during) },
    ];
  }
  const before = isOpen === true ? undefined : timeRange(undefined, cells.from);
  const last: EdgeQuestion = { name: 'Last row', side: 'last', request: ask('time-desc', MOST_LAST, before) };
  if (isOpen === true) return [last];
  return [
    last,
    { name: 'Next row', side: 'next', request: ask('time-asc', 1, timeRange(cells.to, undefined)) },
  ];
}

/** The rows that begin and end a finding, from the result that its map shows; empty until they are found. */
export function useEdgeRows(finding: Finding, { run, filterOf }: MapData): EdgeRows {
  const { rows, activity } = useServices();
  const questions = run === undefined ? [] : edgeQuestions(finding, filterOf);
  // If the worker stopped, or holds another result, that is reported elsewhere.
  const { data } = useQuery(
    {
      queryKey: ['edge rows', run?.runId, run?.dataVersion, questions],
      queryFn:
        run === undefined
          ? skipToken
          : async () => {
              const asked = questions.map(({ request }) => rows.view(request));
              const views = await activity.track(Promise.all(asked));
              return edgeRows(
                run.plan,
                questions,
                views.map((view) => view.rows),
              );
            },
    },
    oneShotReads,
  );
  return data ?? NO_ROWS;
}

const NO_ROWS: EdgeRows = { edges: [] };

export function edgeRows(
  plan: Pick<QueryPlan, 'request'>,
  questions: readonly EdgeQuestion[],
  found: readonly (readonly RowView[])[],
): EdgeRows {
  const edges = questions.flatMap(({ name, side }, at): readonly EdgeRow[] => {
    const row = found[at]?.[0];
    const bounds = row && boundsOfRow(plan, row);
    if (row === undefined || bounds === undefined) return [];
    const { partitionKey, rowKey } = row;
    const identity = agentIdentity(rowKey);
    const writer = identity && writerName(identity);
    return [{ name, side, partitionKey, rowKey, writer, bounds }];
  });
  const [last] = questions;
  const ofLast = (found[0] ?? []).flatMap((row) => boundsOfRow(plan, row) ?? []);
  const [newest, oldest] = [ofLast[0], ofLast.at(-1)];
  if (last?.side !== 'last' || newest === undefined || oldest === undefined) return { edges };
  const own = last.request.filters.filter((filter) => filter.kind !== 'range');
  const filters = [timeRange(oldest.from, newest.before), ...own];
  return { edges, last: { rows: ofLast.length, filters } };
}

export function filtersOfRow({ partitionKey, rowKey }: EdgeRow): readonly RowFilter[] {
  const is = (name: string, text: string): RowFilter => ({ name, kind: 'is', type: 'Edm.String', text });
  return [is('PartitionKey', partitionKey), is('RowKey', rowKey)];
}

/** "13:06:53.0004750 (Front_IN_62)", with the date if it is not that of `nowTicks`. If only an interval is known, the text says so. */
export function edgeText({ bounds, writer }: EdgeRow, nowTicks: Ticks, timeZone: string | undefined): string {
  const { date, timeOfDay } = formatInstant(bounds.from, timeZone);
  const isToday = date === formatInstant(nowTicks, timeZone).date;
  const exact = isToday ? timeOfDay : `${date} ${timeOfDay}`;
  const time = bounds.before - bounds.from === 1n ? exact : boundText(bounds, timeZone);
  return writer === undefined ? time : `${time} (${writer})`;
}

/** Characters that break the line, are invisible, or change the order of others. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * What a ticket should say about a finding, in one line of plain text, with times in UTC. The text is left out if it holds a credential.
 */
export function ticketLine(
  { title, sentence, cells: [cells] }: Pick<Finding, 'title' | 'sentence' | 'cells'>,
  edges: readonly EdgeRow[],
  of: { readonly title: string; readonly completeness: string },
): string {
  const said = sentenceText(sentence, undefined, (bound) => {
    const row = edges.find(({ side }) => side === bound.side);
    if (row === undefined) return boundText(bound);
    return `${boundText(row.bounds)}${row.writer === undefined ? '' : ` (${row.writer})`}`;
  });
  const time = cells === undefined ? '' : ` (${secondText(cells.from)} to ${secondText(cells.to)})`;
  const rows = edges.map(
    ({ name, partitionKey, rowKey, bounds }) =>
      ` ${name}: ${boundText(bounds)}, PartitionKey ${quoted(partitionKey)}, RowKey ${quoted(rowKey)}.`,
  );
  const line = `${of.title}: ${title}${time}. ${said}${rows.join('')} Result: ${of.completeness}`;
  const plain = isCredentialIn(line) ? `${of.title}: left out, because its text holds a credential.` : line;
  return plain.replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

function quoted(key: string): string {
  return JSON.stringify(key);
}
