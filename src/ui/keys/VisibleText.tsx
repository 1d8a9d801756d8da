import type { ReactNode } from 'react';
import css from './keys.module.css';
import type { VisiblePart } from './visibleText.ts';
import { isPlainText, visibleText } from './visibleText.ts';

export interface VisibleTextProps {
  readonly text: string;
}

function Badge({ part }: { readonly part: Extract<VisiblePart, { kind: 'badge' }> }): ReactNode {
  const words = part.name === undefined ? part.codePoint : `${part.codePoint} ${part.name}`;
  return (
    <span className={css.badge} title={words}>
      {part.codePoint}
    </span>
  );
}

/** Text of unknown origin: its direction stays inside, and what cannot be seen stands as a badge with its code point. */
export function VisibleText({ text }: VisibleTextProps): ReactNode {
  if (isPlainText(text)) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {visibleText(text).map((part) =>
        part.kind === 'plain' ? (
          <bdi key={part.offset}>{part.text}</bdi>
        ) : (
          <Badge key={part.offset} part={part} />
        ),
      )}
    </bdi>
  );
}
