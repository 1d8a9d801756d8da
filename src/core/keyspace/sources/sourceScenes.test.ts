import { describe, expect, it } from 'vitest';
import { approvedIn } from '../../approvals.fixture.ts';
import { digest, plainJson } from '../../digest.fixture.ts';
import { type ExportKind, exportKind } from './exportKind.ts';
import { FileRows } from './fileRows.ts';
import { runSteps } from '../../steps.ts';

/*
 * What is read from files with and without faults is recorded, so that no change goes unnoticed. It must be the same however the text
 * is cut into parts. Other tests show that it is right. After an intended change, run this file with APPROVE=1 and read the difference.
 */

const KEY = '0000000000000000012___0638452296000000000';
const PLAIN = '0638452297200000000';

const FILES: readonly string[] = [
  `PartitionKey,RowKey,Message,Message@type\r\n${KEY},r1,"a ""b"", c",Edm.String\r\n${PLAIN},r2,5,Edm.Int32\r\n`,
  `PartitionKey,RowKey,N,N@type,B,B@type\n${KEY},r1,5,Edm.Int64,true,Edm.Boolean\n${KEY},r2,x,Edm.Int32,maybe,Edm.Boolean\n${KEY},r3,,,1,\n`,
  `PartitionKey;RowKey;Timestamp\n${KEY};a;2024-03-05T10:17:00Z\n${KEY};b;nonsense\n${KEY};a;2024-03-05T10:18:00Z\n`,
  `PartitionKey\tRowKey\tX\n${KEY}\ta\t1\n${KEY}\tb\n${KEY}\tc\t1\t2\n\n\n`,
  `partitionkey|ROWKEY|x\n${KEY}|a|"open\n`,
  `"PartitionKey","RowKey","PartitionKey"\n"${KEY}","r","other"\n`,
  `\uFEFFPartitionKey,RowKey\n${KEY},'=1+1\n${KEY},\u00e9\u{1F600}\n`,
  `PartitionKey,RowKey,odata.etag,Timestamp@odata.type,Timestamp\n${KEY},r,"W/""x""",Edm.DateTime,2024-03-05T10:17:42.1234567Z\n`,
  `RowKey,Message\nr1,x\n`,
  `PartitionKey,RowKey\n`,
  `PartitionKey,RowKey,D,D@type,G,G@type\r${KEY},r1,2024-03-05,Edm.DateTime,7c9e6679-7425-40de-944b-e07fc1f90ae7,Edm.Guid\r${KEY},r2,AQID,Edm.Binary,1e300,Edm.Double\r`,
  `{"PartitionKey":"${KEY}","RowKey":"r1","A":1}\n{"PartitionKey":"${KEY}","RowKey":"r2","A":"x","A@odata.type":"Edm.Int64"}\n`,
  `{"PartitionKey":"${KEY}","RowKey":"r1"}\n\n{"PartitionKey":"${KEY}"\n{"RowKey":"r3"}\n[1]\n{"PartitionKey":"${KEY}","RowKey":"r4","B":{"a":1}}\nnull\n`,
  `{"PartitionKey":"${KEY}","RowKey":"r1","T":"2024-03-05T10:17:42Z","T@odata.type":"Edm.DateTime","PartitionKey":"again"}\r\n`,
  `[{"PartitionKey":"${KEY}","RowKey":"r1","A":[1,2]},{"PartitionKey":"${KEY}","RowKey":"r2","A":{"value":5,"type":"Int64"}}]`,
  `{"odata.metadata":"x","value":[{"PartitionKey":"${KEY}","RowKey":"r\\u0041\\"\\\\"},{"PartitionKey":"${PLAIN}","RowKey":"b"}],"odata.nextLink":"y"}`,
  `{"value":[{"PartitionKey":"${KEY}","RowKey":"r1"},{"PartitionKey":"${KEY}","RowKey":"r2"`,
  `{"items":[{"PartitionKey":"${KEY}","RowKey":"r1"}]} x`,
  `[ {"PartitionKey":"${KEY}","RowKey":"r1","N":1.50,"M":-0,"L":12345678901234567890} , 5, "x", {"PartitionKey":"${KEY}","RowKey":"r2"} ]\n`,
  `[{"PartitionKey":"${KEY}","RowKey":"r1","S":"line\nbreak"},{"PartitionKey":"${KEY}","RowKey":"r2","S":"\\ud800"}]`,
  `[]`,
  `{}`,
  `[{"partitionKey":"${KEY}","rowKey":"r1","timestamp":"2024-03-05T10:17:42Z"}]`,
];

const KINDS: readonly ExportKind[] = [
  { kind: 'json' },
  { kind: 'ndjson' },
  { kind: 'csv', delimiter: ',' },
] as readonly ExportKind[];

function readIn(text: string, kind: ExportKind, part: number): string {
  if (kind.kind === 'list') return 'a list of keys';
  const file = new FileRows(kind, '');
  for (let at = 0; at < text.length; at += part) runSteps(file.push(text.slice(at, at + part)));
  const { store, summary } = runSteps(file.end());
  const rows = Array.from({ length: store.rowCount }, (_, row) => [
    store.key(row),
    summary.columns.map((name) => store.cell(row, name)?.text),
  ]);
  return plainJson([summary, rows]);
}

function factsOf(text: string): readonly string[] {
  const kind = exportKind(text);
  const whole = readIn(text, kind, text.length);
  const edits = Array.from({ length: 30 }, (_, at) => Math.floor((at * text.length) / 30)).flatMap((at) => [
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}"${text.slice(at)}`,
    text.slice(0, at),
  ]);
  return [
    plainJson(kind),
    whole,
    `edits ${digest(edits.map((edit) => plainJson(exportKind(edit)) + readIn(edit, kind, edit.length || 1)).join('\n'))}`,
    `as other kinds ${KINDS.map((other) => digest(readIn(text, other, text.length))).join(' ')}`,
  ];
}

const cases = new Map(FILES.map((text, at) => [String(at), () => factsOf(text)]));
const approved = approvedIn(new URL('./fixtures/files.json', import.meta.url), cases);

describe('what is read from a file', () => {
  it.each([...cases.keys()])('%s', (at) => {
    expect(cases.get(at)?.()).toEqual(approved[at]);
  });

  it.each(FILES.map((text, at) => ({ text, at })))('$at is the same in parts', ({ text }) => {
    const kind = exportKind(text);
    const whole = readIn(text, kind, text.length);
    for (const part of [1, 2, 7, 64]) expect(readIn(text, kind, part)).toBe(whole);
  });
});
