import { type ReactNode, useState } from 'react';
import { PARTITION_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { KeyMap } from '../../ui/keymap/KeyMap.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { useZone } from '../shared/useZone.ts';
import { CellPanel } from './CellPanel.tsx';
import { Findings } from './Findings.tsx';
import css from './keyspace.module.css';
import { gridSummary } from './keyspaceWords.ts';
import type { MapData } from './mapData.ts';
import { MapTable } from './MapTable.tsx';
import { MapTools } from './MapTools.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { useFindings } from './useFindings.ts';
import { useMapLook } from './useMapLook.ts';
import { usePinnedCard } from './usePinnedCard.ts';
import { cellsOfPart, partOfCells, zoomOfViewport } from './zoomView.ts';

/** Longer labels may have levels. */
const SHORT_LABEL = 10;

export interface MapPaneProps {
  readonly data: MapData;
  /** Chooses what a row is, where there is a choice. */
  readonly rows?: ReactNode;
  /** Asks the service for the part in sight, where there is one to ask. */
  readonly query?: ReactNode;
}

/** Tools, map or table, and what the chosen cells are. */
export function MapPane({ data, rows, query: asks }: MapPaneProps): ReactNode {
  const { keyspace } = useServices();
  const look = useStore(keyspace);
  const zone = useZone();
  const { grid, labels } = data;
  const [asTable, setAsTable] = useState(false);
  const card = usePinnedCard(data);
  const { viewport, sums, scale } = useMapLook(grid, look);
  const { findings, lit, setLit, highlights } = useFindings(data);
  const selection = look.selection && cellsOfPart(grid, look.selection);
  const summary = gridSummary(grid, labels, sums, data.completeness);
  return (
    <div className={css.pane}>
      <MapTools
        look={look}
        scale={scale}
        grid={grid}
        hasLevels={labels.some((label) => label.length > SHORT_LABEL)}
        asTable={asTable}
        onAsTable={setAsTable}
        targetPerSecond={PARTITION_TARGET_PER_SECOND}
        rows={rows}
        save={
          <SaveMenu
            data={data}
            look={look}
            scale={scale}
            viewport={viewport}
            targetPerSecond={PARTITION_TARGET_PER_SECOND}
          />
        }
      />
      <div className={css.about}>
        <About data={data} />
        {asks}
      </div>
      <div className={css.mapArea}>
        {asTable ? (
          <MapTable
            grid={grid}
            labels={labels}
            viewport={viewport}
            timeZone={zone.timeZone}
            rowName={data.rowName ?? 'Prefix'}
          />
        ) : (
          <KeyMap
            grid={grid}
            labels={labels}
            separator={look.separator}
            scale={scale}
            timeZone={zone.timeZone}
            zoneName={zone.name}
            summary={summary}
            viewport={viewport}
            onViewport={(next, isStep) => keyspace.zoomTo(zoomOfViewport(grid, next), isStep)}
            onBack={keyspace.back}
            highlights={highlights}
            selection={selection}
            onSelect={(cells) => keyspace.change({ selection: cells && partOfCells(grid, cells) })}
            {...card}
            {...(data.rowName !== undefined && { rowName: data.rowName })}
          />
        )}
      </div>
      <Findings findings={findings} lit={lit} onLight={setLit} />
      {selection !== undefined && (
        <CellPanel
          data={data}
          cells={selection}
          timeZone={zone.timeZone}
          onClose={() => keyspace.change({ selection: undefined })}
        />
      )}
    </div>
  );
}

/** Whether the map holds all, and what lies in no cell. */
function About({ data }: { readonly data: MapData }): ReactNode {
  const outside = data.outside === '' ? '' : `Not on the map: ${data.outside}`;
  return (
    <output className={css.completeness} aria-label="Map completeness">
      {sentences([data.completeness, outside, data.note ?? ''])}
    </output>
  );
}

/** Texts one after another, each with its full stop. */
function sentences(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map((text) => (text.endsWith('.') ? text : `${text}.`))
    .join(' ');
}
