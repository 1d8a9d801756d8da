import { formatInstant } from '../../time/formatInstant.ts';
import { clampTicks } from '../../time/ticks.ts';
import type { Finding } from './finding.ts';

/** Words with instants (ticks) in them, which are written in the zone that the reader has chosen. */
export type Phrase = readonly (string | bigint)[];

/** Template tag: a bigint is an instant, a phrase is taken in, all else is text. */
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

/** To the second, with the offset that held then: "2026-11-20T21:42:00Z". `timeZone`: IANA name; undefined: UTC. */
export function sentenceText(words: Phrase, timeZone?: string): string {
  return words.map((part) => (typeof part === 'bigint' ? instantText(part, timeZone) : part)).join('');
}

function instantText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay, zone } = formatInstant(clampTicks(ticks), timeZone);
  return `${date}T${timeOfDay.slice(0, 8)}${zone}`;
}

/** Titles of findings as short as a button allows; several of the same with when each begins: "Gap for all, 11-20 21:42". */
export function findingTitles(
  findings: readonly Pick<Finding, 'title' | 'cells'>[],
  timeZone?: string,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { title } of findings) counts.set(title, (counts.get(title) ?? 0) + 1);
  return findings.map(({ title, cells: [cells] }) =>
    counts.get(title) === 1 || cells === undefined ? title : `${title}, ${shortText(cells.from, timeZone)}`,
  );
}

/** "11-20 21:42", with seconds where it has some. */
function shortText(ticks: bigint, timeZone: string | undefined): string {
  const { date, timeOfDay } = formatInstant(clampTicks(ticks), timeZone);
  const seconds = timeOfDay.slice(5, 8);
  return `${date.slice(5)} ${timeOfDay.slice(0, 5)}${seconds === ':00' ? '' : seconds}`;
}
