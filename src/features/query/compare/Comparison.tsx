import { type ReactNode, useState } from 'react';
import type { CompareChoice } from '../../../state/results/compareResults.ts';
import { rowsOnlyIn } from '../../../state/results/difference.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ProgressCount } from '../../../ui/feedback/ProgressCount.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import css from './compare.module.css';
import { ChangedRows, Examples } from './ComparedRows.tsx';
import type { Side } from './compareSides.ts';
import { comparisonNotes, comparisonText } from './compareText.ts';
import { ComparisonChart } from './ComparisonChart.tsx';
import { useComparison } from './useComparison.ts';

interface Compared {
  readonly first: Side;
  readonly second: Side;
  readonly choice: CompareChoice;
  readonly onClose: () => void;
  /** Compares once more, after a cancel. */
  readonly onAgain: () => void;
}

/** What two results have in common, and what they do not. */
export function Comparison({ first, second, choice, onClose, onAgain }: Compared): ReactNode {
  const { state, cancel } = useComparison(first, second, choice);
  switch (state.kind) {
    case 'comparing':
      return (
        <div className={css.progress}>
          <span role="status">Comparing</span>
          <ProgressCount label="Compared" done={Math.floor(state.share * 100)} total={100} unit="%" />
          <Button size="small" onPress={cancel}>
            Cancel
          </Button>
        </div>
      );
    case 'cancelled':
      return (
        <div className={css.progress}>
          <span role="status">Cancelled: nothing was compared.</span>
          <Button size="small" onPress={onAgain}>
            Compare again
          </Button>
        </div>
      );
    case 'failed':
      return (
        <Notice tone="error" title="The results were not compared." isLive>
          {state.words}
        </Notice>
      );
    case 'compared': {
      const { compared } = state;
      const words = comparisonText(compared, first, second);
      return (
        <>
          <p className={css.counts} role="status">
            {words}
          </p>
          <ComparisonChart
            compared={compared}
            first={first}
            second={second}
            words={words}
            isByProperty={typeof choice.time === 'object'}
          />
          <ul className={css.notes}>
            {comparisonNotes(compared, first, second, choice.kind).map((note) => (
              <li key={note}>
                <VisibleText text={note} />
              </li>
            ))}
          </ul>
          {compared.changed !== undefined && <ChangedRows changed={compared.changed} />}
          <Examples name="A" rows={compared.examplesFirst} all={compared.onlyFirst.length}>
            <OpenRows name="A" source={first} other={second} numbers={compared.onlyFirst} onClose={onClose} />
          </Examples>
          <Examples name="B" rows={compared.examplesSecond} all={compared.onlySecond.length}>
            <OpenRows
              name="B"
              source={second}
              other={first}
              numbers={compared.onlySecond}
              onClose={onClose}
            />
          </Examples>
        </>
      );
    }
  }
}

/** Makes the rows that are only in one a result of their own: to sort, to chart, and to export. */
function OpenRows(props: {
  readonly name: string;
  readonly source: Side;
  readonly other: Side;
  readonly numbers: Uint32Array;
  readonly onClose: () => void;
}): ReactNode {
  const { source, other, numbers, onClose } = props;
  const { results, activity } = useServices();
  const [fault, setFault] = useState<string>();
  const open = async (): Promise<void> => {
    const refused = await results.takeRows(rowsOnlyIn(source, other, numbers));
    if (refused === undefined) onClose();
    else setFault(refused);
  };
  return (
    <>
      <Button size="small" onPress={() => void activity.track(open())}>
        {`Open rows only in ${props.name}`}
      </Button>
      {fault !== undefined && (
        <Notice tone="error" title="The rows were not opened." isLive>
          {fault}
        </Notice>
      )}
    </>
  );
}
