import { Fragment, type ReactNode } from 'react';
import { countText } from '../../core/words.ts';
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
  /** How much is drawn; default: one line. */
  readonly bounds?: TextBounds | undefined;
  /** If set, `text` is only the beginning of a text of this many UTF-16 units. */
  readonly units?: number | undefined;
}

/** Draws the parts of a text, with at most one element each. */
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

/** Says how much of a text is not drawn. */
export function MoreMark({ units }: { readonly units: number }): ReactNode {
  return <span className={css.badge}>{`\u2026 ${moreWords(units)}`}</span>;
}

/**
 * Shows text of unknown origin safely. Its text direction does not affect its surroundings, invisible characters appear as a
 * mark, and a long text shows its beginning and how much follows.
 */
export function VisibleText({ text, bounds = LINE_BOUNDS, units }: VisibleTextProps): ReactNode {
  if (units === undefined && isPlainText(text, bounds)) return <bdi>{text}</bdi>;
  const { parts, to } = visibleText(text, bounds);
  return (
    <bdi>
      <TextParts parts={parts} />
      {to < (units ?? text.length) && <MoreMark units={(units ?? text.length) - to} />}
    </bdi>
  );
}

/** The boundaries between words of a name: "PreciseTimeStamp", "event_id". */
const WORD_EDGE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=[_.\-:/])(?=[\p{L}\p{N}])/u;
const LONGEST_NAME = 256;

/** A property name that may break between its words in a narrow column. */
export function NameText({ text }: { readonly text: string }): ReactNode {
  if (text.length > LONGEST_NAME) return <VisibleText text={text} />;
  return text.split(WORD_EDGE).map((word, at) => (
    // The order of words never changes.
    <Fragment key={`${at} ${word}`}>
      {at > 0 && <wbr />}
      <VisibleText text={word} />
    </Fragment>
  ));
}

/** "2026-11-22T00:44:13.6447234Z", "2026-11-22". A line must not break inside a date, as it otherwise may after a hyphen. */
const INSTANT = /(\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)/u;

/** Text whose instants stay on one line, or break before the time of day if there is no room. */
function WholeInstants({ text }: { readonly text: string }): ReactNode {
  const parts = text.split(INSTANT);
  return parts.length === 1 ? (
    text
  ) : (
    <span>
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // The order of parts never changes.
          <span key={`${at} ${part}`} className={css.whole}>
            <span className="nowrap">{part.slice(0, 10)}</span>
            <wbr />
            {part.slice(10)}
          </span>
        ),
      )}
    </span>
  );
}

/** The app's own text that may quote unknown text. It is drawn unchanged if nothing in it needs a mark. */
export function Words({ text, bounds = WORDS_BOUNDS }: VisibleTextProps): ReactNode {
  return drawnWords(text, bounds);
}

function drawnWords(text: string, bounds: TextBounds): ReactNode {
  return text.length <= bounds.chars && isPlainText(text.trim(), bounds) ? (
    <WholeInstants text={text} />
  ) : (
    <VisibleText text={text} bounds={bounds} />
  );
}

/** Draws the texts among a component's children as Words. */
export function wordsOf(node: ReactNode, bounds: TextBounds = WORDS_BOUNDS): ReactNode {
  return typeof node === 'string' ? drawnWords(node, bounds) : node;
}

const SPACES = /^ +$/;

/**
 * A mark for a value that would otherwise be invisible: empty text, or only spaces. Undefined if the value is visible.
 * It is not copied with a selection.
 */
export function blankMark(text: string): ReactNode {
  if (text !== '' && !SPACES.test(text)) return undefined;
  return (
    <span className={css.blank} title="Not absent: the value is there">
      {text === '' ? 'empty' : `${countText(text.length)} ${text.length === 1 ? 'space' : 'spaces'}`}
    </span>
  );
}

/** Characters written from left to right like the page, which do not affect their surroundings. */
const ASCII = /^[\x20-\x7e]*$/;

/** Whether a text does not need to be isolated from its surroundings. */
export function isLeftToRight(text: string): boolean {
  return ASCII.test(text);
}

/** What VisibleText draws, for grids: scrolling draws thousands of cells, and each element and component costs time. */
export function leanText(text: string, bounds: TextBounds = LINE_BOUNDS): ReactNode {
  if (!isPlainText(text, bounds)) return <VisibleText text={text} bounds={bounds} />;
  return isLeftToRight(text) ? text : <bdi>{text}</bdi>;
}

/** Maximum number of lines shown in a card. A copy contains all. */
const MOST_LINES = 20;

/** A text of several lines, one element per line. */
export function Lines({ text }: { readonly text: string }): ReactNode {
  const lines = text.split('\n', MOST_LINES + 1);
  if (lines.length === 1) return <Words text={text} bounds={LINE_BOUNDS} />;
  return lines.slice(0, MOST_LINES).map((line, at) => (
    // Lines may repeat, but never change order.
    <span key={`${at} ${line.slice(0, 20)}`} className="block">
      <Words text={line} bounds={LINE_BOUNDS} />
      {at === MOST_LINES - 1 && lines.length > MOST_LINES && ' \u2026'}
    </span>
  ));
}
