import type { ReactNode } from 'react';
import { explainFilter } from '../../../core/design/query/explainFilter.ts';
import type { ReadQuery } from '../../../core/design/query/readQuery.ts';
import type { Verdict } from '../../../core/design/query/verdict.ts';
import {
  causeText,
  classTitle,
  RATING_WORDS,
  reasonText,
  verdictFacts,
} from '../../../core/design/query/verdictWords.ts';
import { formatFilter } from '../../../core/odata/filter.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from '../design.module.css';
import { Rewrites } from './Rewrites.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';

export interface VerdictFactsProps {
  readonly query: ReadQuery;
  readonly verdict: Verdict;
}

/** The class and its reason first, then the figures, then what forces a scan. */
export function VerdictFacts({ query, verdict }: VerdictFactsProps): ReactNode {
  const { node, form, startsWith } = query;
  const filter = node === undefined ? '' : formatFilter(node);
  return (
    <section className={css.verdict} aria-label="Verdict" data-rating={verdict.rating}>
      <p className={css.headline}>
        <strong className={css.className}>{classTitle(verdict)}</strong>
        <span className={css.rating}>{RATING_WORDS[verdict.rating]}</span>
        <span>{reasonText(verdict)}</span>
      </p>
      <dl className={css.facts}>
        {verdictFacts(verdict).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {verdict.causes.length > 0 && (
        <ul className={css.causes} aria-label="What makes it slow">
          {verdict.causes.map((cause, at) => (
            // Causes may repeat, and never change order.
            <li key={`${at} ${cause.kind}`}>
              <VisibleText text={causeText(cause)} />
            </li>
          ))}
        </ul>
      )}
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
        <p className={css.dim}>
          In words: <VisibleText text={explainFilter(node, query.table)} />.
        </p>
      )}
      {node !== undefined && <Rewrites node={node} verdict={verdict} table={query.table} />}
    </section>
  );
}
