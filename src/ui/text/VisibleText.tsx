import type { ReactNode } from 'react';
import css from '../keys/keys.module.css';
import {
  isPlainText,
  LINE_BOUNDS,
  moreWords,
  type TextBounds,
  type VisiblePart,
  visibleText,
  WORDS_BOUNDS,
} from './textParts.ts';

export interface VisibleTextProps {
  readonly text: string;
  /** How much of it is drawn; default: a line. */
  readonly bounds?: TextBounds | undefined;
}

/** The parts of a text as elements: one for each at most. */
export function TextParts({ parts }: { readonly parts: readonly VisiblePart[] }): ReactNode {
  return parts.map((part) =>
    part.kind === 'plain' ? (
      <bdi key={part.offset}>{part.text}</bdi>
    ) : (
      <span key={part.offset} className={css.badge} title={part.words}>
        {part.face}
      </span>
    ),
  );
}

/** How much of a text is not drawn. */
export function MoreMark({ units }: { readonly units: number }): ReactNode {
  return <span className={css.badge}>{`\u2026 ${moreWords(units)}`}</span>;
}

/**
 * Text of unknown origin: its direction stays inside, a run of characters that cannot be seen stands as one mark, and a
 * long text shows its start and says how much follows.
 */
export function VisibleText({ text, bounds = LINE_BOUNDS }: VisibleTextProps): ReactNode {
  if (isPlainText(text, bounds)) return <bdi>{text}</bdi>;
  const { parts, to } = visibleText(text, bounds);
  return (
    <bdi>
      <TextParts parts={parts} />
      {to < text.length && <MoreMark units={text.length - to} />}
    </bdi>
  );
}

/** Words of the page that may quote such a text: drawn as they are where nothing in them needs a mark. */
export function Words({ text, bounds = WORDS_BOUNDS }: VisibleTextProps): ReactNode {
  return text.length <= bounds.chars && isPlainText(text.trim(), bounds) ? (
    text
  ) : (
    <VisibleText text={text} bounds={bounds} />
  );
}

/** Texts among the children of a component are drawn as Words. */
export function wordsOf(node: ReactNode, bounds: TextBounds = WORDS_BOUNDS): ReactNode {
  return typeof node === 'string' ? <Words text={node} bounds={bounds} /> : node;
}

/** Lines that a fact of a card shows; a copy holds all. */
const MOST_LINES = 20;

/** A text of several lines, each by itself. */
export function Lines({ text }: { readonly text: string }): ReactNode {
  const lines = text.split('\n', MOST_LINES + 1);
  if (lines.length === 1) return <Words text={text} bounds={LINE_BOUNDS} />;
  return lines.slice(0, MOST_LINES).map((line, at) => (
    // The same line may stand twice, and lines do not move.
    <span key={`${at} ${line.slice(0, 20)}`} className={css.line}>
      <Words text={line} bounds={LINE_BOUNDS} />
      {at === MOST_LINES - 1 && lines.length > MOST_LINES && ' \u2026'}
    </span>
  ));
}
