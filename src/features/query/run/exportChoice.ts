import { rowCountWords } from '../../../core/words.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import type { RowQuery } from '../../../core/rows/rowQuery.ts';
import type { ResultTab } from '../../../state/run/queryForm.ts';
import type { RowBlocks } from '../../../state/run/rowBlocks.ts';
import { filterWords } from '../results/rows/filterWords.ts';
import { defined } from '../../../core/defined.ts';
import type { MenuEntry } from '../../../ui/controls/Menu.tsx';

/** The rows of the grid, if it hides some: those outside the window, or those that a filter excludes. */
export interface ShownRows {
  readonly query: Partial<RowQuery>;
  readonly count: number | undefined;
}

/** What the grid shows; undefined if it shows every row, or is not on screen. */
export function shownRows(
  { question, answer }: ReturnType<RowBlocks['list']['get']>,
  tab: ResultTab,
): ShownRows | undefined {
  if (tab !== 'rows' || question === undefined) return undefined;
  const { exactWindow, filters = [], sort = [], order } = question;
  if (exactWindow === undefined && filters.length === 0 && sort.length === 0) return undefined;
  const sorted = sort.length === 0 ? {} : { sort, order };
  return { query: { ...defined({ exactWindow }), ...sorted, filters }, count: answer?.total };
}

/** One entry of the menu, and what it writes. */
export interface ExportChoice extends MenuEntry {
  readonly format: ExportFormat;
  readonly formulaGuard?: boolean;
  /** Only these rows, in this order. */
  readonly query?: Partial<RowQuery>;
  /** Only these properties; undefined: all. */
  readonly properties?: readonly string[];
}

type Format = Pick<ExportChoice, 'id' | 'label' | 'description' | 'format' | 'formulaGuard'>;
/** One entry for each format. */
export const FORMATS: readonly Format[] = [
  {
    id: 'ndjson',
    label: 'NDJSON',
    description: 'One entity per line, types preserved',
    format: 'ndjson',
  },
  {
    id: 'csv',
    label: 'CSV',
    description: "For spreadsheets and Storage Explorer; ' before text that would run as a formula",
    format: 'csv',
    formulaGuard: true,
  },
  {
    id: 'csv-unguarded',
    label: 'CSV without formula guard',
    description: 'Text exactly as stored; open it only in programs that run no formulas',
    format: 'csv',
    formulaGuard: false,
  },
  {
    id: 'parquet',
    label: 'Parquet',
    description: 'For DuckDB, Spark and pandas: typed columns, times exact to 100 ns',
    format: 'parquet',
  },
];

/** An entry for each format with all rows; where the grid hides some, also one with those that it shows. */
export function exportChoices(rows: number, shown: ShownRows | undefined): readonly ExportChoice[] {
  if (shown === undefined) return FORMATS;
  const count = shown.count === undefined ? '' : ` (${rowCountWords(shown.count)})`;
  return [
    ...FORMATS.map((format) => ({
      ...format,
      id: `${format.id}-shown`,
      label: `${format.label}, rows shown${count}`,
      description: onlyWords(shown.query),
      query: shown.query,
    })),
    ...FORMATS.map((format) => ({
      ...format,
      label: `${format.label}, all rows read (${rowCountWords(rows)})`,
    })),
  ];
}

/** Which rows a file holds that does not hold all. */
export function onlyWords({ exactWindow, filters = [] }: Partial<RowQuery>): string {
  const conditions = [
    ...(exactWindow === undefined ? [] : ['exact times in the window']),
    ...filters.map(filterWords),
  ];
  return conditions.length === 0 ? 'all rows, in the order of the list' : conditions.join(', ');
}

/** What the name of the file says of its rows. */
export function exportedRows(query: ExportChoice['query']): 'all' | 'exact-window' | 'filtered' {
  if (query === undefined) return 'all';
  if ((query.filters ?? []).length > 0) return 'filtered';
  return query.exactWindow === undefined ? 'all' : 'exact-window';
}
