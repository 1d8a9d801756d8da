import type { EventVolume, TableKeyRange } from '../keys/base/scheme.ts';
import type { Interval } from '../time/interval.ts';

/** What a query costs the service, cheapest first (Microsoft table design guide). */
export type QueryClass = 'point' | 'row range' | 'partition range' | 'table scan';

export interface KeyMatch {
  readonly kind: 'is' | 'begins';
  readonly text: string;
}

/** Everything that decides what is read. Text fields are as typed; their own parsers have checked the syntax. */
export interface PlanRequest {
  readonly tableName: string;
  readonly schemeId: string;
  readonly window?: Interval;
  readonly volume: EventVolume;
  /** Also read rows written without a prefix (WAD tables that changed volume). */
  readonly unprefixed: boolean;
  /** Read only these prefixes; undefined: all of the volume. */
  readonly prefixes?: readonly number[] | undefined;
  readonly partitionKey?: KeyMatch | undefined;
  readonly rowKey?: KeyMatch;
  /** A property filter in OData; parsed and printed again, never concatenated. */
  readonly filter?: string | undefined;
  /** Properties to read; undefined: all. Both keys are always read. */
  readonly select?: readonly string[] | undefined;
  readonly roundingTicks?: bigint | undefined;
}

export interface PlannedQuery {
  /** Position in the plan; rows refer to it. */
  readonly index: number;
  /** "prefix 37", "unprefixed", a table name, "all rows". */
  readonly label: string;
  readonly prefix?: number | undefined;
  readonly tableName: string;
  readonly range: TableKeyRange;
  /** The whole $filter; undefined: none (table scan). */
  readonly filter?: string | undefined;
  /** The property filter alone, reduced to what these keys leave undecided; undefined: none. Parts of a split query carry it too. */
  readonly condition?: string | undefined;
  /** Another query of the plan reads the same keys under another condition. A row may match both, but counts once. */
  readonly sharesRows?: boolean | undefined;
  /** True if its rows are an answer of SQL: they keep their order, and keys may repeat. */
  readonly isAnswer?: boolean | undefined;
  readonly select?: readonly string[] | undefined;
  readonly queryClass: QueryClass;
  /** Its table is implied by the window, not chosen by the user: if it does not exist, it holds no rows. */
  readonly mayBeAbsent?: boolean | undefined;
}

/** A coverage check: asks for one row in a range that should hold none. A hit means rows outside the plan. */
export interface GuardQuery {
  readonly index: number;
  readonly position: 'below' | 'between' | 'above';
  readonly tableName: string;
  /** Where it looks; undefined: unknown. */
  readonly range?: Pick<TableKeyRange, 'partition' | 'row'>;
  readonly filter: string;
  /** The same, in words. */
  readonly label: string;
  /** As for PlannedQuery. */
  readonly mayBeAbsent?: boolean | undefined;
}

export interface QueryPlan {
  readonly request: PlanRequest;
  /** The time that is read: the window, or more if keys hold whole minutes. Undefined: no window, or not known. */
  readonly reads?: Interval | undefined;
  /** Tables of the window, oldest first, if the typed keys or the filter leave nothing to read in some. Undefined: those of `queries`. */
  readonly tables?: readonly string[];
  readonly queries: readonly PlannedQuery[];
  readonly guards: readonly GuardQuery[];
  /** The most expensive class among the queries. */
  readonly queryClass: QueryClass;
  /** What a user must know before running: rounding, included ends, scans, inexact bounds. */
  readonly notes: readonly string[];
}

/** Names the form field that prevents a plan. */
export interface PlanFault {
  readonly field: 'table' | 'scheme' | 'from' | 'to' | 'filter' | 'pk' | 'rk' | 'select' | 'prefixes';
  readonly message: string;
  readonly from?: number;
  readonly to?: number;
  readonly nextStep?: string | undefined;
}
