import type { ReactNode } from 'react';
import type { Box } from '../heatmap/layout.ts';
import { windowWords } from '../heatmap/heatWords.ts';
import type { KeyCellFacts } from './cellWords.ts';
import css from './KeyMap.module.css';

/** CSS px that the card needs at most; it goes to the other side where there is less room. */
const CARD_WIDTH = 330;
const CARD_HEIGHT = 92;
const GAP = 14;

/** What one cell says, beside it. What can be done with it stands in the panel of the pinned cell. */
export function KeyCard(props: {
  readonly facts: KeyCellFacts;
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
        <bdi>{facts.label}</bdi>
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
