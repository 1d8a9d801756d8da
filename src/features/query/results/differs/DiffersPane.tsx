import { type ReactNode, useMemo, useState } from 'react';
import { type ColumnRef, columnRefName, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference } from '../../../../core/rows/differs/columnDifference.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { withFilter } from '../../../../state/run/rowListState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { filterWords } from '../../../shared/selection/filterWords.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices, useActions, useZone } from '../../../shared/services.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useVersion } from '../chart/useChart.ts';
import { DifferingColumn, ValueLine } from './DifferingColumn.tsx';
import css from './differs.module.css';
import { emptyWords, followWords, limitWords, pairWords, triedWords } from './differsWords.ts';

interface OfRun {
  readonly run: RunState;
}

function useOpen({ runId }: RunState): readonly [isOpen: boolean, toggle: () => void] {
  const { rowList } = useServices();
  const differs = useListState(runId, ({ differs }) => differs);
  return [differs, () => rowList.change(runId, { differs: !differs })];
}

/** Opens and closes the pane; shown next to the filters of the selection. */
export function DiffersButton({ run }: OfRun): ReactNode {
  const [isOpen, toggle] = useOpen(run);
  return (
    <Button look="link" size="small" isPressed={isOpen} onPress={toggle}>
      What differs?
    </Button>
  );
}

/** A view of the result, with the pane beside it while that is open. */
export function DiffersBeside({ run, children }: OfRun & { readonly children: ReactNode }): ReactNode {
  const [isOpen, toggle] = useOpen(run);
  useActions([
    {
      id: 'results.differs',
      group: 'Results',
      title: 'What differs about the selected rows?',
      press: 'd',
      run: run.rows === 0 ? undefined : toggle,
    },
  ]);
  return (
    <SidePane
      label="What differs?"
      title="What differs?"
      content={isOpen ? <DiffersPane run={run} /> : undefined}
      onClose={toggle}
    >
      {children}
    </SidePane>
  );
}

/** What distinguishes the selected rows from the rest, strongest first. Pressing a value selects it. */
function DiffersPane({ run }: OfRun): ReactNode {
  const { rowList, differences: store } = useServices();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const { timeZone } = useZone();
  const version = useVersion(run, false);
  const wanted = useMemo(() => (filters.length > 0 ? { filters } : undefined), [filters]);
  const { asked, answer, fault } = useAnswer(store, run, wanted, version);
  /** Whether columns that follow from the selection are listed. The choice also applies to later answers. */
  const [isUnfolded, setIsUnfolded] = useState(false);
  const select = (added: readonly RowFilter[]): void => {
    rowList.change(run.runId, { filters: added.reduce(withFilter, rowList.of(run.runId).filters) });
    announce(`Selected: ${added.map(filterWords).join(', ')}`);
  };
  if (filters.length === 0)
    return (
      <p className={css.pane}>
        Select rows first: press a value, or drag over the chart. They are then compared with all other rows.
      </p>
    );
  if (answer === undefined || asked.question !== wanted || asked.version !== version)
    return (
      <p className={css.pane} role="status">
        {wordsOf(fault ?? 'Comparing the selected rows with the others')}
      </p>
    );
  const { all, compared, differences, pairs, same, unique } = answer;
  const column = (each: Difference): ReactNode => (
    <DifferingColumn key={columnRefName(each.ref)} difference={each} onSelect={select} />
  );
  const following = differences.filter(({ follows }) => follows !== undefined);
  return (
    <div className={css.pane}>
      <p className={css.legend}>
        <span className={css.selected}>{formatPlural(all.selected, 'selected row')}</span>
        <span className={css.rest}>{formatPlural(all.rest, 'other')}</span>
      </p>
      <p role="status">{emptyWords(answer)}</p>
      {limitWords(answer).map((words) => (
        <p key={words} className={css.note}>
          {words}
        </p>
      ))}
      {pairs.length > 0 && (
        <section aria-label="Both together">
          <h3>Both together</h3>
          {pairs.map((pair) => {
            const text = pairWords(pair, timeZone);
            const key = [...pair.refs.map(columnRefName), text].join(' ');
            return (
              <ValueLine key={key} of={pair} text={text} rows={pair} compared={compared} onSelect={select} />
            );
          })}
        </section>
      )}
      {differences.filter(({ follows }) => follows === undefined).map(column)}
      {following.length > 0 && (
        <details open={isUnfolded} onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}>
          <summary className={css.note}>{wordsOf(followWords(following))}</summary>
          {following.map(column)}
        </details>
      )}
      {answer.tried > 0 && <p className={css.note}>{triedWords(answer)}</p>}
      <Names refs={same} words="do not differ" />
      <Names refs={unique} words="with another value in almost every row" />
    </div>
  );
}

/** A folded list of columns that are not shown in detail. */
function Names({ refs, words }: { readonly refs: readonly ColumnRef[]; readonly words: string }): ReactNode {
  if (refs.length === 0) return undefined;
  return (
    <details className={css.note}>
      <summary>{`${formatCount(refs.length)} ${words}`}</summary>
      {refs.map((ref) => (
        <p key={columnRefName(ref)}>
          <VisibleText text={columnTitle(ref)} />
        </p>
      ))}
    </details>
  );
}
