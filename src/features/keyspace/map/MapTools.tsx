import type { ReactNode } from 'react';
import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../../core/keyspace/map/heatScale.ts';
import type { KeyspaceLook } from '../../../state/keyspace/keyspaceStore.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Slider } from '../../../ui/controls/Slider.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { CellLegend, ScaleSwitch } from '../../../ui/cellmap/CellLegend.tsx';
import { useServices } from '../../shared/services.tsx';
import css from './keyspace.module.css';

export interface MapToolsProps {
  readonly look: KeyspaceLook;
  readonly scale: HeatScale;
  readonly grid: CellGrid;
  /** Whether labels are long enough to be cut into levels. */
  readonly hasLevels: boolean;
  readonly targetPerSecond: number;
  /** Entities in the highest cell. */
  readonly max: number;
  /** Chooses what a row is. */
  readonly rows: ReactNode;
  /** The menu that saves the picture. */
  readonly save: ReactNode;
}

/** How the map is coloured and cut, and the way back. */
export function MapTools(props: MapToolsProps): ReactNode {
  const { keyspace } = useServices();
  const { look } = props;
  return (
    <div className={css.tools}>
      <ScaleSwitch basis={look.basis} onBasis={(basis) => keyspace.change({ basis })} />
      <Slider
        label="Brightness"
        min={-6}
        max={6}
        step={0.1}
        value={look.brightness}
        onChange={(brightness) => keyspace.change({ brightness: Math.round(brightness * 10) / 10 })}
      />
      <CellLegend
        scale={props.scale}
        grid={props.grid}
        targetPerSecond={props.targetPerSecond}
        max={props.max}
      />
      <span className={css.gap} />
      {props.rows}
      {props.hasLevels && (
        <div className={css.separator}>
          <TextField
            label="Labels are split at"
            mono
            value={look.separator}
            onChange={(separator) => keyspace.change({ separator })}
          />
        </div>
      )}
      <Button size="small" isDisabled={!keyspace.canGoBack()} onPress={keyspace.back} shortcut="Backspace">
        Back
      </Button>
      <Button
        size="small"
        isDisabled={look.zoom === undefined}
        onPress={() => keyspace.zoomTo(undefined, true)}
        shortcut="R"
      >
        Show all
      </Button>
      {props.save}
    </div>
  );
}
