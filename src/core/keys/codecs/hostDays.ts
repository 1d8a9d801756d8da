import type { KeyFormEntry, KeyScheme } from '../base/keyScheme.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import { exactKey, timeSpan } from '../base/keySpan.ts';
import type { TickSpan } from '../base/scheme.ts';
import { textsOf } from '../grammar/parseTemplate.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { dateKeyText } from '../dates/dateLayouts.ts';
import { compileForm, type KeyForm } from '../grammar/keyForm.ts';
import { tableNames, tableWindows } from '../grammar/tableTime.ts';

/** For longer windows, one range spans all days of a month instead of one range per day. */
const MOST_DAYS = 62n;
const DAY = /-\d{8}$/;

function daysOf({ from, to }: TickSpan): readonly TickSpan[] {
  const days: TickSpan[] = [];
  for (let day = from - (from % TICKS_PER_DAY); day < to; day += TICKS_PER_DAY) {
    const end = day + TICKS_PER_DAY;
    days.push({ from: day > from ? day : from, to: end < to ? end : to });
  }
  return days;
}

/** The host in a PartitionKey of host and day. */
export function hostOf(partitionKey: string): string {
  return partitionKey.replace(DAY, '');
}

/** Ranges of PartitionKeys of a host and a day: one per day if the host is known, otherwise one per month over all partitions. */
export function hostDayRanges(table: readonly KeyFormEntry[]): KeyScheme['ranges'] {
  const forms = table.map(compileForm);
  const form = forms[0] as KeyForm;
  const time = textsOf('{InvertedTicks}');
  return (asked, { tableName: named, partitionKey }) => {
    const tables = tableNames(forms, named).flatMap((name) => tableWindows(form, name, asked));
    const hostId = partitionKey === undefined ? undefined : hostOf(partitionKey);
    if (hostId === undefined)
      return tables.map(({ tableName, window }) => tableRange({ tableName, row: timeSpan(time, window) }));
    const key = (ticks: bigint): string => `${hostId}-${dateKeyText(ticks, 'yyyyMMdd')}`;
    const isLong = asked.to - asked.from > MOST_DAYS * TICKS_PER_DAY;
    return tables.flatMap(({ tableName, window }) =>
      (isLong ? [window] : daysOf(window)).map((each) =>
        tableRange({
          tableName,
          partition: { from: key(each.from), to: exactKey(key(each.to - 1n)).to as string },
          row: timeSpan(time, each),
        }),
      ),
    );
  };
}
