import type { KeyHint } from '../base/scheme.ts';
import { type DateLayout, dateTimeText, layoutSpan, layoutStep, readDateText } from '../dates/dateLayouts.ts';
import { ALL_TIME, type TimeCodec, type TimeFacts } from './timeCodec.ts';

const KNOWN = new Map<DateLayout, TimeCodec>();

/** Whole months, which are not of one length. */
function monthFacts(layout: DateLayout): (text: string, ticks: bigint, hint: KeyHint) => TimeFacts {
  return (_text, ticks) => ({ window: layoutSpan(ticks, layout) });
}

function make(layout: DateLayout): TimeCodec {
  const isMonth = !layout.includes('d');
  return {
    widths: [layout.length],
    step: layoutStep(layout),
    isDescending: false,
    read: (text, from, to, into) =>
      to - from === layout.length &&
      readDateText(to === text.length && from === 0 ? text : text.slice(from, to), layout, into),
    ...(isMonth && { facts: monthFacts(layout) }),
    orders: [
      { texts: (step) => dateTimeText(layout, step), writable: ALL_TIME, home: { from: '1', to: '3' } },
    ],
  };
}

/** The codec of a date layout. */
export function dateTime(layout: DateLayout): TimeCodec {
  const codec = KNOWN.get(layout) ?? make(layout);
  KNOWN.set(layout, codec);
  return codec;
}
