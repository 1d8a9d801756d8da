import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { azSnippet } from '../../src/core/snippets/azCli.ts';
import { pythonJob } from '../../src/core/snippets/jobs/pythonJob.ts';
import { pythonSnippet } from '../../src/core/snippets/python.ts';
import { keysOf, type SnippetRig, startSnippetRig, TRUE_ROWS } from '../rig/snippetRig.ts';

let rig: SnippetRig;

beforeAll(async () => {
  rig = await startSnippetRig();
});

afterAll(async () => {
  await rig.close();
});

describe('a copied query reads every row of all its queries, to the last page', () => {
  it('Python', async () => {
    const output = await rig.run('python3', 'query.py', pythonSnippet.text(rig.plan) ?? '');
    const entities = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(entities.map(keysOf).toSorted()).toEqual(TRUE_ROWS);
  });

  it('Python job, to a Parquet file', async () => {
    await rig.run('python3', 'job.py', pythonJob.text(rig.plan) ?? '');
    const read = `import json, pyarrow.parquet as pq
for row in pq.read_table("SnippetRows.parquet", columns=["PartitionKey", "RowKey"]).to_pylist(): print(json.dumps(row))`;
    const rows = await rig.run('python3', 'read.py', read);
    const keys = rows.trim().split('\n');
    expect(keys.map((line) => keysOf(JSON.parse(line) as object)).toSorted()).toEqual(TRUE_ROWS);
  });

  it('Azure CLI', async () => {
    const output = await rig.run('bash', 'query.sh', azSnippet.text(rig.plan) ?? '');
    const answers = JSON.parse(`[${output.trim().replaceAll(/\n\}\n\{/g, '\n},\n{')}]`) as {
      items: object[];
    }[];
    expect(answers.flatMap(({ items }) => items.map(keysOf)).toSorted()).toEqual(TRUE_ROWS);
  });
});
