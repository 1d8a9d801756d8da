import type { ReactNode } from 'react';
import { LONGEST_KEY } from '../../core/keys/base/entityKey.ts';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { cx } from '../classes.ts';
import { InteractiveKey } from './InteractiveKey.tsx';
import { type CompactParts, compactParts, shownSegments } from './keySegments.ts';
import css from './keys.module.css';
import { isLeftToRight, leanText, MoreMark, VisibleText } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, type TextBounds, VALUE_BOUNDS } from '../text/textParts.ts';

export interface KeyAnatomyProps {
  readonly segments: readonly KeySegment[];
  /** Accessible name of an interactive key: "PartitionKey". */
  readonly label?: string | undefined;
  /**
   * Hover and focus show the segment's name, its value and what a digit is worth. Left and Right move between segments, Up and
   * Down between digits. Off by default, for grid cells, where the cell has the focus.
   */
  readonly interactive?: boolean | undefined;
  /** Wraps long keys. Defaults to `interactive`. */
  readonly wrap?: boolean | undefined;
}

/**
 * A key in its colours. Its text direction is isolated, invisible characters are marks with their code point, and a key longer
 * than services accept only shows its beginning. Copying a selection gives the exact text, marks included.
 */
export function KeyAnatomy(props: KeyAnatomyProps): ReactNode {
  const { segments, interactive = false, wrap = interactive } = props;
  const className = cx(css.key, wrap ? css.wrap : css.inline);
  if (interactive) {
    return <InteractiveKey segments={segments} label={props.label ?? 'Key'} className={className} />;
  }
  const bounds = wrap ? VALUE_BOUNDS : LINE_BOUNDS;
  const { placed, hidden } = shownSegments(segments, bounds);
  return (
    <bdi className={className} dir="ltr">
      {placed.map(({ segment, offset }) => (
        <span key={offset} className={css[segment.kind]}>
          <VisibleText text={segment.text} bounds={bounds} />
        </span>
      ))}
      {hidden > 0 && <MoreMark units={hidden} />}
    </bdi>
  );
}

/** No key that a service accepts has more changes. A file may contain keys of any length, and all visible rows are drawn in one task. */
const CELL_BOUNDS: TextBounds = { ...LINE_BOUNDS, changes: LONGEST_KEY };

/**
 * A key in its colours for a monospaced cell of a grid, with as few elements as it needs: padding zeros and the middle of long names are
 * drawn as dots. A copy still contains them.
 * @param roomChars characters that the cell has room for, at least
 */
export function leanKey(segments: readonly KeySegment[], roomChars: number): ReactNode {
  const { placed, hidden } = shownSegments(segments, CELL_BOUNDS);
  let at = 0;
  const parts = placed.map(({ segment, index }) => {
    const parts = compactParts(segment);
    const from = at + parts.before.length;
    at = from + (parts.left === '' ? 0 : 1) + parts.after.length;
    // The surrounding element already has the colour of separators.
    if (segment.kind === 'separator' && parts.left === '') return leanText(segment.text);
    return (
      // Keyed by index, so that the key of another row reuses the same elements.
      <span key={index} className={css[segment.kind]}>
        {compactText(parts, from + 2 < roomChars)}
      </span>
    );
  });
  const more = hidden > 0 && <MoreMark units={hidden} />;
  // Nothing in it can affect the text direction of its surroundings.
  if (placed.every(({ segment }) => isLeftToRight(segment.text)))
    return (
      <span className={css.separator}>
        {parts}
        {more}
      </span>
    );
  return (
    <bdi className={cx(css.key, css.inline, css.separator)} dir="ltr">
      {parts}
      {more}
    </bdi>
  );
}

/**
 * The exact text, with its least informative piece drawn as dots.
 * @param isInSight the dots and the text after them are not cut off
 */
function compactText({ before, left, after }: CompactParts, isInSight: boolean): ReactNode {
  if (left === '') return leanText(before);
  const [next = ''] = after;
  const dots = <span className={css.left}>{left}</span>;
  return (
    <>
      {before !== '' && leanText(before)}
      {isInSight ? (
        dots
      ) : (
        // The dots and the letter after them are shown or cut together, so that a narrow cell does not end with two sets of dots.
        <span className={css.joined}>
          {dots}
          {next !== '' && leanText(next)}
        </span>
      )}
      {isInSight && after !== '' && leanText(after)}
      {!isInSight && after.length > next.length && leanText(after.slice(next.length))}
    </>
  );
}
