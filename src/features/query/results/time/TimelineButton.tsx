import { ChartGantt } from 'lucide-react';
import type { ReactNode } from 'react';
import { addTrack, MOST_TRACKS, openTracks } from '../../../../state/results/timeline.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useActions } from '../../../shared/useActions.ts';
import { useStore } from '../../../shared/useStore.ts';

/** Adds the result in sight to the timeline, or removes it. */
export function TimelineButton(): ReactNode {
  const { results } = useServices();
  const { inSight, timeline } = useStore(results);
  const tracks = openTracks(results.get());
  const isOn = tracks.some(({ id }) => id === inSight.id);
  const others = (timeline?.tracks ?? []).filter(({ id }) => id !== inSight.id);
  const isFull = !isOn && tracks.length >= MOST_TRACKS;
  const press = (): void =>
    isOn ? results.arrange({ timeline: { ...timeline, tracks: others } }) : addTrack(results, inSight.id);
  const title = isOn ? 'Remove this result from the timeline' : 'Add to timeline';
  useActions([
    { id: 'results.timeline', group: 'Results', title, press: 'a', run: isFull ? undefined : press },
  ]);
  return (
    <Button
      size="small"
      look="subtle"
      icon={<ChartGantt />}
      shortcut="A"
      isPressed={isOn}
      isDisabled={isFull}
      ariaLabel={title}
      onPress={press}
    >
      Timeline
    </Button>
  );
}
