import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import type { RowStates } from './rowState.ts';

export interface HeatMapProps extends RowStates {
  readonly matrix: KeyspaceMatrix;
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** What the picture says, in words, for those who do not see it. */
  readonly summary: string;
  /** Entities a second that one partition takes: what "of target" means. */
  readonly targetPerSecond: number;
  /** A drag over the map or the histogram, or Enter on a cell: a window of time. */
  readonly onSelectWindow?: ((window: TickSpan) => void) | undefined;
}
