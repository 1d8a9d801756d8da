import { ticksToIso } from '../../core/time/ticks.ts';
import { holdsSecret } from '../base/secrets.ts';
import type { RunState } from '../run/runState.ts';

const TICKS_PER_DAY = 864_000_000_000n;

/** `12:42`, with seconds and fraction only if they are not 0. */
function clockOf(iso: string): string {
  const clock = iso.slice(11, -1).replace(/\.?0+$/u, '');
  return clock.endsWith(':00') ? clock.slice(0, 5) : clock;
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

/** `DemoEvents, 12:42 to 14:42 UTC`, whatever time zone the views use; with dates if the window is longer than a day. */
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

/** A name that is safe for files, in case somebody typed a SAS. */
export function safeName(name: string): string {
  return holdsSecret(name) ? 'a result whose name looks like a secret' : name;
}

/** How many characters of a filter are used to distinguish results. */
const FILTER_CHARS = 32;

function withFilter(name: string, filter = ''): string {
  const words = filter.replaceAll(/\s+/gu, ' ').trim();
  // Names get into files, and a truncated secret would not be recognized.
  if (words === '' || holdsSecret(filter)) return name;
  const letters = Array.from(words.slice(0, 2 * FILTER_CHARS + 2));
  const isLong = letters.length > FILTER_CHARS;
  return `${name}, ${
    isLong
      ? `${letters
          .slice(0, FILTER_CHARS - 1)
          .join('')
          .trimEnd()}\u2026`
      : words
  }`;
}

/** Makes names unique: equal ones get their filters, or else a number, as in `Logs, all time (2)`. */
export function distinctNames(
  results: readonly { readonly name: string; readonly filter: string | undefined }[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of results) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return results.map(({ name, filter }) => {
    const told = (counts.get(name) ?? 0) > 1 ? withFilter(name, filter) : name;
    let free = told;
    for (let count = 2; taken.has(free); count += 1) free = `${told} (${count})`;
    taken.add(free);
    return free;
  });
}
