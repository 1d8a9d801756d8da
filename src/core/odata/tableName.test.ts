import { describe, expect, it } from 'vitest';
import { isTableName } from './tableName.ts';

describe('isTableName', () => {
  it.each([
    'abc',
    'WADLogsTable',
    'A1b',
    'x'.repeat(63),
    '$MetricsHourPrimaryTransactionsBlob',
    '$MetricsCapacityBlob',
    '$MetricsTransactionsQueue',
    '$MetricsMinuteSecondaryTransactionsFile',
    `$Metrics${'a'.repeat(55)}`,
  ])('takes %s', (name) => {
    expect(isTableName(name)).toBe(true);
  });

  it.each([
    '',
    'ab',
    '1abc',
    'a-bc',
    'a_bc',
    'x'.repeat(64),
    'abc\n',
    'ab\u200bc',
    'ab\u00e9',
    '$abc',
    '$Metrics',
    `$Metrics${'a'.repeat(56)}`,
  ])('refuses %j', (name) => {
    expect(isTableName(name)).toBe(false);
  });
});
