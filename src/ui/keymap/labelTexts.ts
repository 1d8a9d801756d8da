import { labelLevels, type LabelSpan } from '../../core/keyspace/map/labelTree.ts';
import { formatParts } from '../../core/time/formatInstant.ts';
import { MAX_TICKS, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';

/** CSS px of a letter of the labels: monospaced, 11 px. */
export const LABEL_LETTER_PX = 6.7;
/** CSS px between levels. */
const LEVEL_GAP_PX = 4;

/** A level of labels as it stands beside the map. */
export interface ShownLevel {
  readonly spans: readonly LabelSpan[];
  /** What is written for each span: short, times decoded, cut in the middle where it is too long. */
  readonly texts: readonly string[];
  /** CSS px from the left of the labels, and its width. */
  readonly left: number;
  readonly width: number;
}

/** Labels cut at the separator, level by level, in `width` CSS px: keys differ at their ends, so that ends stay. */
export function shownLevels(
  labels: readonly string[],
  separator: string,
  clock: ZoneClock | undefined,
  width: number,
): readonly ShownLevel[] {
  const levels = labelLevels(labels, separator).map((spans) => ({
    spans,
    texts: shortTexts(
      spans.map(({ text }) => text),
      clock,
    ),
  }));
  const needed = levels.map(
    ({ texts }) => Math.max(1, ...texts.map((text) => text.length)) * LABEL_LETTER_PX,
  );
  const widths = sharedOut(needed, width - LEVEL_GAP_PX * (levels.length - 1));
  let left = 0;
  return levels.map(({ spans, texts }, at) => {
    const own = widths[at] ?? 0;
    const shown = { spans, texts: texts.map((text) => cutInside(text, own)), left, width: own };
    left += own + LEVEL_GAP_PX;
    return shown;
  });
}

/** Narrow levels get what they need, the others share the rest; what is left over goes to the last. */
function sharedOut(needed: readonly number[], width: number): readonly number[] {
  const widths = needed.map(() => 0);
  let free = width;
  const narrowFirst = [...needed.keys()].toSorted((a, b) => (needed[a] ?? 0) - (needed[b] ?? 0));
  for (const [done, level] of narrowFirst.entries()) {
    const own = Math.min(needed[level] ?? 0, free / (needed.length - done));
    widths[level] = own;
    free -= own;
  }
  widths[needed.length - 1] = (widths[needed.length - 1] ?? 0) + free;
  return widths;
}

/** A text in so many CSS px, without its middle where it is longer: more of the end stays than of the beginning. */
export function cutInside(text: string, width: number): string {
  const letters = Array.from(text);
  const most = Math.max(3, Math.floor(width / LABEL_LETTER_PX + 1e-6));
  if (letters.length <= most) return text;
  const head = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, head).join('')}\u2026${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

/** Digits that all of them begin with and that say nothing are left out, and instants are written as such. */
function shortTexts(texts: readonly string[], clock: ZoneClock | undefined): readonly string[] {
  const given = texts.filter((text) => text !== '');
  if (given.length === 0) return texts;
  const times = given.map(ticksOfDigits);
  if (times.every((ticks) => ticks !== undefined)) return timeTexts(texts, clock);
  if (given.every((text) => /^0\d+$/.test(text) && text.length === given[0]?.length))
    return texts.map((text) => text.replace(/^0+(?=\d)/, ''));
  return texts;
}

/** 1990-01-01 and 2100-01-01: other numbers of 19 digits are hardly times. */
const FIRST_TICKS = 627_667_488_000_000_000n;
const END_TICKS = 662_380_416_000_000_000n;

/** The instant that a part of a key states as ticks, ascending or counted down; undefined: it states none. */
function ticksOfDigits(text: string): bigint | undefined {
  if (!/^\d{18,19}$/.test(text)) return undefined;
  const ticks = BigInt(text);
  return [ticks, MAX_TICKS - ticks].find((one) => one >= FIRST_TICKS && one < END_TICKS);
}

/** Instants as short as telling them apart allows: no year where all are of one, no seconds where none has any. */
function timeTexts(texts: readonly string[], clock: ZoneClock | undefined): readonly string[] {
  const parts = texts.map((text) => {
    const ticks = ticksOfDigits(text);
    if (ticks === undefined) return undefined;
    return formatParts(Number(ticks / TICKS_PER_SECOND), Number(ticks % TICKS_PER_SECOND), clock);
  });
  const known = parts.filter((part) => part !== undefined);
  const isOneYear = new Set(known.map(({ date }) => date.slice(0, 4))).size === 1;
  const tail = (timeOfDay: string): string => timeOfDay.slice(5);
  const isWholeMinutes = known.every(({ timeOfDay }) => !/[1-9]/.test(tail(timeOfDay)));
  const isWholeSeconds = known.every(({ timeOfDay }) => !/[1-9]/.test(timeOfDay.slice(8)));
  const length = isWholeMinutes ? 5 : isWholeSeconds ? 8 : undefined;
  return parts.map((part) =>
    part === undefined
      ? ''
      : `${isOneYear ? part.date.slice(5) : part.date} ${part.timeOfDay.slice(0, length)}`,
  );
}
