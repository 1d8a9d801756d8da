import type { ReactNode } from 'react';
import { formatInstant, type InstantText as InstantPieces } from '../../core/time/formatInstant.ts';
import { cx } from '../classes.ts';
import css from './keys.module.css';

export interface InstantTextProps {
  /** Ticks (0 .. MAX_TICKS), or, for many rows, pieces from core's formatInstant or formatParts. */
  readonly instant: bigint | InstantPieces;
  /** IANA name; undefined: UTC. Only for ticks; pieces already have their zone. */
  readonly timeZone?: string | undefined;
  /** False in a grid whose window is within one day: the date is then only for screen readers. */
  readonly showDate?: boolean | undefined;
  /** False if the column header names the zone. */
  readonly showZone?: boolean | undefined;
  readonly size?: 'normal' | 'large' | undefined;
}

/** Number of characters in "HH:mm:ss", before the fraction. */
const CLOCK_CHARS = 8;

/** Shows an exact instant with all 7 fraction digits, dimmed, never rounded. */
export function InstantText(props: InstantTextProps): ReactNode {
  const { instant, showDate = true, showZone = true } = props;
  const pieces = typeof instant === 'bigint' ? formatInstant(instant, props.timeZone) : instant;
  return (
    <time
      className={cx(css.instant, props.size === 'large' ? css.large : css.key)}
      dateTime={pieces.text}
      dir="ltr"
    >
      <span data-visually-hidden={showDate ? undefined : ''}>{pieces.date}T</span>
      {pieces.timeOfDay.slice(0, CLOCK_CHARS)}
      <span className={css.fraction}>{pieces.timeOfDay.slice(CLOCK_CHARS)}</span>
      {showZone && <span className={css.zone}>{pieces.zone}</span>}
    </time>
  );
}

/** The same for a monospaced grid cell with nothing else in it: no component, and as few elements as possible. */
export function leanInstant(
  pieces: InstantPieces,
  { showDate, showZone }: { readonly showDate: boolean; readonly showZone: boolean },
): ReactNode {
  const date = `${pieces.date}T`;
  const clock = pieces.timeOfDay.slice(0, CLOCK_CHARS);
  return (
    <time dateTime={pieces.text}>
      {!showDate && <span data-visually-hidden="">{date}</span>}
      {showDate ? date + clock : clock}
      <span className={css.fraction}>
        {pieces.timeOfDay.slice(CLOCK_CHARS)}
        {showZone && pieces.zone}
      </span>
    </time>
  );
}
