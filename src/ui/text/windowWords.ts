import { formatInstant } from '../../core/time/formatInstant.ts';
import { clampTicks } from '../../core/time/ticks.ts';

/** "2026-11-20T21:17:00.0000000Z to 21:18:00.0000000Z". */
export function windowWords(
  window: { readonly from: bigint; readonly to: bigint },
  timeZone: string | undefined,
): string {
  const from = formatInstant(clampTicks(window.from), timeZone);
  const to = formatInstant(clampTicks(window.to), timeZone);
  return `${from.text} to ${from.date === to.date ? to.timeOfDay + to.zone : to.text}`;
}
