import { type ReactNode, useMemo, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import type { Action } from '../../../state/base/actions.ts';
import type { KeyspaceLook, MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { CellMap } from '../../../ui/cellmap/CellMap.tsx';
import { CellTable } from '../../../ui/cellmap/CellTable.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CellDetails, TAKE_KEYS, useTakeCells } from '../../shared/map/CellDetails.tsx';
import { FindingDetails } from '../../shared/map/FindingDetails.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { cellsOfSection, rowsOfFindings, sectionOfCells, zoomOfViewport } from '../../shared/map/zoomView.ts';
import { SidePane } from '../../shared/pane/SidePane.tsx';
import { useServices } from '../../shared/services.tsx';
import { useActions, useGroupActions } from '../../shared/useActions.ts';
import { useZone } from '../../shared/shownTime.ts';
import css from './keyspace.module.css';
import type { useMapLook } from './useMapLook.ts';

/** The most columns for which the table can be read across. */
const READING_COLUMNS = 60;

/** Offered while there is a map. With two designs, they apply to the first map. */
const MAP_ACTIONS: readonly Action[] = [
  {
    id: 'map.focus',
    group: 'Map',
    title: 'Move to the map',
    run: focusMap,
  },
  ...TAKE_KEYS,
];
const NO_ACTIONS: readonly Action[] = [];

export interface MapPictureProps {
  readonly data: MapData;
  readonly look: KeyspaceLook;
  readonly mapLook: ReturnType<typeof useMapLook>;
  readonly asTable: boolean;
  readonly summary: string;
  readonly highlights: readonly CellWindow[];
  readonly selection: CellWindow | undefined;
  readonly findings: readonly Finding[];
  /** The finding whose cells are outlined. */
  readonly lit: Finding | undefined;
  readonly onLight: (finding: Finding | undefined) => void;
}

/** The map, or the same as a table of numbers. The details of a finding or of chosen cells open next to it. */
export function MapPicture(props: MapPictureProps): ReactNode {
  const { data, look, mapLook, asTable, selection, lit } = props;
  const { keyspace } = useServices();
  const zone = useZone();
  const { grid, labels, rowName = 'Prefix' } = data;
  const { viewport, inSight, scale } = mapLook;
  const take = useTakeCells(data);
  useActions(asTable ? NO_ACTIONS : MAP_ACTIONS);
  // Kept by time, so that a map with finer columns shows the same part.
  const [open, setOpen] = useState<MapSection>();
  const pinned = open && cellsOfSection(grid, open);
  const marked = useMemo(
    () => rowsOfFindings(props.findings, grid.rowCount),
    [props.findings, grid.rowCount],
  );
  return (
    <SidePane
      label="Details"
      title="Details"
      content={
        (lit ?? pinned ?? selection) && (
          <>
            {lit !== undefined && <FindingDetails finding={lit} data={data} />}
            {pinned !== undefined && <CellDetails data={data} cells={pinned} />}
            {selection !== undefined && <Drawn data={data} cells={selection} />}
          </>
        )
      }
      onClose={() => {
        setOpen(undefined);
        props.onLight(undefined);
        keyspace.change({ selection: undefined });
      }}
    >
      <div className={css.mapArea} aria-busy={data.isStale}>
        {asTable ? (
          <CellTable
            grid={grid}
            labels={labels}
            viewport={viewport}
            timeZone={zone.timeZone}
            rowName={rowName}
            mostColumns={READING_COLUMNS}
          />
        ) : (
          <CellMap
            purpose="explore"
            grid={grid}
            labels={labels}
            separator={look.separator}
            scale={scale}
            timeZone={zone.timeZone}
            zoneName={zone.name}
            summary={props.summary}
            viewport={viewport}
            inSight={inSight}
            onViewport={(next, isStep) => keyspace.zoomTo(zoomOfViewport(grid, next), isStep)}
            onBack={keyspace.back}
            highlights={props.highlights}
            marked={marked}
            selection={selection}
            onSelect={(cells) => keyspace.change({ selection: cells && sectionOfCells(grid, cells) })}
            pinned={pinned}
            onPin={(cells) => setOpen(cells && sectionOfCells(grid, cells))}
            onTake={take}
            takesTime={data.filterOf({ from: 0, to: 1 }) === undefined}
            rowName={rowName}
            {...(data.hasSharedRow === true && { sharedRow: grid.rowCount - 1 })}
          />
        )}
      </div>
    </SidePane>
  );
}

/** The cells in a rectangle that was drawn. */
function Drawn({ data, cells }: { readonly data: MapData; readonly cells: CellWindow }): ReactNode {
  const { keyspace } = useServices();
  const zoomIn = (): void => keyspace.zoomTo(sectionOfCells(data.grid, cells), true);
  useGroupActions('Map', [['map.toSelection', 'Zoom to the selection', zoomIn, 'Z']]);
  return (
    <CellDetails data={data} cells={cells} isDrawn>
      <Button size="small" onPress={zoomIn} shortcut="Z">
        Zoom in
      </Button>
    </CellDetails>
  );
}

/** Moves the focus to the visible map; with two designs, to the first one. */
export function focusMap(): void {
  document.querySelector<HTMLElement>('main [role="application"]')?.focus();
}
