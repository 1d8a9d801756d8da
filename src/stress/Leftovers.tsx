import { type ReactNode, useState } from 'react';
import { secondsText } from '../core/words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import type { Lab } from './lab.ts';
import type { Leftover } from './openAccount.ts';
import css from './stress.module.css';

/** Test tables that are still in the account after a crash, a closed tab, or a SAS that expired during a test. */
export function Leftovers(props: { readonly lab: Lab; readonly leftovers: readonly Leftover[] }): ReactNode {
  const { lab, leftovers } = props;
  return (
    <Notice
      tone="warning"
      title={leftovers.length === 1 ? 'A test table was left behind.' : 'Test tables were left behind.'}
      nextStep={
        <ul className={css.leftovers} aria-label="Test tables left behind">
          {leftovers.map((leftover) => (
            <LeftoverItem key={leftover.name} lab={lab} leftover={leftover} />
          ))}
        </ul>
      }
    >
      They cost storage until they are deleted.
    </Notice>
  );
}

function LeftoverItem({ lab, leftover }: { readonly lab: Lab; readonly leftover: Leftover }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { name, madeAtMs, isInUse } = leftover;
  const age = secondsText(Math.max(0, Math.round((lab.nowMs() - madeAtMs) / 1000)));
  const remove = (): void => {
    setBusy(true);
    void lab.session
      .deleteLeftover(name)
      .then((isDeleted) => setRefused(!isDeleted))
      .finally(() => setBusy(false));
  };
  return (
    <li>
      <code>{name}</code>
      <span>
        made {age} ago
        {isInUse ? ', in use by another tab of this browser' : ', by this or another browser'}
      </span>
      <Button size="small" look={isInUse ? 'danger' : 'default'} isBusy={isBusy} onPress={remove}>
        {isInUse ? 'Delete although in use' : 'Delete'}
      </Button>
      {isRefused && (
        <span role="alert">It could not be deleted. Check the network, or connect with a new SAS.</span>
      )}
    </li>
  );
}
