import type { ReactNode } from 'react';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type {
  Difference,
  DifferingNumbers,
  Quantiles,
} from '../../../../core/rows/differs/columnDifference.ts';
import type { Counts } from '../../../../core/rows/differs/significance.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { numberText } from '../../../../core/words.ts';
import { cx } from '../../../../ui/classes.ts';
import { formatShare } from '../../../../ui/format.ts';
import { spokenText } from '../../../../ui/text/textParts.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useZone } from '../../../shared/services.tsx';
import { groupFilters } from '../groups/groupTable.ts';
import css from './differs.module.css';
import * as words from './differsWords.ts';

interface Selects {
  readonly onSelect: (filters: readonly RowFilter[]) => void;
}

/** How the values of a column differ: bars for values, or a strip for numbers and times. */
export function DifferingColumn({
  difference,
  onSelect,
}: Selects & { readonly difference: Difference }): ReactNode {
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
          key={`${rows.label.kind} ${textOf(rows.label)}`}
          of={{ refs: [ref], labels: [rows.label] }}
          text={textOf(rows.label)}
          rows={rows}
          compared={compared}
          onSelect={onSelect}
        />
      ))}
    </section>
  );
}

/** Longer texts get a line of their own above the bars. */
const MOST_BESIDE = 24;

/** The share of the selected rows that have a value, above the share of the rest. */
export function ValueLine(
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
