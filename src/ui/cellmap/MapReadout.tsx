import type { ReactNode } from 'react';
import { wordsOf } from '../text/VisibleText.tsx';
import type { CellFacts } from './cellWords.ts';
import { windowWords } from '../text/windowWords.ts';
import css from './MapReadout.module.css';

/** Two lines above the map that say what is under the pointer or the cursor. They have a fixed place, so nothing is covered or moves. */
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
    <div className={css.readout} aria-hidden="true">
      {facts === undefined ? (
        <p className={css.hint}>{hint}</p>
      ) : (
        <>
          <p className={css.line}>
            <b>
              {rowName} {wordsOf(facts.label)}
            </b>
            <span className={css.time}>{windowWords(facts.window, timeZone)}</span>
          </p>
          <p className={css.line}>
            <span>{facts.countWords}</span>
            <span className={css.rate}>{facts.rateWords}</span>
          </p>
        </>
      )}
    </div>
  );
}
