import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import type { RowSource } from '../rig/rowSource.ts';
import type { KeyBounds } from '../rig/sasCheck.ts';
import type { VirtualTime } from './virtualTime.ts';
import type { Spot, WorldRow } from './worldRows.ts';

export interface World {
  readonly kind: 'prefixed' | 'inverted' | 'ticks' | 'scan' | 'descending' | 'tables';
  /** Names of the tables that exist. */
  readonly tables: readonly string[];
  /** Rows of all tables, each in key order. */
  readonly rows: readonly WorldRow[];
  readonly request: PlanRequest;
  /** The requested table, if it is written while it is read. */
  readonly live?: (time: VirtualTime) => RowSource;
  /** Whether a row was requested. */
  readonly isAsked: (row: WorldRow) => boolean;
  /**
   * Whether there are rows where the plan expects none, which makes the result incomplete. 'beside': outside the chosen prefixes,
   * where the app may or may not check.
   */
  readonly strangers: 'none' | 'some' | 'beside';
  /** Keys outside the plan that could have rows. No result is complete before these are checked. */
  readonly lookouts: readonly Spot[];
  /** The keys that the SAS covers; undefined: all. */
  readonly bounds?: KeyBounds | undefined;
}

/** What each kind of world provides. */
export type WorldDraft = Omit<World, 'tables' | 'bounds' | 'live'>;
