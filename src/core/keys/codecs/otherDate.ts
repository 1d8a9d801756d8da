import { ALL_TIME, type TimeCodec, noText } from '../base/timeCodec.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import { newRowTime } from '../base/digits.ts';
import { type DateLayout, dateTimeText, layoutSpan, readDateText } from '../dates/dateLayouts.ts';
import { scanDateAt } from '../dates/dateScan.ts';
import { ISO } from './isoTime.ts';
import { DIGIT } from '../base/keyShape.ts';

/** The length of `yyyy-MM-dd HH:mm:ss.fffffffff +00:00`. */
const LONGEST_OTHER = 36;

/** The layout of a date that is neither a known layout nor ISO 8601; undefined for any other text. */
function otherLayout(text: string, known: ReadonlySet<DateLayout>): DateLayout | undefined {
  if (text.length < 7 || text.length > LONGEST_OTHER) return undefined;
  const scanned = scanDateAt(text, 0);
  if (scanned === undefined || scanned.end !== text.length || known.has(scanned.layout)) return undefined;
  const isIso = ISO.read(text, 0, text.length, newRowTime()) && ISO.facts?.(text, 0n, {}) !== undefined;
  return isIso ? undefined : scanned.layout;
}

/** Dates with other marks or fields than the known layouts. */
export function otherDate(known: ReadonlySet<DateLayout>): TimeCodec {
  return {
    widths: 'any',
    shape: ({ lead, kinds, length }) =>
      lead >= 4 && kinds !== DIGIT && length >= 7 && length <= LONGEST_OTHER,
    step: TICKS_PER_DAY,
    isDescending: false,
    read: (text, from, to, into) => {
      const own = text.slice(from, to);
      const layout = otherLayout(own, known);
      return layout !== undefined && readDateText(own, layout, into);
    },
    facts: (text, ticks) => {
      const layout = otherLayout(text, known);
      return layout === undefined
        ? undefined
        : { window: layoutSpan(ticks, layout), fields: [['layout', layout]] };
    },
    // All that is known of an unknown layout is that it begins with the year.
    orders: [{ texts: () => dateTimeText('yyyy'), writable: ALL_TIME, home: { from: '1', to: '3' } }],
    excess: () => 'The marks of these dates are not known: whole years are read.',
    write: noText,
  };
}
