import { type ReactNode, useState } from 'react';
import type { HeatScale } from '../../../core/keyspace/map/heatScale.ts';
import { secondsText } from '../../../core/words.ts';
import { clockOf } from '../../../core/time/zoneClock.ts';
import type { KeyspaceLook } from '../../../state/keyspace/keyspaceStore.ts';
import { Menu } from '../../../ui/controls/Menu.tsx';
import { formatCount } from '../../../ui/format.ts';
import { heatColors } from '../../../ui/cellmap/heatColors.ts';
import { mapPicture } from '../../../ui/cellmap/mapPicture.ts';
import { type Picture, pictureBytes, picturePng } from '../../../ui/picture.ts';
import { announce } from '../../../ui/announce.ts';
import { useThemeLook } from '../../../ui/theme/themeColors.ts';
import { useServices } from '../../shared/services.tsx';
import { useActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/shownTime.ts';
import { aboutWords } from '../../shared/map/keyspaceWords.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { useMapLook } from './useMapLook.ts';

const ENTRIES = [
  { id: 'png', label: 'PNG' },
  { id: 'svg', label: 'SVG' },
  { id: 'copy', label: 'Copy picture' },
] as const;

/** What a colour counts, and over how much time, because a count without its time says nothing. */
function unitWords({ basis, cellSeconds, targetPerSecond }: HeatScale): string {
  const cell = secondsText(cellSeconds);
  return basis === 'target'
    ? `of ${formatCount(targetPerSecond)} entities/s, cells of ${cell}`
    : `rows in a cell of ${cell}`;
}

/** Saves the visible part as a picture that includes the legend, the window and the completeness. */
export function SaveMenu(props: {
  readonly data: MapData;
  readonly look: KeyspaceLook;
  readonly mapLook: ReturnType<typeof useMapLook>;
}): ReactNode {
  const { saveFile, activity, nowMs } = useServices();
  const zone = useZone();
  const theme = useThemeLook();
  const { grid, labels, title } = props.data;
  const { scale, viewport } = props.mapLook;
  const [fault, setFault] = useState<string>();
  const draw = (): Picture =>
    mapPicture({
      grid,
      labels,
      title,
      completeness: aboutWords(props.data),
      separator: props.look.separator,
      scale,
      viewport,
      clock: clockOf(zone.timeZone),
      zoneName: zone.name,
      unit: unitWords(scale),
      sharedRow: props.data.hasSharedRow === true ? grid.rowCount - 1 : undefined,
      colors: heatColors(document.body, theme),
    });
  const saveAs = async (extension: 'svg' | 'png'): Promise<void> => {
    const bytes = await pictureBytes(draw(), extension);
    const { isIncomplete, origin = '', report } = props.data;
    const at = new Date(nowMs()).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
    const marks = `${origin}${isIncomplete ? '.incomplete' : ''}`;
    const stem = `keyspace-${at}Z${marks}`;
    const name = `${stem}.${extension}`;
    await saveFile(name, [bytes]);
    announce(`Download started: ${name}`);
    if (marks === '' || report === undefined) return;
    // Like an export, it must say which keys and times the picture does not show.
    const beside = `${stem}.completeness.json`;
    await saveFile(beside, [new TextEncoder().encode(report(name))]);
    announce(
      `Download started: ${name}. ${beside} ${isIncomplete ? 'lists what it does not show' : 'says where its rows are from'}`,
    );
  };
  const save = async (id: string): Promise<void> => {
    if (id !== 'copy') {
      await saveAs(id === 'svg' ? 'svg' : 'png');
      return;
    }
    // The clipboard gets a promise of the picture. WebKit allows writing to it only during the click, and not after waiting for the
    // picture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picturePng(draw()) })]);
    announce(props.data.isIncomplete ? 'Picture copied. It says what it does not show' : 'Picture copied');
  };
  const start = (id: string): void => {
    setFault(undefined);
    void activity.track(
      save(id).catch((caught: unknown) => {
        setFault(caught instanceof Error ? caught.message : 'The picture could not be made.');
      }),
    );
  };
  useActions(
    ENTRIES.map(({ id, label }) => ({
      id: `map.save.${id}`,
      group: 'Map',
      title: id === 'copy' ? 'Copy the map as a picture' : `Save the map as ${label}`,
      run: () => start(id),
    })),
  );
  return (
    <>
      <Menu label="Save" look="subtle" entries={[...ENTRIES]} onAction={start} />
      {fault !== undefined && <span role="alert">{wordsOf(fault)}</span>}
    </>
  );
}
