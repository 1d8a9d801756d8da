import type { ReactNode } from 'react';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { DesignBench } from '../bench/DesignBench.tsx';
import css from '../design.module.css';
import { QueryVerdict } from '../verdict/QueryVerdict.tsx';

/** Queries and keys: what one query costs, then which keys would serve all of them. */
export function KeysTab({ design }: { readonly design: DesignStore }): ReactNode {
  return (
    <div className={css.scroll}>
      <QueryVerdict design={design} />
      <DesignBench design={design} />
    </div>
  );
}
