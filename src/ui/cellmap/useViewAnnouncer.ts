import { useEffect, useRef } from 'react';
import { formatPlural } from '../format.ts';
import { windowWords } from '../text/windowWords.ts';
import { announce } from '../announce.ts';
import type { CellMapProps, ExploreProps } from './cellMapProps.ts';
import { viewportTime } from './mapGeometry.ts';
import { isWhole, type Viewport } from './viewport.ts';

/** What is in sight, as one sentence. */
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

/** Announces what is in sight after a key press, once the new part is drawn. */
export function useViewAnnouncer(props: CellMapProps): () => void {
  const isWanted = useRef(false);
  const { viewport } = props;
  const sentence = (shown: Viewport): string => viewSentence({ ...props, viewport: shown });
  const latest = useRef(sentence);
  useEffect(() => {
    latest.current = sentence;
  });
  useEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    announce(latest.current(viewport));
  }, [viewport]);
  return () => {
    isWanted.current = true;
  };
}
