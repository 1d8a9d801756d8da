import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { RowCheck } from './rowCheck.ts';
import type { RunSpec } from './rowTypes.ts';
import { WindowCheck } from './windowCheck.ts';

/** The labels and tables of a run's queries, and how their rows are checked. */
export interface RunChecks {
  /** Undefined: the run has no property filter. */
  readonly check: RowCheck | undefined;
  /** Undefined: the run has no window. */
  readonly windowCheck: WindowCheck | undefined;
  /** The table of each query, by query index. */
  readonly tables: ReadonlyMap<number, string>;
  readonly queryLabels: ReadonlyMap<number, string>;
}

function tablesOf({ queries }: RunSpec): ReadonlyMap<number, string> {
  return new Map(queries.map(({ index, tableName = '' }) => [index, tableName]));
}

/** The conditions of the queries that have their own, by query index. */
function conditionsOf({ queries }: RunSpec): ReadonlyMap<number, string> {
  return new Map(
    queries.flatMap(({ index, condition }) => (condition === undefined ? [] : [[index, condition]])),
  );
}

/** The checks for the rows of a run. */
export function checksOf(spec: RunSpec, scheme: KeyScheme, store: EntityStore): RunChecks {
  return {
    check: spec.filter === undefined ? undefined : new RowCheck(store, spec.filter, conditionsOf(spec)),
    windowCheck: spec.window === undefined ? undefined : new WindowCheck(store, scheme, spec.window),
    tables: tablesOf(spec),
    queryLabels: new Map(spec.queries.map((query) => [query.index, query.label])),
  };
}
