import type { ReactNode } from 'react';
import { isPlainText, LINE_BOUNDS, type TextBounds, VALUE_BOUNDS } from '../../../../ui/text/textParts.ts';
import { leanText, VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { markParts } from './markParts.ts';
import css from './rows.module.css';

/** A text with what is searched for marked; a text too long or odd to cut is marked as a whole. */
export function markedText(text: string, search: string, bounds: TextBounds = LINE_BOUNDS): ReactNode {
  const parts = search === '' ? undefined : markParts(text, search);
  if (parts === undefined) return leanText(text, bounds);
  if (!isPlainText(text, bounds))
    return (
      <mark className={css.match}>
        <VisibleText text={text} bounds={bounds} />
      </mark>
    );
  return (
    <bdi>
      {parts.map((part) =>
        part.isMatch ? (
          <mark key={part.from} className={css.match}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}

/** Lines that a cell shows: as many as a row is high at most. */
const MOST_LINES = 20;

/** A text in its own lines, each wrapped where the cell ends. */
export function WrappedText({ text, search }: { readonly text: string; readonly search: string }): ReactNode {
  const lines = text.split(/\r\n|[\r\n]/, MOST_LINES + 1);
  const hasMore = lines.length > MOST_LINES;
  return lines.slice(0, MOST_LINES).map((line, at) => {
    // Spaces at the beginning of a line say how deep it is; those of a value are marked.
    const indent = at === 0 ? '' : (/^[ \t]{1,40}/.exec(line)?.[0] ?? '');
    return (
      // Lines may repeat, and never change order.
      <span key={`${at} ${line.slice(0, 20)}`}>
        {at > 0 && `\n${indent}`}
        {markedText(line.slice(indent.length), search, VALUE_BOUNDS)}
        {hasMore && at === MOST_LINES - 1 && ` \u2026 ${formatPlural(text.length, 'character')} in all`}
      </span>
    );
  });
}
