import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { CellGrid, CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/scale.ts';
import type { Viewport } from './viewport.ts';

/** What a map shows. */
export interface MapView {
  readonly grid: CellGrid;
  /** A label for each row of the grid. */
  readonly labels: readonly string[];
  /** What cuts labels into levels; '' for none. */
  readonly separator: string;
  readonly scale: HeatScale;
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** What the picture says, in words, for those who do not see it. */
  readonly summary: string;
  readonly viewport: Viewport;
  /** What a row is; "Prefix" where it is not said. */
  readonly rowName?: string;
  /** The row that stands for all that have none of their own; undefined: there is none. */
  readonly sharedRow?: number;
  /** Cells that a finding is about. */
  readonly highlights?: readonly CellWindow[];
  /** The cells whose details are open; more than one if the map has become finer since. */
  readonly pinned?: CellWindow | undefined;
  /** Opens or closes the details of cells; undefined: there are none. */
  readonly onPin?: ((cells: CellWindow | undefined) => void) | undefined;
}

/** A map that is walked through: zoomed, moved, its cells kept, selected and framed. */
export interface ExploreProps extends MapView {
  readonly purpose: 'explore';
  /**
   * The time that is meant to be in sight, ticks; the grid follows it, coarser or finer. Undefined: what the viewport shows of the
   * grid.
   */
  readonly inSight?: { readonly from: bigint; readonly to: bigint; readonly isAll: boolean };
  /** `isStep`: a zoom that Backspace takes back; else a move on the way to one. */
  readonly onViewport: (viewport: Viewport, isStep: boolean) => void;
  readonly onBack: () => void;
  /** A rectangle drawn with Shift, or with Shift and the arrow keys. */
  readonly selection: CellWindow | undefined;
  readonly onSelect: (cells: CellWindow | undefined) => void;
}

/** A map that is all in sight, to choose a time from: a drag over it or its histogram. */
export interface ChooseProps extends MapView {
  readonly purpose: 'choose';
  /** Undefined: there is nothing to choose for. */
  readonly onWindow?: ((window: TickSpan) => void) | undefined;
}

export type CellMapProps = ExploreProps | ChooseProps;
