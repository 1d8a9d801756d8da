import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  type DateValue,
  Heading,
  RangeCalendar,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar';
import { cx } from '../classes.ts';
import css from './DayRangeCalendar.module.css';

export interface DayRangeCalendarProps {
  /** The accessible name: "Days in UTC". */
  readonly label: string;
  /** The first and last day, yyyy-MM-dd; undefined: none is chosen. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Called when both ends are chosen; the same day twice means a single day. */
  readonly onChoose: (first: string, last: string) => void;
}

/** A calendar in which whole days are chosen: first the beginning, then the end. */
export function DayRangeCalendar(props: DayRangeCalendarProps): ReactNode {
  const { first, last, onChoose } = props;
  return (
    // Weeks begin on Monday, and names are English like the rest of the app.
    <I18nProvider locale="en-GB">
      <RangeCalendar
        aria-label={props.label}
        className={cx(css.calendar)}
        onChange={({ start, end }) => {
          const [from, to] = [textOf(start), textOf(end)];
          if (from !== first || to !== last) onChoose(from, to);
        }}
      >
        <div className={css.head}>
          <Button slot="previous" className={cx(css.turn)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Heading className={cx(css.month)} />
          <Button slot="next" className={cx(css.turn)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
        <CalendarGrid className={cx(css.grid)} weekdayStyle="short">
          {(date) => <CalendarCell date={date} className={cx(css.day)} />}
        </CalendarGrid>
        <Follow first={first} last={last} />
      </RangeCalendar>
    </I18nProvider>
  );
}

function textOf(date: DateValue): string {
  return date.toString().slice(0, 10);
}

/** Makes the calendar follow the days in the fields. New dates must be derived from one of the calendar's own. */
function Follow({ first, last }: Pick<DayRangeCalendarProps, 'first' | 'last'>): ReactNode {
  const state = useContext(RangeCalendarStateContext);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const days = `${first} ${last}`;
    if (state === null || first === undefined || last === undefined || shown.current === days) return;
    shown.current = days;
    const dateOf = (text: string): DateValue => {
      const [year = 1, month = 1, day = 1] = text.split('-').map(Number);
      return state.visibleRange.start.set({ year, month, day });
    };
    state.setValue({ start: dateOf(first), end: dateOf(last) });
    state.setFocusedDate(state.visibleRange.start.set(dateOf(last)));
  }, [state, first, last]);
  return undefined;
}
