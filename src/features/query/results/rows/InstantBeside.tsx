import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { splitTicks } from '../../../../core/entities/order/timeBuckets.ts';
import type { FormattedCell } from '../../../../core/rows/cellFormats.ts';
import { distanceText } from '../../../../core/time/durationText.ts';
import { formatInstant, formatParts, secondText } from '../../../../core/time/formatInstant.ts';
import { isRepeatedTime, type ZoneClock } from '../../../../core/time/zoneClock.ts';
import css from './rows.module.css';

/** How instants are shown next to the values that hold them. */
export interface BesideLook {
  /** Undefined: UTC. */
  readonly clock: ZoneClock | undefined;
  /** IANA name, for the tooltip. */
  readonly localZone: string;
  /** The width of the column in characters. */
  readonly roomChars: number;
}

/** The time from which "ago" counts. It is a context, so that an update draws only these texts and no rows. */
export const NowTicks = createContext(0n);

type Instant = Extract<FormattedCell, { kind: 'instant' }>;

/** The length of `  2026-11-22T01:44:00.1234567 (guess)`, plus one. */
export const INSTANT_CHARS = 38;
/** The length of `  13 y 10 mo ago`, plus one. */
export const RELATIVE_CHARS = 17;

const GAP = '  ';

/** An instant in UTC and in local time, and how long ago it was at which time. */
function instantWords({ ticks, isGuess }: Instant, localZone: string, nowTicks: bigint): string {
  const lines = [
    formatInstant(ticks).text,
    `${formatInstant(ticks, localZone).text} ${localZone}`,
    `${distanceText(ticks, nowTicks)} (at ${secondText(nowTicks)})`,
  ];
  return [...(isGuess ? ['A guess: the value looks like a time.'] : []), ...lines].join('\n');
}

/**
 * Removes the tooltip. Each instant gets its own function, so that React calls it when scrolling puts another instant into an element under
 * the pointer.
 */
function withoutTip(_ticks: bigint): (element: HTMLElement | null) => void {
  return (element) => element?.removeAttribute('title');
}

/** Shown next to a number or a key: the instant in it and, if there is room, how long ago that was. */
export function InstantBeside(props: {
  readonly instant: Instant;
  readonly look: BesideLook;
  /** How many characters fit. */
  readonly room: number;
}): ReactNode {
  const { instant, look, room } = props;
  const nowTicks = useContext(NowTicks);
  const tipless = useMemo(() => withoutTip(instant.ticks), [instant.ticks]);
  const { seconds, fraction } = splitTicks(instant.ticks);
  const { date, timeOfDay, zone } = formatParts(seconds, fraction, look.clock);
  const time = `${date}T${timeOfDay}${isRepeatedTime(seconds, look.clock) ? zone : ''}`;
  // Padded to one width, so that the numbers before it line up.
  const ago = distanceText(instant.ticks, nowTicks).padEnd(RELATIVE_CHARS - GAP.length);
  return (
    <span
      ref={tipless}
      className={css.instantBeside}
      // The text is made only when needed, because converting to a time zone is slow and there are many rows.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = instantWords(instant, look.localZone, nowTicks);
      }}
      // By then the element may show another instant.
      onPointerLeave={({ currentTarget }) => currentTarget.removeAttribute('title')}
    >
      {`${time}${instant.isGuess ? ' (guess)' : ''}${room >= INSTANT_CHARS + RELATIVE_CHARS ? GAP + ago : ''}`}
    </span>
  );
}
