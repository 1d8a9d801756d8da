import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type ColumnRef, columnTitle, columnRefName } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference, Quantiles } from '../../../../core/entities/differs/columnDifference.ts';
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
import {
  emptyWords,
  followWords,
  limitWords,
  titlesOf,
  triedWords,
  strengthWords,
  testWords,
  valueWords,
  withinWords,
} from './differsWords.ts';
import css from './differs.module.css';
import { ValueBars } from './ValueBars.tsx';
import { formatInstant } from '../../../../core/time/formatInstant.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import { numberText } from '../../../../core/words.ts';
import { useZone } from '../../../shared/useZone.ts';

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

interface ColumnProps {
  readonly difference: Difference;
  readonly onSelect: (filters: readonly RowFilter[]) => void;
}

/** How the values of a column differ: bars of values, a strip of numbers or times. */
function DifferingColumn({ difference, onSelect }: ColumnProps): ReactNode {
  const { ref, sameAs, follows, values, compared } = difference;
  const { timeZone } = useZone();
  const title = columnTitle(ref);
  const wordsOfValue = valueWords(difference);
  return (
    <section aria-label={title}>
      <h3 title={testWords(difference)}>
        <VisibleText text={title} />
        <span className={css.note}>
          {follows === undefined ? (
            strengthWords(difference)
          ) : (
            <>
              follows from <VisibleText text={columnTitle(follows)} />
            </>
          )}
        </span>
      </h3>
      {withinWords(difference).map((words) => (
        <p key={words} className={css.note}>
          {wordsOf(words)}
        </p>
      ))}
      {sameAs.length > 0 && <p className={css.note}>{wordsOf(`Same rows as ${titlesOf(sameAs)}`)}</p>}
      <Strips difference={difference} onSelect={onSelect} />
      {values.map((value) => {
        const { label } = value;
        const isOthers = label.kind === 'others';
        const words =
          label.kind === 'others'
            ? formatPlural(label.groups, 'other')
            : ref.fact === 'hour' && label.kind === 'value'
              ? timeText(isoToTicks(label.text), timeZone).slice(0, -3)
              : wordsOfValue(label);
        return (
          <ValueBars
            key={`${label.kind} ${words}`}
            name={title}
            words={words}
            rows={value}
            compared={compared}
            onPress={isOthers ? undefined : () => onSelect(groupFilters({ labels: [label] }, [ref]))}
          />
        );
      })}
    </section>
  );
}

/** "11-27 13:06:53" */
function timeText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay } = formatInstant(ticks, timeZone);
  return `${date.slice(5)} ${timeOfDay.slice(0, 8)}`;
}

const HEIGHT = 26;
const WIDTH = 300;
/** From here on, numbers are drawn by their logarithm. */
const LEAST_LOG_RATIO = 50;

/** p5 to p95 as a line, p25 to p75 as a box, the median as a mark: of the selected rows above that of the rest. A press selects p5 to p95. */
function Strips({ difference: { ref, numbers }, onSelect }: ColumnProps): ReactNode {
  const { timeZone } = useZone();
  if (numbers === undefined) return undefined;
  const { selected, rest, type } = numbers;
  const all = [...selected, ...rest].map(({ number }) => number);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const isTime = type === 'Edm.DateTime';
  const isLog = !isTime && least > 0 && most / least >= LEAST_LOG_RATIO;
  const scale = (value: number): number => (isLog ? Math.log(value) : value);
  const x = (value: number): number =>
    most === least ? WIDTH / 2 : ((scale(value) - scale(least)) / (scale(most) - scale(least))) * WIDTH;
  const textOf = ({ number }: Quantiles[number]): string =>
    isTime ? timeText(BigInt(number) * TICKS_PER_SECOND, timeZone) : numberText(number);
  const words = (part: Quantiles): string =>
    part.map((each, at) => `${['p5', 'p25', 'median', 'p75', 'p95'][at] ?? ''} ${textOf(each)}`).join(', ');
  const [from, to] = [selected[0]?.text ?? '', selected[4]?.text ?? ''];
  const inOrder = [...selected, ...rest].toSorted((a, b) => a.number - b.number);
  const counts = `selected rows: ${words(selected)}; others: ${words(rest)}`;
  return (
    <button
      type="button"
      className={css.strips}
      title={counts}
      aria-label={`Select ${columnTitle(ref)} ${from} to ${to}; ${counts}`}
      onClick={() => onSelect([{ ...ref, kind: 'range', as: isTime ? 'instant' : 'number', from, to }])}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Strip part={selected} x={x} y={3} className={css.selected} />
        <Strip part={rest} x={x} y={15} className={css.rest} />
      </svg>
      <span>{inOrder[0] && textOf(inOrder[0])}</span>
      <span>{inOrder.at(-1) && textOf(inOrder.at(-1) as Quantiles[number])}</span>
    </button>
  );
}

function Strip(props: {
  readonly part: Quantiles;
  readonly x: (value: number) => number;
  readonly y: number;
  readonly className: string | undefined;
}): ReactNode {
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = props.part.map(({ number }) => props.x(number));
  const { y } = props;
  return (
    <g className={props.className}>
      <rect x={p5} y={y + 3} width={Math.max(1, p95 - p5)} height={2} />
      <rect x={p25} y={y} width={Math.max(1, p75 - p25)} height={8} />
      <rect className={css.median} x={p50 - 1} y={y - 1} width={2} height={10} />
    </g>
  );
}
