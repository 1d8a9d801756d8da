import type { ReactNode } from 'react';
import type { Verdict } from '../../core/design/query/verdict.ts';
import { causeText, type VerdictFact } from '../../core/design/query/verdictWords.ts';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import css from './shared.module.css';

/** The figures of what a query costs, and the causes that make it slow. */
export function VerdictParts({
  facts,
  causes,
}: {
  readonly facts: readonly VerdictFact[];
  readonly causes: Verdict['causes'];
}): ReactNode {
  return (
    <>
      <dl className={css.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {causes.length > 0 && (
        <ul className={css.causes} aria-label="What makes it slow">
          {causes.map((cause, at) => (
            // Causes may repeat, and their order never changes.
            <li key={`${at} ${cause.kind}`}>
              <VisibleText text={causeText(cause)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
