import { countText } from '../../words.ts';
import { type AdviceRule, SOURCES } from './rule.ts';

/** Dates with the day or month first, 12-hour clocks and offsets from UTC do not sort by time. */
const CULTURE = /(?:^|\D)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:\D|$)|\d\s?[AaPp][Mm]\b/;
const OFFSET = /\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?[+-]\d{2}:?\d{2}$/;

export const datesAsPeopleWrite: AdviceRule = {
  id: 'local-dates',
  title: 'Dates in keys depend on culture or local time',
  source: SOURCES.patterns,
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const keys = [...partitionKeys, ...rowKeys];
    const isBad = (key: string): boolean => key.length <= 512 && (CULTURE.test(key) || OFFSET.test(key));
    const bad = keys.filter(isBad);
    return bad.length === 0
      ? undefined
      : {
          // For a RowKey no change is proposed: only the user knows what else the keys hold.
          ...(partitionKeys.some(isBad) && { better: { partition: '{yyyyMMddHH}', row: '{Ticks}_{Guid}' } }),
          evidence: `${countText(bad.length)} of ${countText(keys.length)} keys contain a date in a culture's format, a 12-hour clock or a UTC offset, so they do not sort by time.`,
          fix: 'Write UTC, largest unit first: {yyyyMMddHH}, or {Ticks}.',
        };
  },
  demo: { kind: 'keys', lines: ['11.22.2026 10:00 PM', '11.23.2026 9:00 AM'] },
};
