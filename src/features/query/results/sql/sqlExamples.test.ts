import { describe, expect, it } from 'vitest';
import { sqlExamples } from './sqlExamples.ts';

function columns(text: string) {
  return text.split(', ').map((pair) => {
    const [name = '', type = ''] = pair.split(' ');
    return { name, type };
  });
}

const KEYS = 'time TIMESTAMP_NS, prefix VARCHAR, PartitionKey VARCHAR, RowKey VARCHAR';
const EVENTS = `${KEYS}, Level INTEGER, Role VARCHAR, OperationName VARCHAR, DurationMs DOUBLE`;

describe('examples of SQL', () => {
  it('are only those that the columns can answer', () => {
    const ids = (text: string) => sqlExamples(columns(text)).map(({ id }) => id);
    expect(ids(EVENTS)).toEqual(['errors', 'p95', 'before']);
    expect(ids(EVENTS.replaceAll(/ (?:INTEGER|VARCHAR|DOUBLE|TIMESTAMP_NS)/gu, ''))).toEqual([
      'errors',
      'p95',
      'before',
    ]);
    expect(ids(KEYS)).toEqual(['before']);
    expect(sqlExamples(columns(KEYS), { table: 'b', columns: columns(KEYS) }).map(({ id }) => id)).toEqual([
      'before',
      'join',
      'only',
    ]);
    // An answer has only the columns of its query.
    expect(ids('time TIMESTAMP_NS, DurationMs DOUBLE')).toEqual([]);
    // Levels that are words cannot be compared with a number, and a property Time takes the name of the time in the keys.
    expect(ids(EVENTS.replace('INTEGER', 'VARCHAR'))).toEqual(['p95', 'before']);
    expect(ids(`Time VARCHAR, time@2 TIMESTAMP_NS, prefix VARCHAR, DurationMs DOUBLE`)).toEqual(['p95']);
  });

  it('name the columns that are there', () => {
    const text = (of: string, other: string) =>
      sqlExamples(columns(of), { table: 'other', columns: columns(other) })
        .map(({ sql }) => sql)
        .join(' ');
    const counters = `${KEYS}, CounterName VARCHAR, CounterValue DOUBLE`;
    expect(text(counters, EVENTS)).toContain('SELECT CounterName, quantile_disc(CounterValue, 0.95)');
    expect(text(counters, EVENTS)).not.toMatch(/Level|Role|OperationName|DurationMs/);
    expect(text(EVENTS, counters)).toContain('avg(CounterValue)');
    expect(text(EVENTS, KEYS)).not.toContain('Counter');
  });
});
