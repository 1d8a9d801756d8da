import { type ReactNode, useMemo } from 'react';
import { explainAt, explainFilter } from '../../../core/design/query/explainFilter.ts';
import { readQuery, type ReadQuery } from '../../../core/design/query/readQuery.ts';
import { judgeQuery, type Verdict } from '../../../core/design/query/verdict.ts';
import { completeFilter } from '../../../core/odata/edit/completeFilter.ts';
import { filterProblems } from '../../../core/odata/edit/filterProblems.ts';
import { formatFilter, parseFilter } from '../../../core/odata/filter.ts';
import { unixSecondText } from '../../../core/time/formatInstant.ts';
import { faultText } from '../../../core/result.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import type { EditorHelp } from '../../../ui/editor/mountEditor.ts';
import { FilterField } from '../../shared/filter/FilterField.tsx';
import css from '../design.module.css';
import {
  classTitle,
  keyQueriesNote,
  keyQueriesTitle,
  RATING_WORDS,
  reasonText,
  verdictFacts,
} from '../../../core/design/query/verdictWords.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';
import { keyQueries } from '../../../core/plan/keyQueries.ts';
import { timestampWindow } from '../../../core/design/query/timestampRewrite.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { queryOfFilter } from '../../../state/run/queryOfDesign.ts';
import { useStore, useServices } from '../../shared/services.tsx';
import { VerdictParts } from '../../shared/VerdictParts.tsx';
import { FilterList, TimestampRewriteForm } from './TimestampRewriteForm.tsx';

const HOUR_MS = 3_600_000;

/** The text is made when the example is pressed, so that "the last hour" ends then. */
const EXAMPLES: readonly { readonly label: string; readonly text: (nowMs: number) => string }[] = [
  {
    label: 'Last hour by Timestamp',
    text: (nowMs) => `Timestamp ge datetime'${unixSecondText(nowMs - HOUR_MS)}'`,
  },
  {
    label: 'Two rows with or',
    text: () =>
      "(PartitionKey eq 'Sales' and RowKey eq '121') or (PartitionKey eq 'Sales' and RowKey eq '322')",
  },
  {
    label: 'where ==',
    text: (nowMs) =>
      `where PartitionKey == 'Sales' and RowKey startswith '${unixSecondText(nowMs).slice(0, 7)}'`,
  },
];

/** A text that is not a `$filter` but is understood: an address, or `where A == 'x'`. */
function isOtherForm(text: string): boolean {
  const read = readQuery(text);
  return read.ok && (read.value.form !== 'filter' || !parseFilter(text).ok);
}

const HELP: EditorHelp = {
  complete: (text, caret) => (isOtherForm(text) ? undefined : completeFilter(text, caret, [])),
  problems: (text) => {
    const read = text.trim() === '' ? undefined : readQuery(text);
    if (read?.ok === false) {
      const { from, to } = read.error;
      return [{ severity: 'error', from, to, message: faultText(read.error) }];
    }
    return isOtherForm(text) ? [] : filterProblems(text, []);
  },
  hint: (text, at) => explainAt(text, at),
  format: (text) => {
    const read = readQuery(text);
    return read.ok && read.value.node !== undefined ? formatFilter(read.value.node) : undefined;
  },
};

/** What a pasted query costs. Nothing is sent, and the text stays in this page. */
export function QueryVerdict({ design }: { readonly design: DesignStore }): ReactNode {
  const { nowMs } = useServices();
  const { filter } = useStore(design);
  const read = useMemo(() => (filter.trim() === '' ? undefined : readQuery(filter)), [filter]);
  const verdict = useMemo(() => (read?.ok === true ? judgeQuery(read.value.node) : undefined), [read]);
  return (
    <section className={css.section} aria-labelledby="design-verdict">
      <h2 id="design-verdict" className="large">
        What does this query cost?
      </h2>
      <FilterField
        label="Filter to judge"
        labelNote="$filter, table URL, or where A == 'x' and B >= 5"
        isMultiline
        value={filter}
        onChange={(text) => design.change({ filter: text })}
        error={read?.ok === false ? read.error : undefined}
        help={HELP}
      />
      {filter.trim() === '' && (
        <p className={css.examples}>
          Try{' '}
          {EXAMPLES.map(({ label, text }) => (
            <Button
              key={label}
              look="link"
              size="small"
              onPress={() => design.change({ filter: text(nowMs()) })}
            >
              {label}
            </Button>
          ))}
        </p>
      )}
      {verdict !== undefined && read?.ok === true && <VerdictFacts query={read.value} verdict={verdict} />}
    </section>
  );
}

interface VerdictFactsProps {
  readonly query: ReadQuery;
  readonly verdict: Verdict;
}

/** The class and its reason first, then the figures, then what forces a scan. */
function VerdictFacts({ query, verdict }: VerdictFactsProps): ReactNode {
  const { node, form, startsWith } = query;
  const filter = node === undefined ? '' : formatFilter(node);
  return (
    <section className={css.verdict} aria-label="Verdict" data-rating={verdict.rating}>
      <p className={css.headline}>
        <strong className={css.className}>{classTitle(verdict)}</strong>
        <span className="second small strong">{RATING_WORDS[verdict.rating]}</span>
        <span>{reasonText(verdict)}</span>
      </p>
      <VerdictParts facts={verdictFacts(verdict)} causes={verdict.causes} />
      {(form !== 'filter' || startsWith.length > 0) && filter !== '' && (
        <p className={css.asFilter}>
          As $filter:{' '}
          <code>
            <VisibleText text={filter} />
          </code>{' '}
          <CopyAction
            action={['design.copy.filter', 'Design', 'Copy the judged query as $filter']}
            text={filter}
            label="Copy filter"
          />
        </p>
      )}
      {node !== undefined && (
        <p className="third small">
          In words: <VisibleText text={explainFilter(node, query.table)} />.
        </p>
      )}
      {node !== undefined && <Rewrites node={node} verdict={verdict} table={query.table} />}
    </section>
  );
}

interface RewritesProps {
  readonly node: FilterNode;
  readonly verdict: Verdict;
  readonly table: string | undefined;
}

/** Queries that get the same rows for less: by key, instead of by a scan. */
function Rewrites({ node, verdict, table }: RewritesProps): ReactNode {
  const { query } = useServices();
  const queries = useMemo(() => keyQueries(node), [node]);
  const isByTimestamp = verdict.served === 'table scan' && timestampWindow(node) !== undefined;
  const openQuery = (): void => {
    query.change(queryOfFilter(formatFilter(node), table));
    query.open();
  };
  if (queries === undefined && !isByTimestamp) return undefined;
  const note = queries === undefined ? undefined : keyQueriesNote(queries, verdict);
  return (
    <div className={css.rewrites}>
      {queries !== undefined && (
        <div className="column gap6">
          <h3>{keyQueriesTitle(queries)}</h3>
          {note !== undefined && <p className="third small">{note}</p>}
          <FilterList filters={queries.filters} of={['keys', 'by key']} onOpen={openQuery} />
        </div>
      )}
      {isByTimestamp && <TimestampRewriteForm node={node} table={table} />}
    </div>
  );
}
