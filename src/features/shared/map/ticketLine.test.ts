import { expect, it } from 'vitest';
import { phrase } from '../../../core/keyspace/diagnosis/phrase.ts';
import { clampTicks, isoToTicks } from '../../../core/time/ticks.ts';
import { ticketLine } from './ticketLine.ts';

const LAST = isoToTicks('2026-11-22T13:06:53.0004750Z');
const FROM = isoToTicks('2026-11-22T13:07:00Z');
const MINUTE = 600_000_000n;
const finding = {
  title: 'Prefix 62 is silent',
  sentence: phrase`Prefix 62: last row ${{ side: 'last', from: FROM - MINUTE, before: FROM }}. About 202 missing.`,
  cells: [{ rows: [62], from: FROM, to: FROM + 60n * MINUTE }],
};
const edge = {
  name: 'Last row',
  side: 'last',
  partitionKey: '0000000000000000062___0639',
  rowKey: 'a"b\u202e\u00a0\n',
  writer: 'Front_IN_62',
  bounds: { from: LAST, before: clampTicks(LAST + 1n) },
} as const;
const of = { title: 'DemoEvents', completeness: 'Complete: 21,509 rows from 100 of 100 prefixes' };

it('is one line with the time, the prefix, the rows and whether all was read; hostile keys are quoted', () => {
  expect(ticketLine(finding, [edge], of)).toBe(
    'DemoEvents: Prefix 62 is silent (2026-11-22T13:07:00Z to 2026-11-22T14:07:00Z). Prefix 62: last row 2026-11-22T13:06:53.0004750Z (Front_IN_62). About 202 missing. Last row: 2026-11-22T13:06:53.0004750Z, PartitionKey "0000000000000000062___0639", RowKey "a\\"b\\u{202e}\\u{a0}\\n". Result: Complete: 21,509 rows from 100 of 100 prefixes',
  );
  expect(ticketLine(finding, [], of)).toContain(
    'last row between 2026-11-22T13:06:00Z and 2026-11-22T13:07:00Z.',
  );
});

it('holds no credential', () => {
  const secret = {
    ...edge,
    rowKey: 'https://x?sv=2022-11-02&sig=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO%3D',
  };
  expect(ticketLine(finding, [secret], of)).toBe(
    'DemoEvents: left out, because its text holds a credential.',
  );
});
