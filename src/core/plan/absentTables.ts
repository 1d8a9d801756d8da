import { countText } from '../words.ts';
import type { PlannedQuery, QueryPlan } from './queryPlan.ts';

/** The account's tables, as last listed. */
export interface ListedTables {
  readonly names: readonly string[];
  /** False if there may be more. */
  readonly complete: boolean;
}

const NAMES_SHOWN = 3;

function someNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return names.length > NAMES_SHOWN ? `${shown} and ${countText(names.length - NAMES_SHOWN)} more` : shown;
}

/**
 * Drops tables that only the window named and that do not exist. Keeps the table after each one that exists, since it
 * may have been created after the list was read. Keeps at least one query.
 */
export function withoutAbsentTables(plan: QueryPlan, tables: ListedTables): QueryPlan {
  if (!tables.complete) return plan;
  const listed = new Set(tables.names.map((name) => name.toLowerCase()));
  const exists = ({ tableName, mayBeAbsent }: PlannedQuery): boolean =>
    mayBeAbsent !== true || listed.has(tableName.toLowerCase());
  const isKept = (query: PlannedQuery, index: number): boolean => {
    const before = plan.queries[index - 1];
    return exists(query) || (before !== undefined && exists(before));
  };
  const found = plan.queries.filter(isKept);
  const kept = found.length === 0 ? plan.queries.slice(0, 1) : found;
  if (kept.length === plan.queries.length) return plan;
  const names = new Set(kept.map(({ tableName }) => tableName));
  const left = [...new Set(plan.queries.map(({ tableName }) => tableName))].filter(
    (name) => !names.has(name),
  );
  return {
    ...plan,
    queries: kept.map((query, index) => ({ ...query, index })),
    guards: plan.guards
      .filter(({ tableName }) => names.has(tableName))
      .map((guard, index) => ({ ...guard, index })),
    notes: [
      ...plan.notes,
      `The account has no ${left.length === 1 ? 'table' : `tables (${countText(left.length)})`} ${someNames(left)}: not queried.`,
    ],
  };
}
