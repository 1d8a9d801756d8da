import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import css from './Waterfall.module.css';

const PHASES = [
  ['queued', 'queued here'],
  ['service', 'first byte'],
  ['body', 'body'],
  ['decode', 'decode'],
  ['wait', 'wait for retry'],
  ['empty', 'empty page'],
] as const;

/** Explains the shapes, drawn as in the waterfall. */
export function WaterfallLegend(): ReactNode {
  return (
    <ul className={css.legend} aria-label="Legend">
      {PHASES.map(([phase, words]) => (
        <li key={phase} className="row gap6">
          <span className={cx(css.swatch, css[phase])} aria-hidden="true" />
          {words}
        </li>
      ))}
      <li className="row gap6">
        <TroubleMark outcome="throttled" />
        throttled
      </li>
      <li className="row gap6">
        <TroubleMark outcome="failed" />
        failed
      </li>
    </ul>
  );
}

/** A triangle for throttled, a cross for failed. */
export function TroubleMark({ outcome }: { readonly outcome: 'throttled' | 'failed' }): ReactNode {
  return (
    <svg className={css.troubleMark} viewBox="0 0 10 10" aria-hidden="true">
      {outcome === 'throttled' ? (
        <path d="M0.5 9 L5 0.5 L9.5 9 Z" fill="var(--warn-line)" />
      ) : (
        <path d="M1.5 1.5 L8.5 8.5 M8.5 1.5 L1.5 8.5" stroke="var(--danger-line)" strokeWidth="2" />
      )}
    </svg>
  );
}
