import { type ReactNode, useEffect, useState } from 'react';
import type { CopyFormat } from '../../../../core/rows/cellCopy.ts';
import type { CellRange } from '../../../../core/rows/cellRange.ts';
import type { CellStats } from '../../../../core/rows/cellStats.ts';
import { createLatest } from '../../../../state/base/latest.ts';
import { announce } from '../../../../ui/announce.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';
import css from './rows.module.css';
import { statsWords } from './statsWords.ts';

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
