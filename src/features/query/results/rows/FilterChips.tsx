import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { filterWords } from './filterWords.ts';
import css from './rows.module.css';

/** The filters of the list, each with its cross. */
export function FilterChips(props: {
  readonly filters: readonly RowFilter[];
  readonly onChange: (filters: readonly RowFilter[]) => void;
}): ReactNode {
  const { filters, onChange } = props;
  if (filters.length === 0) return undefined;
  return (
    <>
      <ul className={css.filters} aria-label="Filters">
        {filters.map((filter) => {
          const words = filterWords(filter);
          return (
            <li key={JSON.stringify(filter)} className={css.filter}>
              <VisibleText text={words} />
              <IconButton
                size="small"
                label={`Remove filter: ${words}`}
                icon={<X />}
                onPress={() => onChange(filters.filter((each) => each !== filter))}
              />
            </li>
          );
        })}
      </ul>
      {filters.length > 1 && (
        <Button look="link" size="small" onPress={() => onChange([])}>
          Remove all filters
        </Button>
      )}
    </>
  );
}
