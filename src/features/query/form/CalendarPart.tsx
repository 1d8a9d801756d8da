import type { ReactNode } from 'react';
import { formatInstant } from '../../../core/time/formatInstant.ts';
import type { Ticks } from '../../../core/time/ticks.ts';
import { useServices } from '../../shared/services.tsx';
import { useLoaded } from '../../shared/useLoaded.ts';
import { useZone } from '../../shared/useZone.ts';
import { dayStart } from './calendarDays.ts';

const loadCalendar = () =>
  import('../../../ui/calendar/DayRangeCalendar.tsx').then((module) => module.DayRangeCalendar);

/** Whole days, in the zone that times are shown in. Its file loads when the flyout opens. */
export function CalendarPart(props: {
  readonly from: Ticks | undefined;
  readonly to: Ticks | undefined;
}): ReactNode {
  const { query } = useServices();
  const { timeZone, name } = useZone();
  const loaded = useLoaded(loadCalendar, true);
  if (loaded.state !== 'loaded') return undefined;
  const day = (ticks: Ticks | undefined): string | undefined =>
    ticks === undefined ? undefined : formatInstant(ticks, timeZone).date;
  const last = props.to === undefined || props.to <= (props.from ?? 0n) ? props.from : props.to;
  return (
    <loaded.value
      label={`Days in ${name}`}
      first={day(props.from)}
      // The end is not included: midnight belongs to the day before.
      last={last === undefined || last === props.from ? day(last) : day((last - 1n) as Ticks)}
      onChoose={(first, lastDay) => {
        query.change({ from: dayStart(first, 0, timeZone), to: dayStart(lastDay, 1, timeZone) });
      }}
    />
  );
}
