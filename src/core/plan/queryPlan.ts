import type { EventVolume, TableKeyRange } from '../keys/base/scheme.ts';
import type { Interval } from '../time/interval.ts';

/** What a query costs the service, cheapest first (Microsoft table design guide). */
export type QueryClass = 'point' | 'row range' | 'partition range' | 'table scan';

export interface KeyMatch {
  readonly kind: 'is' | 'begins';
  readonly text: string;
}

/** All that decides what is read. Text fields are as typed, already checked for syntax by their own parsers. */
export interface PlanRequest {
  readonly tableName: string;
  readonly schemeId: string;
  readonly window?: Interval;
  readonly volume: EventVolume;
  /** Also rows that a writer wrote without prefix (WAD tables that changed volume). */
  readonly unprefixed: boolean;
  /** Only these prefixes; undefined: all of the volume. */
  readonly prefixes?: readonly number[];
  readonly partitionKey?: KeyMatch;
  readonly rowKey?: KeyMatch;
  /** A property filter in OData text; parsed and re-printed, never concatenated. */
  readonly filter?: string;
  /** Properties to read; undefined: all. Both keys are always read. */
  readonly select?: readonly string[];
  readonly roundingTicks?: bigint;
}

export interface PlannedQuery {
  /** Position in the plan; rows refer to it. */
  readonly index: number;
  /** "prefix 37", "unprefixed", a table name, "all rows". */
  readonly label: string;
  readonly prefix?: number;
  readonly tableName: string;
  readonly range: TableKeyRange;
  /** The whole $filter; undefined: none (table scan). */
  readonly filter?: string;
  /** The property filter alone; undefined: none. A part of the range is read with it. */
  readonly condition?: string;
  readonly select?: readonly string[];
  readonly queryClass: QueryClass;
  /** The window alone names its table: one that does not exist holds no rows. */
  readonly mayBeAbsent?: boolean;
}

/** One row asked for where the plan says there is none: a hit means rows outside the plan. */
export interface GuardQuery {
  readonly index: number;
  readonly position: 'below' | 'between' | 'above';
  readonly tableName: string;
  /** Where it looks; undefined: not told. */
  readonly range?: Pick<TableKeyRange, 'partition' | 'row'>;
  readonly filter: string;
  /** The same, in words. */
  readonly label: string;
}

export interface QueryPlan {
  readonly request: PlanRequest;
  readonly queries: readonly PlannedQuery[];
  readonly guards: readonly GuardQuery[];
  /** The dearest class among the queries. */
  readonly queryClass: QueryClass;
  /** What a reader must know before running: floors, inclusive bounds, scans, inexact edges. */
  readonly notes: readonly string[];
}

/** Names the form field that stands in the way of a plan. */
export interface PlanFault {
  readonly field: 'table' | 'scheme' | 'from' | 'to' | 'filter' | 'pk' | 'rk' | 'select' | 'prefixes';
  readonly message: string;
  readonly from?: number;
  readonly to?: number;
  readonly nextStep?: string;
}
