import { type ReactNode, useEffect, useState } from 'react';
import type { CopyFormat } from '../../../../core/rows/cellCopy.ts';
import type { CellRange } from '../../../../core/rows/cellRange.ts';
import type { CellStats } from '../../../../core/rows/cellStats.ts';
import { createLatest } from '../../../../state/base/latest.ts';
import { announce } from '../../../../ui/announce.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../../shared/services.tsx';
import css from './rows.module.css';
import { durationText } from '../../../../core/time/durationText.ts';
import { formatPlural } from '../../../../ui/format.ts';

/** The selected cells of the list, with the titles of their columns. */
export interface SelectedCells extends CellRange {
  readonly names: readonly string[];
}

const FORMATS: readonly { readonly id: CopyFormat; readonly label: string }[] = [
  { id: 'tsv', label: 'TSV' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'json', label: 'JSON' },
  { id: 'csv', label: 'CSV' },
];

/** Copies cells, and announces what went wrong. */
export function useCopyCells(): (cells: SelectedCells, format: CopyFormat) => Promise<string | undefined> {
  const { rows, activity } = useServices();
  return async (cells, format) => {
    try {
      const hasHead = cells.to - cells.from > 1;
      const text = await activity.track(rows.copyCells({ ...cells, format, hasHead }));
      await navigator.clipboard.writeText(text);
      announce('Copied');
      return undefined;
    } catch (error) {
      const words =
        error instanceof Error && error.name === 'Error'
          ? error.message
          : 'The browser refused the clipboard.';
      announce(words);
      return words;
    }
  };
}

/** Shown below the rows while several cells are selected: their sum and other figures, and how to copy them. */
export function SelectionBar(props: {
  readonly cells: SelectedCells;
  /** RunState.dataVersion. A new version means that more rows may be among the selected cells. */
  readonly version: number;
  readonly onClear: () => void;
}): ReactNode {
  const { cells, version } = props;
  const { rows, activity } = useServices();
  const [latest] = useState(() => createLatest<CellRange, CellStats>((range) => rows.addUp(range), activity));
  useEffect(() => {
    if (version >= 0) latest.ask(cells);
  }, [latest, cells, version]);
  const { question, answer, fault } = useStore(latest);
  const copy = useCopyCells();
  const [wrong, setWrong] = useState<string>();
  const words = question === cells && answer !== undefined ? statsWords(answer) : ['Adding up'];
  return (
    <div className={css.selection}>
      <span role="status" className={css.stats}>
        {wordsOf(wrong ?? fault ?? words.join('   '))}
      </span>
      <span className="rest" />
      <span id="copy-cells" className="third">
        Copy as
      </span>
      {FORMATS.map(({ id, label }) => (
        <Button
          key={id}
          size="small"
          onPress={() => {
            void copy(cells, id).then(setWrong);
          }}
        >
          {label}
        </Button>
      ))}
      <Button look="link" size="small" onPress={props.onClear}>
        Clear selection
      </Button>
    </div>
  );
}

/** A Double outside these limits is written with an exponent, as in its cell, because otherwise it would be a line of zeros. */
const LEAST_PLAIN = 1e-6;
const MOST_PLAIN = 1e21;

/** A number with separators and all its digits. */
function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toLocaleString('en-US');
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= LEAST_PLAIN && size < MOST_PLAIN);
  return isPlain ? value.toLocaleString('en-US', { maximumSignificantDigits: 15 }) : String(value);
}

/** The sum and other figures of selected cells, as texts. */
export function statsWords(stats: CellStats): readonly string[] {
  const { cells, values, numbers, notNumbers, sum, average, min, max, firstTicks, lastTicks } = stats;
  const empty = cells - values;
  const words = [
    formatPlural(cells, 'cell') +
      (empty > 0 ? `, ${formatPlural(empty, 'without a value', 'without a value')}` : ''),
  ];
  if (sum !== undefined && average !== undefined && min !== undefined && max !== undefined) {
    const of = numbers === values ? '' : ` of ${formatPlural(numbers, 'number')}`;
    words.push(
      `Sum${of} ${numberText(sum)}`,
      `Average ${averageText(average, sum, numbers)}`,
      `Min ${numberText(min)}`,
      `Max ${numberText(max)}`,
    );
  }
  if (notNumbers > 0) words.push(`${notNumbers.toLocaleString('en-US')} NaN left out`);
  if (firstTicks !== undefined && lastTicks !== undefined)
    words.push(`Times span ${durationText(lastTicks - firstTicks)}`);
  return words;
}

/** An average that was rounded says so, because nothing rounded may look exact. */
function averageText(average: bigint | number, sum: bigint | number, numbers: number): string {
  const isCut = typeof average === 'bigint' && typeof sum === 'bigint' && average * BigInt(numbers) !== sum;
  return `${isCut ? 'about ' : ''}${numberText(average)}`;
}
