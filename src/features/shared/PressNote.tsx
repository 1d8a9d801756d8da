import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import css from './shared.module.css';

/** A note under the form about what one of its buttons did. */
export function PressNote(props: { readonly onClose: () => void; readonly children: ReactNode }): ReactNode {
  return (
    <p className={css.note}>
      {props.children}
      <Button look="link" size="small" onPress={props.onClose}>
        Close
      </Button>
    </p>
  );
}
