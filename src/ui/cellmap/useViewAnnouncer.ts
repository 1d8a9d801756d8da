import { useEffect, useEffectEvent, useReducer } from 'react';
import { formatPlural } from '../format.ts';
import { windowWords } from '../text/windowWords.ts';
import { announce } from '../announce.ts';
import type { CellMapProps, ExploreProps } from './cellMapProps.ts';
import { viewportTime } from './mapGeometry.ts';
import { isWhole } from './viewport.ts';

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
