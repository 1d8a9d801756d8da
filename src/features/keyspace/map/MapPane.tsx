import { type ReactNode, useState } from 'react';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../../core/keyspace/map/scale.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { Marginals } from '../../../core/keyspace/map/marginals.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../../core/keyspace/target.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CellMap } from '../../../ui/cellmap/CellMap.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { CellPanel } from './CellPanel.tsx';
import { Findings } from './Findings.tsx';
import css from './keyspace.module.css';
import { aboutWords, gridSummary } from './keyspaceWords.ts';
import type { MapData } from './mapData.ts';
import { CellTable } from '../../../ui/cellmap/CellTable.tsx';
import { MapTools } from './MapTools.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { useFindings } from './useFindings.ts';
import { useMapLook } from './useMapLook.ts';
import { usePinnedCard } from './usePinnedCard.ts';
import { cellsOfPart, partOfCells, zoomOfViewport } from './zoomView.ts';

/** Longer labels may have levels; those of a design have none. */
const SHORT_LABEL = 10;
/** Columns of the table that a person can read across. */
const READING_COLUMNS = 60;
const isLong = (label: string): boolean => label.length > SHORT_LABEL;

export interface MapPaneProps {
  readonly data: MapData;
  /** Chooses what a row is, where there is a choice. */
  readonly rows?: ReactNode;
  /** Asks the service for the part in sight, where there is one to ask. */
  readonly query?: ReactNode;
  /** Where there are several maps: which this is. Its findings then stand above it, where they are seen without scrolling. */
  readonly name?: string;
  /** Shares the time of the map, and stands below it. */
  readonly strip?: ReactNode;
}

/** Tools, map or table, and what the chosen cells are. */
export function MapPane({ data, rows, query: asks, name, strip }: MapPaneProps): ReactNode {
  const { keyspace } = useServices();
  const look = useStore(keyspace);
  const zone = useZone();
  const { grid, labels, targetPerSecond = PARTITION_TARGET_PER_SECOND } = data;
  const [asTable, setAsTable] = useState(false);
  const card = usePinnedCard(data);
  const { viewport, inSight, sums, scale, max, isElsewhere } = useMapLook(data, look);
  const { findings, scope, lit, setLit, highlights } = useFindings(data);
  const selection = look.selection && cellsOfPart(grid, look.selection);
  const rowName = data.rowName ?? 'Prefix';
  const summary = summaryOf(data, sums, findings, zone.timeZone);
  const found = <Findings of={name} findings={findings} scope={scope} lit={lit} onLight={setLit} />;
  return (
    <div className={css.pane}>
      {name !== undefined && found}
      <MapTools
        look={look}
        scale={scale}
        grid={grid}
        hasLevels={name === undefined && labels.some(isLong)}
        targetPerSecond={targetPerSecond}
        max={max}
        rows={rows}
        save={
          <SaveMenu
            data={data}
            look={look}
            scale={scale}
            viewport={viewport}
            targetPerSecond={targetPerSecond}
          />
        }
      />
      <About data={data} isElsewhere={isElsewhere} asTable={asTable} onAsTable={setAsTable}>
        {asks}
      </About>
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
            summary={summary}
            viewport={viewport}
            inSight={inSight}
            onViewport={(next, isStep) => keyspace.zoomTo(zoomOfViewport(grid, next), isStep)}
            onBack={keyspace.back}
            highlights={highlights}
            selection={selection}
            onSelect={(cells) => keyspace.change({ selection: cells && partOfCells(grid, cells) })}
            {...card}
            rowName={rowName}
            {...(data.hasSharedRow === true && { sharedRow: grid.rowCount - 1 })}
          />
        )}
      </div>
      {strip}
      {name === undefined && found}
      <ChosenCells data={data} cells={selection} scale={scale} timeZone={zone.timeZone} />
    </div>
  );
}

function summaryOf(
  { grid, labels, completeness, rowName = 'Prefix', hasSharedRow }: MapData,
  sums: Marginals,
  findings: readonly Finding[] | string,
  timeZone: string | undefined,
): string {
  const titles = typeof findings === 'string' ? [] : findings.map(({ title }) => title);
  return gridSummary(grid, labels, sums, completeness, { rowName, timeZone, hasSharedRow, findings: titles });
}

/** What the rectangle that was drawn is; nothing where there is none. */
function ChosenCells(props: {
  readonly data: MapData;
  readonly cells: CellWindow | undefined;
  readonly scale: HeatScale;
  readonly timeZone: string | undefined;
}): ReactNode {
  const { keyspace } = useServices();
  const { selection } = useStore(keyspace);
  const { cells, ...rest } = props;
  if (cells === undefined || selection === undefined) return undefined;
  return (
    <CellPanel
      {...rest}
      cells={cells}
      onZoom={() => keyspace.zoomTo(selection, true)}
      onClose={() => keyspace.change({ selection: undefined })}
    />
  );
}

/** Whether the map holds all, what lies in no cell, and the other form of it. */
function About(props: {
  readonly data: MapData;
  readonly isElsewhere: boolean;
  readonly asTable: boolean;
  readonly onAsTable: (asTable: boolean) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { data, isElsewhere, asTable, onAsTable, children } = props;
  return (
    <div className={css.about}>
      <output className={css.completeness} aria-label="Map completeness">
        {isElsewhere &&
          'The zoom of this address is of a time or of rows that this map does not have: all is shown. '}
        {aboutWords(data)}
      </output>
      {children}
      <Button look="subtle" size="small" isPressed={asTable} onPress={() => onAsTable(!asTable)}>
        {asTable ? 'Show as map' : 'Show as table'}
      </Button>
    </div>
  );
}
