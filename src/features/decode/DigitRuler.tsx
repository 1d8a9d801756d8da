import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { type DigitWorth, digitRuler } from '../../core/keys/digitRuler.ts';
import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { MAX_TICKS, type Ticks, ticksToIso } from '../../core/time/ticks.ts';
import { announce } from '../../ui/announce.ts';
import { ROLES } from '../../ui/roles.ts';
import css from './ruler.module.css';

interface RulerGroup {
  readonly unit: string;
  readonly digits: readonly { readonly worth: DigitWorth; readonly text: string; readonly index: number }[];
}

function groupsOf(worths: readonly DigitWorth[], text: string): readonly RulerGroup[] {
  const groups: { unit: string; digits: RulerGroup['digits'][number][] }[] = [];
  for (const [index, worth] of worths.entries()) {
    const unit = worth.words.split(' ')[1] ?? '';
    const digit = { worth, text: text.charAt(worth.at), index };
    const last = groups.at(-1);
    if (last?.unit === unit) last.digits.push(digit);
    else groups.push({ unit, digits: [digit] });
  }
  return groups;
}

function wordsOf(worth: DigitWorth, ticks: Ticks | undefined, isInverted: boolean): string {
  const exact = worth.exactWords === worth.words ? '' : ` (${worth.exactWords})`;
  const step = `One step of digit ${worth.place} from the right is ${worth.words}${exact}`;
  const next =
    ticks === undefined ? undefined : isInverted ? ticks - worth.stepTicks : ticks + worth.stepTicks;
  if (next === undefined || next < 0n || next > MAX_TICKS) return `${step}.`;
  return `${step}: +1 gives ${ticksToIso(next)}.`;
}

function indexAt(target: EventTarget): number | undefined {
  const digit = target instanceof HTMLElement ? target.dataset.index : undefined;
  return digit === undefined ? undefined : Number(digit);
}

/** The digits of the ticks in a key, grouped by what they count. Hovering or the arrow keys show what one step of a digit is worth. */
export function DigitRuler(props: {
  readonly segments: readonly KeySegment[];
  /** The instant in the key, for saying what one step more would mean. */
  readonly ticks: Ticks | undefined;
}): ReactNode {
  const id = useId();
  const [active, setActive] = useState<number>();
  const worths = digitRuler(props.segments);
  if (worths.length === 0) return undefined;
  const text = props.segments.map((part) => part.text).join('');
  const isInverted = props.segments.some(({ kind }) => kind.startsWith('inverted'));
  const chosen = active === undefined ? undefined : worths[active];
  const say = (index: number): void => {
    const worth = worths[index];
    setActive(index);
    if (worth !== undefined) announce(wordsOf(worth, props.ticks, isInverted));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = worths.length - 1;
    const moves = new Map([
      ['ArrowRight', Math.min(last, (active ?? -1) + 1)],
      ['ArrowLeft', Math.max(0, (active ?? 1) - 1)],
      ['Home', 0],
      ['End', last],
    ]);
    const next = moves.get(event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    say(next);
  };
  const handlers = {
    onKeyDown,
    onBlur: () => setActive(undefined),
    onPointerMove: (event: PointerEvent) => setActive(indexAt(event.target) ?? active),
    onPointerLeave: () => setActive(undefined),
  };
  return (
    <div className={css.ruler}>
      <div
        role={ROLES.listbox}
        aria-label="Digit ruler"
        aria-orientation="horizontal"
        aria-activedescendant={active === undefined ? undefined : `${id}-${active}`}
        tabIndex={0}
        dir="ltr"
        className={css.groups}
        {...handlers}
      >
        {groupsOf(worths, text).map((group) => (
          <RulerUnit key={group.unit} id={id} group={group} active={active} isInverted={isInverted} />
        ))}
      </div>
      <p className={css.worth} data-idle={chosen === undefined ? '' : undefined}>
        {chosen === undefined
          ? 'Point at a digit, or use the arrow keys, to see what it is worth.'
          : wordsOf(chosen, props.ticks, isInverted)}
      </p>
    </div>
  );
}

function RulerUnit(props: {
  readonly id: string;
  readonly group: RulerGroup;
  readonly active: number | undefined;
  readonly isInverted: boolean;
}): ReactNode {
  const { group, active } = props;
  return (
    <span className={css.group} data-inverted={props.isInverted ? '' : undefined}>
      <span className={css.digits}>
        {group.digits.map(({ worth, text, index }) => (
          <span
            key={index}
            id={`${props.id}-${index}`}
            role={ROLES.option}
            aria-selected={index === active}
            aria-label={`${text}: ${worth.words} a step`}
            data-index={index}
            data-active={index === active ? '' : undefined}
            className={css.digit}
          >
            {text}
          </span>
        ))}
      </span>
      <span className={css.unit} aria-hidden="true">
        {group.unit}
      </span>
    </span>
  );
}
