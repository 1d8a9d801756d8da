import type { ReactNode } from 'react';
import { capital } from '../../core/words.ts';
import { wordsOf } from '../../ui/text/VisibleText.tsx';
import type { Loaded } from './late.ts';

/** Stands in for a part of the page that is loading or could not be loaded: "SQL", "the chart". */
export function LoadWords(props: {
  readonly of: string;
  readonly state: Loaded<unknown>['state'];
  readonly className?: string | undefined;
}): ReactNode {
  const { of, state, className = 'third' } = props;
  if (state === 'loading') return <p className={className}>{`Loading ${of}`}</p>;
  return (
    <p className={className} role="alert">
      {wordsOf(
        `${capital(of)} could not be loaded: most likely a new version was published. Reload the page; what you entered stays in the address.`,
      )}
    </p>
  );
}
