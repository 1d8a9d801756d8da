import { type ReactNode, useState } from 'react';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import type { KeyspaceLook, KeyspacePart } from '../../../state/keyspace/keyspaceStore.ts';
import { CellMap } from '../../../ui/cellmap/CellMap.tsx';
import { CellTable } from '../../../ui/cellmap/CellTable.tsx';
import { CellDetails } from '../../shared/map/CellDetails.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { cellsOfPart, partOfCells, zoomOfViewport } from '../../shared/map/zoomView.ts';
import { SidePane } from '../../shared/pane/SidePane.tsx';
import { useServices } from '../../shared/services.tsx';
import { useZone } from '../../shared/useZone.ts';
import css from './keyspace.module.css';
import type { useMapLook } from './useMapLook.ts';

/** Columns of the table that a person can read across. */
const READING_COLUMNS = 60;

export interface MapPictureProps {
  readonly data: MapData;
  readonly look: KeyspaceLook;
  readonly mapLook: ReturnType<typeof useMapLook>;
  readonly asTable: boolean;
  readonly summary: string;
  readonly highlights: readonly CellWindow[];
  readonly selection: CellWindow | undefined;
}

/** The map, or the same as numbers; the details of a chosen cell open beside it. */
export function MapPicture(props: MapPictureProps): ReactNode {
  const { data, look, mapLook, asTable, selection } = props;
  const { keyspace } = useServices();
  const zone = useZone();
  const { grid, labels, rowName = 'Prefix' } = data;
  const { viewport, inSight, scale } = mapLook;
  // By its time: a map of finer columns shows the same part.
  const [open, setOpen] = useState<KeyspacePart>();
  const pinned = open && cellsOfPart(grid, open);
  return (
    <SidePane
      label="Details"
      title="Chosen cell"
      content={pinned && <CellDetails data={data} cells={pinned} />}
      onClose={() => setOpen(undefined)}
    >
      <div className={css.mapArea}>
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
            selection={selection}
            onSelect={(cells) => keyspace.change({ selection: cells && partOfCells(grid, cells) })}
            pinned={pinned}
            onPin={(cells) => setOpen(cells && partOfCells(grid, cells))}
            rowName={rowName}
            {...(data.hasSharedRow === true && { sharedRow: grid.rowCount - 1 })}
          />
        )}
      </div>
    </SidePane>
  );
}
