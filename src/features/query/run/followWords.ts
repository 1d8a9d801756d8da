import { type FollowState, REREAD_MS } from '../../../state/run/followState.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { TICKS_PER_MS, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';

/** A round that takes longer than this shows its progress. */
const SHORT_ROUND_MS = 2000;

/** What following a result has brought, and its state: "+37 rows (2 late), 4 s ago". */
export function followWords(follow: FollowState, nowMs: number): string {
  const { phase, fault, last, readAtMs, reading } = follow;
  if (typeof phase === 'object') return endedWords(follow, phase.ended);
  if (reading !== undefined && nowMs - reading.beganAtMs >= SHORT_ROUND_MS) return readingWords(reading);
  const brought = last === undefined ? '' : `${roundWords(last)}, ${agoWords(nowMs - last.atMs)}`;
  if (fault !== undefined) {
    const read = readAtMs === undefined ? 'Not read yet' : `Last read ${agoWords(nowMs - readAtMs)}`;
    return `${read}; the next round tries again: ${fault}`;
  }
  if (phase === 'away') return 'Paused while this tab is hidden or offline';
  if (brought !== '') return brought;
  return readAtMs === undefined ? 'Reading new rows' : `No new rows; read ${agoWords(nowMs - readAtMs)}`;
}

function readingWords({ queries, queriesRead, added }: NonNullable<FollowState['reading']>): string {
  const read = `Reading: ${formatCount(queriesRead)} of ${formatPlural(queries, 'key range')}`;
  return added === 0 ? read : `${read}, +${formatPlural(added, 'row')}`;
}

/**
 * How often the last minutes are read again, to find late rows: "the last 15 s again, and the last 1 min, 3 min and 10 min at those
 * intervals".
 */
export function rereadWords(): string {
  const [least = '', ...longer] = REREAD_MS.toReversed().map((ms) => durationText(BigInt(ms) * TICKS_PER_MS));
  const most = longer.pop() ?? '';
  return `the last ${least} again, and the last ${longer.join(', ')} and ${most} at those intervals`;
}

/** Why following ended, and what it brought. */
export function endedWords({ total }: FollowState, why: string): string {
  const stopped = why === 'Stopped.' || why === '' ? 'Stopped following' : `Stopped following: ${why}`;
  return `${stopped.replace(/\.$/, '')}. ${total.added === 0 ? 'No new rows' : roundWords(total)}`;
}

/** "+37 rows (2 late), 1 row changed" */
export function roundWords(props: {
  readonly added: number;
  readonly changed: number;
  readonly late: number;
}): string {
  const { added, changed, late } = props;
  const ofLate = late === 0 ? '' : ` (${formatPlural(late, 'late row').replace(/ rows?$/, '')})`;
  const news = added === 0 ? '' : `+${formatPlural(added, 'row')}${ofLate}`;
  const other = changed === 0 ? '' : `${formatPlural(changed, 'row')} changed`;
  return [news, other].filter((part) => part !== '').join(', ');
}

function agoWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${durationText(BigInt(seconds) * TICKS_PER_SECOND)} ago`;
}
