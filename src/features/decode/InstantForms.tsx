import type { ReactNode } from 'react';
import type { Ticks } from '../../core/time/ticks.ts';
import { CopyLatest } from './CopyLatest.tsx';
import css from './decode.module.css';
import { instantForms } from './instantForms.ts';

/** The instant as .NET and other software prints it, each form with a copy button. */
export function InstantForms({ ticks }: { readonly ticks: Ticks }): ReactNode {
  return (
    <dl className={css.forms} aria-label="The same instant in other forms">
      {instantForms(ticks).map(({ name, text, lost }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="thin breaks code">
              {text}
              {lost !== undefined && <span className={css.lost}> {lost}</span>}
            </span>
            <CopyLatest label={`Copy ${name}`} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
