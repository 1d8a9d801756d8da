import type { ReactNode } from 'react';
import { formatFilter } from '../../../core/odata/filter.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { formatCount } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from '../design.module.css';

const SHOWN = 4;

/** Filters as code, the first few; a copy holds all, one a line. */
export function FilterList({ filters }: { readonly filters: readonly FilterNode[] }): ReactNode {
  const texts = filters.map(formatFilter);
  return (
    <div className={css.filters}>
      <ol>
        {texts.slice(0, SHOWN).map((text) => (
          <li key={text}>
            <code>
              <VisibleText text={text} />
            </code>
          </li>
        ))}
      </ol>
      {texts.length > SHOWN && <span className={css.dim}>and {formatCount(texts.length - SHOWN)} more</span>}
      <CopyButton text={texts.join('\n')} label="Copy queries" face="Copy" size="small" />
    </div>
  );
}
