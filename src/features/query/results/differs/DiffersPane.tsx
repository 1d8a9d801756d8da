import { type ReactNode, useMemo, useState } from 'react';
import { type ColumnRef, columnRefName, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type {
  Difference,
  DifferingNumbers,
  Quantiles,
} from '../../../../core/rows/differs/columnDifference.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { withFilter } from '../../../../state/run/rowListState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { filterWords } from '../../../shared/selection/filterWords.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useActions } from '../../../shared/useActions.ts';
import { useZone } from '../../../shared/shownTime.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useVersion } from '../chart/useChart.ts';
import css from './differs.module.css';
import { emptyWords, followWords, limitWords, pairWords, triedWords } from './differsWords.ts';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { Counts } from '../../../../core/rows/differs/significance.ts';
import { numberText } from '../../../../core/words.ts';
import { cx } from '../../../../ui/classes.ts';
import { spokenText } from '../../../../ui/text/textParts.ts';
import { groupFilters } from '../groups/groupTable.ts';
import * as words from './differsWords.ts';

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

interface Selects {
  readonly onSelect: (filters: readonly RowFilter[]) => void;
}

/** How the values of a column differ: bars for values, or a strip for numbers and times. */
function DifferingColumn(props: Selects & { readonly difference: Difference }): ReactNode {
  const { difference, onSelect } = props;
  const { ref, follows, values, numbers, compared } = difference;
  const { timeZone } = useZone();
  const labels = values.map(({ label }) => label);
  const textOf = words.valueWords(ref, labels, timeZone);
  const note = follows ? `follows from ${columnTitle(follows)}` : words.strengthWords(difference);
  return (
    <section aria-label={columnTitle(ref)}>
      <h3 className={css.head} title={words.testWords(difference)}>
        <VisibleText text={columnTitle(ref)} />
        <span className={css.note}>{wordsOf(note)}</span>
      </h3>
      {words.noteWords(difference).map((each) => (
        <p key={each} className={css.note}>
          {wordsOf(each)}
        </p>
      ))}
      {numbers !== undefined && <NumberLine column={ref} numbers={numbers} onSelect={onSelect} />}
      {values.map((rows) => (
        <ValueLine
          {...{ rows, compared, onSelect }}
          key={`${rows.label.kind} ${textOf(rows.label)}`}
          of={{ refs: [ref], labels: [rows.label] }}
          text={textOf(rows.label)}
        />
      ))}
    </section>
  );
}

/** Longer texts get a line of their own above the bars. */
const MOST_BESIDE = 24;

/** The share of the selected rows that have a value, above the share of the rest. */
function ValueLine(
  props: Selects & {
    /** One value, or one value of each column. */
    readonly of: { readonly refs: readonly ColumnRef[]; readonly labels: readonly GroupLabel[] };
    readonly text: string;
    readonly rows: Counts;
    readonly compared: Counts;
  },
): ReactNode {
  const { of, text, rows, compared, onSelect } = props;
  const { selected, rest } = words.sharesOf(rows, compared);
  const bar = (share: number): readonly Span[] => (share === 0 ? [] : [[0, share]]);
  return (
    <Line
      look={cx(css.value, text.length > MOST_BESIDE && css.long)}
      what={text}
      of={words.titlesOf(of.refs)}
      counts={words.countWords(rows, compared)}
      filters={groupFilters(of, of.refs)}
      onSelect={onSelect}
    >
      <span className={css.words}>
        <VisibleText text={text} />
      </span>
      <Bars selected={bar(selected)} rest={bar(rest)} />
      <strong className={css.share}>{formatShare(selected)}</strong>
      <span className={cx(css.share, 'second')}>{formatShare(rest)}</span>
    </Line>
  );
}

/** Numbers are drawn on a log scale if the largest is at least this many times the smallest. */
const LEAST_LOG_RATIO = 50;
const QUANTILE_NAMES = ['p5', 'p25', 'median', 'p75', 'p95'];

/** A line from p5 to p95, a box from p25 to p75 and a mark at the median. Pressing it selects p5 to p95 of the selected rows. */
function NumberLine({
  column,
  numbers: { type, selected, rest },
  onSelect,
}: Selects & { readonly column: ColumnRef; readonly numbers: DifferingNumbers }): ReactNode {
  const { timeZone } = useZone();
  const isTime = type === 'Edm.DateTime';
  const textOf = ({ text, number }: Quantiles[number]): string =>
    isTime ? words.timeText(text, timeZone) : numberText(number);
  const quantiles = (part: Quantiles): string =>
    part.map((each, at) => `${QUANTILE_NAMES[at] ?? ''} ${textOf(each)}`).join(', ');
  const inOrder = [...selected, ...rest].toSorted((a, b) => a.number - b.number);
  const ends = [...inOrder.slice(0, 1), ...inOrder.slice(-1)];
  const [least = 0, most = 0] = ends.map(({ number }) => number);
  const isLog = !isTime && least > 0 && most / least >= LEAST_LOG_RATIO;
  const scale = (value: number): number => (isLog ? Math.log(value) : value);
  const spans = (part: Quantiles): readonly Span[] => {
    const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = part.map(({ number }) =>
      most === least ? 0.5 : (scale(number) - scale(least)) / (scale(most) - scale(least)),
    );
    return [
      [p5, p95],
      [p25, p75],
      [p50, p50],
    ];
  };
  const [from, to] = [selected[0]?.text ?? '', selected.at(-1)?.text ?? ''];
  return (
    <Line
      look={css.strips}
      what={`${from} to ${to}`}
      of={columnTitle(column)}
      counts={`selected rows ${quantiles(selected)}; others ${quantiles(rest)}`}
      filters={[{ ...column, kind: 'range', as: isTime ? 'instant' : 'number', from, to }]}
      onSelect={onSelect}
    >
      <Bars selected={spans(selected)} rest={spans(rest)} />
      {ends.map((end, at) => (
        <span key={QUANTILE_NAMES[at]}>{textOf(end)}</span>
      ))}
    </Line>
  );
}

/** Pressing a line selects what it shows. A line of several values selects nothing, because no filter selects them. */
function Line(
  props: Selects & {
    readonly look: string | undefined;
    readonly of: string;
    readonly what: string;
    readonly counts: string;
    readonly filters: readonly RowFilter[];
    readonly children: ReactNode;
  },
): ReactNode {
  const { look, of, what, counts, filters, onSelect, children } = props;
  if (filters.length === 0)
    return (
      <div className={look} title={counts}>
        {children}
      </div>
    );
  return (
    <button
      type="button"
      className={look}
      title={`${what}: ${counts}`}
      aria-label={spokenText(`Select ${of} ${what}: ${counts}`)}
      onClick={() => onSelect(filters)}
    >
      {children}
    </button>
  );
}

/** From and to, as shares 0..1 of the width. */
type Span = readonly [from: number, to: number];

/** Bars of the selected rows above bars of the rest. Each is wide enough to be visible. */
function Bars(props: { readonly selected: readonly Span[]; readonly rest: readonly Span[] }): ReactNode {
  return (
    <span className={css.bars} aria-hidden="true">
      {(['selected', 'rest'] as const).map((part) => (
        <span key={part} className={css[part]}>
          {props[part].map(([from, to], at) => (
            <span key={at} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
          ))}
        </span>
      ))}
    </span>
  );
}
