import { rowCountWords } from '../../../core/words.ts';
import type { ExportFormat } from '../../../core/rows/rowTypes.ts';
import type { Interval } from '../../../core/time/interval.ts';
import type { ResultTab } from '../../../state/run/queryForm.ts';
import type { RowBlocks } from '../../../state/run/rowBlocks.ts';
import type { MenuEntry } from '../../../ui/controls/Menu.tsx';

/** The rows of the grid, where it hides those outside of the window. */
interface ShownRows {
  readonly window: Interval;
  readonly count: number | undefined;
}

/** What the grid shows; undefined where it shows every row, or is not on screen. */
export function shownRows(
  { question, answer }: ReturnType<RowBlocks['get']>,
  tab: ResultTab,
): ShownRows | undefined {
  const window = tab === 'rows' ? question?.exactWindow : undefined;
  return window === undefined ? undefined : { window, count: answer?.total };
}

/** One entry of the menu, and what it writes. */
export interface ExportChoice extends MenuEntry {
  readonly format: ExportFormat;
  readonly formulaGuard?: boolean;
  /** Only the rows inside of this window. */
  readonly exactWindow?: Interval;
}

type Format = Pick<ExportChoice, 'id' | 'label' | 'description' | 'format' | 'formulaGuard'>;
const FORMATS: readonly Format[] = [
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
      description: 'Without rows outside the window',
      exactWindow: shown.window,
    })),
    ...FORMATS.map((format) => ({
      ...format,
      label: `${format.label}, all rows read (${rowCountWords(rows)})`,
    })),
  ];
}
