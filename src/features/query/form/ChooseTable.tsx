import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { focusField } from './focusField.ts';

/** The next step after a table that does not exist: the field where another is chosen. */
export function ChooseTable(): ReactNode {
  return (
    <Button size="small" onPress={() => focusField('Table')}>
      Choose a table
    </Button>
  );
}
