import { type ReactNode, useEffect } from 'react';
import { useStore } from '../features/shared/useStore.ts';
import { ConnectPane } from './ConnectPane.tsx';
import type { Lab } from './lab.ts';
import { LabBar } from './LabBar.tsx';
import { Leftovers } from './Leftovers.tsx';
import css from './stress.module.css';
import { TestPane } from './TestPane.tsx';

/** The stress lab: connect, plan a load, run it against a table of its own, read the verdict. */
export function StressPage({ lab }: { readonly lab: Lab }): ReactNode {
  const state = useStore(lab.session);
  const { theme } = useStore(lab.settings);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  return (
    <div className={css.page}>
      <LabBar lab={lab} />
      <main className={css.main}>
        {state.kind === 'connected' ? (
          <>
            {state.leftovers.length > 0 && <Leftovers lab={lab} leftovers={state.leftovers} />}
            <TestPane lab={lab} connected={state} />
          </>
        ) : (
          <ConnectPane lab={lab} state={state} />
        )}
      </main>
    </div>
  );
}
