import { isPlainName } from '../../../../core/rows/sqlNames.ts';
import type { SqlNames } from '../../../../ui/editor/sqlLanguage.ts';

type Columns = NonNullable<ReturnType<SqlNames['tables']['get']>>;

// A type is empty until the rows are in DuckDB.
const ANY = /^/;
const NUMBER = /^(?:INTEGER|BIGINT|DOUBLE)?$/;
const INSTANT = /^(?:TIMESTAMP_NS)?$/;

/** Returns a function that finds the first of some names that is a column of this type. SQL ignores the case of names. */
function finder(columns: Columns) {
  return (type: RegExp, ...wanted: readonly string[]): string | undefined =>
    wanted.find((name) =>
      columns.some((column) => column.name.toLowerCase() === name.toLowerCase() && type.test(column.type)),
    );
}

interface OtherTable {
  readonly table: string;
  readonly columns: Columns;
}

/** Queries that the columns of `result` can answer, also together with another open table. */
export function sqlExamples(columns: Columns, other?: OtherTable) {
  const find = finder(columns);
  const time = find(INSTANT, 'time');
  const level = find(NUMBER, 'Level');
  const said = find(ANY, 'Message', 'OperationName', 'Description', 'EventId');
  const amount =
    find(NUMBER, 'DurationMs', 'CounterValue') ??
    columns.find(({ name, type }) => type === 'DOUBLE' && isPlainName(name))?.name;
  const group = find(ANY, 'CounterName', 'Role', 'prefix');
  const shown = ['Level', 'Role', 'OperationName', 'Message', 'CounterName'].filter((name) =>
    find(ANY, name),
  );
  const ofTwoTables = ({ table, columns: others }: OtherTable) => {
    const findOther = finder(others);
    const isOfCounters = findOther(ANY, 'CounterName') && findOther(NUMBER, 'CounterValue');
    return [
      {
        id: 'join',
        isPossible: time && findOther(INSTANT, 'time'),
        label: `Join with ${table} by minute`,
        sql: isOfCounters && amount && level ? withCounters(table, amount) : byMinute(table),
      },
      {
        id: 'only',
        isPossible: ['PartitionKey', 'RowKey'].every((key) => find(ANY, key) && findOther(ANY, key)),
        label: `Rows that ${table} does not have`,
        sql: `SELECT * FROM result
ANTI JOIN ${table} USING (PartitionKey, RowKey)`,
      },
    ];
  };
  return [
    {
      id: 'errors',
      isPossible: time && level && said,
      label: `Errors by ${said} and minute`,
      sql: `SELECT date_trunc('minute', time) AS minute, ${said}, count(*) AS errors
FROM result
WHERE Level <= 2
GROUP BY ALL
ORDER BY errors DESC, minute`,
    },
    {
      id: 'p95',
      isPossible: amount && group,
      label: `p95 of ${amount} by ${group}`,
      sql: `SELECT ${group}, quantile_disc(${amount}, 0.95) AS p95, count(*) AS events
FROM result
GROUP BY ${group}
ORDER BY p95 DESC`,
    },
    {
      id: 'before',
      isPossible: time && find(ANY, 'prefix'),
      label: 'Rows before the last row of the prefix that ended first',
      sql: `-- Of another prefix: (SELECT max(time) FROM result WHERE prefix = '62')
SELECT ${['time', 'prefix', ...shown].join(', ')}
FROM result
WHERE time <= (SELECT max(time) AS ended FROM result GROUP BY prefix ORDER BY ended LIMIT 1)
ORDER BY time DESC
LIMIT 100`,
    },
    ...(other === undefined ? [] : ofTwoTables(other)),
  ].filter(({ isPossible }) => isPossible);
}

/** The counters in each minute, beginning with the minutes with the highest p95. */
function withCounters(table: string, amount: string): string {
  return `SELECT minute, CounterName, counter, p95, errors, events
FROM (
  SELECT date_trunc('minute', time) AS minute, quantile_disc(${amount}, 0.95) AS p95,
    count_if(Level <= 2) AS errors, count(*) AS events
  FROM result GROUP BY ALL
)
JOIN (
  SELECT date_trunc('minute', time) AS minute, CounterName, avg(CounterValue) AS counter
  FROM ${table} GROUP BY ALL
) USING (minute)
ORDER BY p95 DESC, CounterName`;
}

/** How many rows each of the two tables has per minute, also in minutes in which only one of them has any. */
function byMinute(table: string): string {
  return `SELECT minute, coalesce(own.n, 0) AS events, coalesce(other.n, 0) AS others
FROM (SELECT date_trunc('minute', time) AS minute, count(*) AS n FROM result GROUP BY ALL) own
FULL JOIN (SELECT date_trunc('minute', time) AS minute, count(*) AS n FROM ${table} GROUP BY ALL) other USING (minute)
ORDER BY minute`;
}
