import { type ReactNode, useEffect } from 'react';
import { FOLLOW_SECONDS, type FollowState, isFollowed } from '../../../state/run/followState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useSession } from '../../shared/services.tsx';
import { useNow } from '../../shared/useNow.ts';
import css from './follow.module.css';
import { endedWords, followWords, rereadWords, roundWords } from './followWords.ts';

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
