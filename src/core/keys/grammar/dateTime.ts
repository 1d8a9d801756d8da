import { years } from '../base/years.ts';
import { ALL_TIME, type TimeCodec } from '../base/timeCodec.ts';
import { isMultiple } from '../base/digits.ts';
import {
  type DateLayout,
  dateTimeText,
  isCoarse,
  layoutSpan,
  layoutStep,
  readDateText,
} from '../dates/dateLayouts.ts';

/** 2000 .. 2099: the years that two digits stand for. */
const CENTURY = years(2000, 2100);

/** The codec of a date layout. Times are rounded down to `step`, which is the layout's own or coarser. */
export function dateTime(layout: DateLayout, step = layoutStep(layout)): TimeCodec {
  const isRounded = step > layoutStep(layout);
  const isShort = !layout.includes('yyyy');
  const order = {
    texts: (own: bigint) => dateTimeText(layout, own),
    writable: isShort ? CENTURY : ALL_TIME,
    home: isShort ? { from: '0', to: ':' } : { from: '1', to: '3' },
  };
  return {
    widths: [layout.length],
    step,
    isDescending: false,
    read: (text, from, to, into) =>
      to - from === layout.length &&
      readDateText(text.slice(from, to), layout, into) &&
      (!isRounded || isMultiple(into, step)),
    ...(isCoarse(layout) && {
      facts: (_text: string, ticks: bigint) => ({ window: layoutSpan(ticks, layout) }),
    }),
    ...(layout.startsWith('y')
      ? { orders: [order] }
      : {
          orders: [],
          whyAll: 'These dates do not sort by time, because the year is not first: all keys are read.',
        }),
  };
}
