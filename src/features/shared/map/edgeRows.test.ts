import { expect, it } from 'vitest';
import type { RowView } from '../../../core/rows/rowTypes.ts';
import { isoToTicks, TICKS_PER_SECOND, clampTicks } from '../../../core/time/ticks.ts';
import { PREFIX, TIME } from '../../../state/run/rowListState.ts';
import { planOf } from '../../../state/run/runFacts.fixture.ts';
import { edgeQuestions, edgeRows, edgeText, ticketLine } from './edgeRows.ts';
import { phrase } from '../../../core/keyspace/diagnosis/phrase.ts';

const [FROM, TO] = [isoToTicks('2026-11-22T12:05:00Z'), isoToTicks('2026-11-22T12:50:00Z')];
const OF_62 = { ...PREFIX, kind: 'is', type: 'Edm.String', text: '62' } as const;
const filterOf = ({ from }: { readonly from: number }) => (from === 7 ? OF_62 : undefined);
const time = (from: string, to: string) => ({ ...TIME, kind: 'range', as: 'instant', from, to });
const CELLS = { rows: [7], from: FROM, to: TO, within: 1n };

function asked(of: Partial<Parameters<typeof edgeQuestions>[0]>) {
  const questions = edgeQuestions({ cells: [CELLS], ...of }, filterOf);
  return questions.map(({ name, request: { order, to, filters } }) => [name, order, to, ...filters]);
}

it('a silence is between the newest rows before it and the oldest one after it; one that goes on has no end', () => {
  const before = time('', '2026-11-22T12:05:00Z');
  expect(asked({})).toEqual([
    ['Last row', 'time-desc', 20, before, OF_62],
    ['Next row', 'time-asc', 1, time('2026-11-22T12:50:00Z', ''), OF_62],
  ]);
  expect(asked({ isOpen: true })).toEqual([['Last row', 'time-desc', 20, OF_62]]);
  // The finding is about all rows of the map.
  expect(asked({ cells: [{ from: FROM, to: TO, within: 1n }], isOpen: true })).toEqual([
    ['Last row', 'time-desc', 20],
  ]);
});

it('a burst is from its first to its last row; of several times, and of rows that no filter shows, nothing is asked', () => {
  const during = time('2026-11-22T12:05:00Z', '2026-11-22T12:50:00Z');
  const { within: _, ...withRows } = CELLS;
  expect(asked({ cells: [withRows] })).toEqual([
    ['First row', 'time-asc', 1, during, OF_62],
    ['Last row', 'time-desc', 1, during, OF_62],
  ]);
  expect(asked({ cells: [{ ...CELLS, rows: [8] }] })).toEqual([]);
  expect(asked({ cells: [{ ...CELLS, rows: [7, 8] }] })).toEqual([]);
  expect(asked({ cells: [CELLS, CELLS] })).toEqual([]);
  expect(asked({ cells: [] })).toEqual([]);
});

it('rows have their writer and all digits of their time, and the last ones are selected by the time from first to last', () => {
  const at = (iso: string, basis: 'key' | 'event', index: number): RowView => {
    const ticks = isoToTicks(iso);
    return {
      row: index,
      queryIndex: 0,
      group: '62',
      partitionKey: 'p',
      rowKey: `t___Front___Front_IN_62___${String(index).padStart(19, '0')}`,
      time: { seconds: Number(ticks / TICKS_PER_SECOND), fraction: Number(ticks % TICKS_PER_SECOND), basis },
      cells: [],
    };
  };
  const plan = planOf([], [], { schemeId: 'mds-prefixed' });
  const questions = edgeQuestions({ cells: [CELLS], isOpen: true }, filterOf);
  const newest = at('2026-11-22T12:04:53.0004750Z', 'event', 2);
  const { edges, last } = edgeRows(plan, questions, [[newest, at('2026-11-22T12:04:30.5Z', 'event', 1)]]);
  expect(edges).toMatchObject([{ name: 'Last row', writer: 'Front_IN_62', rowKey: newest.rowKey }]);
  expect(edges[0]?.bounds.from).toBe(isoToTicks('2026-11-22T12:04:53.0004750Z'));
  const said = (now: string) => edges[0] && edgeText(edges[0], isoToTicks(now), undefined);
  expect(said('2026-11-22T14:00:00Z')).toBe('12:04:53.0004750 (Front_IN_62)');
  expect(said('2026-11-23T14:00:00Z')).toBe('2026-11-22 12:04:53.0004750 (Front_IN_62)');
  expect(last).toEqual({
    rows: 2,
    filters: [time('2026-11-22T12:04:30.5Z', '2026-11-22T12:04:53.0004751Z'), OF_62],
  });
  // A key that is rounded to a minute gives no instant.
  const byKey = edgeRows(plan, questions, [[at('2026-11-22T12:04:00Z', 'key', 3)]]).edges[0]?.bounds;
  expect(byKey && byKey.before - byKey.from).toBe(60n * TICKS_PER_SECOND);
  expect(edgeRows(plan, questions, [[]])).toEqual({ edges: [] });
});

const LAST = isoToTicks('2026-11-22T13:06:53.0004750Z');
const SILENT_FROM = isoToTicks('2026-11-22T13:07:00Z');
const MINUTE = 600_000_000n;
const finding = {
  title: 'Prefix 62 is silent',
  sentence: phrase`Prefix 62: last row ${{ side: 'last', from: SILENT_FROM - MINUTE, before: SILENT_FROM }}. About 202 missing.`,
  cells: [{ rows: [62], from: SILENT_FROM, to: SILENT_FROM + 60n * MINUTE }],
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

it('a ticket gets one line with the time, the prefix, the rows and whether all was read; hostile keys are quoted', () => {
  expect(ticketLine(finding, [edge], of)).toBe(
    'DemoEvents: Prefix 62 is silent (2026-11-22T13:07:00Z to 2026-11-22T14:07:00Z). Prefix 62: last row 2026-11-22T13:06:53.0004750Z (Front_IN_62). About 202 missing. Last row: 2026-11-22T13:06:53.0004750Z, PartitionKey "0000000000000000062___0639", RowKey "a\\"b\\u{202e}\\u{a0}\\n". Result: Complete: 21,509 rows from 100 of 100 prefixes',
  );
  expect(ticketLine(finding, [], of)).toContain(
    'last row between 2026-11-22T13:06:00Z and 2026-11-22T13:07:00Z.',
  );
});

it('the line of a ticket holds no credential', () => {
  const secret = {
    ...edge,
    rowKey: 'https://x?sv=2022-11-02&sig=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO%3D',
  };
  expect(ticketLine(finding, [secret], of)).toBe(
    'DemoEvents: left out, because its text holds a credential.',
  );
});
