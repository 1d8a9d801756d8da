import { isMultiple } from '../base/digits.ts';
import type { KeyHint } from '../base/scheme.ts';
import { type DateLayout, dateTimeText, layoutSpan, layoutStep, readDateText } from '../dates/dateLayouts.ts';
import { ALL_TIME, type TimeCodec, type TimeFacts } from './timeCodec.ts';

/** Whole months, which are not of one length. */
function monthFacts(layout: DateLayout): (text: string, ticks: bigint, hint: KeyHint) => TimeFacts {
  return (_text, ticks) => ({ window: layoutSpan(ticks, layout) });
}

/** The codec of a date layout, rounded down to `step`, the layout's own or coarser. */
export function dateTime(layout: DateLayout, step = layoutStep(layout)): TimeCodec {
  const isMonth = !layout.includes('d');
  const isRounded = step > layoutStep(layout);
  return {
    widths: [layout.length],
    step,
    isDescending: false,
    read: (text, from, to, into) =>
      to - from === layout.length &&
      readDateText(to === text.length && from === 0 ? text : text.slice(from, to), layout, into) &&
      (!isRounded || isMultiple(into, step)),
    ...(isMonth && { facts: monthFacts(layout) }),
    orders: [{ texts: (own) => dateTimeText(layout, own), writable: ALL_TIME, home: { from: '1', to: '3' } }],
  };
}
