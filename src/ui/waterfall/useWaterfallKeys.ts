import type { KeyboardEvent } from 'react';
import { announce } from '../overlays/announce.ts';
import { endOf, moveSelection, type Tracks } from './tracks.ts';
import type { TimeViewControl } from './useTimeView.ts';
import type { WaterfallProps } from './waterfallProps.ts';
import type { TimeView } from './waterfallTypes.ts';

interface KeysProps extends WaterfallProps {
  readonly time: TimeViewControl;
}

/** What the keyboard does; see Waterfall. */
export function useWaterfallKeys(props: KeysProps, tracks: Tracks, pageTracks: number) {
  const { requests, time, totalMs, selected, onSelect, sentence } = props;
  const stretchOf = (position: number): TimeView | undefined => {
    const request = requests[position];
    if (request === undefined) return undefined;
    return { fromMs: request.queuedAtMs, toMs: endOf(request, totalMs) };
  };
  const focusOn = (position: number | undefined): void => {
    const stretch = position === undefined ? undefined : stretchOf(position);
    if (stretch === undefined) return;
    const margin = Math.max(1, stretch.toMs - stretch.fromMs) * 0.5;
    time.show({ fromMs: stretch.fromMs - margin, toMs: stretch.toMs + margin });
  };
  const commands: Readonly<Record<string, () => void>> = {
    '+': () => time.zoomIn(selected === undefined ? undefined : requests[selected]?.sentAtMs),
    '=': () => time.zoomIn(selected === undefined ? undefined : requests[selected]?.sentAtMs),
    '-': () => time.zoomOut(),
    f: () => focusOn(selected),
    r: time.reset,
    '0': time.reset,
    Backspace: time.back,
  };
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      time.panStep(key === 'ArrowLeft' ? -1 : 1);
      event.preventDefault();
      return;
    }
    const command = commands[key.length === 1 ? key.toLowerCase() : key];
    if (command !== undefined) {
      command();
      event.preventDefault();
      return;
    }
    const next = moveSelection(tracks, requests, selected, key, pageTracks);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next);
    const stretch = stretchOf(next);
    if (stretch !== undefined) time.reveal(stretch);
    announce(sentence(next));
  };
}
