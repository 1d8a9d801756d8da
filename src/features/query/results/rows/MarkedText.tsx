import type { ReactNode } from 'react';
import {
  isPlainText,
  LINE_BOUNDS,
  type TextBounds,
  VALUE_BOUNDS,
  visibleText,
} from '../../../../ui/text/textParts.ts';
import { leanText, VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { markParts } from './markParts.ts';
import css from './rows.module.css';

/** A text of which only the beginning is here, of so many UTF-16 units; undefined: all of it. */
type WholeUnits = number | undefined;

/** For a text of which only the beginning is here: there are many such texts then, and each mark is an element. */
const CUT_BOUNDS: TextBounds = { chars: 300, marks: 4, changes: 512 };
/** All rows in sight are drawn in one task when lines are switched on. */
const WRAPPED_BOUNDS: TextBounds = { ...VALUE_BOUNDS, changes: 2048 };

/** A text with what is searched for marked; a text too long or odd to cut is marked as a whole. */
export function markedText(
  text: string,
  search: string,
  given: TextBounds = LINE_BOUNDS,
  units?: WholeUnits,
): ReactNode {
  const bounds = units === undefined ? given : CUT_BOUNDS;
  const parts = search === '' ? undefined : markParts(text, search);
  if (parts === undefined && units === undefined) return leanText(text, bounds);
  if (parts === undefined) return <VisibleText text={text} bounds={bounds} units={units} />;
  if (units !== undefined || !isPlainText(text, bounds))
    return (
      <mark className={css.match}>
        <VisibleText text={text} bounds={bounds} units={units} />
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

/** How much of each line is drawn: its lines share the marks of a cell, because a mark is an element. */
function boundsOf(lines: readonly string[], most: TextBounds): readonly TextBounds[] {
  let left = most.marks;
  return lines.map((line, at) => {
    const bounds = { ...most, marks: Math.max(1, left) };
    if (at < lines.length - 1 && !isPlainText(line, bounds))
      left -= visibleText(line, bounds).parts.filter(({ kind }) => kind === 'mark').length;
    return bounds;
  });
}

/** A text in its own lines, each wrapped where the cell ends. */
export function WrappedText(props: {
  readonly text: string;
  readonly search: string;
  readonly units?: WholeUnits;
}): ReactNode {
  const { text, search, units } = props;
  const lines = text.split(/\r\n|[\r\n]/, MOST_LINES + 1);
  const hasMore = lines.length > MOST_LINES || units !== undefined;
  const drawn = lines.slice(0, MOST_LINES);
  // Spaces at the beginning of a line say how deep it is; those of a value are marked.
  const indents = drawn.map((line, at) => (at === 0 ? '' : (/^[ \t]{1,40}/.exec(line)?.[0] ?? '')));
  const rests = drawn.map((line, at) => line.slice(indents[at]?.length));
  // The rest of a cut text belongs to its last line.
  const lastUnits = units === undefined ? undefined : units - text.length + (rests.at(-1)?.length ?? 0);
  const bounds = boundsOf(rests, units === undefined ? WRAPPED_BOUNDS : CUT_BOUNDS);
  return drawn.map((line, at) => {
    return (
      // Lines may repeat, and never change order.
      <span key={`${at} ${line.slice(0, 20)}`}>
        {at > 0 && `\n${indents[at] ?? ''}`}
        {markedText(rests[at] ?? '', search, bounds[at], at === lines.length - 1 ? lastUnits : undefined)}
        {hasMore &&
          at === drawn.length - 1 &&
          ` \u2026 ${formatPlural(units ?? text.length, 'character')} in all`}
      </span>
    );
  });
}
