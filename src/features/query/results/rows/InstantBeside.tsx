import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { splitTicks } from '../../../../core/entities/order/timeBuckets.ts';
import type { FormattedCell } from '../../../../core/rows/cellFormats.ts';
import { distanceText } from '../../../../core/time/durationText.ts';
import { formatInstant, formatParts, secondText } from '../../../../core/time/formatInstant.ts';
import { isRepeatedTime } from '../../../../core/time/repeatedTime.ts';
import type { ZoneClock } from '../../../../core/time/zoneClock.ts';
import css from './rows.module.css';

/** How instants are shown beside what holds them. */
export interface BesideLook {
  /** Undefined: UTC. */
  readonly clock: ZoneClock | undefined;
  /** IANA name, for the tooltip. */
  readonly localZone: string;
  /** Characters that the column has room for. */
  readonly roomChars: number;
}

/** What "ago" counts from. A context, so that the present draws only what names it again, and no rows. */
export const NowTicks = createContext(0n);

type Instant = Extract<FormattedCell, { kind: 'instant' }>;

/** `  2026-11-22T01:44:00.1234567 (guess)` */
export const INSTANT_CHARS = 38;
/** `  13 y 10 mo ago` */
export const RELATIVE_CHARS = 17;

const GAP = '  ';

/** An instant in every way that it can be said: UTC, local time, and how long ago at which time. */
function instantWords({ ticks, isGuess }: Instant, localZone: string, nowTicks: bigint): string {
  const lines = [
    formatInstant(ticks).text,
    `${formatInstant(ticks, localZone).text} ${localZone}`,
    `${distanceText(ticks, nowTicks)} (at ${secondText(nowTicks)})`,
  ];
  return [...(isGuess ? ['A guess: the value looks like a time.'] : []), ...lines].join('\n');
}

/**
 * Takes the tip away. A function of its own for each instant, so that React calls it when a scroll shows another one in an element on
 * which the pointer rests.
 */
function withoutTip(_ticks: bigint): (element: HTMLElement | null) => void {
  return (element) => element?.removeAttribute('title');
}

/** Beside a number or a key: the instant, and how long ago it was if there is room. */
export function InstantBeside(props: {
  readonly instant: Instant;
  readonly look: BesideLook;
  /** Characters left for it. */
  readonly room: number;
}): ReactNode {
  const { instant, look, room } = props;
  const nowTicks = useContext(NowTicks);
  const tipless = useMemo(() => withoutTip(instant.ticks), [instant.ticks]);
  const { seconds, fraction } = splitTicks(instant.ticks);
  const { date, timeOfDay, zone } = formatParts(seconds, fraction, look.clock);
  const time = `${date}T${timeOfDay}${isRepeatedTime(seconds, look.clock) ? zone : ''}`;
  // Of one width, so that the numbers before it are below each other.
  const ago = distanceText(instant.ticks, nowTicks).padEnd(RELATIVE_CHARS - GAP.length);
  return (
    <span
      ref={tipless}
      className={css.instantBeside}
      // Made when it is wanted: zones are slow, and rows many.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = instantWords(instant, look.localZone, nowTicks);
      }}
      // Another instant may be in this element by then.
      onPointerLeave={({ currentTarget }) => currentTarget.removeAttribute('title')}
    >
      {`${time}${instant.isGuess ? ' (guess)' : ''}${room >= INSTANT_CHARS + RELATIVE_CHARS ? GAP + ago : ''}`}
    </span>
  );
}
