import { prefixText } from '../../core/plan/prefixList.ts';
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

/** How many characters of a detail are used to distinguish results. */
const DETAIL_CHARS = 32;

function shortDetail(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  // Names get into files, and a truncated secret would not be recognized.
  if (holdsSecret(text)) return '';
  const letters = Array.from(words.slice(0, 2 * DETAIL_CHARS + 2));
  if (letters.length <= DETAIL_CHARS) return words;
  return `${letters
    .slice(0, DETAIL_CHARS - 1)
    .join('')
    .trimEnd()}\u2026`;
}

/**
 * Details that tell results of the same name apart, the plainest first. '' stands for a detail that this run does not have.
 * @param sql of an answer
 */
export function detailsOfRun({ plan }: Pick<RunState, 'plan'>, sql = ''): readonly string[] {
  const { tableName, window, filter = '', prefixes, partitionKey, rowKey, select } = plan.request;
  return [
    tableName,
    window === undefined ? '' : dayOf(ticksToIso(window.from)),
    filter,
    prefixes === undefined ? '' : `prefixes ${prefixText(prefixes)}`,
    partitionKey?.text ?? '',
    rowKey?.text ?? '',
    select?.join(', ') ?? '',
    sql,
  ].map(shortDetail);
}

/** Makes names unique: equal ones get what differs, or else a number, as in `Logs, all time (2)`. */
export function distinctNames(
  results: readonly { readonly name: string; readonly details: readonly string[] }[],
): readonly string[] {
  let names = results.map(({ name }) => name);
  const most = Math.max(0, ...results.map(({ details }) => details.length));
  for (let at = 0; at < most; at += 1) {
    const detailsByName = new Map<string | undefined, Set<string>>();
    for (const [index, { details }] of results.entries())
      detailsByName.set(names[index], (detailsByName.get(names[index]) ?? new Set()).add(details[at] ?? ''));
    names = names.map((name, index) => {
      const detail = results[index]?.details[at] ?? '';
      return detail !== '' && (detailsByName.get(name)?.size ?? 0) > 1 ? `${name}, ${detail}` : name;
    });
  }
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}
