import type { ReactNode } from 'react';
import { columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference, Quantiles } from '../../../../core/entities/differs/columnDifference.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { formatInstant } from '../../../../core/time/formatInstant.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import { numberText } from '../../../../core/words.ts';
import { formatPlural } from '../../../../ui/format.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import { useZone } from '../../../shared/useZone.ts';
import { groupFilters } from '../groups/groupTable.ts';
import { strengthWords, testWords, titlesOf, valueWords, withinWords } from './differsWords.ts';
import css from './differs.module.css';
import { ValueBars } from './ValueBars.tsx';

interface ColumnProps {
  readonly difference: Difference;
  readonly onSelect: (filters: readonly RowFilter[]) => void;
}

/** How the values of a column differ: bars of values, a strip of numbers or times. */
export function DifferingColumn({ difference, onSelect }: ColumnProps): ReactNode {
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
