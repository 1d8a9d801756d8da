import { formatInstant } from '../../time/formatInstant.ts';
import { clampTicks } from '../../time/ticks.ts';

/** Words with instants (ticks) in between, which are printed in the user's time zone. */
export type Phrase = readonly (string | bigint)[];

/** Template tag: a bigint is an instant, a phrase is inserted, anything else becomes text. */
export function phrase(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | bigint | Phrase)[]
): Phrase {
  return texts.flatMap((text, at) => {
    const value = values[at];
    if (value === undefined) return [text];
    if (typeof value === 'string' || typeof value === 'number') return [`${text}${value}`];
    return typeof value === 'bigint' ? [text, value] : [text, ...value];
  });
}

/**
 * Prints a phrase with instants to the second and their offset then: "2026-11-20T21:42:00Z". `timeZone`: IANA name; undefined:
 * UTC.
 */
export function sentenceText(words: Phrase, timeZone?: string): string {
  return words.map((part) => (typeof part === 'bigint' ? instantText(part, timeZone) : part)).join('');
}

function instantText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay, zone } = formatInstant(clampTicks(ticks), timeZone);
  return `${date}T${timeOfDay.slice(0, 8)}${zone}`;
}
