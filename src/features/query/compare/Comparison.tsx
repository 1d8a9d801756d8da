import { type ReactNode, useMemo } from 'react';
import type { Entity } from '../../../core/entities/entity.ts';
import { countLine, differenceLine } from '../../../core/rows/compare/compareAxis.ts';
import { MAX_TICKS } from '../../../core/time/ticks.ts';
import { countText } from '../../../core/words.ts';
import type { IdentityKind, ResultComparison } from '../../../state/results/compareResults.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useZone } from '../../shared/useZone.ts';
import { LateOverlayChart } from '../../shared/LateOverlayChart.tsx';
import css from './compare.module.css';
import type { Side } from './compareSides.ts';
import { comparisonNotes, comparisonText, examplesTitle } from './compareText.ts';
import { useComparison } from './useComparison.ts';

interface Compared {
  readonly first: Side;
  readonly second: Side;
  readonly kind: IdentityKind;
}

/** What two results have in common, and what they do not. */
export function Comparison({ first, second, kind }: Compared): ReactNode {
  const state = useComparison(first, second, kind);
  if (state.kind === 'comparing')
    return (
      <p className={css.words} role="status">
        Comparing
      </p>
    );
  if (state.kind === 'failed')
    return (
      <Notice tone="error" title="The results were not compared." isLive>
        {state.words}
      </Notice>
    );
  const { compared } = state;
  const words = comparisonText(compared, first, second);
  return (
    <>
      <p className={css.counts} role="status">
        {words}
      </p>
      <ComparisonChart compared={compared} words={words} />
      <ul className={css.notes}>
        {comparisonNotes(compared, first, second, kind).map((note) => (
          <li key={note}>
            <VisibleText text={note} />
          </li>
        ))}
      </ul>
      <Examples name="A" rows={compared.examplesFirst} all={compared.onlyFirst} />
      <Examples name="B" rows={compared.examplesSecond} all={compared.onlySecond} />
    </>
  );
}

/** Rows over time of both, and how many more B has. */
function ComparisonChart(props: { readonly compared: ResultComparison; readonly words: string }): ReactNode {
  const { axis, first, second } = props.compared;
  const { timeZone, name: zone } = useZone();
  const lines = useMemo(() => {
    const [one, two] = [
      countLine(first.counts, axis.firstCovers),
      countLine(second.counts, axis.secondCovers),
    ];
    return [
      { label: `A, at its time (${zone})`, color: 'var(--series-4)', width: 5, values: one },
      { label: 'B', color: 'var(--series-1)', width: 1.5, values: two },
      { label: 'B minus A', color: 'var(--series-2)', width: 1.5, values: differenceLine(one, two) },
    ];
  }, [first, second, axis, zone]);
  const { from, bucketTicks, bucketCount } = axis.first;
  const window = { from, to: from + bucketTicks * BigInt(bucketCount) };
  if (bucketCount === 0 || window.to > MAX_TICKS) return undefined;
  return (
    <div className={css.chart}>
      <LateOverlayChart
        className={css.words}
        lines={lines}
        window={window}
        timeZone={timeZone}
        summary={props.words}
      />
    </div>
  );
}

/** Rows that only one of the results has. */
function Examples(props: {
  readonly name: string;
  readonly rows: readonly Entity[];
  readonly all: number;
}): ReactNode {
  const { name, rows, all } = props;
  if (rows.length === 0) return undefined;
  return (
    <table className={css.examples}>
      <caption>{examplesTitle(name, rows.length, all)}</caption>
      <thead>
        <tr>
          <th scope="col">PartitionKey</th>
          <th scope="col">RowKey</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ partitionKey, rowKey }, at) => (
          // Keys may repeat, and rows never change order.
          <tr key={`${countText(at)} ${partitionKey} ${rowKey}`}>
            <td>
              <VisibleText text={partitionKey} />
            </td>
            <td>
              <VisibleText text={rowKey} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
