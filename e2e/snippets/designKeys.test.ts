// Plain python3 runs the generated Python for keys: it writes and reads the keys of the test vectors and of the templates themselves, and
// makes their ranges.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonCode } from '../../src/core/design/code/pythonCode.ts';
import { designOf, REAL_TEMPLATES, realKeys } from '../../src/core/design/code/realKeys.fixture.ts';
import { encodeTemplate } from '../../src/core/keys/grammar/writeKey.ts';

interface Case {
  readonly ticks: string;
  readonly writer: number;
  readonly guid: string;
  readonly DeviceId: string;
  readonly Bib: string;
}

interface Answer {
  readonly key: string;
  readonly read: Readonly<Record<string, string>> | null;
  /** How many of the ranges for its own instant contain the key, and how many of those for the window that ends there. */
  readonly hits: number;
  readonly before: number;
}

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DAY = 864_000_000_000n;
const folder = mkdtempSync(join(tmpdir(), 'keyscope-python-'));

const DRIVER = `
import json, sys
import keys
answers = []
for case in json.load(sys.stdin):
    values = {**case, "ticks": int(case["ticks"])}
    key = keys.partition_key(values)
    read = keys.read_partition_key(key)
    inside = lambda bounds: sum(1 for low, high in bounds if low <= key < high)
    ticks = values["ticks"]
    answers.append({
        "key": key,
        "read": read and {name: str(value) for name, value in read.items()},
        "hits": inside(keys.partition_ranges(ticks, ticks + 1, values)),
        "before": inside(keys.partition_ranges(ticks - 40 * ${DAY}, ticks - 33 * ${DAY}, values)),
    })
assert keys.read_partition_key("\\u0000 of no form") is None
print(json.dumps(answers))
`;

function answers(template: string, cases: readonly Case[]): readonly Answer[] {
  writeFileSync(join(folder, 'keys.py'), pythonCode(designOf(template, '{Guid}')));
  const output = execFileSync('python3', ['-B', '-c', DRIVER], {
    cwd: folder,
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  return JSON.parse(output) as readonly Answer[];
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const caseOf = (ticks: bigint, more: Partial<Case> = {}): Case => ({
  ticks: String(ticks),
  writer: 7,
  guid: GUID,
  DeviceId: 'd\u00e9vice 12',
  Bib: '42',
  ...more,
});

describe('the generated Python', () => {
  it.each(REAL_TEMPLATES)('writes and reads the real keys of %s', (scheme, template) => {
    const known = realKeys(scheme);
    const found = answers(
      template,
      known.map(({ ticks, writer }) => caseOf(ticks, { writer })),
    );
    expect(found.map(({ key }) => key)).toEqual(known.map(({ pk }) => pk));
    expect(found.map(({ read }) => read?.['ticks'])).toEqual(known.map(({ ticks }) => String(ticks)));
    expect(found.every(({ hits, before }) => hits === 1 && before === 0)).toBe(true);
  });

  it.each([
    '{Hash(DeviceId) mod 16}_{yyyyMMddHH}',
    '{DeviceId}_{yyyyMM}',
    'BIB:{Bib:D5}__{InvertedUnixMs}',
    '{DeviceId}~{Unix/5m}',
    '{yyyy-MM-ddTHH:mm:ss.fffffff}',
    '{{"\'\'\'{DeviceId}"""}}_{InvertedTicks/1h}',
    '{UnixMs}_{Guid}',
  ])('writes %s as the page does, reads it back, and finds it in its window only', (template) => {
    const { partition: own } = designOf(template, '{Guid}');
    const cases = [0n, 1n, 977n, 123_456_789_012_345n, 900_000_000_000_000n].map((after) =>
      caseOf(638_000_000_000_000_000n + after),
    );
    const found = answers(template, cases);
    for (const [at, { key, hits, before, read }] of found.entries()) {
      const { ticks, writer, guid, ...fields } = cases[at] ?? caseOf(0n);
      const expected = encodeTemplate(own, {
        ticks: BigInt(ticks),
        writer,
        guid,
        fields: new Map(Object.entries(fields)),
      });
      expect({ ok: true, value: key }).toEqual(expected);
      expect([hits, before]).toEqual([1, 0]);
      expect(read?.['DeviceId']).toBe(template.includes('{DeviceId}') ? fields.DeviceId : undefined);
    }
  });

  it('runs where properties are named like something in it, and writes twin rows in one transaction', () => {
    const design = designOf('{keyTime}|{ticks}|{class}|{Ticks}', 'BIB:{guid}', 'AGE:{writer:D3}');
    writeFileSync(join(folder, 'keys.py'), pythonCode(design));
    const driver = `
import json
import keys
values = {"ticks": 12, "keyTimeValue": "k", "ticksValue": "t", "class": "c", "guidValue": "g", "writerValue": 7}
class Client:
    def submit_transaction(self, operations):
        return [[kind, row, options] for kind, row, options in operations]
key = keys.partition_key(values)
print(json.dumps([key, keys.read_partition_key(key), keys.write_twins(Client(), values, {"Age": 7})]))
`;
    const output = execFileSync('python3', ['-B', '-c', driver], { cwd: folder, encoding: 'utf8' });
    const key = `k|t|c|${'12'.padStart(19, '0')}`;
    const row = (rowKey: string) => [
      'upsert',
      { Age: 7, PartitionKey: key, RowKey: rowKey },
      { mode: 'replace' },
    ];
    expect(JSON.parse(output)).toEqual([
      key,
      { keyTimeValue: 'k', ticksValue: 't', class: 'c', ticks: 12 },
      [row('BIB:g'), row('AGE:007')],
    ]);
  });
});
