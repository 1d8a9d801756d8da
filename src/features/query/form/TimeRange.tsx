import { ChevronLeft, ChevronRight, Redo2, Undo2 } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { clampTicks, ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { rangeBeside } from '../../../state/run/usedRanges.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useNow } from '../../shared/useNow.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { CalendarPart } from './CalendarPart.tsx';
import { fieldFault, partFault } from './fieldFaults.ts';
import css from './form.module.css';
import type { PartProps } from './formPart.ts';
import { rangeRead, ticksOf, windowIso, windowRead, windowWords } from '../../shared/windowWords.ts';

const QUICK_RANGES = ['15m', '1h', '6h', '24h', '7d'];
const CLOCK_MS = 1000;

/** The window of the query: what it is now, and behind the button everything that sets it. */
export function TimeRange({ faults, isOpen, onOpenChange }: PartProps): ReactNode {
  const { query, run } = useServices();
  const form = useStore(query);
  // With `now`, the instants that were read.
  const read = useSyncExternalStore(run.subscribe, () => windowRead(run.get(), form));
  // A clock that shows whole seconds; a run takes its own instant.
  const nowTicks = ticksFromUnixMs(Math.floor(useNow(CLOCK_MS) / CLOCK_MS) * CLOCK_MS);
  const zone = useZone();
  const words = windowWords(rangeRead(form, read), nowTicks, zone);
  const wrong = partFault(faults, 'time', form);
  const hasTime = schemeById(form.scheme)?.timeSource !== 'none';
  return (
    <FlyoutButton
      label="Time range"
      look="field"
      face={
        wrong !== undefined || words === undefined ? (
          wordsOf(wrong ?? 'Fix the time range')
        ) : hasTime ? (
          <>
            <span className={css.times}>{words.times}</span> <span className={css.dim}>{words.detail}</span>
          </>
        ) : (
          <span className={css.dim}>All rows: the keys hold no time</span>
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

function WindowFields(props: {
  readonly faults: readonly PlanFault[];
  readonly onDone: () => void;
}): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const nowTicks = ticksFromUnixMs(useNow(CLOCK_MS));
  const end = (name: 'from' | 'to'): ReactNode => (
    <TextField
      label={name === 'from' ? 'From' : 'To'}
      labelNote={<span className={css.dim}>{name === 'from' ? 'included' : 'not included'}</span>}
      value={form[name]}
      onChange={(value) => query.change({ [name]: value })}
      mono
      placeholder={name === 'from' ? 'the beginning' : 'the end'}
      error={fieldFault(props.faults, name, form)}
    />
  );
  return (
    <div className={css.window}>
      <div className={css.windowFields}>
        {end('from')}
        {end('to')}
        <p className={css.hint}>
          UTC with up to 7 digits, ticks, or <code>now-1h</code>, <code>now/d</code>
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

/** One window earlier or later, back and forward through the ranges used, and the exact window to copy. */
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
    <div className={css.steps}>
      <IconButton label="Window before" icon={<ChevronLeft />} size="small" onPress={() => step(-1n)} />
      <IconButton label="Window after" icon={<ChevronRight />} size="small" onPress={() => step(1n)} />
      <IconButton
        label="Range used before"
        icon={<Undo2 />}
        size="small"
        isDisabled={rangeBeside(used, form, 'back') === undefined}
        onPress={() => query.toRange('back')}
      />
      <IconButton
        label="Range used after"
        icon={<Redo2 />}
        size="small"
        isDisabled={rangeBeside(used, form, 'forward') === undefined}
        onPress={() => query.toRange('forward')}
      />
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

/** Which zone times are shown in, here and everywhere. Typed times stay in UTC. */
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
      onChange={(id) => settings.change({ timeZone: id === 'local' ? 'local' : 'utc' })}
    />
  );
}
