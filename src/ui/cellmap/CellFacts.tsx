import type { ReactNode } from 'react';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Lines } from '../text/VisibleText.tsx';
import css from './CellMap.module.css';

/** One line of details, copied unchanged. */
export interface CardFact {
  readonly name: string;
  /** May contain several lines. */
  readonly text: string;
  /** The text to copy, if only a part is shown. */
  readonly copied?: string;
}

interface CellFactsProps {
  /** The heading: "Chosen cell". */
  readonly label: string;
  readonly facts: readonly CardFact[];
  /** Leads to the query that reads these cells. */
  readonly link: { readonly text: string; readonly href: string } | undefined;
  /** Further actions on the cells. */
  readonly children: ReactNode;
}

/** The details of some cells, each line with a copy button, and the query that reads them. */
export function CellFacts({ label, facts, link, children }: CellFactsProps): ReactNode {
  return (
    <section className={css.card} aria-label={label}>
      <h3 className={css.title}>{label}</h3>
      <dl className="grid gap6">
        {facts.map(({ name, text, copied = text }) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi className={css.text}>
                <Lines text={text} />
              </bdi>
              <CopyButton size="small" look="subtle" label={`Copy ${name}`} text={copied} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.actions}>
        {link !== undefined && (
          <a className={css.link} href={link.href}>
            {link.text}
          </a>
        )}
        <CopyButton
          size="small"
          look="subtle"
          label={`Copy all of the ${label.toLowerCase()}`}
          face="Copy all"
          text={() => facts.map(({ name, text, copied = text }) => `${name}: ${copied}`).join('\n')}
        />
        {children}
      </div>
    </section>
  );
}
