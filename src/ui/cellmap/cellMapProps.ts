import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { CellGrid, CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/scale.ts';
import type { CardContent } from './CellCard.tsx';
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
  /** Cells that a finding is about. */
  readonly highlights: readonly CellWindow[];
  /** A rectangle drawn with Shift, or with Shift and the arrow keys. */
  readonly selection: CellWindow | undefined;
  readonly onSelect: (cells: CellWindow | undefined) => void;
  /** The cells whose card stays; more than one where the map has become finer since. */
  readonly pinned: CellWindow | undefined;
  readonly onPin: (cells: CellWindow | undefined) => void;
  /** What a card says beside count, window and row: keys, filter, the query. Asked for the card in sight only. */
  readonly moreOf?: (cells: CellWindow) => CardContent;
}

/** A map that is all in sight, to choose a time from: a drag over it or its histogram, or Enter on a cell. */
export interface ChooseProps extends MapView {
  readonly purpose: 'choose';
  /** Undefined: there is nothing to choose for. */
  readonly onWindow?: ((window: TickSpan) => void) | undefined;
}

export type CellMapProps = ExploreProps | ChooseProps;
