import type { ReactNode } from 'react';
import type { Session } from '../../state/connection/session.ts';
import { useServices, useStore } from '../shared/services.tsx';
import { useNow } from '../shared/shownTime.ts';
import { canWrite, timeLeft, droppedShort, droppedWords } from './credentialWords.ts';
import css from './connect.module.css';
import { wordsOf } from '../../ui/text/VisibleText.tsx';

const CLOCK_MS = 1000;

/** What a credential allows, in two or three words. */
function rightsWords(facts: Session['connection']['facts']): string {
  if (canWrite(facts)) return 'can change data';
  if (facts.permissions.length > 0) return 'read only';
  return facts.kind === 'token' ? 'rights by role' : 'rights by policy';
}

/** All facts of the connection, in words for screen readers. */
function spokenFacts({ endpoint, facts }: Session['connection'], nowMs: number): string {
  const { permissions, expiresAtMs } = facts;
  const rights = permissions.length > 0 ? permissions.join(', ') : rightsWords(facts);
  return `${endpoint.host}, ${rights}, ${timeLeft(expiresAtMs, nowMs).text}`;
}

/** Which account is connected, what the credential allows, and how long it is valid. Opens the connect dialog. */
export function ConnectionChip({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { connection } = useServices();
  const state = useStore(connection);
  const now = useNow(CLOCK_MS);

  const dropped = state.kind === 'none' ? state.dropped : undefined;
  let face: ReactNode;
  if (state.kind === 'connected') {
    const { session } = state;
    const { account, facts } = session.connection;
    const left = timeLeft(facts.expiresAtMs, now);
    face = (
      <>
        <span className={css.dot} data-tone={left.tone} />
        <span className={css.host}>
          <bdi className="first">{session.demo === undefined ? wordsOf(account) : 'Demo account'}</bdi>
        </span>
        <span className={css.rights} data-tone={canWrite(facts) ? 'warning' : undefined}>
          {rightsWords(facts)}
        </span>
        <span className={css.left} data-tone={left.tone}>
          {left.short}
        </span>
      </>
    );
  } else if (state.kind === 'connecting') {
    face = 'Connecting';
  } else if (dropped === undefined) {
    face = <span className="first">Connect</span>;
  } else {
    face = (
      <>
        <span className={css.dot} data-tone="warning" />
        {droppedShort(dropped)}
      </>
    );
  }
  return (
    <button
      type="button"
      className={css.chip}
      aria-label="Connection"
      aria-describedby="connection-facts"
      title={state.kind === 'connected' ? state.session.connection.endpoint.host : undefined}
      onClick={onOpen}
    >
      {face}
      <span id="connection-facts" data-visually-hidden="">
        {state.kind === 'connected'
          ? spokenFacts(state.session.connection, now)
          : dropped === undefined
            ? 'Not connected'
            : `Not connected. ${droppedWords(dropped)}`}
      </span>
    </button>
  );
}
