import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleQuestionMark,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import css from './StatusLine.module.css';
import { wordsOf } from '../text/VisibleText.tsx';

export type StatusState = 'running' | 'complete' | 'derived' | 'incomplete' | 'unverifiable' | 'stopped';

export interface StatusFact {
  /** "requests", "MB", "retries"; with `labelFirst`: "p95". */
  readonly label: string;
  readonly value: string;
  readonly labelFirst?: boolean | undefined;
  /** Hides the label except from screen readers, if the value says enough. */
  readonly hideLabel?: boolean | undefined;
  /** Highlights the fact, such as retries that happened. */
  readonly isWarning?: boolean | undefined;
}

export interface StatusLineProps {
  readonly state: StatusState;
  /** Belongs to an earlier query. Shown without colour, so that nobody takes it for the query on screen. */
  readonly isPast: boolean;
  /** The whole status; its first sentence is emphasized: "Complete: 12,345 rows from 100 of 100 prefixes. Reasons ..." */
  readonly text: string;
  readonly facts?: readonly StatusFact[] | undefined;
  /** Which rows are selected, with how many there are. */
  readonly selected?: ReactNode;
  /** Buttons next to the reasons: "Continue". */
  readonly steps: ReactNode;
  /** At the right end: Details, Export. */
  readonly actions: ReactNode;
}

const LOOKS: Readonly<Record<StatusState, { readonly icon: ReactNode; readonly tone: string }>> = {
  running: { icon: <CircleDashed aria-hidden="true" />, tone: 'running' },
  complete: { icon: <CircleCheck aria-hidden="true" />, tone: 'ok' },
  // Without colour: it is proven, but is not everything in a table.
  derived: { icon: <CircleDot aria-hidden="true" />, tone: 'past' },
  incomplete: { icon: <CircleAlert aria-hidden="true" />, tone: 'danger' },
  unverifiable: { icon: <CircleQuestionMark aria-hidden="true" />, tone: 'warn' },
  stopped: { icon: <CirclePause aria-hidden="true" />, tone: 'warn' },
};

/** The icon of a state, in its colour. */
export function StatusIcon({ state }: { readonly state: StatusState }): ReactNode {
  const { icon, tone } = LOOKS[state];
  return <span className={cx(css.head, css[tone])}>{icon}</span>;
}

function Fact({ fact }: { readonly fact: StatusFact }): ReactNode {
  return (
    <div
      className={cx(
        css.fact,
        fact.labelFirst === true && css.before,
        fact.isWarning === true && css.warnFact,
      )}
    >
      <dt {...(fact.hideLabel === true && { 'data-visually-hidden': '' })}>{fact.label}</dt>
      <dd>{wordsOf(fact.value)}</dd>
    </div>
  );
}

/** Counts with their names, in one line if there is room. */
export function FactList({ facts }: { readonly facts: readonly StatusFact[] }): ReactNode {
  return (
    <dl className={css.facts}>
      {facts.map((fact) => (
        <Fact key={fact.label} fact={fact} />
      ))}
    </dl>
  );
}

/** `Late rows possible` of `Late rows possible: the window ...`; more than one sentence stays whole. */
function firstClause(text: string): string {
  const end = text.indexOf(': ');
  return end < 0 || text.includes('. ', end) ? text : text.slice(0, end);
}

/** Whether the result is complete, in one line with a few counts. Reasons get a second line if they do not fit. */
export function StatusLine(props: StatusLineProps): ReactNode {
  const look = LOOKS[props.state];
  const cut = props.text.indexOf('. ');
  const head = cut < 0 ? props.text : props.text.slice(0, cut + 1);
  const rest = props.text.slice(head.length);
  const shown = props.state === 'complete' ? firstClause(rest) : rest;
  const isWhole = ['complete', 'derived', 'running'].includes(props.state);
  return (
    <div className={css.line}>
      <output aria-label="Completeness" className={css.state}>
        <span className={cx(css.head, css[props.isPast ? 'past' : look.tone])}>
          {look.icon}
          {wordsOf(head)}
        </span>
        <span className={cx(css.rest, !isWhole && css.reasons)} title={rest.trim()}>
          {wordsOf(shown)}
          {/* Only announced, and shown in the tooltip and the details; on screen it would crowd out the buttons. */}
          {shown.length < rest.length && (
            <span data-visually-hidden="">{wordsOf(rest.slice(shown.length))}</span>
          )}
        </span>
      </output>
      {props.facts !== undefined && <FactList facts={props.facts} />}
      {props.selected !== undefined && <div className={css.selected}>{props.selected}</div>}
      {props.steps !== undefined && <div className={css.steps}>{props.steps}</div>}
      <div className={css.actions}>{props.actions}</div>
    </div>
  );
}
