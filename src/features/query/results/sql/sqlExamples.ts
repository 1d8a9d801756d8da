/** A query to start with. */
export interface SqlExample {
  readonly id: string;
  readonly label: string;
  readonly sql: string;
}

/** Queries that work with the demo data. `other`: another open table, if there is one. */
export function sqlExamples(other: string | undefined): readonly SqlExample[] {
  return [
    {
      id: 'errors',
      label: 'Errors by operation and minute',
      sql: `SELECT date_trunc('minute', time) AS minute, OperationName, count(*) AS errors
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
            label: `Join with ${other} by minute`,
            sql: `SELECT minute, own.n AS events, other.n AS others
FROM (SELECT date_trunc('minute', time) AS minute, count(*) AS n FROM result GROUP BY ALL) own
JOIN (SELECT date_trunc('minute', time) AS minute, count(*) AS n FROM ${other} GROUP BY ALL) other USING (minute)
ORDER BY minute`,
          },
          {
            id: 'only',
            label: `Rows that ${other} does not have`,
            sql: `SELECT * FROM result
ANTI JOIN ${other} USING (PartitionKey, RowKey)`,
          },
        ]),
  ];
}
