import { ticksToIso } from '../../core/time/ticks.ts';
import { holdsSecret } from '../base/secrets.ts';
import type { RunState } from '../run/runState.ts';

const TICKS_PER_DAY = 864_000_000_000n;

/** `12:42`, with seconds and fraction only where they are not 0. */
function clockOf(iso: string): string {
  const clock = iso.slice(11, -1).replace(/\.?0+$/u, '');
  return clock.endsWith(':00') ? clock.slice(0, 5) : clock;
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** `DemoEvents, 12:42 to 14:42 UTC`, whatever zone the views show; with dates if the window is longer than a day. */
export function nameOfRun({ plan }: Pick<RunState, 'plan'>): string {
  const { tableName, window } = plan.request;
  // `Ver1v0` is the version of the row format, the same in every account.
  const table = tableName.replace(/Ver\d+v\d+$/u, '');
  if (window === undefined) return `${table}, all time`;
  const [from, to] = [ticksToIso(window.from), ticksToIso(window.to)];
  const isLong = window.to - window.from >= TICKS_PER_DAY;
  const text = (iso: string): string => (isLong ? `${dayOf(iso)} ${clockOf(iso)}` : clockOf(iso));
  return `${table}, ${text(from)} to ${text(to)} UTC`;
}

/** A name as files may hold it: somebody may have typed a SAS. */
export function safeName(name: string): string {
  return holdsSecret(name) ? 'a result whose name looks like a secret' : name;
}

/** Each name once: the second `Logs, all time` is `Logs, all time (2)`. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}
