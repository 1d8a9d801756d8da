import { rowCountWords } from '../../../core/plan/countWords.ts';
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
  const window = tab === 'rows' || tab === 'keyspace' ? question?.exactWindow : undefined;
  return window === undefined ? undefined : { window, count: answer?.total };
}

export const SHOWN_ID = 'ndjson-shown';
const DESCRIPTION = 'One entity a line, every type kept';

/** One entry for all rows; where the grid hides some, one for each of the two that a person may mean. */
export function exportEntries(rows: number, shown: ShownRows | undefined): readonly MenuEntry[] {
  if (shown === undefined) return [{ id: 'ndjson', label: 'NDJSON', description: DESCRIPTION }];
  const count = shown.count === undefined ? '' : ` (${rowCountWords(shown.count)})`;
  return [
    { id: SHOWN_ID, label: `NDJSON, rows shown${count}`, description: 'Exact times in the window only' },
    { id: 'ndjson', label: `NDJSON, all rows read (${rowCountWords(rows)})`, description: DESCRIPTION },
  ];
}
