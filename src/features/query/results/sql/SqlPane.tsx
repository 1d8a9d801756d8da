import type { ReactNode } from 'react';
import { useLoaded } from '../../../shared/useLoaded.ts';
import css from './sql.module.css';

const loadTab = () => import('./SqlTab.tsx').then((module) => module.SqlTab);

/** The SQL tab, which comes in a file of its own. `children`: the rows of an answer. */
export function SqlPane({ children }: { readonly children: ReactNode }): ReactNode {
  const loaded = useLoaded(loadTab, true);
  if (loaded.state === 'loaded') return <loaded.value>{children}</loaded.value>;
  return (
    <p className={css.words} role={loaded.state === 'failed' ? 'alert' : undefined}>
      {loaded.state === 'loading'
        ? 'Loading SQL'
        : 'SQL could not be loaded: most likely a new version was published. Reload the page.'}
    </p>
  );
}
