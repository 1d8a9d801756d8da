import type { Finding, FindingId } from '../../../core/keyspace/diagnosis/finding.ts';
import { formatInstant } from '../../../core/time/formatInstant.ts';
import { clampTicks } from '../../../core/time/ticks.ts';
import { withOffset } from '../windowWords.ts';
import type { CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { QUERY_VIEW } from '../../../state/run/queryForm.ts';
import { type RowListState, timeRange } from '../../../state/run/rowListState.ts';
import { useServices } from '../services.tsx';
import type { MapData } from './mapData.ts';

/** A finding in a few words. */
interface BriefFinding {
  /** "Hot prefix 37". */
  readonly title: string;
  /** "12.4 × median", "since 00:44"; '' if the title already says everything. */
  readonly detail: string;
}

/** Findings about a stretch of time. */
export const TIMED: ReadonlySet<FindingId> = new Set([
  'silent-prefix',
  'gap-for-all',
  'drop-for-all',
  'burst',
]);

/** "00:44", with seconds if there are any, and with the offset if the clock shows this time twice; with `isDated` "11-22 00:44". */
function clockText(ticks: bigint, timeZone: string | undefined, isDated = false): string {
  const instant = formatInstant(clampTicks(ticks), timeZone);
  const { timeOfDay } = instant;
  const text = timeOfDay.slice(5, 8) === ':00' ? timeOfDay.slice(0, 5) : timeOfDay.slice(0, 8);
  const date = isDated ? `${instant.date.slice(5)} ` : '';
  return `${date}${withOffset(text, instant, clampTicks(ticks), timeZone)}`;
}

function detailOf({ id, cells, figure, isOpen }: Finding, timeZone: string | undefined): string {
  const [only, ...others] = cells;
  if (figure !== undefined) return figure;
  if (only === undefined || others.length > 0 || !TIMED.has(id)) return '';
  const from = clockText(only.from, timeZone);
  return isOpen === true ? `since ${from}` : `${from} to ${clockText(only.to, timeZone)}`;
}

/** The texts of all findings as buttons show them. Texts that would be the same get the date and time at which the finding begins. */
export function briefFindings(
  findings: readonly Finding[],
  timeZone: string | undefined,
): readonly BriefFinding[] {
  const briefs = findings.map((finding) => ({ title: finding.title, detail: detailOf(finding, timeZone) }));
  const name = ({ title, detail }: BriefFinding): string => `${title}\n${detail}`;
  return briefs.map((brief, at) => {
    const isAlone = briefs.every((other, index) => index === at || name(other) !== name(brief));
    const begin = findings[at]?.cells[0]?.from;
    if (isAlone || begin === undefined) return brief;
    return { title: `${brief.title}, ${clockText(begin, timeZone, true)}`, detail: '' };
  });
}

type Selection = Pick<RowListState, 'filters'> & Partial<RowListState>;

/** Selects rows in the result of a map, replacing its selection, and shows the list of rows; undefined if the map is not of a result. */
export function useSelectRows({ run }: MapData): ((selection: Selection) => void) | undefined {
  const { address, query, rowList } = useServices();
  if (run === undefined) return undefined;
  return (selection) => {
    rowList.change(run.runId, { order: 'time-asc', sort: [], ...selection });
    query.change({ tab: 'rows' });
    if (address.get().view !== QUERY_VIEW) query.open();
  };
}

/** One filter for several rows of a map; undefined if no filter selects exactly these. */
export function filterOfEach(
  rows: readonly number[],
  filterOf: (rows: CellRange) => RowFilter | undefined,
): RowFilter | undefined {
  const own = rows.map((row) => filterOf({ from: row, to: row + 1 }));
  const texts = own.flatMap((filter) => (filter?.kind === 'is' ? [filter.text] : []));
  const [first] = own;
  if (first?.kind !== 'is' || texts.length < rows.length) return undefined;
  const { text: _, ...rest } = first;
  return texts.length === 1 ? first : { ...rest, kind: 'one-of', texts };
}

/** The filters for the rows of a finding, limited to its time if it has one; undefined if no filters select exactly these. */
export function filtersOfFinding(
  { id, cells: [cells, ...others] }: Pick<Finding, 'id' | 'cells'>,
  filterOf: (rows: CellRange) => RowFilter | undefined,
): readonly RowFilter[] | undefined {
  if (cells === undefined || others.length > 0) return undefined;
  const own = filterOfEach(cells.rows ?? [], filterOf);
  const time = TIMED.has(id) ? timeRange(cells.from, cells.to) : undefined;
  const filters = [time, own].filter((filter) => filter !== undefined);
  return filters.length === 0 || (cells.rows !== undefined && own === undefined) ? undefined : filters;
}
