import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { columnRefName, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference } from '../../../../core/entities/differs/columnDifference.ts';
import type { Differences } from '../../../../core/entities/differs/differences.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { withFilter } from '../../../../state/run/rowListState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { filterWords } from '../../../shared/selection/filterWords.ts';
import { useFilters } from '../../../shared/selection/SelectedRows.tsx';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useActions } from '../../../shared/useActions.ts';
import { useStore } from '../../../shared/useStore.ts';
import { useVersion } from '../chart/useChart.ts';
import { groupFilters, groupWords } from '../groups/groupTable.ts';
import { DifferingColumn } from './DifferingColumn.tsx';
import { emptyWords, followWords, limitWords, titlesOf, triedWords } from './differsWords.ts';
import css from './differs.module.css';
import { ValueBars } from './ValueBars.tsx';

interface OfRun {
  readonly run: RunState;
}

/** Whether the pane is open, and what opens and closes it. */
function useOpen({ runId }: RunState): readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { rowList } = useServices();
  return [useFilters(runId).differs, (differs) => rowList.change(runId, { differs })];
}

/** Opens and closes the pane, beside the filters of the selection. */
export function DiffersButton({ run }: OfRun): ReactNode {
  const [isOpen, setIsOpen] = useOpen(run);
  return (
    <Button look="link" size="small" isPressed={isOpen} onPress={() => setIsOpen(!isOpen)}>
      What differs?
    </Button>
  );
}

/** A view of the result with the pane beside it, while that is open. */
export function DiffersBeside({ run, children }: OfRun & { readonly children: ReactNode }): ReactNode {
  const [isOpen, setIsOpen] = useOpen(run);
  useActions([
    {
      id: 'results.differs',
      group: 'Results',
      title: 'What differs about the selected rows?',
      press: 'd',
      run: run.rows === 0 ? undefined : () => setIsOpen(!isOpen),
    },
  ]);
  return (
    <SidePane
      label="What differs?"
      title="What differs?"
      content={isOpen ? <DiffersPane run={run} /> : undefined}
      onClose={() => setIsOpen(false)}
    >
      {children}
    </SidePane>
  );
}

/** What tells the selected rows from the rest, strongest first. A press on a value selects it. */
function DiffersPane({ run }: OfRun): ReactNode {
  const { rowList } = useServices();
  const { filters } = useFilters(run.runId);
  const { answer, fault } = useDifferences(run, filters);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const select = (added: readonly RowFilter[]): void => {
    rowList.change(run.runId, { filters: added.reduce(withFilter, rowList.of(run.runId).filters) });
    announce(`Selected: ${added.map(filterWords).join(', ')}`);
  };
  return (
    <div className={css.pane}>
      {filters.length === 0 ? (
        <p>
          Select rows first: press a value, or drag over the chart. They are then compared with all other
          rows.
        </p>
      ) : answer !== undefined ? (
        <Answer answer={answer} onSelect={select} isUnfolded={isUnfolded} onUnfold={setIsUnfolded} />
      ) : (
        <p role="status">{wordsOf(fault ?? 'Comparing the selected rows with the others')}</p>
      )}
    </div>
  );
}

/** The answer about this selection of these rows; undefined: not known yet. */
function useDifferences(
  run: RunState,
  filters: readonly RowFilter[],
): { readonly answer: Differences | undefined; readonly fault: string | undefined } {
  const { differences } = useServices();
  const version = useVersion(run, false);
  const wanted = useMemo(() => ({ version, question: { filters } }), [version, filters]);
  useEffect(() => {
    if (filters.length > 0) differences.ask(wanted);
  }, [differences, wanted, filters]);
  const { question, answer, fault } = useStore(differences);
  return { answer: question === wanted ? answer : undefined, fault };
}

function Answer({
  answer,
  onSelect,
  isUnfolded,
  onUnfold,
}: {
  readonly answer: Differences;
  readonly onSelect: (filters: readonly RowFilter[]) => void;
  /** What follows from the selection is shown, also of the next answers. */
  readonly isUnfolded: boolean;
  readonly onUnfold: (isUnfolded: boolean) => void;
}): ReactNode {
  const { all, compared, differences, pairs, same, unique } = answer;
  const none = emptyWords(answer);
  const own = differences.filter(({ follows }) => follows === undefined);
  const following = differences.filter(({ follows }) => follows !== undefined);
  const column = (each: Difference): ReactNode => (
    <DifferingColumn key={columnRefName(each.ref)} difference={each} onSelect={onSelect} />
  );
  return (
    <>
      <p className={css.legend}>
        <span className={css.selectedKey}>{formatPlural(all.selected, 'selected row')}</span>
        <span className={css.restKey}>{formatPlural(all.rest, 'other')}</span>
      </p>
      <div role="status">{none !== undefined && <p>{none}</p>}</div>
      {limitWords(answer).map((words) => (
        <p key={words} className={css.note}>
          {words}
        </p>
      ))}
      {pairs.length > 0 && (
        <section aria-label="Both together">
          <h3>Both together</h3>
          {pairs.map((pair) => (
            <ValueBars
              key={pair.refs
                .map((ref, at) => `${columnRefName(ref)} ${labelText(pair.labels[at], ref)}`)
                .join(' ')}
              name={titlesOf(pair.refs)}
              words={pair.refs.map((ref, at) => labelText(pair.labels[at], ref)).join(', ')}
              rows={pair}
              compared={compared}
              onPress={() => onSelect(groupFilters(pair, pair.refs))}
            />
          ))}
        </section>
      )}
      {own.map(column)}
      {following.length > 0 && (
        <details open={isUnfolded} onToggle={({ currentTarget }) => onUnfold(currentTarget.open)}>
          <summary className={css.note}>{wordsOf(followWords(following))}</summary>
          {following.map(column)}
        </details>
      )}
      {answer.tried > 0 && <p className={css.note}>{triedWords(answer)}</p>}
      <Names summary={`${formatCount(same.length)} do not differ`} refs={same} />
      <Names summary={`${formatCount(unique.length)} with another value in almost every row`} refs={unique} />
    </>
  );
}

const labelText = (label: Parameters<typeof groupWords>[0] | undefined, ref: ColumnRef): string =>
  groupWords(label ?? { kind: 'absent' }, ref);

/** Columns that are not shown, by name. */
function Names({
  summary,
  refs,
}: {
  readonly summary: string;
  readonly refs: readonly ColumnRef[];
}): ReactNode {
  if (refs.length === 0) return undefined;
  return (
    <details className={css.note}>
      <summary>{summary}</summary>
      <ul>
        {refs.map((ref) => (
          <li key={columnRefName(ref)}>
            <VisibleText text={columnTitle(ref)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
