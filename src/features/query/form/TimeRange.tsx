import { ChevronLeft, ChevronRight, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { parseTimeInput } from '../../../core/time/timeInput.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import {
  clampTicks,
  type Ticks,
  ticksFromUnixMs,
  ticksToIso,
  ticksFromParts,
} from '../../../core/time/ticks.ts';
import { rangeRead, type QueryForm } from '../../../state/run/queryForm.ts';
import { rangeBeside, type TypedRange } from '../../../state/run/queryStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { FieldFault, type FieldErrorLike } from '../../../ui/controls/FieldFrame.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useNow, type ShownZone, useZone } from '../../shared/shownTime.ts';
import { useServices, usePart, useStore } from '../../shared/services.tsx';
import { useLoaded } from '../../shared/late.ts';
import { fieldFault, partFault } from './chipWords.ts';
import css from './form.module.css';
import type { PartProps } from './KeyOptions.tsx';
import {
  ticksOf,
  typedRange,
  unreadEnd,
  windowIso,
  windowRead,
  type WindowWords,
  windowWords,
} from '../../shared/windowWords.ts';
import { formatInstant, formatParts } from '../../../core/time/formatInstant.ts';
import { daysFromCivil, SECONDS_PER_DAY } from '../../../core/time/civil.ts';
import { zoneClock } from '../../../core/time/zoneClock.ts';

const QUICK_RANGES = ['5m', '15m', '30m', '1h', '3h', '6h', '12h', '24h', '2d', '7d'];
const CLOCK_MS = 1000;

export const DEMO_RANGE = "The demo's own time range";

/** Whether the time range will be that of the demo account. A link to the account that names no range gets it once connected. */
export function useDemoRange(): boolean {
  const { connection, query } = useServices();
  const { endpoint, windowGiven } = useStore(query);
  return useStore(connection).kind !== 'connected' && endpoint === 'demo' && !windowGiven;
}

/** The window of the query as a button, which opens everything that sets it. */
export function TimeRange({ faults, isOpen, onOpenChange }: PartProps): ReactNode {
  const { query, run } = useServices();
  const form = useStore(query);
  // If the window depends on `now`, this is the time range that was read.
  const read = usePart(run, (now) => windowRead(now, form));
  const nowTicks = useWholeSecond();
  const zone = useZone();
  const words = windowWords(rangeRead(form, read), nowTicks, zone);
  const wrong = partFault(faults, 'time', form);
  const hasTime = schemeById(form.scheme)?.timeSource !== 'none';
  const isOfDemo = useDemoRange();
  return (
    <FlyoutButton
      label="Time range"
      look="field"
      face={
        wrong !== undefined || words === undefined ? (
          wordsOf(wrong ?? 'Fix the time range')
        ) : hasTime && isOfDemo ? (
          <span className="third">{DEMO_RANGE}</span>
        ) : hasTime ? (
          <>
            <span className={css.times}>{words.times}</span> <span className="third">{words.detail}</span>
          </>
        ) : (
          <span className="third">All rows: the keys hold no time</span>
        )
      }
      isFaulty={wrong !== undefined || words === undefined}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <WindowFields faults={faults} onDone={() => onOpenChange(false)} />
    </FlyoutButton>
  );
}

/** The clock for the shown times, in whole seconds. A run takes its own instant. */
function useWholeSecond(): Ticks {
  return ticksFromUnixMs(Math.floor(useNow(CLOCK_MS) / CLOCK_MS) * CLOCK_MS);
}

type End = keyof TypedRange;
const ENDS: readonly End[] = ['from', 'to'];

function WindowFields(props: {
  readonly faults: readonly PlanFault[];
  readonly onDone: () => void;
}): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const nowTicks = useWholeSecond();
  const saidIn = useId();
  const { typed, shown, type, apply, discard } = useTypedEnds();
  const reading = readEnds(form, typed, props.faults, nowTicks, useZone());
  const end = (name: End): ReactNode => (
    <TextField
      label={name === 'from' ? 'From' : 'To'}
      labelNote={<span className="third">{name === 'from' ? 'included' : 'not included'}</span>}
      value={shown(name)}
      onChange={(text) => type(name, text)}
      onBlur={() => apply(name)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') discard();
        if (key === 'Enter' && apply(name)) props.onDone();
      }}
      mono
      placeholder={name === 'from' ? 'the beginning' : 'the end'}
      saidIn={saidIn}
      isFaulty={'fault' in reading && reading.end === name}
    />
  );
  return (
    <div className={css.window}>
      <div className={css.windowFields}>
        {end('from')}
        {end('to')}
        <div id={saidIn} className={css.reading}>
          {'fault' in reading ? (
            <FieldFault error={reading.fault} text={reading.text} />
          ) : (
            <>
              <span className={css.times}>{reading.words?.times}</span> {reading.words?.detail}
            </>
          )}
        </div>
        <p className={css.hint}>
          Type <code>12:00</code>, <code>30m</code>, <code>12:00-12:30</code>, <code>yesterday 14h</code>, a
          date, ISO text or ticks. Enter applies, Shift+Enter runs.
        </p>
        <RangeSteps />
        <ZoneChoice />
      </div>
      <div className={css.windowSide}>
        <div className={css.quick} role="group" aria-label="Quick ranges">
          {QUICK_RANGES.map((range) => (
            <Button
              key={range}
              size="small"
              isPressed={form.from === `now-${range}` && form.to === 'now'}
              ariaLabel={`Last ${range}`}
              onPress={() => {
                query.change({ from: `now-${range}`, to: 'now' });
                props.onDone();
              }}
            >
              {range}
            </Button>
          ))}
        </div>
        <CalendarPart from={ticksOf(form.from, nowTicks)} to={ticksOf(form.to, nowTicks)} />
      </div>
    </div>
  );
}

/** Both ends of the window while they are typed. They are applied by Enter or when the field is left; until then, nothing else changes. */
function useTypedEnds() {
  const { query, nowMs } = useServices();
  useStore(query);
  const { timeZone } = useZone();
  const [typed, setTyped] = useState<Partial<TypedRange>>({});
  // A ref, because a click elsewhere may close the form around the field before the next render.
  const pending = useRef(typed);
  const put = (next: Partial<TypedRange>): void => {
    pending.current = next;
    setTyped(next);
  };
  // A text without a zone comes from an old link and is in UTC, whatever zone is shown.
  const applied = (name: End): string => {
    const text = query.get()[name];
    const read = parseTimeInput(text, 0n as Ticks);
    return timeZone !== undefined && read.ok && read.value.note !== undefined
      ? ticksToIso(read.value.ticks)
      : text;
  };
  /** Returns false if the text cannot be read as a time. */
  const apply = (name: End): boolean => {
    const { [name]: text, ...others } = pending.current;
    put(others);
    if (text === undefined || text === applied(name)) return true;
    const range = typedRange(name, text, ticksFromUnixMs(nowMs()), timeZone);
    query.change(range.ok ? range.value : { [name]: unreadEnd(text, timeZone) });
    return range.ok;
  };
  const leave = useEffectEvent(() => ENDS.forEach(apply));
  useEffect(() => () => leave(), []);
  return {
    typed,
    shown: (name: End) => typed[name] ?? applied(name),
    type: (name: End, text: string) => put({ ...pending.current, [name]: text }),
    apply,
    discard: () => put({}),
  };
}

/** What the typed ends mean, or what is wrong. The line always has its place, so that nothing moves. */
function readEnds(
  form: QueryForm,
  typed: Partial<TypedRange>,
  faults: readonly PlanFault[],
  nowTicks: Ticks,
  zone: ShownZone,
):
  | { readonly words: WindowWords | undefined }
  | { readonly fault: FieldErrorLike; readonly text: string; readonly end: End } {
  let range: TypedRange = form;
  for (const end of ENDS) {
    const isTyped = typed[end] !== undefined;
    const applied = isTyped ? undefined : fieldFault(faults, end, form);
    if (!isTyped && applied === undefined) continue;
    const text = typed[end] ?? form[end];
    const read = typedRange(end, text, nowTicks, zone.timeZone);
    // The fault of the field says more.
    const fault = read.ok ? applied : read.error;
    if (fault !== undefined) return { fault, text: read.ok ? '' : text, end };
    if (read.ok) range = { ...range, ...read.value };
  }
  return { words: windowWords(range, nowTicks, zone) };
}

/** Buttons that move one window earlier or later, go back and forward through the used ranges, and copy the exact window. */
function RangeSteps(): ReactNode {
  const { query, nowMs } = useServices();
  const form = useStore(query);
  const used = useStore(query.ranges);
  const step = (direction: 1n | -1n): void => {
    const nowTicks = ticksFromUnixMs(nowMs());
    const [from, to] = [ticksOf(form.from, nowTicks), ticksOf(form.to, nowTicks)];
    if (from === undefined || to === undefined || to <= from) return;
    const length = (to - from) * direction;
    query.change({ from: ticksToIso(clampTicks(from + length)), to: ticksToIso(clampTicks(to + length)) });
  };
  return (
    <div className="row gap4">
      <IconButton label="Window before" icon={<ChevronLeft />} size="small" onPress={() => step(-1n)} />
      <IconButton label="Window after" icon={<ChevronRight />} size="small" onPress={() => step(1n)} />
      {(['back', 'forward'] as const).map((way) => (
        <IconButton
          key={way}
          label={way === 'back' ? 'Range used before' : 'Range used after'}
          icon={way === 'back' ? <Undo2 /> : <Redo2 />}
          size="small"
          isDisabled={rangeBeside(used, form, way) === undefined}
          onPress={() => query.toRange(way)}
        />
      ))}
      <CopyButton
        label="Copy window"
        face="Copy"
        look="subtle"
        size="small"
        text={() => windowIso(form, ticksFromUnixMs(nowMs())) ?? `${form.from}/${form.to}`}
      />
    </div>
  );
}

/** Chooses the time zone in which times are shown and typed, on the whole page. */
function ZoneChoice(): ReactNode {
  const { settings, localZone } = useServices();
  const { timeZone } = useStore(settings);
  if (localZone === 'UTC') return undefined;
  return (
    <SegmentedControl
      label="Show times in"
      size="small"
      segments={[
        { id: 'utc', label: 'UTC' },
        { id: 'local', label: localZone },
      ]}
      value={timeZone}
      onChange={(timeZone) => settings.change({ timeZone })}
    />
  );
}

const loadCalendar = () =>
  import('../../../ui/calendar/DayRangeCalendar.tsx').then((module) => module.DayRangeCalendar);

/** A calendar of whole days in the shown time zone. Its file loads when the flyout opens. */
function CalendarPart(props: {
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
      // The end is exclusive, so an end at midnight belongs to the day before.
      last={last === undefined || last === props.from ? day(last) : day((last - 1n) as Ticks)}
      onChoose={(first, lastDay) => {
        query.change({ from: dayStart(first, 0, timeZone), to: dayStart(lastDay, 1, timeZone) });
      }}
    />
  );
}

/** Clocks change by multiples of a quarter of an hour. */
const QUARTER_SECONDS = 900;
/** How many quarters of an hour, from midnight on, are tried. The longest skip was a whole day (Samoa, 30 December 2011). */
const MOST_QUARTERS = 97;

/**
 * The instant at which a day begins in a zone (undefined: UTC), as ISO text in UTC. It is midnight, or the first instant after it if clocks
 * skip midnight. `plus`: this many days later.
 */
export function dayStart(date: string, plus: number, timeZone: string | undefined): string {
  const [year = 1, month = 1, day = 1] = date.split('-').map(Number);
  const midnight = (daysFromCivil(year, month, day) + plus) * SECONDS_PER_DAY;
  return isoText(timeZone === undefined ? midnight : inZone(midnight, timeZone));
}

function inZone(midnight: number, timeZone: string): number {
  const clock = zoneClock(timeZone);
  const wanted = formatParts(midnight, 0).date;
  const guess = midnight - clock.offsetSeconds(midnight);
  let found = midnight - clock.offsetSeconds(guess);
  for (let quarter = 0; quarter < MOST_QUARTERS; quarter += 1) {
    if (formatParts(found, 0, clock).date >= wanted) return found;
    found += QUARTER_SECONDS;
  }
  return found;
}

function isoText(seconds: number): string {
  return ticksToIso(clampTicks(ticksFromParts(Math.max(0, seconds), 0))).replace('.0000000Z', 'Z');
}
