import { caseFreeNames, isPlainName } from '../../../core/rows/sqlNames.ts';
import { namedResults, type NamedResult, type OpenResult, type ResultsState } from '../resultTabs.ts';

export interface SqlTableName {
  /** How a query names it. */
  readonly table: string;
  /** Its second names, `result` and `answer`, which move when another result comes into sight. */
  readonly aliases: readonly string[];
  readonly result: NamedResult;
}

/** The name of the result in sight or, if that is an answer, of the result that it was computed from. */
export const IN_SIGHT = 'result';
/** The name of the answer in sight or, if a result is in sight, of the last answer. */
const LAST_ANSWER = 'answer';
const ALIASES: readonly string[] = [IN_SIGHT, LAST_ANSWER];

/** The result that `result` names in a query. */
export function sourceOf({ all, inSight }: Shown): OpenResult {
  return all.find(({ id }) => id === inSight.answer?.source) ?? inSight;
}

type Shown = Pick<ResultsState, 'all' | 'inSight'>;

/** A name stays while its result is open: after another one is closed, the same query must not read other rows. */
const given = new WeakMap<OpenResult['services'], { readonly base: string; readonly table: string }>();

/** The open results as tables: named after their Azure tables, in a form that needs no quotes. */
export function tableNames(shown: Shown): readonly SqlTableName[] {
  const { all, inSight } = shown;
  const source = sourceOf(shown);
  const answer = inSight.answer === undefined ? all.findLast((one) => one.answer !== undefined) : inSight;
  const open = namedResults(all).flatMap((result) => {
    const services = all.find(({ id }) => id === result.id)?.services;
    const plain = result.run.plan.request.tableName.replaceAll(/\W+/gu, '_');
    const base = isPlainName(plain) ? plain : `t_${plain}`;
    if (services !== undefined && given.get(services)?.base !== base) given.delete(services);
    return services === undefined ? [] : [{ result, services, base }];
  });
  // SQL ignores case.
  const taken = new Set(open.map(({ services }) => given.get(services)?.table.toLowerCase()));
  return open.map(({ result, services, base }) => {
    const isAlias = ALIASES.includes(base.toLowerCase());
    let table = given.get(services)?.table ?? (isAlias ? `${base}_1` : base);
    for (let count = 2; !given.has(services) && taken.has(table.toLowerCase()); count++)
      table = `${base}_${count}`;
    given.set(services, { base, table });
    taken.add(table.toLowerCase());
    const aliases = [
      ...(result.id === source.id ? [IN_SIGHT] : []),
      ...(result.id === answer?.id ? [LAST_ANSWER] : []),
    ];
    return { table, aliases, result };
  });
}

/** The columns of a result whose rows are not in DuckDB, as far as its views know them. */
export function expectedColumns({ services }: OpenResult): readonly string[] {
  const run = services.run.get();
  const [planned] = run.phase === 'idle' ? [] : run.plan.queries;
  if (planned?.isAnswer === true && planned.select !== undefined) return planned.select;
  const properties = services.columns.get().answer?.all ?? [];
  return caseFreeNames([
    ...['time', 'prefix', 'PartitionKey', 'RowKey', 'Timestamp'].map((wanted) => ({
      wanted,
      isSystem: true,
    })),
    ...properties.map(({ name }) => ({ wanted: name, isSystem: false })),
  ]);
}
