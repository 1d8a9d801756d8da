import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { azSnippet } from '../../src/core/snippets/azCli.ts';
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

  it('Azure CLI', async () => {
    const output = await rig.run('bash', 'query.sh', azSnippet.text(rig.plan) ?? '');
    const answers = JSON.parse(`[${output.trim().replaceAll(/\n\}\n\{/g, '\n},\n{')}]`) as {
      items: object[];
    }[];
    expect(answers.flatMap(({ items }) => items.map(keysOf)).toSorted()).toEqual(TRUE_ROWS);
  });
});
