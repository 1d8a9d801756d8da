import { labelLevels, type LabelSpan } from '../../core/keyspace/map/labelTree.ts';
import { formatParts } from '../../core/time/formatInstant.ts';
import { isRepeatedTime, type ZoneClock } from '../../core/time/zoneClock.ts';
import { MAX_TICKS, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { labelStep } from '../charts/axisLabels.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';

/** Width of a label's character in CSS px: monospaced, 11 px. */
export const LABEL_LETTER_PX: number = 6.7 * TEXT_SCALE;
/** Space between levels in CSS px. */
const LEVEL_GAP_PX = 4;

/** A level of row labels, as shown. */
export interface ShownLevel {
  readonly spans: readonly LabelSpan[];
  /** The text of each span: shortened, with times decoded, cut in the middle if it is too long. */
  readonly texts: readonly string[];
  /** CSS px from the left edge of the labels, and its width. */
  readonly left: number;
  readonly width: number;
}

/** Labels split at the separator, level by level, in `width` CSS px. Their ends are kept, because keys differ at their ends. */
export function shownLevels(
  labels: readonly string[],
  separator: string,
  clock: ZoneClock | undefined,
  width: number,
): readonly ShownLevel[] {
  const all = labelLevels(labels, separator).map((spans) => {
    const texts = shortTexts(
      spans.map(({ text }) => text),
      clock,
    );
    const needed = Math.max(1, ...texts.map((text) => text.length)) * LABEL_LETTER_PX;
    return { spans, texts, needed };
  });
  const levels = tellingLevels(all, width);
  const widths = sharedOut(
    levels.map(({ needed }) => needed),
    width - LEVEL_GAP_PX * (levels.length - 1),
  );
  let left = 0;
  return levels.map(({ spans, texts }, at) => {
    const own = widths[at] ?? 0;
    const shown = { spans, texts: texts.map((text) => cutInside(text, own)), left, width: own };
    left += own + LEVEL_GAP_PX;
    return shown;
  });
}

interface NeededLevel {
  readonly spans: readonly LabelSpan[];
  readonly texts: readonly string[];
  /** CSS px. */
  readonly needed: number;
}

/** If there is no room for all levels, drops those that are the same for every row, outermost first. */
function tellingLevels(all: readonly NeededLevel[], width: number): readonly NeededLevel[] {
  const levels = [...all];
  const lacks = (): boolean =>
    levels.reduce((sum, { needed }) => sum + needed + LEVEL_GAP_PX, -LEVEL_GAP_PX) > width;
  while (lacks()) {
    const same = levels.findIndex(({ spans }, at) => spans.length === 1 && at < levels.length - 1);
    if (same < 0) break;
    levels.splice(same, 1);
  }
  return levels;
}

/** Height of a line of label text in CSS px. */
const LABEL_LINE_PX = 13 * TEXT_SCALE;

/** A positioned label, in CSS px from the top of the map. */
export interface PlacedLabel {
  readonly span: LabelSpan;
  readonly text: string;
  readonly top: number;
  readonly height: number;
}

/**
 * The labels of a level for the visible rows, over `height` CSS px. Rows too low for a line have labels at even steps (0, 5, 10). In an
 * outer level, high spans each have a label; of the others, as many as fit between.
 */
export function placedLabels(
  { spans, texts }: ShownLevel,
  rows: { readonly from: number; readonly to: number },
  height: number,
): readonly PlacedLabel[] {
  const perRow = height / (rows.to - rows.from);
  const inSight = spans.flatMap((span, at): PlacedLabel[] => {
    const text = texts[at] ?? '';
    if (span.rows.to <= rows.from || span.rows.from >= rows.to || text === '') return [];
    const from = Math.max(0, (span.rows.from - rows.from) * perRow);
    const to = Math.min(height, (span.rows.to - rows.from) * perRow);
    if (to - from >= LABEL_LINE_PX) return [{ span, text, top: from, height: to - from }];
    // A line of text is higher than the row, so it is centred on the row and kept within the map.
    const top = Math.max(0, Math.min(height - LABEL_LINE_PX, (from + to - LABEL_LINE_PX) / 2));
    return [{ span, text, top, height: Math.min(height, LABEL_LINE_PX) }];
  });
  if (perRow < LABEL_LINE_PX && spans.every(({ rows: own }) => own.to - own.from === 1)) {
    // Even steps; the first and the last label may be up to this much nearer to the next, to stay within the map.
    const step = labelStep(perRow, LABEL_LINE_PX + (LABEL_LINE_PX - perRow) / 2);
    return inSight.filter(({ span }) => span.rows.from % step === 0);
  }
  const isHigh = ({ span }: PlacedLabel): boolean =>
    (span.rows.to - span.rows.from) * perRow >= LABEL_LINE_PX;
  const starts = inSight.filter(isHigh).map(({ top }) => top);
  let free = 0;
  let next = 0;
  return inSight.flatMap((label) => {
    const isOwn = isHigh(label);
    const own = label.height;
    while (next < starts.length && (starts[next] ?? 0) < label.top) next += 1;
    const room = isOwn ? height : (starts[next] ?? height + 1);
    if (!isOwn && (label.top < free || label.top + own > room)) return [];
    free = label.top + own;
    return [label];
  });
}

/** Half the height of the label of the marked row in CSS px. */
const MARKED_HALF_PX = 7 * TEXT_SCALE;

/** Leaves out labels that would touch the label of the marked row, which is centred on `middle`. */
export function besideMarked(
  labels: readonly PlacedLabel[],
  middle: number | undefined,
): readonly PlacedLabel[] {
  if (middle === undefined) return labels;
  const least = MARKED_HALF_PX + LABEL_LINE_PX / 2;
  return labels.filter(({ top, height }) => Math.abs(top + height / 2 - middle) >= least);
}

/** Gives narrow levels the width they need, and divides the rest among the others. The last one gets the remainder. */
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

/** Shortens a text to this many CSS px by removing its middle. More of the end is kept than of the beginning. */
export function cutInside(text: string, width: number): string {
  const most = Math.max(3, Math.floor(width / LABEL_LETTER_PX + 1e-6));
  // Only its ends are needed; a letter has at most two units.
  const ends = most * 2 + 2;
  const letters = Array.from(text.length <= ends * 2 ? text : `${text.slice(0, ends)} ${text.slice(-ends)}`);
  if (letters.length <= most) return text;
  const head = Math.floor((most - 1) * 0.4);
  return `${letters.slice(0, head).join('')}\u2026${letters.slice(letters.length - (most - 1 - head)).join('')}`;
}

/** Matches the label of a row shared by many (core/keyspace/map/matrix.ts). */
const OTHERS = /^\d+ others$/;

/**
 * Shortens texts: leading zeros of numbers of equal length are dropped, and ticks become instants. The label of a shared row is
 * not changed.
 */
function shortTexts(texts: readonly string[], clock: ZoneClock | undefined): readonly string[] {
  const given = texts.filter((text) => text !== '' && !OTHERS.test(text));
  const [first] = given;
  if (first === undefined) return texts;
  if (given.every((text) => ticksOfDigits(text) !== undefined)) return timeTexts(texts, clock);
  const isPadded = (text: string): boolean => /^0\d+$/.test(text) && text.length === first.length;
  return given.every(isPadded)
    ? texts.map((text) => (isPadded(text) ? text.replace(/^0+(?=\d)/, '') : text))
    : texts;
}

/** 1990-01-01 and 2100-01-01. Other 19-digit numbers are probably not times. */
const FIRST_TICKS = 627_667_488_000_000_000n;
const END_TICKS = 662_380_416_000_000_000n;

/** The instant of ticks or inverted ticks in a piece of a key; undefined if there is none. */
function ticksOfDigits(text: string): bigint | undefined {
  if (!/^\d{18,19}$/.test(text)) return undefined;
  const ticks = BigInt(text);
  return [ticks, MAX_TICKS - ticks].find((one) => one >= FIRST_TICKS && one < END_TICKS);
}

/**
 * Instants as short as possible while still different: without day or year if they are all the same, without seconds if all are
 * zero. A time that the clock shows twice has its offset.
 */
function timeTexts(texts: readonly string[], clock: ZoneClock | undefined): readonly string[] {
  const parts = texts.map((text) => {
    const ticks = ticksOfDigits(text);
    if (ticks === undefined) return undefined;
    const seconds = Number(ticks / TICKS_PER_SECOND);
    const instant = formatParts(seconds, Number(ticks % TICKS_PER_SECOND), clock);
    return { ...instant, offset: isRepeatedTime(seconds, clock) ? ` ${instant.zone}` : '' };
  });
  const known = parts.filter((part) => part !== undefined);
  const isWholeMinutes = known.every(({ timeOfDay }) => !/[1-9]/.test(timeOfDay.slice(5)));
  const isWholeSeconds = known.every(({ timeOfDay }) => !/[1-9]/.test(timeOfDay.slice(8)));
  const length = isWholeMinutes ? 5 : isWholeSeconds ? 8 : undefined;
  const isOneDay = new Set(known.map(({ date }) => date)).size === 1;
  const isOneYear = new Set(known.map(({ date }) => date.slice(0, 4))).size === 1;
  return parts.map((part, at) => {
    if (part === undefined) return texts[at] ?? '';
    const time = `${part.timeOfDay.slice(0, length)}${part.offset}`;
    return isOneDay && known.length > 1 ? time : `${isOneYear ? part.date.slice(5) : part.date} ${time}`;
  });
}
