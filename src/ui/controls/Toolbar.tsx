import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar';
import { cx } from '../classes.ts';

/** Buttons that are a single tab stop; the arrow keys move between them. */
export function Toolbar(props: {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <AriaToolbar aria-label={props.label} className={cx(props.className)}>
      {props.children}
    </AriaToolbar>
  );
}
