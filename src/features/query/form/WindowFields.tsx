import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { formatInstant } from '../../../core/time/formatInstant.ts';
import { clampTicks, type Ticks, ticksFromUnixMs, ticksToIso } from '../../../core/time/ticks.ts';
import { parseTimeInput } from '../../../core/time/timeInput.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { useNow } from '../../shared/useNow.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { type ShownZone, useZone } from '../../shared/useZone.ts';
import css from '../query.module.css';

const QUICK_RANGES = ['15m', '1h', '6h', '24h'];
const CLOCK_MS = 1000;

/** From and To as typed (ISO, ticks, "now-1h"), what they mean now, quick ranges, and steps of one window. */
export function WindowFields({ fault }: { readonly fault: PlanFault | undefined }): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const nowTicks = ticksFromUnixMs(useNow(CLOCK_MS));
  const zone = useZone();
  const from = ticksOf(form.from, nowTicks);
  const to = ticksOf(form.to, nowTicks);

  const step = (direction: 1n | -1n): void => {
    if (from === undefined || to === undefined || to <= from) return;
    const length = (to - from) * direction;
    query.change({ from: ticksToIso(clampTicks(from + length)), to: ticksToIso(clampTicks(to + length)) });
  };
  const field = (name: 'from' | 'to', label: string, ticks: Ticks | undefined): ReactNode => (
    <TextField
      label={label}
      labelNote={<span className={css.dim}>{noteOf(form[name], ticks, zone)}</span>}
      value={form[name]}
      onChange={(value) => query.change({ [name]: value })}
      mono
      placeholder={name === 'from' ? 'the beginning' : 'the end of time'}
      error={fault?.field === name ? fault : undefined}
    />
  );
  return (
    <>
      {field('from', 'From', from)}
      {field('to', 'To', to)}
      <fieldset className={css.quick}>
        <legend data-visually-hidden="">Window</legend>
        <IconButton label="Window before" icon={<ChevronLeft />} onPress={() => step(-1n)} />
        {QUICK_RANGES.map((range) => (
          <Button
            key={range}
            look="subtle"
            isPressed={form.from === `now-${range}` && form.to === 'now'}
            ariaLabel={`Last ${range}`}
            onPress={() => query.change({ from: `now-${range}`, to: 'now' })}
          >
            {range}
          </Button>
        ))}
        <IconButton label="Window after" icon={<ChevronRight />} onPress={() => step(1n)} />
      </fieldset>
    </>
  );
}

function ticksOf(text: string, nowTicks: Ticks): Ticks | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseTimeInput(text, nowTicks);
  return parsed.ok ? parsed.value.ticks : undefined;
}

/**
 * What a text that is not an ISO time in the shown zone means: "now" as a clock, ticks as a time. Beside the label, since the field
 * has no room for a second time next to 7 typed digits.
 */
function noteOf(text: string, ticks: Ticks | undefined, { timeZone, name }: ShownZone): string {
  if (ticks === undefined) return 'UTC';
  const isRelative = /now/i.test(text);
  const isTicks = /^\d+$/.test(text.trim());
  if (!isRelative && !isTicks && timeZone === undefined) return 'UTC';
  const { date, timeOfDay } = formatInstant(ticks, timeZone);
  const clock = timeOfDay.slice(0, 8);
  return `UTC; ${isRelative ? clock : `${date} ${clock}`} ${timeZone === undefined ? '' : name}`.trimEnd();
}
