import type { ReactNode } from 'react';
import { LoadWords } from '../../../shared/LoadWords.tsx';
import { useLoaded } from '../../../shared/late.ts';
import css from './sql.module.css';
import type { SqlTabProps } from './SqlTab.tsx';

const loadTab = () => import('./SqlTab.tsx').then((module) => module.SqlTab);

/** The SQL tab, whose code loads when it is first used. `children`: the rows of an answer. */
export function SqlPane(props: SqlTabProps): ReactNode {
  const loaded = useLoaded(loadTab, true);
  if (loaded.state === 'loaded') return <loaded.value {...props} />;
  return <LoadWords of="SQL" state={loaded.state} className={css.words} />;
}
