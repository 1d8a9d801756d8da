import type { EventVolume, TableKeyRange } from '../keys/base/scheme.ts';
import type { QueryClass } from '../odata/classify.ts';
import type { Interval } from '../time/ticks.ts';

export interface KeyMatch {
  readonly kind: 'is' | 'begins';
  readonly text: string;
}

/** Everything that decides what is read. Text fields are as the user typed them, after the form's parsers have checked their syntax. */
export interface PlanRequest {
  readonly tableName: string;
  readonly schemeId: string;
  readonly window?: Interval;
  readonly volume: EventVolume;
  /** Also read rows that were written without a prefix, as in WAD tables whose event volume was changed. */
  readonly unprefixed: boolean;
  /** Read only these prefixes; undefined means all of the volume. */
  readonly prefixes?: readonly number[] | undefined;
  readonly partitionKey?: KeyMatch | undefined;
  readonly rowKey?: KeyMatch;
  /** A property filter in OData. It is parsed and printed again, never concatenated. */
  readonly filter?: string | undefined;
  /** The properties to read; undefined means all. Both keys are always read. */
  readonly select?: readonly string[] | undefined;
  readonly roundingTicks?: bigint | undefined;
}

export interface PlannedQuery {
  /** The position in the plan, by which rows refer to their query. */
  readonly index: number;
  /** Such as "prefix 37", "unprefixed", a table's name, or "all rows". */
  readonly label: string;
  readonly prefix?: number | undefined;
  readonly tableName: string;
  readonly range: TableKeyRange;
  /** The whole $filter; undefined for a table scan without conditions. */
  readonly filter?: string | undefined;
  /**
   * The property filter alone, reduced to what these keys do not decide; undefined if nothing is left. The parts of a query that is split
   * have the same one.
   */
  readonly condition?: string | undefined;
  /** Set if another query of the plan reads the same keys under another condition. A row that matches both is counted once. */
  readonly sharesRows?: boolean | undefined;
  /** Set if the rows are the answer to an SQL query: they keep its order, and keys may repeat. */
  readonly isAnswer?: boolean | undefined;
  /** Of an answer: its columns, which name no key that was made up to tell its rows apart. */
  readonly select?: readonly string[] | undefined;
  readonly queryClass: QueryClass;
  /** Set if the table is implied by the window, not chosen by the user. If it does not exist, it holds no rows. */
  readonly mayBeAbsent?: boolean | undefined;
}

/** A coverage check: it asks for one row in a range that should hold none. If it finds one, there are rows outside the plan. */
export interface GuardQuery {
  readonly index: number;
  readonly position: 'below' | 'between' | 'above';
  readonly tableName: string;
  /** The keys where it looks; undefined if they are not known. */
  readonly range?: Pick<TableKeyRange, 'partition' | 'row'>;
  readonly filter: string;
  /** The range in words. */
  readonly label: string;
  /** See PlannedQuery. */
  readonly mayBeAbsent?: boolean | undefined;
}

export interface QueryPlan {
  readonly request: PlanRequest;
  /**
   * The time that is read: the window, or more if keys hold, say, whole minutes. Undefined if there is no window, or if it is not known.
   */
  readonly reads?: Interval | undefined;
  /**
   * All tables of the window, oldest first. Set only if the typed keys or the filter leave nothing to read in some of them; otherwise they
   * are those of `queries`.
   */
  readonly tables?: readonly string[];
  readonly queries: readonly PlannedQuery[];
  readonly guards: readonly GuardQuery[];
  /** The most expensive class among the queries. */
  readonly queryClass: QueryClass;
  /** What the user should know before running it: rounding, included ends, scans, inexact bounds. */
  readonly notes: readonly string[];
}

/** Why there is no plan, and which field of the form is the cause. */
export interface PlanFault {
  readonly field: 'table' | 'scheme' | 'from' | 'to' | 'filter' | 'pk' | 'rk' | 'select' | 'prefixes';
  readonly message: string;
  readonly nextStep?: string | undefined;
}
