import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportKind } from './exportKind.ts';
import { type ExportFileKind, FileRows, type FileSummary } from './fileRows.ts';
import { runSteps } from '../../steps.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MINUTE = 600_000_000n;
const key = (prefix: number, minute: number) =>
  `${String(prefix).padStart(19, '0')}___0${NEW_YEAR + BigInt(minute) * MINUTE}`;

interface Row {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly Message: string;
}

function kindOf(text: string): ExportFileKind {
  const kind = exportKind(text);
  if (kind.kind === 'list') throw new Error('a list');
  return kind;
}

/** Reads a text in parts of these lengths, and the rest as a last part. */
function read(text: string, parts: readonly number[] = [], kind = kindOf(text)) {
  const file = new FileRows(kind, '');
  let at = 0;
  for (const length of parts) {
    runSteps(file.push(text.slice(at, at + length)));
    at += length;
  }
  runSteps(file.push(text.slice(at)));
  const { store, summary } = runSteps(file.end());
  const rows = Array.from({ length: store.rowCount }, (_, row) => ({
    PartitionKey: store.key(row).partitionKey,
    RowKey: store.key(row).rowKey,
    Message: store.cell(row, 'Message')?.text,
  }));
  return { rows, summary, store };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const ndjson = (rows: readonly Row[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const csv = (rows: readonly Row[], lineBreak = '\r\n', delimiter = ',') =>
  ['PartitionKey', 'RowKey', 'Message', 'Message@type']
    .join(delimiter)
    .concat(
      lineBreak,
      ...rows.map(
        (row) =>
          [quoted(row.PartitionKey), row.RowKey, quoted(row.Message), 'Edm.String'].join(delimiter) +
          lineBreak,
      ),
    );
const faultsOf = ({ faults }: FileSummary) => faults.first.map(({ line, reason }) => [line, reason]);

const texts = fc
  .array(fc.constantFrom('a', '"', ',', '\n', '\r\n', ';', 'é', '😀', '{', '[', '\\', ' '), { maxLength: 8 })
  .map((parts) => `x${parts.join('')}`);
/** Distinct keys in order, so that no row is a repeat. */
const tables = fc
  .array(texts, { minLength: 1, maxLength: 12 })
  .map((messages) =>
    messages.map((Message, at): Row => ({ PartitionKey: key(at % 3, 1), RowKey: `r${at}`, Message })),
  );
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });

describe('exportKind', () => {
  it('tells exports from lists of keys', () => {
    const rows = [{ PartitionKey: 'p', RowKey: 'r', Message: 'm' }];
    const kinds = (...given: string[]) => given.map((text) => exportKind(text).kind);
    expect(kinds(ndjson(rows), `\uFEFF${csv(rows)}`, key(1, 1), '', '{"a":1}')).toEqual([
      'ndjson',
      'csv',
      'list',
      'list',
      'list',
    ]);
    expect(
      kinds(
        JSON.stringify(rows),
        JSON.stringify({ 'odata.metadata': 'x', value: rows }),
        JSON.stringify({ items: rows, nextMarker: {} }, undefined, 2),
        JSON.stringify(rows[0], undefined, 2),
      ),
    ).toEqual(['json', 'json', 'json', 'json']);
    expect(exportKind('"Row Key";"partition_key"\n1;2')).toEqual({ kind: 'csv', delimiter: ';' });
    expect(kinds('PartitionKey\np', '[1,2]', 'RowKey,Level\n1,2')).toEqual(['list', 'list', 'list']);
  });
});

describe('rows of files', () => {
  it('are the same from NDJSON, CSV and JSON, wherever the file is cut into parts', () => {
    fc.assert(
      fc.property(
        tables,
        cuts,
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom(',', ';', '\t', '|'),
        (rows, parts, lineBreak, delimiter) => {
          const forms = [
            ndjson(rows),
            ndjson(rows).trimEnd().replaceAll('\n', '\r\n\r\n'),
            csv(rows, lineBreak, delimiter),
            `\uFEFF${csv(rows, lineBreak, delimiter).trimEnd()}`,
            JSON.stringify(rows),
            JSON.stringify({ value: rows }, undefined, 1),
            rows.map((row) => JSON.stringify(row, undefined, 2)).join('\n'),
          ];
          for (const text of forms) {
            const { rows: found, summary } = read(text, parts);
            expect(found).toEqual(rows);
            expect(summary.faults.total).toBe(0);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('lose nothing: every record is a row, a repeat or a fault that is named', () => {
    const line = fc.constantFrom(
      'a,b,c',
      'a,"b",c',
      'lost',
      'a,"b,c',
      'a,b"c,d',
      '"a"b,c,d',
      'a,b,c,d',
      '"a\nb",c,d',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), cuts, (lines, parts) => {
        const text = `PartitionKey,RowKey,Message\n${lines.join('\n')}\nend,end,end\n`;
        const whole = read(text).summary;
        const cut = read(text, parts);
        expect(cut.summary).toEqual(whole);
        expect(cut.rows.at(-1)).toEqual({ PartitionKey: 'end', RowKey: 'end', Message: 'end' });
        for (const { line: number } of whole.faults.first) {
          const wrong = text.split('\n')[number - 1] ?? '';
          expect(['lost', 'a,"b,c', '"a"b,c,d', 'a,b,c,d']).toContain(wrong);
        }
        const wrongLines = lines.filter((one) => ['lost', '"a"b,c,d', 'a,b,c,d'].includes(one)).length;
        expect(whole.faults.total).toBeGreaterThanOrEqual(wrongLines === 0 ? 0 : 1);
      }),
    );
  });

  it('name wrong lines', () => {
    const table = 'PartitionKey,RowKey,Level\na,b,1\nlost\n"open,b,1\nc,"d\nd",2\n"x"y,z,1\ne,f,3';
    const { rows, summary } = read(table);
    expect(rows.map(({ RowKey }) => RowKey)).toEqual(['b', 'd\nd', 'f']);
    expect(faultsOf(summary)).toEqual([
      [3, '1 cell where the header names 3'],
      [4, 'text follows a closing quote'],
      [7, 'text follows a closing quote'],
    ]);
    const lines = read('{"PartitionKey":"a","RowKey":"1"}\n{"PartitionKey":"b","Ro\nw":"2"}\n{"a":1}\n7\n');
    expect(lines.rows).toHaveLength(1);
    expect(faultsOf(lines.summary)).toEqual([
      [3, 'no JSON object begins here'],
      [5, 'no JSON object begins here'],
      [2, 'no JSON: cut short, or broken'],
      [4, 'no PartitionKey in it'],
    ]);
    const open = read(
      '[{"PartitionKey":"a","RowKey":"1"},\n{"PartitionKey":"b"\n,{"PartitionKey":"c","RowKey":"3"}]',
    );
    expect(open.rows.map(({ RowKey }) => RowKey)).toEqual(['1', '3']);
    expect(open.summary.faults.first[0]).toMatchObject({
      line: 2,
      reason: 'an object that begins here is never closed',
    });
  });

  it('find the columns whatever their case and order, and say which of two was read', () => {
    const { rows, summary } = read('row key;Message;PARTITIONKEY;rowkey\n1;m;p;2\n');
    expect(rows).toEqual([{ PartitionKey: 'p', RowKey: '1', Message: 'm' }]);
    expect(summary.notes).toEqual(['row key and rowkey could each be the RowKey: row key was read.']);
    const json = read('[{"partitionKey":"p","rowKey":"r","RowKey":"R","Message":"m"}]');
    expect(json.rows).toEqual([{ PartitionKey: 'p', RowKey: 'R', Message: 'm' }]);
    expect(json.summary.notes).toEqual(['RowKey and rowKey could each be the RowKey: RowKey was read.']);
  });

  it('read what other tools write', () => {
    const az = {
      items: [
        {
          PartitionKey: key(3, 0),
          RowKey: 'r',
          Message: { value: '9007199254740993', edm_type: 'Edm.Int64' },
          etag: 'W/"x"',
        },
      ],
      nextMarker: { nextpartitionkey: '1!8!x', nextrowkey: 'y' },
    };
    const { rows, summary, store } = read(JSON.stringify(az, undefined, 2), [50, 100]);
    expect(rows[0]?.Message).toBe('9007199254740993');
    expect(store.cell(0, 'Message')?.type).toBe('Edm.Int64');
    expect(summary.notes.join(' ')).toContain('names a next one');
    const page = `{"odata.metadata":"m","value":[${JSON.stringify({ PartitionKey: 'p', RowKey: 'r' })}]}`;
    expect(read(page).summary).toMatchObject({ rows: 1, notes: [] });
    // As Azure Storage Explorer writes it: columns have types, and an empty cell without a type is no value.
    const explorer = read(
      "PartitionKey,RowKey,Timestamp,Message,Message@type,Count,Count@type\np,1,2026-01-01T00:00:00Z,,Edm.String,,\np,2,2026-01-01T00:00:00Z,'=1+1,Edm.String,7,Edm.Int64\n",
    );
    expect(explorer.rows.map(({ Message }) => Message)).toEqual(['', '=1+1']);
    expect([explorer.store.cell(0, 'Count'), explorer.store.cell(1, 'Count')]).toEqual([
      undefined,
      { type: 'Edm.Int64', text: '7' },
    ]);
    expect(explorer.summary.notes.join(' ')).toContain('apostrophe');
  });

  it('take names of objects for what they are, and count an entity once', () => {
    const text =
      '{"PartitionKey":"","RowKey":"r","__proto__":"x"}\n{"PartitionKey":"","RowKey":"r","__proto__":"x"}\n';
    const { store, summary } = read(text);
    expect([store.cell(0, '__proto__')?.text, store.cell(0, 'toString'), summary.repeated]).toEqual([
      'x',
      undefined,
      1,
    ]);
  });

  it('end with many brackets that are never closed', () => {
    const { summary } = read(`{\n"PartitionKey":${'{['.repeat(20_000)}`);
    expect(summary.rows).toBe(0);
    expect(summary.faults.total).toBeGreaterThan(0);
  });

  it('know their scheme and times', () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      PartitionKey: key(Math.floor(at / 100) * 5, at % 100),
      RowKey: `dep___web___in_${at % 3}___${String(at).padStart(19, '0')}`,
      Message: 'm',
    }));
    const { summary } = read(ndjson(rows), [], { kind: 'ndjson' });
    expect(summary).toMatchObject({ schemeId: 'mds-prefixed', timedRows: 300, columns: ['Message'] });
  });
});
