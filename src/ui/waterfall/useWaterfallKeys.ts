import type { KeyboardEvent } from 'react';
import { announce } from '../announce.ts';
import { endOf, moveSelection, nextTrouble, type Tracks } from './tracks.ts';
import type { TimeViewControl } from './useTimeView.ts';
import type { WaterfallProps } from './waterfallProps.ts';
import type { TimeView } from './waterfallTypes.ts';

interface KeysProps extends WaterfallProps {
  readonly time: TimeViewControl;
}

/** The keyboard commands; see Waterfall. */
export function useWaterfallKeys(props: KeysProps, tracks: Tracks, pageTracks: number) {
  const { requests, time, totalMs, selected, onSelect, sentence } = props;
  const stretchOf = (position: number | undefined): TimeView | undefined => {
    const request = position === undefined ? undefined : requests[position];
    if (request === undefined) return undefined;
    return { fromMs: request.queuedAtMs, toMs: endOf(request, totalMs) };
  };
  const goTo = (position: number): void => {
    onSelect(position);
    const stretch = stretchOf(position);
    if (stretch !== undefined) time.reveal(stretch);
    announce(sentence(position));
  };
  const goToTrouble = (step: 1 | -1): void => {
    const next = nextTrouble(requests, selected, step);
    if (next === undefined) announce('Nothing was throttled, and nothing failed');
    else goTo(next);
  };
  const focusOn = (stretch: TimeView | undefined): void => {
    if (stretch === undefined) return;
    const margin = Math.max(1, stretch.toMs - stretch.fromMs) * 0.5;
    time.show({ fromMs: stretch.fromMs - margin, toMs: stretch.toMs + margin });
  };
  const zoomIn = (): void => time.zoomIn(selected === undefined ? undefined : requests[selected]?.sentAtMs);
  const commands: ReadonlyMap<string, () => void> = new Map([
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', () => time.zoomOut()],
    ['f', () => focusOn(stretchOf(selected))],
    ['r', time.reset],
    ['0', time.reset],
    ['n', () => goToTrouble(1)],
    ['Shift+N', () => goToTrouble(-1)],
    ['Backspace', time.back],
    ['Shift+ArrowLeft', () => time.panStep(-1)],
    ['Shift+ArrowRight', () => time.panStep(1)],
  ]);
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const command = (event.shiftKey ? commands.get(`Shift+${key}`) : undefined) ?? commands.get(key);
    if (command !== undefined) {
      event.preventDefault();
      command();
      return;
    }
    const next = moveSelection(tracks, requests, selected, key, pageTracks);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
}
