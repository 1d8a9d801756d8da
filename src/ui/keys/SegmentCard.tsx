import type { ReactNode } from 'react';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { cx } from '../classes.ts';
import type { DigitWorth } from './digitWorth.ts';
import css from './keys.module.css';
import { VisibleText, wordsOf } from '../text/VisibleText.tsx';

export interface SegmentCardProps {
  readonly segment: KeySegment;
  readonly worth: DigitWorth | undefined;
  /** Viewport px of the segment's lower left corner. */
  readonly left: number;
  readonly top: number;
}

const SUFFIXES: ReadonlyMap<number, string> = new Map([
  [1, 'st'],
  [2, 'nd'],
  [3, 'rd'],
]);

/** "13th". */
function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teen ? 'th' : (SUFFIXES.get(place % 10) ?? 'th')}`;
}

/** "27.8 h a step, 13th digit from the right": what one step of a digit is worth. */
export function worthInWords(worth: DigitWorth): string {
  return `${worth.words} a step, ${ordinal(worth.placeFromRight)} digit from the right`;
}

export function SegmentCard({ segment, worth, left, top }: SegmentCardProps): ReactNode {
  return (
    <dl className={css.card} aria-hidden="true" style={{ left, top: top + 6 }}>
      <div className={cx(css.cardHead, css[segment.kind])}>{wordsOf(segment.label)}</div>
      {segment.value !== undefined && (
        <>
          <dt>value</dt>
          <dd>
            <VisibleText text={segment.value} />
          </dd>
        </>
      )}
      {worth !== undefined && (
        <>
          <dt>digit</dt>
          <dd>{worthInWords(worth)}</dd>
        </>
      )}
    </dl>
  );
}
