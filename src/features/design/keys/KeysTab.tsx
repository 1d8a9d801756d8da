import type { ReactNode } from 'react';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { DesignBench } from '../bench/DesignBench.tsx';
import css from '../design.module.css';
import { QueryVerdict } from '../verdict/QueryVerdict.tsx';

/** Queries and keys: what one query costs, then which keys serve all queries. */
export function KeysTab({ design }: { readonly design: DesignStore }): ReactNode {
  return (
    <div className={css.scroll}>
      <QueryVerdict design={design} />
      <DesignBench design={design} />
    </div>
  );
}
