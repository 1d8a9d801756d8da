import { describe, expect, it } from 'vitest';
import { AS_GIVEN } from '../entities/order/rowStreams.ts';
import { sumsOf } from '../keyspace/map/sums.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import type { Interval } from '../time/ticks.ts';
import type { ChartRequest } from './chartRows.ts';
import { type PackedView, unpackRows } from './packedRows.ts';
import { RunRows } from './runRows.ts';
import type { RunSpec, ViewRequest, ViewResult } from './rowTypes.ts';
import { runSteps } from '../steps.ts';

const START = 639_000_000_000_000_000n;
const SPEC: RunSpec = {
  runId: 3,
  schemeId: 'ticks',
  queries: [
    { index: 0, label: 'first' },
    { index: 1, label: 'second', tableName: 'B' },
  ],
};

const bytesOf = (...rows: readonly string[]) => new TextEncoder().encode(`{"value":[${rows.join(',')}]}`);
const row = (group: string, second: number, rest = ''): string =>
  `{"PartitionKey":"${group}_0${START + BigInt(second) * 10_000_000n}","RowKey":"${second}"${rest}}`;

function rig(spec = SPEC, hasBegun = true) {
  const rows = new RunRows((id) => (id === 'ticks' ? ticksScheme() : undefined));
  if (hasBegun) rows.begin(spec);
  const append = (...texts: readonly string[]) =>
    rows.append({ runId: 3, queryIndex: 0, body: bytesOf(...texts) });
  return { rows, append };
}

function viewed(work: Generator<unknown, PackedView, undefined>): ViewResult {
  const { packed, ...facts } = runSteps(work);
  return { ...facts, rows: unpackRows(packed) };
}

/** The number of rows in a file, its text, and how many of its rows are not as they were. */
function written(rows: RunRows, request: Parameters<RunRows['exportRows']>[0]) {
  const { rows: count, file, lossyRows } = runSteps(rows.exportRows(request));
  if (file.kind !== 'pieces') throw new Error('A text was expected.');
  const text = [...file.pieces].map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
  return [count, text, lossyRows()] as const;
}

const WINDOW = { from: START, to: START + 600_000_000n } as Interval;
const LIST: ViewRequest = { order: 'arrival', from: 0, to: 9 };
const EMPTY: ViewResult = { total: 0, filteredOut: 0, rows: [] };
const levels = (view: ViewResult) => view.rows.map(({ rowKey }) => rowKey);

describe('the rows of a run', () => {
  it('that are an answer keep its order in a file', () => {
    const { rows } = rig({ ...SPEC, queries: [{ index: 0, label: 'answer', isAnswer: true }] });
    const body = bytesOf(row('b', 2), row('a', 1), row('c', 3));
    rows.append({ runId: 3, queryIndex: 0, body, slot: { order: AS_GIVEN } });
    const [, text] = written(rows, { format: 'ndjson' });
    expect([...text.matchAll(/"RowKey":"(\d)"/g)].map(([, key]) => key)).toEqual(['2', '1', '3']);
  });

  it('that are an answer have only its own columns in files and tables, without the keys that tell them apart', () => {
    const shapes = (select: readonly string[], ...texts: readonly string[]) => {
      const { rows } = rig({ ...SPEC, queries: [{ index: 0, label: 'answer', isAnswer: true, select }] });
      if (texts.length > 0)
        rows.append({ runId: 3, queryIndex: 0, body: bytesOf(...texts), slot: { order: AS_GIVEN } });
      return (['csv', 'parquet', 'sql'] as const).map((format) => {
        const { file } = runSteps(rows.exportRows({ format }));
        if (file.kind !== 'pieces') return file.table.columns.map(({ name }) => name).join();
        return [...file.pieces].map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
      });
    };
    // A null is a value that is not there: its type is no column.
    const values = [row('a', 1, ',"n":7,"s":null'), row('a', 2, ',"n":null,"s":null')];
    const cells = '7,Edm.Int32,,Null\r\n,Null,,Null\r\n';
    expect(shapes(['n', 's'], ...values)).toEqual([`n,n@type,s,s@type\r\n${cells}`, 'n,s', 'n,s']);
    expect(shapes(['n', 's'])[2]).toBe('n,s');
    expect(shapes(['n', 'RowKey'], row('a', 1, ',"n":7'))).toEqual([
      'RowKey,n,n@type\r\n1,7,Edm.Int32\r\n',
      'RowKey,n',
      'RowKey,n',
    ]);
    // Each value is under its own name, whatever the order of the query.
    expect(shapes(['RowKey', 'PartitionKey'], row('a', 1)).map((text) => text.replace(/_0\d+/, ''))).toEqual([
      'PartitionKey,RowKey\r\na,1\r\n',
      'PartitionKey,RowKey',
      'PartitionKey,RowKey',
    ]);
    // A key that is not text is a property beside a made-up key.
    expect(shapes(['RowKey'], '{"PartitionKey":"","RowKey":"0","RowKey":7}')).toEqual([
      'RowKey,RowKey@type\r\n7,Edm.Int32\r\n',
      'RowKey',
      'RowKey',
    ]);
  });

  it('are none before it, and every question about them has an answer', () => {
    const { rows, append } = rig(SPEC, false);
    const none = () => {
      expect(viewed(rows.view(LIST))).toEqual(EMPTY);
      expect([
        rows.memory(),
        rows.idleWork(),
        runSteps(rows.columns({ since: { runId: 0, epoch: 0 }, isStill: true })).rowCount,
        rows.count,
      ]).toEqual([0, undefined, 0, 0]);
      expect(() => rows.entity(0)).toThrow(new RangeError('There is no row 0: no run has begun.'));
      expect(runSteps(rows.series({ buckets: 10 })).bucketCount).toBe(0);
      const chart: ChartRequest = { kind: 'histogram', value: { kind: 'bytes' } };
      expect(runSteps(rows.chart(chart))).toMatchObject({ kind: 'histogram', bins: [], rowCount: 0 });
      expect(runSteps(rows.matrix({ window: WINDOW, columns: 4, by: 'query' })).labels).toEqual([]);
      expect(rows.facts({ grouping: { by: 'prefix' }, nowTicks: START })).toEqual({
        facts: {},
        future: [],
        pauses: [],
      });
      expect(runSteps(rows.search({ query: LIST, text: 'a' }))).toEqual({ positions: new Uint32Array(0) });
      const cells = { query: LIST, from: 0, to: 9, columns: [{ name: 'A' }] };
      expect(runSteps(rows.copyCells({ ...cells, format: 'tsv', names: ['A'], hasHead: true }))).toBe('');
      expect(runSteps(rows.addUp(cells))).toEqual({ cells: 0, values: 0, numbers: 0, notNumbers: 0 });
      const question = { name: 'A', pattern: 'x' };
      expect(runSteps(rows.regexTexts(question))).toEqual({
        opened: 0,
        from: 0,
        texts: [],
        columnRows: 0,
        rowCount: 0,
      });
      expect(rows.regexVerdict({ ...question, opened: 1, from: 0, passes: new Uint8Array(0) })).toBe(true);
      const digests = {
        identity: 'key',
      } as const;
      expect(() => runSteps(rows.keyDigests(digests))).toThrow(
        new RangeError('There are no rows to compare.'),
      );
      const file = runSteps(rows.exportRows({ format: 'csv' }));
      expect([file.rows, file.file, file.lossyRows()]).toEqual([0, { kind: 'pieces', pieces: [] }, 0]);
      expect(() => rows.capture('{}')).toThrow(new RangeError('There are no rows to save.'));
      expect(append(row('a', 0))).toEqual({
        ok: false,
        error: expect.objectContaining({ kind: 'stale-run' }) as unknown,
      });
      rows.freeColumns();
    };
    none();
    rows.begin(SPEC);
    expect(append(row('a', 0)).ok).toBe(true);
    rows.reset();
    none();
    expect(() => rows.begin({ ...SPEC, schemeId: 'x' })).toThrow(
      new RangeError('No key scheme is called "x".'),
    );
  });

  it('are those of the run that began last', () => {
    const { rows, append } = rig();
    expect(append(row('a', 0))).toMatchObject({ ok: true, value: { rows: 1, totalRows: 1 } });
    expect(rows.append({ runId: 2, queryIndex: 0, body: bytesOf(row('a', 1)) })).toMatchObject({
      ok: false,
      error: { kind: 'stale-run' },
    });
    expect(append('{').ok).toBe(false);
    expect(rows.count).toBe(1);
    rows.begin({ ...SPEC, runId: 4 });
    expect([rows.count, append(row('a', 0)).ok]).toEqual([0, false]);
  });

  it('are shown as they are, from one position to another', () => {
    const { rows, append } = rig();
    append(
      row('a', 0, ',"Timestamp":"2026-01-01T00:00:00Z","A":1'),
      '{"PartitionKey":"plain","RowKey":"r","A":1,"A":2,"B":"x"}',
    );
    rows.append({ runId: 3, queryIndex: 1, body: bytesOf(row('b', 2, ',"B":null')) });
    const view = viewed(rows.view({ ...LIST, columns: ['B', 'A'] }));
    expect(view).toEqual({
      total: 3,
      filteredOut: 0,
      rows: [
        {
          row: 0,
          queryIndex: 0,
          group: 'a',
          partitionKey: `a_0${START}`,
          rowKey: '0',
          timestamp: '2026-01-01T00:00:00Z',
          time: expect.objectContaining({ basis: expect.any(String) as string }) as unknown,
          cells: [undefined, { type: 'Edm.Int32', text: '1' }],
        },
        {
          row: 1,
          queryIndex: 0,
          group: expect.any(String) as string,
          partitionKey: 'plain',
          rowKey: 'r',
          cells: [
            { type: 'Edm.String', text: 'x' },
            { type: 'Edm.String', text: '1 (first of two)' },
          ],
          // Indexes among the requested columns.
          twice: [1],
        },
        {
          row: 2,
          queryIndex: 1,
          group: 'b',
          partitionKey: `b_0${START + 20_000_000n}`,
          rowKey: '2',
          time: expect.objectContaining({ basis: 'key' }) as unknown,
          cells: [{ type: 'Null', text: 'null' }, undefined],
        },
      ],
    });
    expect(viewed(rows.view({ ...LIST, columns: ['B'] })).rows[1]?.twice).toBeUndefined();
    const copy = { query: LIST, from: 1, to: 2, columns: [{ name: 'A' }], names: ['A'], hasHead: false };
    expect(runSteps(rows.copyCells({ ...copy, format: 'tsv' }))).toBe('1 (first of two)');
    for (const format of ['ndjson', 'csv', 'parquet'] as const)
      expect(runSteps(rows.exportRows({ format })).repeated).toEqual({
        rows: 1,
        names: ['A'],
        example: { partitionKey: 'plain', rowKey: 'r' },
      });
    expect(runSteps(rows.exportRows({ format: 'csv', properties: ['B'] }))).not.toHaveProperty('repeated');
    const shown = (from: number, to: number) => levels(viewed(rows.view({ ...LIST, from, to })));
    expect([shown(0, 1), shown(1, 3), shown(-5, 2), shown(2, 2), shown(-5, -1), shown(3, 9)]).toEqual([
      ['0'],
      ['r', '2'],
      ['0', 'r'],
      [],
      [],
      [],
    ]);
    expect(viewed(rows.view({ order: 'arrival', from: 0, to: 1 })).rows[0]?.cells).toEqual([]);
  });

  it('that arrive while a list is made are counted, and so are values that a filter does not compare', () => {
    const { rows, append } = rig();
    append(row('a', 0, ',"L":1'), row('a', 1, ',"L":2'), row('a', 2, ',"L":"x"'));
    const filters = [{ name: 'L', kind: 'range', as: 'number', from: '2', to: '9' }] as const;
    const work = rows.view({ ...LIST, filters });
    const first = work.next();
    expect(first.done).toBe(false);
    append(row('a', 3, ',"L":3'), row('a', 4, ',"L":4'));
    const early = viewed(work);
    expect([early.total, early.filteredOut, early.unlooked]).toEqual([1, 2, 2]);
    expect(early.uncompared).toEqual([{ filter: 0, types: expect.anything() as unknown }]);
    const late = viewed(rows.view({ ...LIST, filters }));
    expect([late.total, late.filteredOut, late.unlooked !== undefined]).toEqual([3, 2, false]);
    const whole = viewed(rows.view({ ...LIST, filters: [{ name: 'L', kind: 'present' }] }));
    expect([whole.total, whole.unlooked !== undefined, whole.uncompared !== undefined]).toEqual([
      5,
      false,
      false,
    ]);
  });

  it('are searched, copied, added up and written in the order of their list', () => {
    const { rows, append } = rig();
    append(row('a', 0, ',"L":3,"T":"xy"'), row('a', 1, ',"L":1,"T":"x"'), row('a', 2, ',"L":2,"T":"y"'));
    const query = { order: 'arrival', sort: [{ name: 'L', isDescending: false }] } as const;
    expect(runSteps(rows.search({ query, text: 'X' }))).toEqual({ positions: Uint32Array.of(0, 2) });
    expect(runSteps(rows.search({ query, text: '' }))).toEqual({ positions: new Uint32Array(0) });
    const cells = { query, from: 1, to: 3, columns: [{ name: 'L' }] };
    expect(runSteps(rows.copyCells({ ...cells, format: 'tsv', names: ['L'], hasHead: false }))).toBe(
      '2\n3\n',
    );
    expect(runSteps(rows.addUp(cells))).toMatchObject({ cells: 2, sum: 5n });
    const [count, csv, lossy] = written(rows, { format: 'csv', properties: ['L'], ...query });
    const lines = csv.split(/\r?\n/u).filter((line) => line !== '');
    expect([count, lossy, lines.length]).toEqual([3, 0, 4]);
    expect(lines.map((line) => line.split(',')[1])).toEqual(['RowKey', '1', '2', '0']);
    const [, json] = written(rows, { format: 'ndjson', properties: ['T'] });
    expect(
      json
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { RowKey: '0', T: 'xy' },
      { RowKey: '1', T: 'x' },
      { RowKey: '2', T: 'y' },
    ]);
    expect(json).not.toContain('"L"');
    const guarded = (formulaGuard?: boolean) => {
      const { rows: odd, append: add } = rig();
      add(row('a', 0, ',"F":"=1"'));
      const own = formulaGuard === undefined ? {} : { formulaGuard };
      return written(odd, { format: 'csv', ...own })[1].includes("'=1");
    };
    expect([guarded(), guarded(true), guarded(false)]).toEqual([true, true, false]);
    const parquet = runSteps(rows.exportRows({ format: 'parquet', properties: ['L'] }));
    expect([parquet.rows, parquet.file.kind, parquet.lossyRows()]).toEqual([3, 'parquet', 0]);
  });

  it('are told apart by the table of their query, and counted by its label', () => {
    const { rows } = rig();
    for (const queryIndex of [0, 1])
      rows.append({ runId: 3, queryIndex, body: bytesOf(row('a', 1), row('a', 2)) });
    // The same keys in another table are different rows.
    expect(rows.count).toBe(4);
    const matrix = runSteps(rows.matrix({ window: WINDOW, columns: 2, by: 'query' }));
    expect([matrix.labels, sumsOf(matrix).rows]).toEqual([
      ['first', 'second'],
      [2, 2],
    ]);
    expect(runSteps(rows.matrix({ window: WINDOW, columns: 2, by: 'group', labels: ['a'] })).labels).toEqual([
      'a',
    ]);
    expect(
      runSteps(rows.matrix({ window: WINDOW, columns: 2, by: 'query', grouping: { by: 'prefix' } })).labels,
    ).toEqual(['a']);
    const one = rig({ ...SPEC, queries: SPEC.queries.map(({ index, label }) => ({ index, label })) }).rows;
    for (const queryIndex of [0, 1]) one.append({ runId: 3, queryIndex, body: bytesOf(row('a', 1)) });
    expect(one.count).toBe(1);
  });

  it('free what was built from them when rows arrive, and when told to', () => {
    const { rows, append } = rig();
    append(...Array.from({ length: 900 }, (_, at) => row('a', at, `,"L":${at}`)));
    const bare = rows.memory();
    const build = () => {
      viewed(rows.view({ ...LIST, sort: [{ name: 'L', isDescending: true }] }));
      runSteps(rows.chart({ kind: 'histogram', value: { kind: 'property', name: 'L' } }));
    };
    build();
    expect(rows.memory()).toBeGreaterThan(bare);
    rows.freeColumns();
    expect(rows.memory()).toBe(bare);
    build();
    append(row('b', 1));
    const { rows: fresh, append: add } = rig();
    add(...Array.from({ length: 900 }, (_, at) => row('a', at, `,"L":${at}`)));
    add(row('b', 1));
    expect(rows.memory()).toBe(fresh.memory());
  });
});
