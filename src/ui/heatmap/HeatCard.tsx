import type { ReactNode } from 'react';
import css from './HeatMap.module.css';
import { type CellFacts, windowWords } from './heatWords.ts';
import type { Box } from './layout.ts';
import { VisibleText } from '../text/VisibleText.tsx';

/** CSS px that the card needs at most; it goes to the left of cells further right than that. */
const CARD_WIDTH = 330;
const CARD_HEIGHT = 92;
const GAP = 14;

/** What one cell says, beside it. */
export function HeatCard(props: {
  readonly facts: Pick<CellFacts, 'label' | 'window' | 'countWords' | 'rateWords'>;
  readonly at: Box;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly timeZone: string | undefined;
}): ReactNode {
  const { facts, at, plotWidth, plotHeight } = props;
  const isRight = at.left + at.width + GAP + CARD_WIDTH > plotWidth;
  const side = isRight ? { right: plotWidth - at.left + GAP } : { left: at.left + at.width + GAP };
  return (
    <dl
      className={css.card}
      style={{ top: Math.max(0, Math.min(plotHeight - CARD_HEIGHT, at.top - 8)), ...side }}
      aria-hidden="true"
    >
      <dt className={css.cardHead}>
        <VisibleText text={facts.label} />
      </dt>
      <dt>Window</dt>
      <dd>{windowWords(facts.window, props.timeZone)}</dd>
      <dt>Rows</dt>
      <dd>{facts.countWords}</dd>
      {facts.rateWords !== undefined && (
        <>
          <dt>Rate</dt>
          <dd>{facts.rateWords}</dd>
        </>
      )}
    </dl>
  );
}
