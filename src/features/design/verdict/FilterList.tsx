import type { ReactNode } from 'react';
import { formatFilter } from '../../../core/odata/filter.ts';
import type { FilterNode } from '../../../core/odata/filterNode.ts';
import { formatCount } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from '../design.module.css';
import { CopyAction } from '../../shared/CopyAction.tsx';

const SHOWN = 4;

export interface FilterListProps {
  readonly filters: readonly FilterNode[];
  /** What the filters are of, as an id and in words, because two lists may be visible. */
  readonly of: readonly [id: string, words: string];
}

/** The first few filters as code. Copying takes all of them, one on each line. */
export function FilterList({ filters, of: [id, words] }: FilterListProps): ReactNode {
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
      {texts.length > SHOWN && (
        <span className="third small">and {formatCount(texts.length - SHOWN)} more</span>
      )}
      <CopyAction
        action={[`design.copy.${id}`, 'Design', `Copy the queries ${words}`]}
        text={texts.join('\n')}
        label="Copy queries"
        face="Copy"
        size="small"
      />
    </div>
  );
}
