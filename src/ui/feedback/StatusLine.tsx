import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleQuestionMark,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../classes.ts';
import { Flyout } from '../overlays/FlyoutButton.tsx';
import css from './StatusLine.module.css';
import { wordsOf } from '../text/VisibleText.tsx';

export type StatusState = 'running' | 'complete' | 'derived' | 'incomplete' | 'unverifiable' | 'stopped';

export interface StatusFact {
  /** "retries". */
  readonly label: string;
  readonly value: string;
  /** Hides the label except from screen readers, if the value says enough. */
  readonly hideLabel?: boolean | undefined;
  /** Highlights the fact, for example if there were retries. */
  readonly isWarning?: boolean | undefined;
}

export interface StatusLineProps {
  readonly state: StatusState;
  /** The result belongs to an earlier query. It is shown without colour, so that nobody takes it for the query on screen. */
  readonly isPast: boolean;
  /** The claim, emphasized, as a button that opens the card: "Complete: 12,345 rows from 100 of 100 prefixes". */
  readonly claim: string;
  /** Reasons and notes. The line shows as many as there is room for. */
  readonly sentences: readonly string[];
  /** The card with the proof of the claim. */
  readonly card: {
    readonly label: string;
    readonly isOpen: boolean;
    readonly onOpenChange: (isOpen: boolean) => void;
    readonly children: ReactNode;
  };
  /** Counts with their names, on one line if there is room. */
  readonly facts?: readonly StatusFact[] | undefined;
  /** The selected rows and their number. */
  readonly selected?: ReactNode;
  /** Buttons next to the reasons: "Continue". */
  readonly steps: ReactNode;
  /** Shown at the right end: Export. */
  readonly actions: ReactNode;
}

const LOOKS: Readonly<Record<StatusState, { readonly icon: ReactNode; readonly tone: string }>> = {
  running: { icon: <CircleDashed aria-hidden="true" />, tone: 'running' },
  complete: { icon: <CircleCheck aria-hidden="true" />, tone: 'ok' },
  // It has no colour, because it is proven but is not everything in a table.
  derived: { icon: <CircleDot aria-hidden="true" />, tone: 'past' },
  incomplete: { icon: <CircleAlert aria-hidden="true" />, tone: 'danger' },
  unverifiable: { icon: <CircleQuestionMark aria-hidden="true" />, tone: 'warn' },
  stopped: { icon: <CirclePause aria-hidden="true" />, tone: 'warn' },
};

export function StatusIcon({ state }: { readonly state: StatusState }): ReactNode {
  const { icon, tone } = LOOKS[state];
  return <span className={cx('row gap6 strong', css[tone])}>{icon}</span>;
}

/** Shortens the note about late rows to `Late rows possible until 2026-11-20T21:10:00Z`. A text with more than one sentence stays whole. */
function firstClause(text: string): string {
  const end = text.indexOf(': ');
  return end < 0 || text.includes('. ', end) ? text : text.slice(0, end);
}

/** Whether the result is complete, in one line with a few counts. Reasons get a second line if they do not fit. */
export function StatusLine(props: StatusLineProps): ReactNode {
  const { claim, card } = props;
  const button = useRef<HTMLButtonElement>(null);
  const look = LOOKS[props.state];
  const rest = props.sentences.map((each) => ` ${each.replace(/\.?$/u, '.')}`).join('');
  const shown = props.state === 'complete' ? firstClause(rest) : rest;
  const isWhole = ['complete', 'derived', 'running'].includes(props.state);
  return (
    <div className={css.line}>
      <output aria-label="Completeness" className={css.state}>
        <AriaButton
          ref={button}
          className={cx('row gap6 strong', css.claim, css[props.isPast ? 'past' : look.tone])}
          aria-haspopup="dialog"
          aria-expanded={card.isOpen}
          onPress={() => card.onOpenChange(!card.isOpen)}
        >
          {look.icon}
          <span className={css.words}>{wordsOf(rest === '' ? claim : `${claim}.`)}</span>
          <ChevronDown aria-hidden="true" />
        </AriaButton>
        <span className={cx(css.rest, !isWhole && css.reasons)}>
          {wordsOf(shown)}
          {/* Only announced, and shown in the card; on screen it would crowd out the buttons. */}
          {shown.length < rest.length && (
            <span data-visually-hidden="">{wordsOf(rest.slice(shown.length))}</span>
          )}
        </span>
      </output>
      <Flyout
        label={card.label}
        triggerRef={button}
        isOpen={card.isOpen}
        onClose={() => card.onOpenChange(false)}
      >
        {card.children}
      </Flyout>
      {props.facts !== undefined && (
        <dl className={css.facts}>
          {props.facts.map(({ label, value, hideLabel, isWarning }) => (
            <div key={label} className={cx(css.fact, isWarning === true && css.warnFact)}>
              <dt {...(hideLabel === true && { 'data-visually-hidden': '' })}>{label}</dt>
              <dd>{wordsOf(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {props.selected !== undefined && <div className={css.selected}>{props.selected}</div>}
      {props.steps !== undefined && <div className={css.steps}>{props.steps}</div>}
      <div className={css.actions}>{props.actions}</div>
    </div>
  );
}
