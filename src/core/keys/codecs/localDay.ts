import type { KeyScheme } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { MAX_TICKS, TICKS_PER_HOUR } from '../../time/ticks.ts';
import { timeSpan } from '../base/keySpan.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { dateTimeText } from '../dates/dateLayouts.ts';
import { dateTime } from '../grammar/dateTime.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { spansOfTime } from '../grammar/timeSpans.ts';
import { ALL_KEYS } from '../base/keySpan.ts';

/** A day of the writer's calendar, whose instants nobody knows. */
export const LOCAL_DAY: TimeCodec = { ...dateTime('yyyyMMdd'), orders: [], rounds: 'clock' };

const DAY_TEXT = dateTimeText('yyyyMMdd');
/** No zone is more than 14 h from UTC, so a local calendar day differs by at most one day. */
const FARTHEST_ZONE = 14n * TICKS_PER_HOUR;

/** The local days of a window and the one before and after; the time in the RowKey narrows them. */
export function localDayRanges(title: string, row: string): KeyScheme['ranges'] {
  const codec = codecOf(row);
  return (window, { tableName }) => {
    const from = window.from > FARTHEST_ZONE ? window.from - FARTHEST_ZONE : 0n;
    const end = window.to + FARTHEST_ZONE;
    const partition = timeSpan(DAY_TEXT, { from, to: end > MAX_TICKS ? MAX_TICKS + 1n : end });
    return spansOfTime(codec, title, window).map(({ span, reason }) =>
      tableRange({ tableName, partition, reason, row: span === ALL_KEYS ? undefined : span }),
    );
  };
}
