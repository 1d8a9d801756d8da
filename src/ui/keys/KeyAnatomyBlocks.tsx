import type { ReactNode } from 'react';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { cx } from '../classes.ts';
import { shownSegments } from './keySegments.ts';
import css from './keys.module.css';
import { VisibleText, wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, VALUE_BOUNDS } from '../text/textParts.ts';

export interface KeyAnatomyBlocksProps {
  readonly segments: readonly KeySegment[];
  /** Accessible name of the list: "PartitionKey". */
  readonly label: string;
}

/** A number padded with zeros: the box shows the number, and the key next to it every digit. */
function isPadded(segment: KeySegment): boolean {
  return (segment.kind === 'prefix' || segment.kind === 'index') && /^0*\d+$/.test(segment.text);
}

/** The parts of a key as boxes with their names below, without separators. */
export function KeyAnatomyBlocks({ segments, label }: KeyAnatomyBlocksProps): ReactNode {
  const { placed } = shownSegments(segments, VALUE_BOUNDS);
  const parts = placed.filter(({ segment }) => segment.kind !== 'separator');
  return (
    <ul className={css.blocks} aria-label={label}>
      {parts.map(({ segment, offset }) => (
        <li className={css.block} key={offset}>
          <span className={cx(css.blockText, css[segment.kind])}>
            <VisibleText text={isPadded(segment) ? (segment.value ?? segment.text) : segment.text} />
          </span>
          <span className={css.blockLabel}>
            {wordsOf(segment.label, LINE_BOUNDS)}
            {segment.value !== undefined && !isPadded(segment) && (
              <span className="second block"> {wordsOf(segment.value, LINE_BOUNDS)}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
