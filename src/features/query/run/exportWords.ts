import type { Completeness } from '../../../core/plan/completeness.ts';
import type { RepeatedNames } from '../../../core/entities/views/repeatedNames.ts';
import { writtenColumns } from '../../../core/entities/views/filePiece.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import { derivedWords, isProven } from '../../../core/plan/derived.ts';
import { fileMarks } from '../../../state/base/exportFile.ts';
import type { SaveOutcome, SaveProgress } from '../../../state/run/saveRows.ts';
import { formatBytes, formatCount, formatPlural } from '../../../ui/format.ts';
import type { RowQuery } from '../../../core/rows/rowQuery.ts';
import type { RowListState } from '../../../state/run/rowListState.ts';
import { onlyWords } from '../../shared/selection/filterWords.ts';
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

/** Which keys a file has, and whether it would have any column: without one, no format but NDJSON can hold rows. */
export function keysOfFile(
  columnNames: readonly string[],
  { format, properties: asked }: Pick<ExportChoice, 'format' | 'properties'>,
  query: Parameters<typeof writtenColumns>[2],
): { readonly note: string; readonly isWithoutColumns: boolean } {
  const { properties, system } = writtenColumns({ columnNames }, asked, query);
  if (system === undefined)
    return { note: 'PartitionKey, RowKey and Timestamp are always written.', isWithoutColumns: false };
  return {
    note: 'Only NDJSON holds keys that the query does not name.',
    isWithoutColumns: format !== 'ndjson' && properties.length + system.length === 0,
  };
}

/** How an export ended, as text. `warning`: the file does not hold everything that was requested. */
export interface ExportOutcome {
  readonly tone: 'success' | 'warning' | 'error';
  readonly title: string;
  readonly detail?: string;
}

interface ExportSubject {
  readonly completeness: Completeness;
  readonly readRows: number;
  /** The user chose to export fewer rows than were read. */
  readonly isShown: boolean;
  readonly format: ExportFormat;
  /** What was saved next to the export to say what it lacks or what its rows were made from; undefined if nothing was. */
  readonly beside: string | undefined;
}

/** UTF-8 cannot hold lone surrogates, but the escapes in NDJSON can. */
function lossyWords(rows: number): string | undefined {
  if (rows === 0) return undefined;
  const which = rows === 1 ? '1 row has' : `${formatCount(rows)} rows have`;
  return `${which} text that is not Unicode: \ufffd replaces parts of it. NDJSON keeps it.`;
}

/** Which properties occur twice in rows of a file, with an example, and what the file holds of them. */
export function repeatedWords({ rows, names, example }: RepeatedNames, format: ExportFormat): string {
  const [name = '', ...others] = names;
  const which =
    others.length === 0
      ? 'occurs'
      : `and ${formatPlural(others.length, 'more property', 'more properties')} occur`;
  const row = `PartitionKey "${example.partitionKey}", RowKey "${example.rowKey}"`;
  const where = rows === 1 ? `in 1 row: ${row}` : `in ${formatCount(rows)} rows, such as ${row}`;
  const held =
    format === 'ndjson'
      ? 'Each line holds both values, but most JSON readers keep only the last.'
      : 'The file holds only the first value; NDJSON holds both.';
  return `Property "${name}" ${which} twice ${where}. ${held}`;
}

function missingWords(name: string, { completeness, beside }: ExportSubject): string | undefined {
  const marks = fileMarks(completeness);
  if (marks.length === 0) return undefined;
  const { derived } = completeness;
  const what =
    derived === undefined
      ? 'It does not hold every row of the query.'
      : `It holds only rows ${derivedWords(derived)}${isProven(completeness) ? '' : ', and not all'}.`;
  const renamed = marks.every((mark) => name.includes(`${mark}.`)) ? '' : ' Its name no longer says so.';
  const said = isProven(completeness) ? 'says where they are from' : 'lists what is missing';
  const where = beside === undefined ? '' : ` ${beside} ${said}.`;
  return `${what}${renamed}${where}`;
}

/** A file that the browser made and could not remove: it looks like a result without rows. */
function emptyFileWords(name: string): string {
  return `${name} is empty: delete it.`;
}

/** Why a file was not saved, and whether an empty one is left. */
export function failedWords({
  name,
  words,
  empty,
}: Extract<SaveOutcome, { readonly kind: 'failed' }>): ExportOutcome {
  return {
    tone: 'error',
    title: name === undefined ? 'Nothing was saved.' : `${name} was not saved.`,
    detail: empty === undefined ? words : `${words} ${emptyFileWords(empty)}`,
  };
}

/** Only a file on disk is known to be saved, because no browser tells a page what happened to a download. */
export function savedWords(
  { name, where }: Extract<SaveOutcome, { readonly kind: 'saved' }>,
  what: string,
): string {
  return where === 'disk' ? `${what} saved as ${name}` : `Download started: ${name} (${what})`;
}

export function outcomeWords(outcome: SaveOutcome, subject: ExportSubject): ExportOutcome {
  switch (outcome.kind) {
    case 'cancelled':
      return outcome.empty === undefined
        ? { tone: 'success', title: 'Export cancelled, nothing kept.' }
        : { tone: 'warning', title: 'Export cancelled.', detail: emptyFileWords(outcome.empty) };
    case 'failed':
      return failedWords(outcome);
    case 'saved': {
      const { name, rows, lossyRows, repeated } = outcome;
      const counted = subject.isShown
        ? `${formatCount(rows)} of ${formatCount(subject.readRows)}`
        : formatCount(rows);
      const title = savedWords(outcome, `${counted} rows`);
      const faults = [
        missingWords(name, subject),
        repeated && repeatedWords(repeated, subject.format),
        lossyWords(lossyRows),
      ].filter((words) => words !== undefined);
      if (faults.length === 0) return { tone: 'success', title };
      return { tone: 'warning', title, detail: faults.join(' ') };
    }
  }
}

/** How far an export has got; `progress` is undefined before anything was written. */
export function progressWords(progress: SaveProgress | undefined): string {
  if (progress === undefined) return 'Preparing the export';
  const { name, rowsDone, rows, bytes } = progress;
  return `Saving ${name}: ${formatCount(rowsDone)} of ${formatCount(rows)} rows, ${formatBytes(bytes)}`;
}

export const MEMORY_WARNING =
  'This browser holds the whole file in memory, more than 256 MB. Cancel, and export fewer rows or columns, if it slows down; Edge and Chrome write to disk instead.';
