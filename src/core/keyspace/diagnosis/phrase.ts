import { formatInstant } from '../../time/formatInstant.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../time/ticks.ts';

/** The time of a row beside a stretch without rows: at or after `from`, before `before`, in ticks; exact if these are one tick apart. */
export interface RowBound {
  readonly side: 'last' | 'next';
  readonly from: bigint;
  readonly before: bigint;
}

/** Words with instants (ticks) and times of rows in between, which are printed in the user's time zone. */
export type Phrase = readonly (string | bigint | RowBound)[];

/** Template tag: a bigint is an instant, a phrase is inserted, a text or a number becomes text. */
export function phrase(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | bigint | RowBound | Phrase)[]
): Phrase {
  return texts.flatMap((text, at) => {
    const value = values[at];
    if (value === undefined) return [text];
    if (typeof value === 'string' || typeof value === 'number') return [`${text}${value}`];
    return Array.isArray(value) ? [text, ...(value as Phrase)] : [text, value as bigint | RowBound];
  });
}

/**
 * Prints a phrase. Instants are cut to the second and have the offset of that time ("2026-11-20T21:42:00Z"); times of rows have
 * all digits. `timeZone`: IANA name; undefined: UTC. `rowText`: how to print the times of rows, if not by `boundText`.
 */
export function sentenceText(
  words: Phrase,
  timeZone?: string,
  rowText: (bound: RowBound) => string = (bound) => boundText(bound, timeZone),
): string {
  return words
    .map((part) =>
      typeof part === 'string'
        ? part
        : typeof part === 'bigint'
          ? instantText(part, timeZone)
          : rowText(part),
    )
    .join('');
}

/**
 * An exact time has all digits: "2026-11-20T13:06:53.0004750Z". A bound is never given as an instant, but as the whole seconds
 * that hold it: "between 2026-11-20T13:06:00Z and 2026-11-20T13:07:00Z".
 */
export function boundText({ from, before }: Omit<RowBound, 'side'>, timeZone?: string): string {
  if (before - from !== 1n)
    return `between ${instantText(from, timeZone)} and ${instantText(before + TICKS_PER_SECOND - 1n, timeZone)}`;
  const { date, timeOfDay, zone } = formatInstant(clampTicks(from), timeZone);
  return `${date}T${timeOfDay.replace(/\.0+$/, '')}${zone}`;
}

function instantText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay, zone } = formatInstant(clampTicks(ticks), timeZone);
  return `${date}T${timeOfDay.slice(0, 8)}${zone}`;
}
