import type { ReactNode } from 'react';
import css from './start.module.css';

/** What Keyscope is and for whom, for a reader who has never seen it. */
export function StartIntro(): ReactNode {
  return (
    <div className={css.intro}>
      <h2 className={css.title}>See what is in an Azure table, and when.</h2>
      <p className={css.lead}>
        For engineers who read Azure Table Storage: decode the time in keys to 100 ns, query 100 prefixes at
        once from this browser, and know whether the result is complete.
      </p>
    </div>
  );
}
