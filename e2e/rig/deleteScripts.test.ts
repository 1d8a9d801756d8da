import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { javascriptDelete } from '../../src/core/snippets/delete/javascriptDelete.ts';
import { pythonDelete } from '../../src/core/snippets/delete/pythonDelete.ts';
import { javascriptSnippet } from '../../src/core/snippets/javascript.ts';
import type { SnippetPlan } from '../../src/core/snippets/snippet.ts';
import { HOSTILE_KEYS, keysOf, type SnippetRig, startSnippetRig, TRUE_ROWS } from './snippetRig.ts';

// The tests do not install azure-data-tables. This module stands in for it: its calls were checked against the documentation and source.
// PowerShell is not installed either: its script was compared with the documentation of the module, and only its quoting is tested.
const AZURE = `
import json, sys
class AzureSasCredential:
    def __init__(self, sas): pass
class TableTransactionError(Exception):
    def __init__(self, code): self.status_code, self.error_code = 404, code
def stored():
    with open("rows.json") as file: return json.load(file)
class TableClient:
    def __init__(self, endpoint, table_name, credential): self.name = table_name
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def entities(self, wanted):
        return [{"PartitionKey": p, "RowKey": r} for p, r in stored() if wanted(p)]
    def list_entities(self, select): return self.entities(lambda key: True)
    def query_entities(self, query, select): return self.entities(lambda key: "PartitionKey eq '" + key.replace("'", "''") + "'" == query)
    def submit_transaction(self, operations):
        assert 0 < len(operations) <= 100 and len({entity["PartitionKey"] for _, entity in operations}) == 1
        if self.name != "SnippetRows": raise TableTransactionError("TableNotFound")
        rows, gone = stored(), [[e["PartitionKey"], e["RowKey"]] for _, e in operations]
        if any(key not in rows for key in gone): raise TableTransactionError("ResourceNotFound")
        self.write([row for row in rows if row not in gone])
    def delete_entity(self, partition_key, row_key): self.write([row for row in stored() if row != [partition_key, row_key]])
    def write(self, rows):
        with open("rows.json", "w") as file: json.dump(rows, file)
`;

let rig: SnippetRig;

beforeAll(async () => {
  rig = await startSnippetRig('sas', 'rd');
  for (const path of ['azure/core/credentials.py', 'azure/data/tables/__init__.py']) {
    mkdirSync(join(rig.folder, path, '..'), { recursive: true });
    writeFileSync(join(rig.folder, path), AZURE);
  }
});

afterAll(async () => {
  await rig.close();
});

/** The rows that the service has, as JavaScript reads them. */
async function rowsThere(): Promise<readonly string[]> {
  const output = await rig.run('node', 'read.mjs', javascriptSnippet.text(rig.plan) ?? '');
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => keysOf(JSON.parse(line) as object)).toSorted();
}

function rowsOfStub(): readonly string[] {
  const rows = JSON.parse(readFileSync(join(rig.folder, 'rows.json'), 'utf8')) as [string, string][];
  return rows.map(([partitionKey, rowKey]) => `${partitionKey} ${rowKey}`).toSorted();
}

/** Half of the hostile rows and some others, one of which does not exist. */
const CHOSEN = HOSTILE_KEYS.filter((_, at) => at % 2 === 0);
const SELECTED = [
  ...CHOSEN.map((key) => ({ partitionKey: key, rowKeys: [key] })),
  { partitionKey: 'page', rowKeys: ['00003', '00007', 'gone'] },
];
const isSelected = (row: string): boolean =>
  CHOSEN.some((key) => row === `${key} ${key}`) || row === 'page 00003' || row === 'page 00007';

function selectedPlan(): SnippetPlan {
  return { ...rig.plan, queries: [{ tableName: 'SnippetRows', partitions: SELECTED }] };
}

describe('a delete script', () => {
  it('deletes nothing in its dry run, then the selected rows alone, then all rows of a plan', async () => {
    const selected = (javascriptDelete.text(selectedPlan()) ?? '').replaceAll('process.argv', 'argv');
    const withArguments = (text: string, ...words: readonly string[]): string =>
      `const argv = ${JSON.stringify(words)};\n${text}`;
    expect(await rig.run('node', 'dry.mjs', withArguments(selected))).toContain(
      `Would delete ${CHOSEN.length + 3} rows in ${CHOSEN.length + 1} transactions.`,
    );
    expect(await rowsThere()).toEqual(TRUE_ROWS);
    await rig.run('node', 'delete.mjs', withArguments(selected, '--delete'));
    expect(await rowsThere()).toEqual(TRUE_ROWS.filter((row) => !isSelected(row)));
    // If the table does not exist, the script must fail, and not report that the rows are gone.
    const elsewhere = withArguments(selected, '--delete').replaceAll('SnippetRows', 'NoSuchTable');
    await expect(rig.run('node', 'elsewhere.mjs', elsewhere)).rejects.toThrow('elsewhere.mjs');
    const whole = (javascriptDelete.text(rig.plan) ?? '').replaceAll('process.argv', 'argv');
    expect(await rig.run('node', 'whole.mjs', withArguments(whole, '--delete'))).toMatch(
      /Deleted 1205 rows in 17 transactions\.\s*$/,
    );
    expect(await rowsThere()).toEqual([]);
  });

  it('does the same in Python', async () => {
    const at = (row: string): readonly string[] =>
      row.startsWith('page ')
        ? ['page', row.slice(5)]
        : [row.slice(0, row.length / 2), row.slice(row.length / 2 + 1)];
    writeFileSync(join(rig.folder, 'rows.json'), JSON.stringify(TRUE_ROWS.map(at)));
    const run = (name: string, plan: SnippetPlan, isDryRun: boolean): Promise<string> => {
      // A terminal that can show only ASCII characters.
      const terminal = 'import sys; sys.stdout.reconfigure(encoding="ascii")\n';
      const text = terminal + (pythonDelete.text(plan) ?? '');
      return rig.run('python3', name, isDryRun ? text : text.replace('not in sys.argv', 'in sys.argv'));
    };
    const elsewhere = { ...selectedPlan(), queries: [{ tableName: 'NoSuchTable', partitions: SELECTED }] };
    await expect(run('elsewhere.py', elsewhere, false)).rejects.toThrow('elsewhere.py');
    expect(await run('dry.py', selectedPlan(), true)).toContain(`Would delete ${CHOSEN.length + 3} rows`);
    expect(rowsOfStub()).toEqual(TRUE_ROWS);
    await run('delete.py', selectedPlan(), false);
    expect(rowsOfStub()).toEqual(TRUE_ROWS.filter((row) => !isSelected(row)));
    expect(await run('whole.py', rig.plan, false)).toMatch(/Deleted 1205 rows in 17 transactions\.\s*$/);
    expect(rowsOfStub()).toEqual([]);
  });
});
