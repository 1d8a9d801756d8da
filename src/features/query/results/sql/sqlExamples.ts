/**
 * Queries that work with the demo data.
 * @param columns those of `result`
 * @param other another open table, if there is one
 */
export function sqlExamples(
  columns: readonly string[],
  other: { readonly table: string; readonly columns: readonly string[] } | undefined,
) {
  const [what, column] = columns.includes('Message')
    ? ['message', 'Message']
    : ['operation', 'OperationName'];
  return [
    {
      id: 'errors',
      label: `Errors by ${what} and minute`,
      sql: `SELECT date_trunc('minute', time) AS minute, ${column}, count(*) AS errors
FROM result
WHERE Level <= 2
GROUP BY ALL
ORDER BY errors DESC, minute`,
    },
    {
      id: 'p95',
      label: 'p95 by role',
      sql: `SELECT Role, quantile_disc(DurationMs, 0.95) AS p95, count(*) AS events
FROM result
GROUP BY Role
ORDER BY p95 DESC`,
    },
    {
      id: 'before',
      label: 'Rows before the last row of prefix 62',
      sql: `SELECT time, prefix, Level, Role, OperationName
FROM result
WHERE time <= (SELECT max(time) FROM result WHERE prefix = '62')
ORDER BY time DESC
LIMIT 100`,
    },
    ...(other === undefined
      ? []
      : [
          {
            id: 'join',
            label: `Join with ${other.table} by minute`,
            sql: other.columns.includes('CounterValue') ? withCounters(other.table) : byMinute(other.table),
          },
          {
            id: 'only',
            label: `Rows that ${other.table} does not have`,
            sql: `SELECT * FROM result
ANTI JOIN ${other.table} USING (PartitionKey, RowKey)`,
          },
        ]),
  ];
}

/** The counters in each minute, beginning with the minutes with the slowest operations. */
function withCounters(table: string): string {
  return `SELECT minute, CounterName, counter, p95, errors, events
FROM (
  SELECT date_trunc('minute', time) AS minute, quantile_disc(DurationMs, 0.95) AS p95,
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
