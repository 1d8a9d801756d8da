import { countText } from '../words.ts';
import type { QueryPlan } from './queryPlan.ts';

/** The account's tables, as last listed. */
export interface ListedTables {
  readonly names: readonly string[];
  /** False if the list may be incomplete, so that the account may have more tables. */
  readonly complete: boolean;
}

const NAMES_SHOWN = 3;

function someNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return names.length > NAMES_SHOWN ? `${shown} and ${countText(names.length - NAMES_SHOWN)} more` : shown;
}

/** Tables that the user named. The others of the plan are only implied by the window. */
function namedTables({ queries, request }: QueryPlan): ReadonlySet<string> {
  const named = new Set(
    queries.filter(({ mayBeAbsent }) => mayBeAbsent !== true).map(({ tableName }) => tableName),
  );
  if (!queries.some(({ tableName }) => tableName === request.tableName)) named.add(request.tableName);
  return named;
}

/** The tables to read. It decides for whole tables, so that all queries and checks of a table are kept or dropped together. */
function keptTables(plan: QueryPlan, { names }: ListedTables): ReadonlySet<string> {
  const { queries, tables = queries.map(({ tableName }) => tableName) } = plan;
  const listed = new Set(names.map((name) => name.toLowerCase()));
  const named = namedTables(plan);
  const exists = (table: string | undefined): boolean =>
    table !== undefined && (named.has(table) || listed.has(table.toLowerCase()));
  const inOrder = [...new Set(tables)];
  const kept = new Set(inOrder.filter((table, at) => exists(table) || exists(inOrder[at - 1])));
  const [first] = queries;
  if (first !== undefined && !queries.some(({ tableName }) => kept.has(tableName))) kept.add(first.tableName);
  return kept;
}

/**
 * Drops tables that do not exist and that only the window names. The table after each existing one is kept, since it may have been created
 * after the list was read; "after" also counts tables in which the filter leaves nothing to read. If no query would be left, those of the
 * first table with any are kept.
 */
export function withoutAbsentTables(plan: QueryPlan, tables: ListedTables): QueryPlan {
  if (!tables.complete) return plan;
  const kept = keptTables(plan, tables);
  const isKept = ({ tableName }: { readonly tableName: string }): boolean => kept.has(tableName);
  const read = new Set([...plan.queries, ...plan.guards].map(({ tableName }) => tableName));
  const left = [...read].filter((tableName) => !kept.has(tableName));
  if (left.length === 0) return plan;
  return {
    ...plan,
    queries: plan.queries.filter(isKept).map((query, index) => ({ ...query, index })),
    guards: plan.guards.filter(isKept).map((guard, index) => ({ ...guard, index })),
    notes: [
      ...plan.notes,
      `The account has no ${left.length === 1 ? 'table' : `tables (${countText(left.length)})`} ${someNames(left)}: not queried.`,
    ],
  };
}
