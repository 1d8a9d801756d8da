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
  /** Set if the requested table changes while it is read. */
  readonly live?: (time: VirtualTime) => RowSource;
  /** Whether a row was requested. */
  readonly isAsked: (row: WorldRow) => boolean;
  /**
   * Whether there are rows where the plan expects none, which makes the result incomplete. 'beside': they are outside the chosen prefixes,
   * where the app need not check.
   */
  readonly strangers: 'none' | 'some' | 'beside';
  /** Keys outside the plan at which rows could be. A result may be Complete only if these were checked. */
  readonly lookouts: readonly Spot[];
  /** The keys that the SAS allows; undefined if it allows all. */
  readonly bounds?: KeyBounds | undefined;
}

/** What each kind of world provides. */
export type WorldDraft = Omit<World, 'tables' | 'bounds' | 'live'>;
