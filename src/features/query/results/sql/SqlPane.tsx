import type { ReactNode } from 'react';
import { useLoaded } from '../../../shared/useLoaded.ts';
import css from './sql.module.css';
import type { SqlTabProps } from './SqlTab.tsx';

const loadTab = () => import('./SqlTab.tsx').then((module) => module.SqlTab);

/** The SQL tab, whose script loads at the first use. `children`: the rows of an answer. */
export function SqlPane({ front, children }: SqlTabProps): ReactNode {
  const loaded = useLoaded(loadTab, true);
  if (loaded.state === 'loaded') return <loaded.value front={front}>{children}</loaded.value>;
  return (
    <p className={css.words} role={loaded.state === 'failed' ? 'alert' : undefined}>
      {loaded.state === 'loading'
        ? 'Loading SQL'
        : 'SQL could not be loaded: most likely a new version was published. Reload the page.'}
    </p>
  );
}
