import { lazy, type ReactNode, Suspense } from 'react';
import { useThemeOnRoot } from '../features/shared/theme.ts';
import { useStore } from '../features/shared/services.tsx';
import type { Lab } from './lab.ts';
import { LabBar } from './LabBar.tsx';
import css from './stress.module.css';

// Loaded late, because it contains all key schemes, the model and the charts.
const TestPane = lazy(() => import('./TestPane.tsx').then((module) => ({ default: module.TestPane })));

/** The stress lab: connect, plan a load, run it against a table of its own, read the verdict. */
export function StressPage({ lab }: { readonly lab: Lab }): ReactNode {
  const { theme } = useStore(lab.settings);
  useThemeOnRoot(theme);
  return (
    <div className={css.page}>
      <LabBar lab={lab} />
      <main className="flex fill scroll">
        <Suspense>
          <TestPane lab={lab} />
        </Suspense>
      </main>
    </div>
  );
}
