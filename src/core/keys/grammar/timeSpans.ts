import type { TimeCodec, TimeOrder } from '../base/timeCodec.ts';
import { secondText } from '../../time/formatInstant.ts';
import { MAX_TICKS } from '../../time/ticks.ts';
import { ALL_KEYS, timeSpan } from '../base/keySpan.ts';
import type { KeySpan, TickSpan } from '../base/scheme.ts';

/** A span of keys for a window. `reason` says why it holds more than the window, if it does. */
export interface FoundSpan {
  readonly span: KeySpan;
  readonly reason?: string;
}

/**
 * Moves an open end of a window to the last time whose texts have the same width. Otherwise a query without an end would read the whole
 * table, only because seconds of 10 digits end in the year 2286.
 */
function closeOpenEnds({ steady }: TimeOrder, window: TickSpan): TickSpan {
  if (steady === undefined) return window;
  const from = window.from === 0n && window.to > steady.from ? steady.from : window.from;
  const to =
    window.to >= MAX_TICKS && window.from < steady.to && steady.to < window.to ? steady.to : window.to;
  return from === window.from && to === window.to ? window : { from, to };
}

/** Why a window selects more or less than its keys: those of other widths sort elsewhere. */
function widthReason({ from, to }: TickSpan, so: string): string {
  return `These numbers have the same number of digits only from ${secondText(from)} to ${secondText(to - 1n)}: ${so}.`;
}

function spanOfOrder(
  codec: TimeCodec,
  order: TimeOrder,
  window: TickSpan,
  before: string,
): FoundSpan | undefined {
  const { writable, steady } = order;
  const open = closeOpenEnds(order, window);
  const from = open.from < writable.from ? writable.from : open.from;
  const to = open.to > writable.to ? writable.to : open.to;
  if (from >= to) return undefined;
  if (steady !== undefined && (from < steady.from || to > steady.to))
    return { span: ALL_KEYS, reason: widthReason(steady, 'only there do they sort by time') };
  const span = timeSpan(order.texts(codec.step), { from, to }, before);
  const ends =
    steady === undefined || open === window
      ? undefined
      : widthReason(steady, 'a window without a start or an end is read only so far');
  const reason = [codec.excess?.({ from, to }), ends].filter((each) => each !== undefined).join(' ');
  return reason === '' ? { span } : { span, reason };
}

/** The spans of keys for a window, one for each width, in key order. `before` is the text before the time. */
export function spansOfTime(
  codec: TimeCodec,
  title: string,
  window: TickSpan,
  before = '',
): readonly FoundSpan[] {
  if (codec.orders.length === 0)
    return [{ span: ALL_KEYS, reason: codec.whyAll ?? `${title} does not order by time.` }];
  const found = codec.orders.flatMap((order) => spanOfOrder(codec, order, window, before) ?? []);
  const all = found.find(({ span }) => span === ALL_KEYS);
  return all === undefined ? found : [all];
}

/** The text of an instant; undefined if it cannot be written. */
export function textOfTime(codec: TimeCodec, ticks: bigint): string | undefined {
  const { orders, step, write } = codec;
  const [order] = orders;
  if (order === undefined || ticks < order.writable.from || ticks >= order.writable.to) return undefined;
  if (write !== undefined) return write(ticks) || undefined;
  const texts = order.texts(step);
  return texts.text(texts.bucket(ticks));
}

export function meet(a: TickSpan, b: TickSpan): TickSpan {
  return { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to };
}

/**
 * The texts of all times in a window, each with the time that it covers.
 * @yields in order of time
 */
export function* textsIn(
  { orders: [order], step, facts }: TimeCodec,
  window: TickSpan,
): Generator<{ readonly text: string; readonly held: TickSpan }> {
  if (order === undefined) return;
  const { from, to } = meet(window, order.writable);
  const texts = order.texts(step);
  for (let at = from; at < to; ) {
    const bucket = texts.bucket(at);
    const text = texts.text(bucket);
    const known = facts?.(text, bucket, {})?.window;
    const held = known === undefined || known === 'instant' ? { from: bucket, to: bucket + step } : known;
    yield { text, held };
    at = held.to;
  }
}
