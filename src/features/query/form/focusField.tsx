import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';

/** Moves the focus to a field of the query form. The name of the old table is selected, so that typing replaces it. */
export function focusField(name: 'Table' | 'Filter'): void {
  const form = document.querySelector('section[aria-label="Query"]');
  const field = form?.querySelector<HTMLElement>(`[data-editor="${name}"], input[aria-label="${name}"]`);
  field?.focus();
  if (name === 'Table' && field instanceof HTMLInputElement) field.select();
}

/** The next step after a table that does not exist: the field where another is chosen. */
export function ChooseTable(): ReactNode {
  return (
    <Button size="small" onPress={() => focusField('Table')}>
      Choose a table
    </Button>
  );
}
