import type { FollowState } from '../../../state/run/followState.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { formatPlural } from '../../../ui/format.ts';

/** What following a result has brought, and how it is: "+37 rows (2 late), 4 s ago". */
export function followWords(follow: FollowState, nowMs: number): string {
  const { phase, fault, last, readAtMs } = follow;
  if (typeof phase === 'object') return endedWords(follow, phase.ended);
  const brought = last === undefined ? '' : `${roundWords(last)}, ${agoWords(nowMs - last.atMs)}`;
  if (fault !== undefined)
    return `Not read since ${agoWords(nowMs - (readAtMs ?? nowMs))}; the next round tries again: ${fault}`;
  if (phase === 'away') return 'Waits until you see this tab, and the network is there';
  if (brought !== '') return brought;
  return readAtMs === undefined ? 'Reads new rows' : `No new rows; read ${agoWords(nowMs - readAtMs)}`;
}

/** Why it ended, and what it brought. */
export function endedWords({ total }: FollowState, why: string): string {
  const stopped = why === 'Stopped.' || why === '' ? 'Stopped following' : `Stopped following: ${why}`;
  return `${stopped.replace(/\.$/, '')}. ${total.added === 0 ? 'No new rows' : roundWords(total)}`;
}

/** "+37 rows (2 late), 1 row changed" */
export function roundWords({
  added,
  changed,
  late,
}: {
  readonly added: number;
  readonly changed: number;
  readonly late: number;
}): string {
  const ofLate = late === 0 ? '' : ` (${formatPlural(late, 'late row').replace(/ rows?$/, '')})`;
  const news = added === 0 ? '' : `+${formatPlural(added, 'row')}${ofLate}`;
  const other = changed === 0 ? '' : `${formatPlural(changed, 'row')} changed`;
  return [news, other].filter((part) => part !== '').join(', ');
}

function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${durationText(BigInt(seconds) * TICKS_PER_SECOND)} ago`;
}
