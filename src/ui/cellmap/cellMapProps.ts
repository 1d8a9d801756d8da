import type { CellGrid, CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/heatScale.ts';
import type { Viewport } from './viewport.ts';

export interface MapView {
  readonly grid: CellGrid;
  /** One label per row of the grid. */
  readonly labels: readonly string[];
  /** Splits labels into levels; '' for none. */
  readonly separator: string;
  readonly scale: HeatScale;
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** The map in words, for screen readers. */
  readonly summary: string;
  readonly viewport: Viewport;
  /** What a row is; default "Prefix". */
  readonly rowName?: string;
  /** The row that all labels without their own row share; undefined if there is none. */
  readonly sharedRow?: number;
  /** Cells of the findings. */
  readonly highlights?: readonly CellWindow[] | undefined;
  /** The instant that another view points at. */
  readonly timeCursor?: bigint | undefined;
  /** The row that holds what another view points at. */
  readonly pointedRow?: number | undefined;
  /** Called with the instant under the pointer. */
  readonly onTime?: ((ticks: bigint) => void) | undefined;
  /** Rows with a finding, marked beside their labels. */
  readonly marked?: readonly number[] | undefined;
  /** The cells with open details. More than one if the map has become finer since. */
  readonly pinned?: CellWindow | undefined;
  /**
   * Selects the rows in cells, or with `leavesOut` excludes them. `continues`: by the same drag as before. Undefined if there are no rows
   * to select.
   */
  readonly onTake?: ((cells: CellWindow, leavesOut: boolean, continues?: boolean) => void) | undefined;
  /** Set if only a time can be selected, because no column holds what the rows of the map stand for. */
  readonly takesTime?: boolean;
  /** Opens or closes the details of cells; undefined if there are none. */
  readonly onPin?: ((cells: CellWindow | undefined) => void) | undefined;
}

/** A map that can be zoomed and panned. */
export interface ExploreProps extends MapView {
  readonly purpose: 'explore';
  /** The time that should be visible, in ticks; the grid follows with coarser or finer columns. Undefined: the time of the viewport. */
  readonly inSight?: { readonly from: bigint; readonly to: bigint; readonly isAll: boolean };
  /** `isStep`: Backspace takes this zoom back. Otherwise it is part of a movement. */
  readonly onViewport: (viewport: Viewport, isStep: boolean) => void;
  readonly onBack: () => void;
  /** Cells that are framed with Shift, by a drag or by the arrow keys. */
  readonly selection: CellWindow | undefined;
  readonly onSelect: (cells: CellWindow | undefined) => void;
}

/** A map that always shows everything. */
export interface ChooseProps extends MapView {
  readonly purpose: 'choose';
}

export type CellMapProps = ExploreProps | ChooseProps;
