import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import type { RowQuery } from '../../../core/rows/rowQuery.ts';
import type { RowListState } from '../../../state/run/rowListState.ts';
import { onlyWords } from '../../shared/selection/filterWords.ts';
import { formatCount } from '../../../ui/format.ts';
import type { MenuEntry } from '../../../ui/controls/Menu.tsx';

/** The selected rows, in the order of the list. */
export interface ShownRows {
  readonly query: Partial<RowQuery>;
  readonly count: number | undefined;
}

/**
 * Undefined if all rows are selected and the list is not sorted. `count`: the number of selected rows; undefined until they are counted.
 */
export function shownRows(
  { filters, sort, order }: Pick<RowListState, 'filters' | 'sort' | 'order'>,
  count: number | undefined,
): ShownRows | undefined {
  if (filters.length === 0 && sort.length === 0) return undefined;
  const sorted = sort.length === 0 ? {} : { sort, order };
  return { query: { ...sorted, filters }, count };
}

/** An entry of the export menu, with what it writes. */
export interface ExportChoice extends MenuEntry {
  readonly format: ExportFormat;
  readonly formulaGuard?: boolean;
  /** Limits the file to these rows, in this order. */
  readonly query?: Partial<RowQuery> | undefined;
  /** Limits the file to these properties; undefined: all. */
  readonly properties?: readonly string[] | undefined;
}

export const FORMATS: readonly ExportChoice[] = [
  {
    id: 'ndjson',
    label: 'NDJSON',
    description: 'One entity per line, types preserved',
    format: 'ndjson',
    shortcut: 'Shift J',
  },
  {
    id: 'csv',
    label: 'CSV',
    description: "For spreadsheets and Storage Explorer; ' before text that would run as a formula",
    format: 'csv',
    shortcut: 'Shift C',
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
    shortcut: 'Shift P',
  },
];

/** "632 selected", or "all 712, as sorted" if every row is selected; undefined until they are counted. */
export function shownWords({ query, count }: ShownRows): string {
  const rows = count === undefined ? 'rows' : formatCount(count);
  return query.filters?.length === 0 ? `all ${rows}, as sorted` : `${rows} selected`;
}

export function allWords(rows: number): string {
  return `all ${formatCount(rows)}`;
}

/**
 * An entry with all rows for each format. If rows are selected or the list is sorted, each format also has an entry with only these, which
 * takes its shortcut.
 */
export function exportChoices(rows: number, shown: ShownRows | undefined): readonly ExportChoice[] {
  if (shown === undefined) return FORMATS;
  return [
    ...FORMATS.map((format) => ({
      ...format,
      id: `${format.id}-shown`,
      label: `${format.label}, ${shownWords(shown)}`,
      description: onlyWords(shown.query),
      query: shown.query,
    })),
    ...FORMATS.map((format) => ({
      ...format,
      label: `${format.label}, ${allWords(rows)}`,
      shortcut: undefined,
    })),
  ];
}
