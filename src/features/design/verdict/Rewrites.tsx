import { type ReactNode, useMemo } from 'react';
import { keyQueries } from '../../../core/plan/keyQueries.ts';
import { keyQueriesNote, keyQueriesTitle } from '../../../core/design/query/verdictWords.ts';
import { timestampWindow } from '../../../core/design/query/timestampRewrite.ts';
import type { Verdict } from '../../../core/design/query/verdict.ts';
import { formatFilter } from '../../../core/odata/filter.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { queryOfFilter } from '../../../state/run/queryOfDesign.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useServices } from '../../shared/services.tsx';
import css from '../design.module.css';
import { FilterList } from './FilterList.tsx';
import { TimestampRewriteForm } from './TimestampRewriteForm.tsx';
import { useGroupActions } from '../../shared/useActions.ts';

export interface RewritesProps {
  readonly node: FilterNode;
  readonly verdict: Verdict;
  readonly table: string | undefined;
}

/** The same rows for less: queries by key instead of one that scans. */
export function Rewrites({ node, verdict, table }: RewritesProps): ReactNode {
  const { query } = useServices();
  const queries = useMemo(() => keyQueries(node), [node]);
  const isByTimestamp = verdict.served === 'table scan' && timestampWindow(node) !== undefined;
  const openQuery = (): void => {
    query.change(queryOfFilter(formatFilter(node), table));
    query.open();
  };
  useGroupActions('Design', [
    ['design.query.keys', 'Open the queries by key in Query', queries === undefined ? undefined : openQuery],
  ]);
  if (queries === undefined && !isByTimestamp) return undefined;
  const note = queries === undefined ? undefined : keyQueriesNote(queries, verdict);
  return (
    <div className={css.rewrites}>
      {queries !== undefined && (
        <div className={css.rewrite}>
          <h3>{keyQueriesTitle(queries)}</h3>
          {note !== undefined && <p className={css.dim}>{note}</p>}
          <FilterList filters={queries.filters} of={['keys', 'by key']} />
          <div>
            <Button size="small" onPress={openQuery}>
              Open in Query
            </Button>
          </div>
        </div>
      )}
      {isByTimestamp && <TimestampRewriteForm node={node} table={table} />}
    </div>
  );
}
