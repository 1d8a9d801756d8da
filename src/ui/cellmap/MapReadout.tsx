import { type ReactNode, useEffect, useEffectEvent, useReducer } from 'react';
import { wordsOf } from '../text/VisibleText.tsx';
import type { CellFacts } from './cellWords.ts';
import { formatPlural } from '../format.ts';
import { windowWords } from '../text/windowWords.ts';
import css from './CellMap.module.css';
import { announce } from '../announce.ts';
import type { CellMapProps, ExploreProps } from './cellMapProps.ts';
import { viewportTime } from './mapGeometry.ts';
import { isWhole } from './viewport.ts';

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

/** What is visible, as one sentence. */
export function viewSentence(
  props: Pick<ExploreProps, 'grid' | 'labels' | 'timeZone' | 'rowName' | 'inSight' | 'viewport'>,
): string {
  const { grid, labels, viewport, timeZone, rowName = 'Prefix' } = props;
  const time = props.inSight ?? {
    ...viewportTime(grid, viewport.columns),
    isAll: isWhole(viewport, grid),
  };
  const { from, to } = viewport.rows;
  const first = Math.floor(from);
  const last = Math.max(first, Math.ceil(to) - 1);
  const rows =
    last === first
      ? `${rowName} ${labels[first] ?? ''}`
      : `${formatPlural(last - first + 1, 'row')}, ${labels[first] ?? ''} to ${labels[last] ?? ''}`;
  return `${time.isAll ? 'All: ' : ''}${windowWords(time, timeZone)}, ${rows}`;
}

/** Announces what is visible after a key that moves or zooms, even if it could not change anything. */
export function useViewAnnouncer(props: CellMapProps): () => void {
  const [presses, press] = useReducer((count: number) => count + 1, 0);
  const tell = useEffectEvent(() => announce(viewSentence(props)));
  // The key press and the zoom that it causes are rendered together, so this announces the new view.
  useEffect(() => {
    if (presses > 0) tell();
  }, [presses]);
  return press;
}
