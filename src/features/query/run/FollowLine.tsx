import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  FOLLOW_SECONDS,
  type FollowState,
  isFollowed,
  type FollowSeconds,
  REREAD_MS,
} from '../../../state/run/followState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useSession, usePart } from '../../shared/services.tsx';
import { useNow } from '../../shared/shownTime.ts';
import { useConnectDoor } from '../../shared/credential/connectDoor.ts';
import css from './run.module.css';
import type { Session } from '../../../state/connection/session.ts';
import { whyNotFollowed } from '../../../core/plan/followPlan.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { TICKS_PER_MS, TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';

/** Shows what following a result has brought and how often it reads, and lets the user stop it. */
export function FollowLine(props: { readonly run: RunState; readonly follow: FollowState }): ReactNode {
  const { run, follow } = props;
  const session = useSession();
  const { run: runs } = useServices();
  const isOn = isFollowed(run);
  const nowMs = useNow(1000, isOn);
  const { everySeconds, phase } = follow;
  useSpoken(follow);
  return (
    <span className="inline thin gap8">
      <span
        className={css.light}
        data-phase={typeof phase === 'string' ? phase : 'ended'}
        data-failed={follow.fault !== undefined || undefined}
      />
      <span className="clip thin second figures">{wordsOf(followWords(follow, nowMs))}</span>
      {isOn && session !== undefined && (
        <Menu
          label="How often new rows are read"
          face={`every ${everySeconds} s`}
          look="subtle"
          entries={FOLLOW_SECONDS.map((seconds) => ({
            id: String(seconds),
            label: `Every ${seconds} s`,
            ...(seconds === everySeconds && { description: `For late rows, reads ${rereadWords()}.` }),
          }))}
          selected={String(everySeconds)}
          onAction={(id) => {
            const chosen = FOLLOW_SECONDS.find((seconds) => String(seconds) === id);
            if (chosen !== undefined) runs.follow(session, chosen);
          }}
        />
      )}
      {isOn && (
        <Button size="small" onPress={runs.cancel} shortcut="Esc">
          Stop
        </Button>
      )}
    </span>
  );
}

/** Announces rounds with new rows, a round that failed, and the end. Other rounds are not announced. */
function useSpoken(follow: FollowState): void {
  const { last, fault, phase } = follow;
  const words = last && roundWords(last);
  const round = last?.round;
  useEffect(() => {
    if (words !== undefined && round !== undefined) announce(words.replace(/^\+/, ''));
  }, [words, round]);
  useEffect(() => {
    if (fault !== undefined) announce(`New rows could not be read. ${fault}`);
  }, [fault]);
  const ended = typeof phase === 'object' ? endedWords(follow, phase.ended) : undefined;
  useEffect(() => {
    if (ended !== undefined) announce(ended);
  }, [ended]);
}

const SECONDS: FollowSeconds = 15;

export function useFollow(start: () => void) {
  const session = useSession();
  const connect = useConnectDoor();
  const { run: runs, query } = useServices();
  const [why, setWhy] = useState<string>();
  /** Stops waiting for the end of the run that will be followed. */
  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);
  const begin = (of: Session): void => {
    const ended = runs.get();
    const cannot = ended.phase === 'ended' ? whyNotFollowed(ended) : undefined;
    setWhy(cannot);
    if (cannot === undefined) runs.follow(of, SECONDS);
    else announce(`Cannot follow. ${cannot}`);
  };
  const press = (): void => {
    const last = runs.get();
    setWhy(undefined);
    letGo.current?.();
    if (last.phase === 'ended' && isFollowed(last)) runs.cancel();
    else if (session === undefined) connect();
    else if (last.phase === 'ended' && isSameQuery(last.form, query.get()) && runs.canResume(session))
      begin(session);
    else {
      if (last.phase !== 'running') start();
      letGo.current = runs.subscribe(() => {
        const now = runs.get();
        if (now.phase !== 'ended' || now === last) return;
        letGo.current?.();
        begin(session);
      });
    }
  };
  const isOn = usePart(runs, (run) => run.phase === 'ended' && isFollowed(run));
  const isRunning = usePart(runs, (run) => run.phase === 'running');
  return {
    isFollowed: isOn,
    /** Starts following the result, after running the query if the result is of another one; or stops following. */
    press,
    /** Cancels the run or ends following; undefined if nothing is being read. */
    cancel: isOn || isRunning ? runs.cancel : undefined,
    /** Why a press did nothing. */
    why,
    forget: () => setWhy(undefined),
  };
}

/** A round that takes longer than this shows its progress. */
const SHORT_ROUND_MS = 2000;

/** What following a result has brought, and its state: "+37 rows (2 late), 4 s ago". */
function followWords(follow: FollowState, nowMs: number): string {
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
function endedWords({ total }: FollowState, why: string): string {
  const stopped = why === 'Stopped.' || why === '' ? 'Stopped following' : `Stopped following: ${why}`;
  return `${stopped.replace(/\.$/, '')}. ${total.added === 0 ? 'No new rows' : roundWords(total)}`;
}

/** "+37 rows (2 late), 1 row changed" */
function roundWords(props: {
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
