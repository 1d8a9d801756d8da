import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { type DigitWorth, digitRuler } from '../../core/keys/digitRuler.ts';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { TIME_KINDS } from '../../core/keys/base/segmentBuild.ts';
import { cx } from '../classes.ts';
import { announce } from '../announce.ts';
import { ROLES } from '../roles.ts';
import { type PlacedSegment, keyText, segmentSummary, shownSegments } from './keySegments.ts';
import css from './keys.module.css';
import { MoreMark, VisibleText, wordsOf } from '../text/VisibleText.tsx';
import { isPlainText, spokenText, VALUE_BOUNDS } from '../text/textParts.ts';

export interface InteractiveKeyProps {
  readonly segments: readonly KeySegment[];
  readonly label: string;
  readonly className: string;
}

interface Active {
  readonly segment: number;
  /** UTF-16 offset in the segment; undefined: the whole segment. */
  readonly digit: number | undefined;
  readonly left: number;
  readonly top: number;
}

/** Times with more digits than any writer uses are drawn as one text. */
const DIGIT_BOUNDS = { chars: 64, marks: 0 };

interface SegmentTextProps {
  readonly segment: KeySegment;
  readonly activeDigit: number | undefined;
}

function SegmentText({ segment, activeDigit }: SegmentTextProps): ReactNode {
  if (!TIME_KINDS.has(segment.kind) || !isPlainText(segment.text, DIGIT_BOUNDS)) {
    return <VisibleText text={segment.text} bounds={VALUE_BOUNDS} />;
  }
  return Array.from({ length: segment.text.length }, (_, digit) => (
    <span
      key={digit}
      className={css.digit}
      data-digit={digit}
      data-active={digit === activeDigit ? '' : undefined}
    >
      {segment.text[digit]}
    </span>
  ));
}

/** The segment and digit under the pointer. */
function hit(target: EventTarget): Active | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-segment]');
  if (element === null) return undefined;
  const digit = target.closest<HTMLElement>('[data-digit]');
  return place(element, digit === null ? undefined : Number(digit.dataset.digit));
}

function place(element: HTMLElement, digit: number | undefined): Active {
  const box = element.getBoundingClientRect();
  return { segment: Number(element.dataset.segment), digit, left: box.left, top: box.bottom };
}

/** The focus after a key press; undefined if the key does nothing here. */
function nextFocus(
  key: string,
  from: { readonly segment: number; readonly digit: number | undefined },
  segments: readonly KeySegment[],
): { readonly segment: number; readonly digit: number | undefined } | undefined {
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  if (key === 'ArrowRight' || key === 'ArrowLeft') {
    let segment = from.segment + step;
    while (segments[segment]?.kind === 'separator') segment += step;
    return segments[segment] === undefined ? from : { segment, digit: undefined };
  }
  if (key === 'Home') return { segment: 0, digit: undefined };
  if (key === 'End') return { segment: segments.length - 1, digit: undefined };
  const current = segments[from.segment];
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || current === undefined) return undefined;
  if (!TIME_KINDS.has(current.kind)) return from;
  const digit = from.digit === undefined ? 0 : from.digit + step;
  return { segment: from.segment, digit: Math.max(0, Math.min(current.text.length - 1, digit)) };
}

/** What one step of a digit is worth; undefined if it is none of ticks. */
function worthOf(
  segments: readonly KeySegment[],
  segment: number,
  digit: number | undefined,
): DigitWorth | undefined {
  const offset = keyText(segments.slice(0, segment)).length;
  return digit === undefined ? undefined : digitRuler(segments).find(({ at }) => at === offset + digit);
}

/** A focusable KeyAnatomy: a list box whose options are the segments. */
export function InteractiveKey({ segments, label, className }: InteractiveKeyProps): ReactNode {
  const { placed, hidden } = shownSegments(segments, VALUE_BOUNDS);
  const drawn = placed.map(({ segment }) => segment);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Active | undefined>(undefined);
  const activeSegment = active === undefined ? undefined : segments[active.segment];
  const worth = active && worthOf(segments, active.segment, active.digit);

  const show = (segment: number, digit: number | undefined): void => {
    const element = root.current?.querySelector<HTMLElement>(`[data-segment="${segment}"]`);
    if (element !== null && element !== undefined) setActive(place(element, digit));
    const shownWorth = worthOf(segments, segment, digit);
    if (shownWorth !== undefined) announce(worthInWords(shownWorth));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && active !== undefined) {
      event.stopPropagation();
      setActive(undefined);
      return;
    }
    const next = nextFocus(event.key, active ?? { segment: -1, digit: undefined }, drawn);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(next.segment, next.digit);
  };
  const handlers = {
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) show(0, undefined);
    },
    onBlur: () => setActive(undefined),
    onKeyDown,
    onPointerMove: (event: PointerEvent) => setActive(hit(event.target)),
    onPointerLeave: () => setActive(undefined),
    onCopy: (event: ClipboardEvent) => copyExact(event, keyText(segments)),
  };
  const option = ({ segment, index, offset }: PlacedSegment): ReactNode => (
    <span
      key={offset}
      id={`${id}-${index}`}
      role={ROLES.option}
      aria-selected={active?.segment === index}
      aria-label={segmentSummary(segment)}
      data-segment={index}
      data-active={active?.segment === index && segment.kind !== 'separator' ? '' : undefined}
      className={cx(css.segment, css[segment.kind])}
    >
      <SegmentText segment={segment} activeDigit={active?.segment === index ? active.digit : undefined} />
    </span>
  );
  return (
    <div
      ref={root}
      role={ROLES.listbox}
      aria-label={spokenText(label)}
      aria-orientation="horizontal"
      aria-activedescendant={active === undefined ? undefined : `${id}-${active.segment}`}
      tabIndex={0}
      dir="ltr"
      className={cx(className, css.interactive)}
      {...handlers}
    >
      {placed.map(option)}
      {hidden > 0 && <MoreMark units={hidden} />}
      {active !== undefined && activeSegment !== undefined && (
        <SegmentCard segment={activeSegment} worth={worth} left={active.left} top={active.top} />
      )}
    </div>
  );
}

/**
 * Copies the exact key instead of the drawn text if the selection contains a badge, or if there is no selection. Other selections
 * are copied as they are.
 */
function copyExact(event: ClipboardEvent, exact: string): void {
  const selection = document.getSelection();
  const selected = selection === null ? '' : selection.toString();
  const plainPart = selected !== '' && exact.includes(selected);
  if (plainPart) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}

interface SegmentCardProps {
  readonly segment: KeySegment;
  readonly worth: DigitWorth | undefined;
  /** Viewport px of the segment's lower left corner. */
  readonly left: number;
  readonly top: number;
}

const SUFFIXES: ReadonlyMap<number, string> = new Map([
  [1, 'st'],
  [2, 'nd'],
  [3, 'rd'],
]);

/** The English ordinal: "13th". */
function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teen ? 'th' : (SUFFIXES.get(place % 10) ?? 'th')}`;
}

/** "1.2 d a step, 13th digit from the right": what one step of a digit is worth. */
function worthInWords(worth: DigitWorth): string {
  return `${worth.words} a step, ${ordinal(worth.place)} digit from the right`;
}

export function SegmentCard({ segment, worth, left, top }: SegmentCardProps): ReactNode {
  return (
    <dl className={css.card} aria-hidden="true" style={{ left, top: top + 6 }}>
      <div className={cx(css.cardHead, css[segment.kind])}>{wordsOf(segment.label)}</div>
      {segment.value !== undefined && (
        <>
          <dt>value</dt>
          <dd>
            <VisibleText text={segment.value} />
          </dd>
        </>
      )}
      {worth !== undefined && (
        <>
          <dt>digit</dt>
          <dd>{worthInWords(worth)}</dd>
        </>
      )}
    </dl>
  );
}
