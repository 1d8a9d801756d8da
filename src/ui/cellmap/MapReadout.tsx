import type { ReactNode } from 'react';
import { wordsOf } from '../text/VisibleText.tsx';
import type { CellFacts } from './cellWords.ts';
import { windowWords } from '../text/windowWords.ts';
import css from './MapReadout.module.css';

/** A line above the map that says what is under the pointer or the cursor. It has a fixed place, so nothing is covered or moves. */
export function MapReadout(props: {
  readonly facts: CellFacts | undefined;
  /** What a row is: "Prefix". */
  readonly rowName: string;
  readonly timeZone: string | undefined;
  /** Shown while nothing is under the pointer. */
  readonly hint: string;
}): ReactNode {
  const { facts, rowName, timeZone, hint } = props;
  return (
    <p className={css.line} aria-hidden="true">
      {facts === undefined ? (
        <span className="clip third">{hint}</span>
      ) : (
        <>
          <b className="clip">
            {rowName} {wordsOf(facts.label)}
          </b>
          <span className="fixed mono">{windowWords(facts.window, timeZone)}</span>
          <span>{facts.countWords}</span>
          <span className="clip third">{facts.rateWords}</span>
        </>
      )}
    </p>
  );
}
