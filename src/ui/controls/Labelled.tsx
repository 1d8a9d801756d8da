import type { ReactNode } from 'react';

/** A menu after a text that says what it chooses. */
export function Labelled(props: { readonly text: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="inline second small gap4">
      <span>{props.text}</span>
      {props.children}
    </span>
  );
}
