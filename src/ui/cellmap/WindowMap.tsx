import { type ReactNode, useMemo, useState } from 'react';
import { type HeatScale, heatScale } from '../../core/keyspace/map/heatScale.ts';
import { Button } from '../controls/Button.tsx';
import { CellLegend, ScaleSwitch } from './CellLegend.tsx';
import { CellMap } from './CellMap.tsx';
import css from './CellMap.module.css';
import type { ChooseProps } from './cellMapProps.ts';
import { CellTable } from './CellTable.tsx';
import { wholeViewport } from './viewport.ts';

/** A fully visible map with its legend, and the same as a table. */
export function WindowMap(map: Omit<ChooseProps, 'purpose' | 'scale' | 'separator' | 'viewport'>): ReactNode {
  const { grid, labels, timeZone, rowName = 'Prefix' } = map;
  const [asTable, setAsTable] = useState(false);
  const [basis, setBasis] = useState<HeatScale['basis']>('max');
  const { bucketTicks } = grid;
  const max = useMemo(() => grid.counts.reduce((most, count) => Math.max(most, count), 0), [grid]);
  const scale = useMemo(() => heatScale({ basis, max, bucketTicks }), [basis, max, bucketTicks]);
  const viewport = useMemo(() => wholeViewport(grid), [grid]);
  return (
    <div className="column fill relative">
      <div className={css.head}>
        <ScaleSwitch basis={basis} onBasis={setBasis} />
        <CellLegend scale={scale} grid={grid} max={max} />
        <span className="rest" />
        <Button look="subtle" size="small" isPressed={asTable} onPress={() => setAsTable(!asTable)}>
          {asTable ? 'Show as map' : 'Show as table'}
        </Button>
      </div>
      {asTable ? (
        <div className="fill">
          <CellTable {...{ grid, labels, viewport, timeZone, rowName }} mostColumns={grid.columnCount} />
        </div>
      ) : (
        <CellMap purpose="choose" {...map} scale={scale} viewport={viewport} separator="" />
      )}
    </div>
  );
}
