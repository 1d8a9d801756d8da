import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import type { KeyBounds } from '../rig/sasCheck.ts';
import type { Spot, WorldRow } from './worldRows.ts';

export interface World {
  readonly kind: 'prefixed' | 'inverted' | 'ticks' | 'scan' | 'descending' | 'tables';
  /** The tables that exist. */
  readonly tables: readonly string[];
  /** Of all tables, each in key order. */
  readonly rows: readonly WorldRow[];
  readonly request: PlanRequest;
  /** Whether a row is among those asked for. */
  readonly isAsked: (row: WorldRow) => boolean;
  /**
   * Whether rows lie where the plan says that none can be: the result is not complete then. 'beside': outside of the
   * prefixes that were chosen, where the app may look or not.
   */
  readonly strangers: 'none' | 'some' | 'beside';
  /** Keys beside the plan where rows might lie: no result is complete before somebody has looked there. */
  readonly lookouts: readonly Spot[];
  /** The keys that the SAS reaches; undefined: all. */
  readonly bounds?: KeyBounds;
}

/** What a kind of world says of itself. */
export type WorldDraft = Omit<World, 'tables' | 'bounds'>;
