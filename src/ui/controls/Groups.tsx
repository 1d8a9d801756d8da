import type { ReactNode } from 'react';

/** Used instead of a form, because a sandboxed page cannot submit one. Enter in a single-line field does what the main button does. */
export function EntryGroup(props: {
  readonly className: string | undefined;
  readonly onEnter: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div
      className={props.className}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'text') return;
        event.preventDefault();
        props.onEnter();
      }}
    >
      {props.children}
    </div>
  );
}

/** A menu after a text that says what it chooses. */
export function Labelled(props: { readonly text: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className="inline second small gap4">
      <span>{props.text}</span>
      {props.children}
    </span>
  );
}
