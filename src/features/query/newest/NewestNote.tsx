import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import css from './newest.module.css';
import type { Newest } from './useNewest.ts';

/** What "Newest" found and did, under the form. */
export function NewestNote({ newest }: { readonly newest: Newest }): ReactNode {
  if (newest.said === undefined) return undefined;
  return (
    <p className={css.note}>
      {wordsOf(newest.said)}
      <Button look="link" size="small" onPress={newest.forget}>
        Close
      </Button>
    </p>
  );
}
